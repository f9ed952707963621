package calibrating

import (
	"slices"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
)

// Session is one of those that calibrate a table.
type Session string

// The sessions, in their order.
const (
	Lens     Session = "lens"
	Board    Session = "board"
	Pieces   Session = "pieces"
	Arm      Session = "arm"
	Delay    Session = "delay"
	Checking Session = "check"
)

// Snapshot is the state of affairs.
type Snapshot struct {
	Version  int64        `json:"version"`
	Session  Session      `json:"session"`
	Sessions []Stage      `json:"sessions"`
	Busy     string       `json:"busy,omitempty"`
	Problem  string       `json:"problem,omitempty"`
	Commands []string     `json:"commands"`
	Width    int          `json:"width"`
	Height   int          `json:"height"`
	Lens     LensState    `json:"lens"`
	Board    BoardState   `json:"board"`
	Pieces   PiecesState  `json:"pieces"`
	Arm      ArmState     `json:"arm"`
	Camera   guide.Camera `json:"camera"`
	// Report is what the last check has found; nil: nothing was checked since something has changed.
	Report *guide.Report `json:"report,omitempty"`
}

// Stage is how far a session has come.
type Stage struct {
	Session Session `json:"session"`
	Done    bool    `json:"done"` // what it learns is known, and holds as far as was seen
}

// LensState is how far the lens's session has come.
type LensState struct {
	Seen   string   `json:"seen"` // what became of the last picture: nothing, moving, same or taken
	Taken  int      `json:"taken"`
	Wanted []string `json:"wanted"`
	Fit    *LensFit `json:"fit,omitempty"`
}

// LensFit is what is known of the lens.
type LensFit struct {
	Pictures      int     `json:"pictures"`
	LeftOut       []int   `json:"left_out"` // pictures that fitted much worse, from 1
	ResidualPX    float64 `json:"residual_px"`
	FocalPX       float64 `json:"focal_px"`
	FocalSpreadPX float64 `json:"focal_spread_px"`
}

// BoardState is where the board is placed in the picture.
type BoardState struct {
	Found      bool           `json:"found"`
	ByHand     bool           `json:"by_hand"`
	SideKnown  bool           `json:"side_known"`
	Black      int            `json:"black"` // Black sits between this corner and the next
	Corners    [][2]float64   `json:"corners"`
	Lines      [][][2]float64 `json:"lines"` // between the squares, and round them
	ResidualPX float64        `json:"residual_px"`
	Why        string         `json:"why,omitempty"` // it cannot be taken so
	ArmKnown   bool           `json:"arm_known"`     // an arm has been shown where the board was
}

// PiecesState is how clearly the pieces are told apart.
type PiecesState struct {
	Margins []calibration.Margin `json:"margins"`
}

// ArmState is how far the arm's session has come.
type ArmState struct {
	Homed      bool             `json:"homed"`
	At         []float64        `json:"at"` // x, y, z of the tip, mm; empty: it is not known
	Motions    int              `json:"motions"`
	Square     int              `json:"square"`  // to be touched next
	Squares    []int            `json:"squares"` // that are asked for
	Touches    []guide.TouchOff `json:"touches"` // and how far each is from where the others have it
	CanGuess   bool             `json:"can_guess"`
	Enough     bool             `json:"enough"`
	Why        string           `json:"why,omitempty"` // they are not
	ResidualMM float64          `json:"residual_mm"`
	Worst      int              `json:"worst_square"`
	WorstMM    float64          `json:"worst_mm"`
}

// clone is a copy that shares nothing that changes.
func (s Snapshot) clone() Snapshot {
	s.Sessions, s.Commands = slices.Clone(s.Sessions), slices.Clone(s.Commands)
	return s
}
