package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/drivers"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision/camera"
)

type calibrateArmCommand struct {
	onTable
	Touch []string `sep:"none" help:"A square and where the arm's tip touches the middle of it, in arm mm; three or more. Without any, the arm is jogged by hand." placeholder:"SQUARE=X,Y,Z"`
	JSON  bool     `name:"json" help:"Print the result as JSON."`
}

func (calibrateArmCommand) Help() string {
	return `The arm homes, and you steer its tip to the middle of each of four squares, which
must be empty:

  arrow keys           left, right, away and near: the arm's x and y
  Page up, Page down   up and down: its z
  + and -              the step, from 0.1 to 50 mm
  Enter                the tip touches the square: take the point
  x 10, z -5           10 mm along x, 5 mm down
  go                   to 20 mm above the square, as far as it can be guessed by now
  square 12            touch this square instead
  redo                 forget the last point
  done                 three or more points are enough

Measured points need no keys:

  draughtsman calibrate arm --config table.yaml \
      --touch 1=410.2,398.0,12.1 --touch 4=170.9,401.5,12.0 --touch 29=449.1,160.3,12.2`
}

// Run learns where the arm has the board.
func (c calibrateArmCommand) Run(ctx context.Context, s *session) error {
	touches, err := parseTouches(c.Touch)
	if err != nil {
		return wrongUsage("%w", err)
	}
	table, known, err := app.Load(c.Config, "arm")
	if err != nil {
		return err
	}
	if table.ByHand() {
		return errors.New("where moves are carried out by hand (arm.driver: hands) there is no arm to calibrate")
	}
	limits := drivers.Limits(table)
	for i, t := range touches {
		if err := limits.Check(arm.Point(t.At), limits.MaxSpeed); err != nil {
			return wrongUsage("--touch %s: %w", c.Touch[i], err)
		}
	}
	if len(touches) > 0 {
		return unattended(s, c.onTable, func(d dialogue) error {
			made, err := d.fitArm(known, touches)
			if err != nil {
				return err
			}
			return c.tell(d, made)
		})
	}
	return converse(ctx, s, c.onTable, func(ctx context.Context, d dialogue) error {
		made, err := d.arm(ctx, known, known.Arm)
		if err != nil {
			return err
		}
		return c.tell(d, made)
	})
}

// tell says what the touches are worth.
func (c calibrateArmCommand) tell(d dialogue, made calibration.Calibration) error {
	worth, err := guide.PredictArm(*made.Arm, made.Board, made.Touches)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(d.out).Encode(map[string]any{
			"file": d.table.Calibration, "residual_mm": made.Arm.ResidualMM, "scale": made.Arm.Scale, "touches": worth.Touches,
			"worst_square": worth.Worst, "worst_mm": worth.WorstMM,
		})
	}
	d.tellArm(made, worth)
	return nil
}

func (d dialogue) tellArm(made calibration.Calibration, worth guide.Arm) {
	fmt.Fprintf(d.out, "The board lies in the arm's frame; the touches fit to %.2f mm (scale %.4f).\n",
		made.Arm.ResidualMM, made.Arm.Scale)
	for _, t := range worth.Touches {
		fmt.Fprintf(d.out, "  square %2d: %.2f mm off\n", t.Square, t.MissMM)
	}
	fmt.Fprintf(d.out, "The tool comes down within %.1f mm of every square's middle; square %d is the worst.\nWritten "+
		"to %s.\n", worth.WorstMM, worth.Worst, d.table.Calibration)
}

// fitArm fits the arm's frame to touches and saves it.
func (d dialogue) fitArm(known calibration.Calibration, touches []calibration.Touch) (calibration.Calibration, error) {
	frame, err := calibration.FitArm(d.table.Board, touches)
	if err != nil {
		return known, err
	}
	known.Arm, known.Touches, known.Made = &frame, touches, time.Now()
	return known, d.save(known)
}

// parseTouches reads SQUARE=X,Y,Z.
func parseTouches(texts []string) ([]calibration.Touch, error) {
	var touches []calibration.Touch
	for _, text := range texts {
		name, place, _ := strings.Cut(text, "=")
		square, err := checkers.ParseSquare(name)
		if err != nil {
			return nil, fmt.Errorf("--touch %s: %w", text, err)
		}
		numbers := strings.Split(place, ",")
		var at [3]float64
		for i := range at {
			if len(numbers) != len(at) {
				return nil, fmt.Errorf("--touch %s: want SQUARE=X,Y,Z, such as 1=410.2,398.0,12.1", text)
			}
			if at[i], err = strconv.ParseFloat(strings.TrimSpace(numbers[i]), 64); err != nil || math.IsNaN(at[i]) ||
				math.IsInf(at[i], 0) {
				return nil, fmt.Errorf("--touch %s: %q is not a number of millimetres", text, numbers[i])
			}
		}
		touches = append(touches, calibration.Touch{Square: int(square),
			At: calibration.ArmPoint{X: at[0], Y: at[1], Z: at[2]}})
	}
	return touches, nil
}

// A jogged arm moves at jogSpeedMMS, since it may touch something; on level ways from longJogMM on as fast as it
// rises and sinks in a game.
const (
	jogSpeedMMS = 25 // mm/s
	longJogMM   = 10 // mm, level
)

// jogStepsMM are the steps of a jog, mm.
var jogStepsMM = []float64{0.1, 0.5, 1, 5, 10, 50}

// jogArm is what jogging needs of an arm.
type jogArm interface {
	Home(ctx context.Context) error
	Move(ctx context.Context, to arm.Point, speed float64) error
	arm.Positioner
}

// jogging is the steering of an arm to squares.
type jogging struct {
	dialogue
	guide.Touching
	known   calibration.Calibration
	arm     jogArm
	step    float64
	problem error // why what was touched is not enough
}

// arm lets a person steer the arm's tip to squares, and saves what follows from that. The frame is where the board
// was, nil if that is not known.
func (d dialogue) arm(ctx context.Context, known calibration.Calibration,
	was *calibration.ArmFrame) (calibration.Calibration, error) {
	driver, err := rig.OpenArm(ctx, d.table, d.log)
	if err != nil {
		return known, err
	}
	defer driver.Close()
	d.console.say("Arm: take the men off squares %s. The arm then homes, wherever it is: keep clear of it.",
		numbers(guide.TouchSquares))
	if err := d.letHome(ctx, driver); err != nil {
		return known, err
	}
	d.console.say("Steer the tip to the middle of each square, until it touches; ? says with which keys.\nThe picture "+
		"to watch: %s", d.on.picture())
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	j := jogging{dialogue: d, Touching: guide.NewTouching(d.table.Board, was), known: known, arm: driver, step: 10}
	var seen <-chan look[struct{}]
	// The camera only helps the person to find the square.
	if cam, err := d.camera(ctx); err == nil {
		defer cam.Close()
		seen = looks(ctx, cam, func(camera.Frame) (struct{}, error) { return struct{}{}, nil })
	}
	err = j.steer(ctx, seen)
	d.console.now("")
	if err != nil {
		return known, err
	}
	return d.fitArm(known, j.Touches)
}

// errNotTouched is for an end of the input before the board was shown to the arm.
var errNotTouched = errors.New("the input ended before three squares were touched; nothing was written")

// letHome has the arm home when the person lets it. What is typed at a terminal while it homes was not
// meant for what comes then, and is forgotten.
func (d dialogue) letHome(ctx context.Context, a jogArm) error {
	if _, err := d.pressed(ctx, "Press Enter to let the arm home.", "Enter lets the arm home, Ctrl-C ends the session",
		errNotTouched); err != nil {
		return err
	}
	d.console.now("The arm homes.")
	defer d.console.now("")
	homed := make(chan error, 1)
	go func() { homed <- a.Home(ctx) }()
	keys := d.console.keys
	if !d.console.screen {
		keys = nil // lines from a file are in order, whenever they come
	}
	for {
		select {
		case err := <-homed:
			return err
		case k, more := <-keys:
			if !more || k.name == keyEnd {
				return errors.Join(errNotTouched, <-homed)
			}
		}
	}
}

// numbers are numbers for people: "4, 29, 1 and 32".
func numbers(list []int) string {
	text := fmt.Sprint(list[0])
	for i, n := range list[1:] {
		if i == len(list)-2 {
			text += " and"
		} else {
			text += ","
		}
		text += fmt.Sprintf(" %d", n)
	}
	return text
}

// steer goes on until enough squares are touched.
func (j *jogging) steer(ctx context.Context, seen <-chan look[struct{}]) error {
	for {
		if err := j.tell(ctx); err != nil {
			return err
		}
		select {
		case l := <-seen:
			if l.last {
				seen = nil
				continue
			}
			err := j.show(l.frame, guide.ShownAim(j.known, j.Square),
				guide.Words{Caption: fmt.Sprintf("touch the middle of square %d", j.Square)})
			if err := errors.Join(err, l.frame.Close()); err != nil {
				return err
			}
		case k, more := <-j.console.keys:
			if !more || k.name == keyEnd {
				if j.problem != nil {
					return fmt.Errorf("the input ended, and nothing was written: %w", j.problem)
				}
				return errNotTouched
			}
			done, err := j.key(ctx, k)
			if done || err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// tell says where the tip is and what is wanted.
func (j *jogging) tell(ctx context.Context) error {
	at, err := j.arm.Position(ctx)
	if err == nil {
		j.console.now("square %d, tip at %v, step %g mm", j.Square, at, j.step)
	}
	return err
}

// armKeys is the answer to a question mark.
const armKeys = `  arrow keys            the arm's x and y
  Page up, Page down    its z
  + and -               the step
  Enter                 the tip touches the square
  x 10                  10 mm along x; y and z likewise
  go                    to 20 mm above the square, as far as it can be guessed
  square 12, redo, done`

// key does what a person wants; done says that no more touches are needed.
func (j *jogging) key(ctx context.Context, k key) (done bool, err error) {
	text, complete, special := j.console.take(k)
	at, err := j.arm.Position(ctx)
	if err != nil {
		return false, err
	}
	from := at
	switch special {
	case keyLeft:
		at.X -= j.step
	case keyRight:
		at.X += j.step
	case keyUp:
		at.Y += j.step
	case keyDown:
		at.Y -= j.step
	case keyPageUp:
		at.Z += j.step
	case keyPageDown:
		at.Z -= j.step
	default:
		if !complete {
			return false, nil
		}
		return j.entered(ctx, at, text)
	}
	return false, j.move(ctx, from, at)
}

// entered does what was typed.
func (j *jogging) entered(ctx context.Context, at arm.Point, text string) (done bool, err error) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "":
		return j.touch(at) && j.enough(), nil
	case text == "?":
		j.console.say(armKeys)
	case text == "+", text == "-":
		j.step = stepped(jogStepsMM, j.step, text == "+")
	case text == "done":
		return j.enough(), nil
	case text == "redo":
		if j.Redo() {
			j.console.say("The point of square %d is forgotten.", j.Square)
		}
	case text == "go":
		return false, j.goAbove(ctx, at)
	case word == "square":
		square, err := checkers.ParseSquare(strings.TrimSpace(rest))
		if err != nil {
			j.console.say("%v", err)
			break
		}
		j.Square = int(square)
	default:
		target, problem := jogged(at, text)
		if problem != nil {
			j.console.say("%v", problem)
			break
		}
		return false, j.move(ctx, at, target)
	}
	return false, nil
}

// enough reports whether the touches tell where the board is, and says why they do not.
func (j *jogging) enough() bool {
	if _, j.problem = j.Fit(); j.problem != nil {
		j.console.say("%s Go on: touch another square (such as square 12), or redo forgets the last point.",
			inFull(j.problem))
	}
	return j.problem == nil
}

// touch takes the point, unless it cannot be; all says that all squares were asked for.
func (j *jogging) touch(at arm.Point) (all bool) {
	square := j.Square
	all, err := j.Touch(calibration.ArmPoint(at))
	if err != nil {
		j.console.say("%s", inFull(err))
		return false
	}
	j.console.say("Square %d is at %v.", square, at)
	return all
}

// move moves the tip; what is out of reach is said.
func (j *jogging) move(ctx context.Context, at, to arm.Point) error {
	speed := float64(jogSpeedMMS)
	if math.Hypot(to.X-at.X, to.Y-at.Y) >= longJogMM && to.Z >= at.Z {
		speed = max(speed, j.table.Machine.VerticalSpeed)
	}
	err := j.arm.Move(ctx, to, speed)
	if errors.Is(err, arm.ErrLimit) {
		j.console.say("%v", err)
		return nil
	}
	return err
}

// goAbove brings the tip above the square that is wanted.
func (j *jogging) goAbove(ctx context.Context, at arm.Point) error {
	way, err := j.Way(calibration.ArmPoint(at))
	if err != nil {
		j.console.say("%v", err)
		return nil
	}
	for _, to := range way {
		err := j.arm.Move(ctx, arm.Point(to), j.table.Machine.VerticalSpeed)
		if errors.Is(err, arm.ErrLimit) {
			j.console.say("%v", err)
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// jogged is a point moved by what was typed: an axis and millimetres.
func jogged(p arm.Point, text string) (arm.Point, error) {
	axis, number, _ := strings.Cut(text, " ")
	by, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(by) || math.IsInf(by, 0) {
		return p, errNotUnderstood(text,
			`type an axis and millimetres such as "x 10", Enter to take the point, or ? for more`)
	}
	switch axis {
	case "x":
		p.X += by
	case "y":
		p.Y += by
	case "z":
		p.Z += by
	default:
		return p, fmt.Errorf("%q is not an axis: x, y or z", axis)
	}
	return p, nil
}
