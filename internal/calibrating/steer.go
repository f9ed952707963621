package calibrating

import (
	"context"
	"errors"
	"math"
	"slices"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/planner"
)

const (
	jogSpeedMMS  = 25.0 // mm/s: the tip may touch something
	approachMM   = 15.0 // a step on the way to a square
	placeSlackMM = 0.05 // mm within which a place is reached
)

// steer does what a person wants of the arm.
func (s *Service) steer(ctx context.Context, c Command) error {
	switch c := c.(type) {
	case Home:
		return s.home(ctx)
	case Jog:
		return s.jog(ctx, c)
	case Approach:
		return s.approach(ctx, c)
	case Touch:
		at, err := s.arm.Position(ctx)
		if err != nil {
			return err
		}
		if err := s.touch.Touch(calibration.ArmPoint(at)); err != nil {
			return refusal(err)
		}
	case Redo:
		s.touch.Redo()
	case Choose:
		if _, err := s.Table.Board.Square(c.Square); err != nil {
			return refusal(err)
		}
		s.touch.Square = c.Square
	case Done:
		return s.touched(ctx)
	case Measure:
		return s.measure(ctx)
	}
	s.tellArm()
	return nil
}

// connect connects the arm if it is not.
func (s *Service) connect(ctx context.Context) (err error) {
	if s.arm != nil {
		return nil
	}
	connected, err := rig.KeepArm(ctx, s.Table, nil, s.Log)
	if err == nil {
		s.arm = connected
	}
	return err
}

// home homes the arm, which is connected if it is not.
func (s *Service) home(ctx context.Context) error {
	if err := s.connect(ctx); err != nil {
		return err
	}
	err := s.arm.Home(ctx)
	s.stands(ctx, err == nil)
	return err
}

// stands says where the arm is after a motion.
func (s *Service) stands(ctx context.Context, homed bool) {
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
func (s *Service) jog(ctx context.Context, c Jog) error {
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
func (s *Service) approach(ctx context.Context, c Approach) error {
	at, err := s.from(ctx, c.Motions)
	if err != nil {
		return err
	}
	way, err := s.touch.Way(calibration.ArmPoint(at))
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
func (s *Service) from(ctx context.Context, motions int) (arm.Point, error) {
	if motions != s.now.Arm.Motions {
		return arm.Point{}, refuse("The arm has moved meanwhile: look where it is, and press again.")
	}
	return s.arm.Position(ctx)
}

// move moves the tip. What is out of reach is refused before anything moves.
func (s *Service) move(ctx context.Context, to arm.Point, speed float64) error {
	err := s.arm.Move(ctx, to, speed)
	if errors.Is(err, arm.ErrLimit) {
		return refusal(err)
	}
	s.stands(context.WithoutCancel(ctx), err == nil)
	return err
}

// tellArm says how far the touching has come.
func (s *Service) tellArm() {
	a := ArmState{Square: s.touch.Square, Squares: guide.TouchSquares, Touches: []guide.TouchOff{}}
	for _, t := range s.touch.Touches {
		a.Touches = append(a.Touches, guide.TouchOff{Square: t.Square})
	}
	_, err := s.touch.Way(calibration.ArmPoint{})
	a.CanGuess = err == nil
	frame, err := s.touch.Fit()
	var worth guide.Arm
	if err == nil {
		worth, err = guide.PredictArm(frame, s.touch.Board, s.touch.Touches)
	}
	if err == nil {
		a.Enough, a.Touches = true, worth.Touches
		a.ResidualMM, a.Worst, a.WorstMM = worth.ResidualMM, worth.Worst, worth.WorstMM
	} else if len(s.touch.Touches) >= len(guide.TouchSquares)-1 {
		a.Why = InFull(err)
	}
	s.update(func(now *Snapshot) {
		a.Homed, a.At, a.Motions = now.Arm.Homed, now.Arm.At, now.Arm.Motions
		now.Arm = a
	})
	shown := guide.ShownAim(*s.known, s.touch.Square)
	s.shown.Store(&shown)
}

// touched saves where the arm has the board, and brings the arm out of the picture.
func (s *Service) touched(ctx context.Context) error {
	frame, err := s.touch.Fit()
	if err != nil {
		return err
	}
	known := *s.known
	known.Arm, known.Touches = &frame, slices.Clone(s.touch.Touches)
	s.redo[Arm] = false
	if err := s.save(known); err != nil {
		return err
	}
	if err := s.next(ctx); err != nil {
		return err
	}
	return s.park(ctx)
}

// park homes the arm, brings it out of the picture, and lets go of it.
func (s *Service) park(ctx context.Context) error {
	if s.arm == nil {
		return nil
	}
	err := (&robot.Robot{Arm: s.arm, Setup: planner.Setup{Machine: s.Table.Machine}}).Home(ctx)
	return errors.Join(err, s.letGo())
}

// letGo ends the connection to the arm.
func (s *Service) letGo() error {
	if s.arm == nil {
		return nil
	}
	err := s.arm.Close()
	s.arm = nil
	s.update(func(now *Snapshot) { now.Arm.Homed, now.Arm.At = false, []float64{} })
	return err
}

// measure has the arm move over the board, and tells from the pictures how late they come.
func (s *Service) measure(ctx context.Context) error {
	if err := s.home(ctx); err != nil {
		return err
	}
	latency, err := rig.MeasureLatency(ctx, s.camera.Load(), s.arm, s.Table, *s.known)
	if err := errors.Join(err, s.letGo()); err != nil {
		return err
	}
	known := *s.known
	known.Latency = &latency
	if err := s.save(known); err != nil {
		return err
	}
	return s.next(ctx)
}
