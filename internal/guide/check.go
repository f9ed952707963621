package guide

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/overlay"
)

// Report is how well a table's calibration holds.
type Report struct {
	File   string    `json:"file"`
	Made   time.Time `json:"made"`
	Holds  bool      `json:"holds"`
	Lens   Lens      `json:"lens"`
	Board  Board     `json:"board"`
	Pieces Pieces    `json:"pieces"`
	Arm    Arm       `json:"arm"`
	Camera Camera    `json:"camera"`
	Redo   []Redo    `json:"redo"` // sessions to repeat, in order; empty where everything holds
}

// Redo is a session to repeat.
type Redo struct {
	Session string `json:"session"` // lens, board, pieces or arm
	Why     string `json:"why"`     // a clause, for people
}

// Lens is how well the camera's lens is known.
type Lens struct {
	Fitted     bool    `json:"fitted"` // to pictures of its own, by `calibrate lens`
	Pictures   int     `json:"pictures,omitempty"`
	ResidualPX float64 `json:"residual_px,omitempty"`
	FocalPX    float64 `json:"focal_px"`
}

// Board is how well the board is where the calibration says.
type Board struct {
	Found     bool    `json:"found"`
	LinesPX   float64 `json:"lines_px"`   // root mean square distance of its crossings from where they should be seen
	LinesMM   float64 `json:"lines_mm"`   // the same on the board
	WorstMM   float64 `json:"worst_mm"`   // the crossing that is farthest off
	MovedMM   float64 `json:"moved_mm"`   // how far its middle has moved since
	TurnedDeg float64 `json:"turned_deg"` // how far it has turned since, anticlockwise
	PXPerMM   float64 `json:"px_per_mm"`  // in the middle of the board
	Holds     bool    `json:"holds"`
}

// Pieces is how clearly squares and pieces are told apart.
type Pieces struct {
	Margins   []calibration.Margin `json:"margins"`           // at the time of the calibration
	LeastSure int                  `json:"least_sure_square"` // 0 where the board does not hold, so that nothing is read
	Odds      float64              `json:"least_sure_odds"`   // of the likeliest content of that square, now
	Unsure    []int                `json:"unsure"`            // squares that cannot be told
	Hidden    bool                 `json:"hidden"`            // something is over the board
	Holds     bool                 `json:"holds"`
}

// Arm is how well the arm knows where the board is.
type Arm struct {
	Known      bool       `json:"known"`
	ResidualMM float64    `json:"residual_mm"`
	Touches    []TouchOff `json:"touches"`
	Worst      int        `json:"worst_square"` // the one with the greatest expected error
	WorstMM    float64    `json:"worst_mm"`     // that error: twice its standard deviation
	Beyond     []int      `json:"out_of_reach"` // squares that the arm cannot touch
	Holds      bool       `json:"holds"`
}

// TouchOff is how far a touched square is from where the frame has it.
type TouchOff struct {
	Square int     `json:"square"`
	MissMM float64 `json:"miss_mm"`
}

// Bounds of what still holds, as parts of a square.
const (
	maxBoardShiftSquares = 0.05
	maxArmMissSquares    = 0.05
)

const leastOdds = 0.9 // of a square's content

// Weakest is the least of some margins.
func Weakest(margins []calibration.Margin) calibration.Margin {
	return slices.MinFunc(margins, func(a, b calibration.Margin) int { return cmp.Compare(a.Sigmas, b.Sigmas) })
}

// looksToCheck is how many pictures are taken before a check believes that something is wrong: a hand may be over the
// board in the first ones.
const looksToCheck = 5

// LookToCheck has a camera look at the table until everything holds or enough was seen. What is found in each picture
// is shown.
func LookToCheck(ctx context.Context, cam *camera.Camera, table config.Table, known calibration.Calibration,
	show func(camera.Frame, Shown) error) (report Report, err error) {
	if err := known.CheckBoard(table.Board); err != nil {
		return report, err
	}
	setup, err := Setup(table)
	if err != nil {
		return report, err
	}
	for n := range looksToCheck {
		frame, err := cam.Next(ctx)
		if errors.Is(err, io.EOF) && n > 0 { // a file has fewer pictures
			return report, nil
		}
		if err != nil {
			return report, err
		}
		var drawing overlay.Drawing
		if report, drawing, err = Check(frame, table, known, setup.Lens); err == nil {
			err = show(frame, ShownReport(known, drawing))
		}
		if err := errors.Join(err, frame.Close()); err != nil || report.Holds {
			return report, err
		}
	}
	return report, nil
}

// Check holds a calibration against a picture of the board, whatever stands on it, and is what it finds with a
// drawing for people. The lens may be nil. The error says that the picture cannot be worked on.
func Check(frame camera.Frame, table config.Table, known calibration.Calibration, lens *calibration.LensFile) (Report,
	overlay.Drawing, error) {
	r := Report{
		File: table.Calibration, Made: known.Made,
		Lens: Lens{FocalPX: known.Camera.Lens.FocalPX},
		Redo: []Redo{}, Pieces: Pieces{Margins: []calibration.Margin{}, Unsure: []int{}},
		Arm: Arm{Touches: []TouchOff{}, Beyond: []int{}}, Camera: CameraOf(known),
	}
	var d overlay.Drawing
	width, height := frame.Image.Cols(), frame.Image.Rows()
	if lens != nil {
		if err := lens.Fits(width, height); err != nil {
			r.redo("lens", "%v", err)
		}
		r.Lens.Fitted = known.Camera.Lens == lens.Lens
		if r.Lens.Fitted {
			r.Lens.Pictures, r.Lens.ResidualPX = lens.Pictures, lens.ResidualPX
		}
	}
	if known.Camera.Lens.Width != width || known.Camera.Lens.Height != height {
		r.redo("board", "the camera sends %d×%d pixels and was calibrated with %d×%d", width, height, known.Camera.Lens.Width,
			known.Camera.Lens.Height)
	} else {
		if err := r.board(frame, known, &d); err != nil {
			return r, d, err
		}
		if err := r.pieces(frame, known, &d); err != nil {
			return r, d, err
		}
	}
	if err := r.arm(table, known); err != nil {
		return r, d, err
	}
	r.Holds = len(r.Redo) == 0
	d.Banner, d.Fine = "everything holds", true
	if !r.Holds {
		var sessions []string
		for _, redo := range r.Redo {
			sessions = append(sessions, redo.Session)
		}
		d.Banner, d.Fine = "repeat: "+strings.Join(sessions, ", "), false
	}
	return r, d, nil
}

func (r *Report) redo(session, why string, args ...any) {
	for _, told := range r.Redo {
		if told.Session == session {
			return
		}
	}
	r.Redo = append(r.Redo, Redo{session, fmt.Sprintf(why, args...)})
}

// board finds the board anew.
func (r *Report) board(frame camera.Frame, known calibration.Calibration, d *overlay.Drawing) error {
	middle, right := known.Camera.Project(calibration.BoardPoint{X: -0.5}),
		known.Camera.Project(calibration.BoardPoint{X: 0.5})
	r.Board.PXPerMM = math.Hypot(right.X-middle.X, right.Y-middle.Y)
	found, err := detect.Find(frame.Image, detect.Options{Squares: known.Board.Squares})
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		r.redo("board", "no board of %[1]d×%[1]d squares is in view (%[2]s)", known.Board.Squares, refusal.Reason)
		return nil
	}
	if err != nil {
		return err
	}
	r.Board.Found = true
	black := found.NearestEdge(known.Board, known.Camera)
	seen := found.Corresponding(known.Board, black)[len(found.Corners):]
	var px, mm float64
	for _, s := range seen {
		d.Points = append(d.Points, s.Pixel)
		at := known.Camera.Project(s.BoardPoint)
		px += sq(at.X-s.Pixel.X) + sq(at.Y-s.Pixel.Y)
		on, err := known.Camera.Locate(s.Pixel, 0)
		if err != nil {
			return err
		}
		off := sq(on.X-s.BoardPoint.X) + sq(on.Y-s.BoardPoint.Y)
		mm += off
		r.Board.WorstMM = math.Max(r.Board.WorstMM, math.Sqrt(off))
	}
	r.Board.LinesPX, r.Board.LinesMM = math.Sqrt(px/float64(len(seen))), math.Sqrt(mm/float64(len(seen)))
	now, _, err := known.Camera.Refit(seen)
	if err != nil {
		return err
	}
	drift := known.Board.Drift(known.Camera.Pose, now)
	r.Board.MovedMM, r.Board.TurnedDeg = drift.ShiftMM, drift.TurnDeg
	r.Board.Holds = r.Board.WorstMM <= maxBoardShiftSquares*known.Board.SquareMM
	if !r.Board.Holds {
		r.redo("board", "the board lies %v from where it was calibrated: the board or the camera has been moved", drift)
		if known.Arm != nil {
			r.redo("arm", "unless only the camera was moved, the arm no longer knows where the board is")
		}
	}
	return nil
}

func sq(v float64) float64 { return v * v }

// pieces reads the board.
func (r *Report) pieces(frame camera.Frame, known calibration.Calibration, d *overlay.Drawing) error {
	if known.Colours == nil {
		r.redo("pieces", "the calibration does not know the pieces")
		return nil
	}
	r.Pieces.Margins = known.Colours.Margins()
	if !r.Board.Holds { // then nothing is known of what stands where
		return nil
	}
	reader, err := calibrated.NewReader(known)
	if err != nil {
		return err
	}
	defer reader.Close()
	board, err := reader.ReadBoard(frame.Image)
	if err != nil {
		return err
	}
	r.Pieces.Hidden, r.Pieces.Odds = board.Obstructed, 1
	for n := 1; n < len(board.Odds); n++ {
		content, odds := board.Odds[n].Best()
		unsure := odds < leastOdds || board.Hidden[n]
		if unsure {
			r.Pieces.Unsure = append(r.Pieces.Unsure, n)
		}
		if odds < r.Pieces.Odds || r.Pieces.LeastSure == 0 {
			r.Pieces.LeastSure, r.Pieces.Odds = n, odds
		}
		mark := overlay.MarkOf(known.Board, n, content, odds, board.Offset[n])
		mark.Unknown = unsure
		d.Marks = append(d.Marks, mark)
	}
	switch {
	case r.Pieces.Hidden && len(r.Pieces.Unsure) > 0:
		r.redo("check", "something is over the board: take it away")
	case len(r.Pieces.Unsure) > 0:
		r.redo("pieces", "%s cannot be told for sure: the light has changed, or other pieces are in use",
			squares(r.Pieces.Unsure))
	}
	r.Pieces.Holds = len(r.Pieces.Unsure) == 0
	return nil
}

// squares are squares for people: "squares 3, 4 and 2 others".
func squares(numbers []int) string {
	const told = 6
	text := "square"
	if len(numbers) > 1 {
		text += "s"
	}
	for i, n := range numbers {
		if i == told {
			return text + fmt.Sprintf(" and %d others", len(numbers)-told)
		}
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %d", n)
	}
	return text
}

// arm works out what the arm's frame is worth.
func (r *Report) arm(table config.Table, known calibration.Calibration) error {
	if table.ByHand() {
		r.Arm.Holds = true
		return nil
	}
	if known.Arm == nil {
		r.redo("arm", "it is not known where the arm has the board")
		return nil
	}
	r.Arm.Known, r.Arm.ResidualMM = true, known.Arm.ResidualMM
	if err := r.Arm.predict(table, *known.Arm, known.Touches); err != nil {
		return err
	}
	reach := table.Machine.Reach
	for n := 1; n <= known.Board.Squares*known.Board.Squares/2; n++ {
		on, err := known.Board.Square(n)
		if err != nil {
			return err
		}
		at := known.Arm.ToArm(on)
		if at.X < reach.Min.X || at.Y < reach.Min.Y || at.X > reach.Max.X || at.Y > reach.Max.Y || at.Z < reach.Min.Z ||
			at.Z > reach.Max.Z {
			r.Arm.Beyond = append(r.Arm.Beyond, table.Numbered(n))
		}
	}
	limit := maxArmMissSquares * known.Board.SquareMM
	switch {
	case len(r.Arm.Beyond) > 0:
		r.redo("arm", "%s cannot be reached: move the board nearer to the arm, or correct the machine's reach in the "+
			"description", squares(r.Arm.Beyond))
	case len(known.Touches) == 0:
		r.redo("arm", "the touches were not kept, so that nothing tells how exact it is")
	case r.Arm.WorstMM > limit:
		r.redo("arm", "square %d may be missed by %.1f mm (at most %.1f): touch more squares, in the board's corners",
			r.Arm.Worst, r.Arm.WorstMM, limit)
	default:
		r.Arm.Holds = true
	}
	return nil
}

// PredictArm says what an arm's frame is worth, with squares as the table's game numbers them.
func PredictArm(table config.Table, frame calibration.ArmFrame, touches []calibration.Touch) (Arm, error) {
	a := Arm{Known: true, ResidualMM: frame.ResidualMM, Beyond: []int{}}
	return a, a.predict(table, frame, touches)
}

func (a *Arm) predict(table config.Table, frame calibration.ArmFrame, touches []calibration.Touch) error {
	if len(touches) == 0 {
		return nil
	}
	for _, t := range touches {
		off, err := frame.Miss(table.Board, t)
		if err != nil {
			return err
		}
		a.Touches = append(a.Touches, TouchOff{table.Numbered(t.Square), off})
	}
	p, err := frame.Predict(table.Board, touches)
	if err != nil {
		return err
	}
	a.Worst, a.WorstMM = table.Numbered(p.Worst), p.WorstMM()
	return nil
}

// Camera is how late the camera's pictures come.
type Camera struct {
	Measured bool  `json:"measured"`
	LeastMS  int64 `json:"least_ms"` // from when a picture was taken until it arrives
	MostMS   int64 `json:"most_ms"`
}

// lateFrom is the latency from which on an arm that travels at 200 mm/s is slowed down in play, at ten pictures a
// second, so that hands are seen in time.
const lateFrom = 350 * time.Millisecond

// Late says for people how late pictures come: "is 1.4 s late, …".
func Late(l calibration.Latency) string {
	if l.Most <= lateFrom {
		return fmt.Sprintf("is %.1f s late, which is soon enough", max(0, l.Most.Seconds()))
	}
	return fmt.Sprintf("is %.1f s late: the arm moves more slowly in play, to stop for hands in time. A camera on a "+
		"cable, a smaller picture or a stream without a buffer is quicker", l.Most.Seconds())
}

// CameraOf is what is known of the camera.
func CameraOf(known calibration.Calibration) (c Camera) {
	if l := known.Latency; l != nil {
		c = Camera{Measured: true, LeastMS: l.Least.Milliseconds(), MostMS: l.Most.Milliseconds()}
	}
	return c
}
