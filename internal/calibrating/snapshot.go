package calibrating

import (
	"slices"
	"sync"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/vision/learn"
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
	Found      bool             `json:"found"`
	ByHand     bool             `json:"by_hand"`
	SideKnown  bool             `json:"side_known"`
	Black      int              `json:"black"` // Black sits between this corner and the next
	Corners    [][2]float64     `json:"corners"`
	Lines      [][][2]float64   `json:"lines"` // between the squares, and round them
	ResidualPX float64          `json:"residual_px"`
	Why        string           `json:"why,omitempty"` // it cannot be taken so
	ArmKnown   bool             `json:"arm_known"`     // an arm has been shown where the board was
	Off        *learn.OffCorner `json:"off,omitempty"` // it cannot be taken so, since a corner does not lie on the board's
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

// refuses is why a command of a kind is not obeyed now.
func (now *Snapshot) refuses(k kind) error {
	switch {
	case k.name == "stop":
		return nil
	case now.Busy != "":
		return refuse("Something is being done already (%s): wait until it is finished.", now.Busy)
	case k.session != "" && k.session != now.Session:
		return refuse("That belongs to another session: this is %s.", now.Session)
	case k.homed && !now.Arm.Homed:
		return refuse("The arm does not know where it is: let it home first.")
	case k.name == "done" && !now.Arm.Enough:
		return refuse("The arm does not know the board yet: touch three squares or more.")
	case k.name == "redo" && len(now.Arm.Touches) == 0:
		return refuse("No square was touched yet.")
	case k.name == "approach" && !now.Arm.CanGuess:
		return refuse("Where the square is can be guessed once two others were touched.")
	case k.name == "undo" && now.Lens.Taken == 0:
		return refuse("No picture was taken yet.")
	}
	return nil
}

// affairs are the state of affairs at a table, for any number of goroutines that ask for it.
type affairs struct {
	mu      sync.Mutex
	now     Snapshot      // which Service.Run alone changes, but for Busy and Problem
	changed chan struct{} // closed when the state changes
}

// Snapshot is the state of affairs.
func (a *affairs) Snapshot() Snapshot {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now
	now.Sessions, now.Commands = slices.Clone(now.Sessions), []string{}
	for _, k := range kinds {
		if now.refuses(k) == nil {
			now.Commands = append(now.Commands, k.name)
		}
	}
	return now
}

// Changed is closed when the state is another one than that of a version.
func (a *affairs) Changed(version int64) <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now.Version != version {
		passed := make(chan struct{})
		close(passed)
		return passed
	}
	return a.changed
}

// update changes the state of affairs.
func (a *affairs) update(change func(*Snapshot)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.change(change)
}

// change is update for who holds the lock.
func (a *affairs) change(change func(*Snapshot)) {
	change(&a.now)
	a.now.Version++
	close(a.changed)
	a.changed = make(chan struct{})
}

// problem says what is wrong.
func (a *affairs) problem(err error) { a.update(func(now *Snapshot) { now.Problem = InFull(err) }) }
