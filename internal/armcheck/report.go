package armcheck

// Outcome is what a check has found.
type Outcome string

// The outcomes.
const (
	OK         Outcome = "ok"
	Failed     Outcome = "failed"
	NotOffered Outcome = "not offered" // the arm does not do this, and need not
	NotTried   Outcome = "not tried"   // after something else had failed
)

// Check is one thing that was looked at.
type Check struct {
	Name    string  `json:"name"`
	Outcome Outcome `json:"outcome"`
	Found   string  `json:"found"`          // in a sentence
	Todo    string  `json:"todo,omitempty"` // of a check that failed
}

// Report is all that was looked at.
type Report struct {
	Driver string  `json:"driver"`
	OK     bool    `json:"ok"`
	Checks []Check `json:"checks"`
}
