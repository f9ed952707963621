package robot_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// table is discs in millimetres, an arm that carries them by coordinates, and a camera that reads them without fail
// ten times a second of its own time.
type table struct {
	t     *testing.T
	setup planner.Setup
	black calibration.Shade // what Black's discs look like
	now   time.Time
	discs []disc
	// remembered is the discs that what is seen is compared with, once something remembers.
	remembered []disc
	remembers  bool
	tip        calibration.ArmPoint
	held       *checkers.Side                       // whose disc hangs on the tool
	hand       bool                                 // is over the board
	old        int                                  // so many more pictures are old: discs stand where they stood
	offsets    [checkers.MostSquares + 1][2]float64 // in the last picture that was not
	unsure     checkers.Set                         // squares that seem to show what the game has there, and hardly do
	doubtful   checkers.Set                         // squares of which it cannot be told whether they are empty
	// squares of which it cannot be told whose piece they show: it changes from look to look
	flickers checkers.Set
	slips    int                     // so many picks take no hold
	loses    *calibration.BoardPoint // the next disc that is carried falls here
	swallows bool                    // and is never seen again
	broken   error                   // the camera's
	looks    int
	calls    int               // of the arm's methods
	grips    []checkers.Square // where the arm tried to take hold; 0: beside the board
	script   []func()          // what happens before each of the next looks
	onGrip   func()
	release  func() // after a disc was let go
	surveyed func() // while it is looked carefully
	flat     bool   // of no piece can be seen how high it is
	blocks   bool   // a disc that stands across its square's edge is something over the board
}

// disc is one disc by the centre of its underside.
type disc struct {
	side checkers.Side
	at   calibration.BoardPoint
}

// newTable has the start position and the example's tray on it, and a board that lies turned before the arm.
func newTable(t *testing.T, black calibration.Shade) *table {
	example := config.Example()
	frame := config.ExampleFrame()
	frame.Rotation = calibration.Rotation{0, 0, 4 * math.Pi / 180}
	tb := &table{
		t: t, setup: example.Setup(frame), black: black,
		now: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC),
		tip: example.Machine.Park,
	}
	start := checkers.Start()
	for s := range start.Occupied().All() {
		tb.put(start.At(s).Side(), s, 0, 0)
	}
	for _, slot := range example.Tray.Slots {
		for level, side := range slot.Holds {
			at := slot.At
			at.Z += float64(level) * tb.setup.Disc.HeightMM
			tb.discs = append(tb.discs, disc{side, at})
		}
	}
	return tb
}

func (tb *table) centre(s checkers.Square) calibration.BoardPoint {
	return tb.setup.Board.Centre(checkers.Board8.Place(s))
}

// put sets a disc on a square, or on what stands there, off its centre.
func (tb *table) put(side checkers.Side, s checkers.Square, x, y float64) {
	at := tb.centre(s)
	at.Z = float64(len(tb.on(s))) * tb.setup.Disc.HeightMM
	at.X, at.Y = at.X+x, at.Y+y
	tb.discs = append(tb.discs, disc{side, at})
}

// on is what stands on a square.
func (tb *table) on(s checkers.Square) (stack []disc) {
	for _, d := range tb.discs {
		if tb.square(d.at) == s {
			stack = append(stack, d)
		}
	}
	return stack
}

// square is the playable square below a point, or 0.
func (tb *table) square(p calibration.BoardPoint) checkers.Square {
	half, side := tb.setup.Board.Half(), tb.setup.Board.SquareMM
	return checkers.Board8.At(int(math.Floor((half-p.Y)/side)), int(math.Floor((p.X+half)/side)))
}

// takeOff removes everything from a square.
func (tb *table) takeOff(s checkers.Square) (stack []disc) {
	kept := tb.discs[:0:0]
	for _, d := range tb.discs {
		if tb.square(d.at) == s {
			stack = append(stack, d)
		} else {
			kept = append(kept, d)
		}
	}
	tb.discs = kept
	return stack
}

// shift moves what stands on a square to another one, off its centre.
func (tb *table) shift(from, to checkers.Square, x, y float64) {
	for _, d := range tb.takeOff(from) {
		tb.put(d.side, to, x, y)
	}
}

// position is what stands on the board: two discs on one another are a king.
func (tb *table) position(turn checkers.Side) checkers.Position {
	p := checkers.NewPosition(turn)
	for s := range checkers.Board8.All().All() {
		switch stack := tb.on(s); len(stack) {
		case 0:
		case 1:
			p = p.Put(s, checkers.Man(stack[0].side))
		case 2:
			p = p.Put(s, checkers.King(stack[1].side))
		default:
			tb.t.Errorf("%d discs stand on square %d", len(stack), s)
		}
	}
	return p
}

// off is the largest distance of a side's discs from their squares' centres, as a share of a square.
func (tb *table) off(side checkers.Side) (worst float64) {
	for _, d := range tb.discs {
		if s := tb.square(d.at); s != 0 && d.side == side {
			c := tb.centre(s)
			worst = max(worst, math.Hypot(d.at.X-c.X, d.at.Y-c.Y)/tb.setup.Board.SquareMM)
		}
	}
	return worst
}

// Look reads the table.
func (tb *table) Look(ctx context.Context) (vision.Sighting, error) {
	if err := ctx.Err(); err != nil {
		return vision.Sighting{}, err
	}
	if tb.looks++; tb.looks > 100_000 {
		return vision.Sighting{}, errors.New("nothing happens any more at this table")
	}
	if len(tb.script) > 0 {
		next := tb.script[0]
		tb.script = tb.script[1:]
		next()
	}
	tb.now = tb.now.Add(100 * time.Millisecond)
	s := vision.Sighting{Time: tb.now, Obstructed: tb.hand}
	position := tb.position(checkers.Black)
	picture := moves.PictureOf(position, tb.black)
	for square := range checkers.Board8.All().All() {
		s.Odds[square] = vision.Odds{0.01, 0.01, 0.01}
		content := picture[square]
		if tb.hand { // it hides everything
			content = vision.Nothing
		}
		s.Odds[square][content] = 0.98
		if tb.unsure.Has(square) {
			s.Odds[square] = vision.Odds{vision.Nothing: 0.4, vision.DarkPiece: 0.6}
		}
		if tb.doubtful.Has(square) {
			s.Odds[square] = vision.Odds{0.45, 0.45, 0.45}
			s.Odds[square][vision.Nothing] = 0.55
		}
		if tb.flickers.Has(square) {
			s.Odds[square] = vision.Odds{vision.LightPiece: 0.15, vision.DarkPiece: 0.15}
			s.Odds[square][vision.LightPiece+vision.Content(tb.looks%2)] = 0.85
		}
		if stack := tb.on(square); len(stack) > 0 {
			c := tb.centre(square)
			s.Offset[square] = [2]float64{stack[0].at.X - c.X, stack[0].at.Y - c.Y}
			s.Obstructed = s.Obstructed || tb.blocks && tb.across(square, stack[0])
		}
	}
	if tb.old > 0 {
		tb.old--
		s.Offset = tb.offsets
	}
	tb.offsets = s.Offset
	return s, tb.broken
}

// Remember keeps where discs lie, to tell what has changed.
func (tb *table) Remember() { tb.remembered, tb.remembers = slices.Clone(tb.discs), true }

// same is where the discs that lie about a place are those that were remembered.
func (tb *table) same() (s robot.Same) {
	slots := config.Example().Tray.Slots
	s = robot.Same{Known: tb.remembers, Squares: ^checkers.Set(0), Slots: slices.Repeat([]bool{true}, len(slots))}
	for i, discs := range [][]disc{tb.discs, tb.remembered} {
		for _, d := range discs {
			if slices.Contains([][]disc{tb.remembered, tb.discs}[i], d) {
				continue
			}
			if square := tb.square(d.at); square != 0 {
				s.Squares &^= checkers.SetOf(square)
			}
			for i, slot := range slots {
				s.Slots[i] = s.Slots[i] && math.Hypot(slot.At.X-d.at.X, slot.At.Y-d.at.Y) > tb.setup.Disc.DiameterMM
			}
		}
	}
	return s
}

// Survey tells kings, strays and changes without fail.
func (tb *table) Survey(ctx context.Context, _, now planner.Tray, heights bool) (s robot.Survey, err error) {
	s.Same = tb.same()
	if tb.surveyed != nil {
		tb.surveyed()
	}
	for square := range checkers.Board8.All().All() {
		if heights && len(tb.on(square)) > 1 && !tb.flat {
			s.Kings |= checkers.SetOf(square)
		}
	}
	stacks := make([]int, len(now.Slots)) // how many discs lie on one another
	for _, d := range tb.discs {
		lies := robot.Stray{Side: d.side, At: d.at}
		square, slot := tb.square(d.at), tb.slot(d.at)
		switch {
		case square != 0 && tb.across(square, d):
			s.Askew = append(s.Askew, robot.Askew{Stray: lies, Square: square})
		case slot != 0 && tb.remembers:
			if stacks[slot-1]++; stacks[slot-1] == len(now.Slots[slot-1].Holds)+1 && d.at.Z > 0 {
				s.Fallen = append(s.Fallen, robot.Fallen{Stray: lies, Slot: slot})
			}
		case square == 0 && !tb.inTray(d.at):
			s.Strays = append(s.Strays, lies)
		}
	}
	if s.Sighting, err = tb.Look(ctx); err != nil {
		return s, err
	}
	return s, ctx.Err()
}

// across reports whether a disc stands across the edge of its square.
func (tb *table) across(square checkers.Square, d disc) bool {
	c := tb.centre(square)
	return math.Hypot(d.at.X-c.X, d.at.Y-c.Y) > 16
}

// inTray reports whether a point is in a slot.
func (tb *table) inTray(p calibration.BoardPoint) bool {
	for _, slot := range config.Example().Tray.Slots {
		if math.Hypot(slot.At.X-p.X, slot.At.Y-p.Y) < 3 {
			return true
		}
	}
	return false
}

// slot is the slot in which a disc lies, or on whose discs, beside their middle; 0: in none.
func (tb *table) slot(p calibration.BoardPoint) int {
	return 1 + slices.IndexFunc(config.Example().Tray.Slots, func(slot planner.Slot) bool {
		return slot.At.Distance(p) < 3 || p.Z > 0 && slot.At.Distance(p) < tb.setup.Disc.DiameterMM/4
	})
}

// called is the beginning of everything that the arm does.
func (tb *table) called(ctx context.Context) error {
	tb.calls++
	if tb.hand {
		tb.t.Error("the arm moves while a hand is over the board")
	}
	return ctx.Err()
}

// Home does nothing: the arm knows where it is.
func (tb *table) Home(ctx context.Context) error { return tb.called(ctx) }

// Move brings the tip to a point.
func (tb *table) Move(ctx context.Context, to arm.Point, _ float64) error {
	if err := tb.called(ctx); err != nil {
		return err
	}
	tb.tip = calibration.ArmPoint(to)
	tb.lose()
	return nil
}

// Grip lifts the uppermost disc whose top is at the tip.
func (tb *table) Grip(ctx context.Context) error {
	if err := tb.called(ctx); err != nil {
		return err
	}
	tip := tb.setup.Frame.ToBoard(tb.tip)
	tb.grips = append(tb.grips, tb.square(tip))
	if tb.onGrip != nil {
		tb.onGrip()
	}
	top, height := tb.below(tip, tb.setup.Disc.DiameterMM/2-tb.setup.Machine.ToolRadius)
	switch {
	case tb.slips != 0:
		tb.slips--
	case top < 0 || tip.Z-height > 1:
	case height-tip.Z > 0.5:
		tb.t.Errorf("the tool presses %.1f mm into a disc", height-tip.Z)
	default:
		side := tb.discs[top].side
		tb.held = &side
		tb.discs = append(tb.discs[:top:top], tb.discs[top+1:]...)
	}
	return nil
}

// lose lets a disc that is being carried fall.
func (tb *table) lose() {
	if tb.held == nil || tb.loses == nil {
		return
	}
	if !tb.swallows {
		tb.discs = append(tb.discs, disc{*tb.held, *tb.loses})
	}
	tb.held, tb.loses = nil, nil
}

// Release lets go of what hangs on the tool.
func (tb *table) Release(ctx context.Context) error {
	if err := tb.called(ctx); err != nil {
		return err
	}
	if tb.held != nil {
		at := tb.setup.Frame.ToBoard(tb.tip)
		fall := at.Z - tb.setup.Disc.HeightMM
		_, at.Z = tb.below(at, tb.setup.Disc.DiameterMM/4)
		if _, touched := tb.below(at, tb.setup.Disc.DiameterMM); touched > at.Z {
			tb.t.Errorf("a disc comes down on the edge of another one at %.1f, %.1f mm", at.X, at.Y)
		}
		if fall -= at.Z; fall < 0 || fall > 4 {
			tb.t.Errorf("a disc is let go %.1f mm above what is below it", fall)
		}
		tb.discs = append(tb.discs, disc{*tb.held, at})
		tb.held = nil
	}
	if tb.release != nil {
		tb.release()
	}
	return nil
}

// below is the uppermost disc whose centre is so near to a point as seen from above, and the height of its top; −1
// and 0 where there is none.
func (tb *table) below(p calibration.BoardPoint, radius float64) (top int, height float64) {
	top = -1
	for i, d := range tb.discs {
		if h := d.at.Z + tb.setup.Disc.HeightMM; h > height && math.Hypot(d.at.X-p.X, d.at.Y-p.Y) < radius {
			top, height = i, h
		}
	}
	return top, height
}

// later has something happen before each of the next looks.
func (tb *table) later(steps ...func()) { tb.script = append(tb.script, steps...) }

// wait lets some looks pass in which nothing happens.
func (tb *table) wait(looks int) {
	for range looks {
		tb.later(func() {})
	}
}

// reach has a hand come, do something, and go away.
func (tb *table) reach(something func()) {
	tb.later(func() { tb.hand = true }, something, func() { tb.hand = false })
}

// play makes a legal move, as a human does: the pieces off their squares' centres, a captured piece away from the
// table.
func (tb *table) play(p checkers.Position, m checkers.Move, x, y float64) {
	crowns := p.Crowns(m)
	tb.shift(m.From(), m.To(), x, y)
	for s := range m.Captured().All() {
		tb.takeOff(s)
	}
	if crowns {
		tb.put(p.Turn, m.To(), x, y)
	}
}
