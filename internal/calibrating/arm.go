package calibrating

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/planner"
)

const (
	jogSpeedMMS  = 25.0 // mm/s: the tip may touch something
	approachMM   = 15.0 // a step on the way to a square
	placeSlackMM = 0.05 // mm within which a place is reached
	aboveMM      = 20   // the height above a square to which the way there leads
)

// steering is the sessions of the arm: it is steered to squares that its tip touches, and moves over the board.
type steering struct {
	*eye
	arm     *rig.Arm // nil: it is not connected
	square  int      // to be touched next
	asked   int      // of the corners
	touches []calibration.Touch
}

func (s *steering) open() {
	s.square, s.asked, s.touches = s.Table.CornerSquares()[0], 0, nil
	s.tell()
}

// see shows a picture. A person needs none.
func (s *steering) see(l look) error {
	if l.err != nil {
		return nil
	}
	return errors.Join(s.show(l.frame, *s.shown.Load()), l.frame.Close())
}

// obey does what a person wants of the arm; done: what a session learns is known, even where the arm then fails.
func (s *steering) obey(ctx context.Context, c Command) (done bool, err error) {
	switch c := c.(type) {
	case Home:
		return false, s.home(ctx)
	case Jog:
		return false, s.jog(ctx, c)
	case Approach:
		return false, s.approach(ctx, c)
	case Touch:
		at, err := s.arm.Position(ctx)
		if err != nil {
			return false, err
		}
		if err := s.touch(calibration.ArmPoint(at)); err != nil {
			return false, refusal(err)
		}
	case Redo:
		last := len(s.touches) - 1
		s.square, s.touches, s.asked = s.touches[last].Square, s.touches[:last], max(0, s.asked-1)
	case Choose:
		if _, err := s.Table.Board.Square(c.Square); err != nil {
			return false, refusal(err)
		}
		s.square = s.Table.Numbered(c.Square)
	case Done:
		s.redo[Arm] = false
		if err := s.saveArm(*s.known, slices.Clone(s.touches)); err != nil {
			return false, err
		}
		return true, s.park(ctx)
	case Measure:
		err := s.measure(ctx)
		return err == nil, err
	}
	s.tell()
	return false, nil
}

// connect connects the arm if it is not.
func (s *steering) connect(ctx context.Context) (err error) {
	if s.arm == nil {
		s.arm, err = rig.KeepArm(ctx, s.Table, nil, s.Log)
	}
	return err
}

// home homes the arm, which is connected if it is not.
func (s *steering) home(ctx context.Context) error {
	if err := s.connect(ctx); err != nil {
		return err
	}
	err := s.arm.Home(ctx)
	s.stands(ctx, err == nil)
	return err
}

// stands says where the arm is after a motion.
func (s *steering) stands(ctx context.Context, homed bool) {
	at, err := s.arm.Position(ctx)
	s.update(func(now *Snapshot) {
		now.Arm.Motions++
		now.Arm.Homed, now.Arm.At = homed && err == nil, []float64{}
		if now.Arm.Homed {
			now.Arm.At = []float64{at.X, at.Y, at.Z}
		}
	})
}

// jog moves the tip by one step.
func (s *steering) jog(ctx context.Context, c Jog) error {
	to, err := s.from(ctx, c.Motions)
	if err != nil {
		return err
	}
	long := !(math.Abs(c.MM) <= mostJogMM)
	if long && !(s.LongSteps && math.Abs(c.MM) < math.MaxFloat64) {
		return refuse("A step has at most %g mm.", mostJogMM)
	}
	speed := jogSpeedMMS
	if long && c.Axis != "z" { // on a level way it touches what it would touch soon
		speed = max(speed, s.Table.Machine.VerticalSpeed)
	}
	switch c.Axis {
	case "x":
		to.X += c.MM
	case "y":
		to.Y += c.MM
	case "z":
		to.Z += c.MM
	default:
		return refuse("%q is not an axis: x, y or z.", c.Axis)
	}
	return s.move(ctx, to, speed)
}

// approach moves the tip by one step on its way to a place above the square that is wanted.
func (s *steering) approach(ctx context.Context, c Approach) error {
	at, err := s.from(ctx, c.Motions)
	if err != nil {
		return err
	}
	way, err := s.way(calibration.ArmPoint(at))
	if err != nil {
		return err
	}
	for _, to := range way {
		away := at.Distance(arm.Point(to))
		if away <= placeSlackMM {
			continue
		}
		step := min(1, approachMM/away)
		if s.LongSteps {
			step = 1
		}
		next := arm.Point{X: at.X + step*(to.X-at.X), Y: at.Y + step*(to.Y-at.Y), Z: at.Z + step*(to.Z-at.Z)}
		return s.move(ctx, next, s.Table.Machine.VerticalSpeed)
	}
	return ErrAbove
}

// from is where the tip is, for who knows of all motions so far.
func (s *steering) from(ctx context.Context, motions int) (arm.Point, error) {
	if motions != s.now.Arm.Motions {
		return arm.Point{}, refuse("The arm has moved meanwhile: look where it is, and press again.")
	}
	return s.arm.Position(ctx)
}

// move moves the tip. What is out of reach is refused before anything moves.
func (s *steering) move(ctx context.Context, to arm.Point, speed float64) error {
	err := s.arm.Move(ctx, to, speed)
	if errors.Is(err, arm.ErrLimit) {
		return refusal(err)
	}
	s.stands(context.WithoutCancel(ctx), err == nil)
	return err
}

// touch takes the point, in place of an earlier one of the same square, and asks for the next square, if there is one.
// An error says why the point cannot be the square's.
func (s *steering) touch(at calibration.ArmPoint) error {
	touch := calibration.Touch{Square: s.square, At: at}
	others := slices.DeleteFunc(slices.Clone(s.touches), func(o calibration.Touch) bool { return o.Square == s.square })
	if err := calibration.CheckTouch(s.Table.Board, touch, others); err != nil {
		return err
	}
	s.touches = append(others, touch)
	corners := s.Table.CornerSquares()
	for s.asked++; s.asked < len(corners); s.asked++ {
		s.square = corners[s.asked]
		if !slices.ContainsFunc(s.touches, func(o calibration.Touch) bool { return o.Square == s.square }) {
			return nil
		}
	}
	return nil
}

// way leads from a point to one above the square that is wanted: up first, and down last. Two touches tell roughly
// where that is; so does an earlier calibration.
func (s *steering) way(from calibration.ArmPoint) (way []calibration.ArmPoint, err error) {
	frame := cmp.Or(s.known.Arm, s.was)
	if n := len(s.touches); n >= 2 {
		var guessed calibration.ArmFrame
		guessed, err = calibration.GuessArm(s.Table.Board, s.touches[n-2], s.touches[n-1])
		frame = &guessed
	} else if frame == nil {
		err = errors.New("where the square is can be guessed once two others were touched")
	}
	if err != nil {
		return nil, err
	}
	on, err := s.Table.Board.Square(s.square)
	if err != nil {
		return nil, err
	}
	over := frame.ToArm(on)
	over.Z += aboveMM
	high := max(from.Z, over.Z)
	for _, to := range []calibration.ArmPoint{{X: from.X, Y: from.Y, Z: high}, {X: over.X, Y: over.Y, Z: high}, over} {
		if to != from {
			way, from = append(way, to), to
		}
	}
	return way, nil
}

// tell says how far the touching has come.
func (s *steering) tell() {
	a := ArmState{Square: s.Table.Numbered(s.square), Squares: asked(s.Table), Touches: []guide.TouchOff{}}
	for _, t := range s.touches {
		a.Touches = append(a.Touches, guide.TouchOff{Square: s.Table.Numbered(t.Square)})
	}
	_, err := s.way(calibration.ArmPoint{})
	a.CanGuess = err == nil
	frame, err := calibration.FitArm(s.Table.Board, s.touches)
	var worth guide.Arm
	if err == nil {
		worth, err = guide.PredictArm(s.Table, frame, s.touches)
	}
	if err == nil {
		a.Enough, a.Touches = true, worth.Touches
		a.ResidualMM, a.Worst, a.WorstMM = worth.ResidualMM, worth.Worst, worth.WorstMM
	} else if len(s.touches) >= len(a.Squares)-1 {
		a.Why = InFull(err)
	}
	s.update(func(now *Snapshot) {
		a.Homed, a.At, a.Motions = now.Arm.Homed, now.Arm.At, now.Arm.Motions
		now.Arm = a
	})
	shown := guide.ShownAim(*s.known, s.square)
	s.shown.Store(&shown)
}

// asked is the squares that a person is asked to touch, as the game numbers them.
func asked(table config.Table) (squares []int) {
	for _, square := range table.CornerSquares() {
		squares = append(squares, table.Numbered(square))
	}
	return squares
}

// park homes the arm, brings it out of the picture, and lets go of it.
func (s *steering) park(ctx context.Context) error {
	if s.arm == nil {
		return nil
	}
	err := (&robot.Robot{Arm: s.arm, Setup: planner.Setup{Machine: s.Table.Machine}}).Home(ctx)
	return errors.Join(err, s.letGo())
}

// letGo ends the connection to the arm.
func (s *steering) letGo() error {
	if s.arm == nil {
		return nil
	}
	err := s.arm.Close()
	s.arm = nil
	s.update(func(now *Snapshot) { now.Arm.Homed, now.Arm.At = false, []float64{} })
	return err
}

// measure has the arm move over the board, and tells from the pictures how late they come.
func (s *steering) measure(ctx context.Context) error {
	if err := s.home(ctx); err != nil {
		return err
	}
	latency, err := rig.MeasureLatency(ctx, s.camera.Load(), s.arm, s.Table, *s.known)
	if err := errors.Join(err, s.letGo()); err != nil {
		return err
	}
	known := *s.known
	known.Latency = &latency
	return s.save(known)
}
