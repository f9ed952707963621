package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/internal/simulation"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
)

type calibrateBoardCommand struct {
	onTable
	Park bool `help:"Home the arm and park it out of the picture first."`
	Yes  bool `short:"y" help:"Ask nothing: the start position is on the table."`
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (calibrateBoardCommand) Help() string {
	return `Set up the start position, take your hands away, and run:

  draughtsman calibrate board --config table.yaml

The board is found by itself; Enter takes it. Where it is not found, or not as it
should be, correct it: the picture file names its corners A, B, C and D, clockwise.

  a 412 97       corner A is at this pixel of the picture
  Tab            the next corner is selected, and ringed; the arrow keys nudge it
  + and -        farther and less far
  turn           Black sits at the next edge, clockwise
  find           look for the board again

What is learnt goes into the calibration file that the description names. The arm
must not hide the board: --park lets it home and move out of the picture.`
}

// Run learns the board and the pieces on it.
func (c calibrateBoardCommand) Run(ctx context.Context, s *session) error {
	if c.Yes {
		return unattended(s, c.onTable, func(d dialogue) error { return c.firstSeen(ctx, d) })
	}
	return converse(ctx, s, c.onTable, func(ctx context.Context, d dialogue) error {
		if c.Park {
			if err := simulation.Park(ctx, d.table, d.log); err != nil {
				return err
			}
		}
		made, err := d.board(ctx, errNobody)
		if err != nil {
			return err
		}
		return c.tell(d, made)
	})
}

// firstSeen takes the first picture that will do.
func (c calibrateBoardCommand) firstSeen(ctx context.Context, d dialogue) error {
	if c.Park {
		if err := simulation.Park(ctx, d.table, d.log); err != nil {
			return err
		}
	}
	cam, err := d.camera(ctx)
	if err != nil {
		return err
	}
	defer cam.Close()
	made, err := d.firstGood(ctx, cam)
	if err != nil {
		return err
	}
	if made, err = d.keep(made); err != nil {
		return err
	}
	return c.tell(d, made)
}

// firstGood makes a calibration from the first picture of the start position that will do.
func (d dialogue) firstGood(ctx context.Context, cam *camera.Camera) (made calibration.Calibration, err error) {
	setup, err := guide.Setup(d.table)
	if err != nil {
		return made, err
	}
	err = cam.Try(ctx, func(frame camera.Frame) error {
		place, err := learn.Detect(frame.Image, setup)
		if err != nil {
			return errors.Join(err, d.show(frame, guide.Shown{}, guide.Words{Banner: "no board is in view"}))
		}
		if made, err = place.Calibrate(frame.Image, setup, time.Now()); err != nil {
			return err
		}
		return d.show(frame, guide.ShownPlace(frame, place, setup, -1),
			guide.Words{Banner: "the board was found", Fine: true})
	})
	return made, err
}

// keep saves a new calibration of the board, with what is known of the arm.
func (d dialogue) keep(made calibration.Calibration) (calibration.Calibration, error) {
	before, err := loadIfThere(d.table.Calibration)
	if err != nil {
		return made, err
	}
	if before != nil && before.CheckBoard(made.Board) == nil {
		made.Arm, made.Touches = before.Arm, before.Touches
	}
	return made, d.save(made)
}

// tell says what was learnt.
func (c calibrateBoardCommand) tell(d dialogue, made calibration.Calibration) error {
	if c.JSON {
		eye := made.Camera.Eye()
		return json.NewEncoder(d.out).Encode(map[string]any{
			"file": d.table.Calibration, "residual_px": made.CameraResidualPX,
			"tilt_deg": made.Camera.Tilt() * 180 / math.Pi, "focal_px": made.Camera.Lens.FocalPX,
			"eye_mm": [3]float64{eye.X, eye.Y, eye.Z},
		})
	}
	d.tellBoard(made)
	if made.Arm == nil && !d.table.ByHand() {
		fmt.Fprintf(d.out, "Next: draughtsman calibrate arm --config %s\n", c.Config)
	}
	return nil
}

func (d dialogue) tellBoard(made calibration.Calibration) {
	fmt.Fprintf(d.out, "The board was found; its lines fit to %.2f px. The camera stands %.0f mm above the board, %.0f° "+
		"from the vertical.\nWritten to %s.\n",
		made.CameraResidualPX, made.Camera.Eye().Z, made.Camera.Tilt()*180/math.Pi, d.table.Calibration)
}

// boardSession is the board as it is seen or corrected by hand.
type boardSession struct {
	dialogue
	guide.Placing
	selected int // corner, -1 none
	nudge    float64
	frame    *camera.Frame // the newest picture
	wanted   int           // pictures on which an Enter may still be tried
	problem  error         // why the board could not be taken last
}

// nudgeStepsPX are the steps by which a corner is nudged, px.
var nudgeStepsPX = []float64{0.5, 1, 2, 5, 20}

// board finds the board with a person who has the last word, and saves what is learnt of it. At the end of the input
// the error is the one given.
func (d dialogue) board(ctx context.Context, ended error) (calibration.Calibration, error) {
	setup, err := guide.Setup(d.table)
	if err != nil {
		return calibration.Calibration{}, err
	}
	cam, err := d.camera(ctx)
	if err != nil {
		return calibration.Calibration{}, err
	}
	defer cam.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b := boardSession{dialogue: d, Placing: guide.NewPlacing(setup), selected: -1, nudge: 1}
	defer b.forget()
	defer d.console.now("")
	d.console.say("Board: set up the start position and take your hands away.\nThe picture to watch: %s\nEnter takes "+
		"the board as the picture shows it; ? says how to correct it.", d.on.picture())
	seen := looks(ctx, cam, func(f camera.Frame) (learn.Detection, error) { return learn.Detect(f.Image, setup) })
	keys := d.console.keys
	for {
		select {
		case l := <-seen:
			switch {
			case l.last && errors.Is(l.err, io.EOF) && b.frame != nil:
				seen = nil // a file: its last picture stays
				if b.problem != nil {
					return calibration.Calibration{}, b.problem
				}
			case l.last:
				return calibration.Calibration{}, l.err
			default:
				if err := b.look(l); err != nil {
					return calibration.Calibration{}, err
				}
				if b.wanted == 0 {
					break
				}
				if made, done, err := b.enter(); done || err != nil {
					return made, err
				}
				if b.wanted == 0 && keys == nil {
					return calibration.Calibration{}, b.problem
				}
			}
		case k, more := <-keys:
			if (!more || k.name == keyEnd) && b.wanted > 0 {
				keys = nil // somebody pressed Enter before
				break
			}
			if !more || k.name == keyEnd {
				return calibration.Calibration{}, ended
			}
			made, done, err := b.key(k)
			if done || err != nil {
				return made, err
			}
		case <-ctx.Done():
			return calibration.Calibration{}, context.Cause(ctx)
		}
	}
}

// forget closes the newest picture.
func (b *boardSession) forget() {
	if b.frame != nil {
		_ = b.frame.Close()
		b.frame = nil
	}
}

// look takes in the newest picture.
func (b *boardSession) look(l look[learn.Detection]) error {
	b.forget()
	b.frame = &l.frame
	if err := b.See(l.seen, l.err); err != nil {
		return err
	}
	return b.tell()
}

// tell says what is seen, in the picture and at the keyboard.
func (b *boardSession) tell() error {
	if b.frame == nil {
		return nil
	}
	if !b.There {
		b.console.now("No board is in view so far: show all of it, or type its corners, such as: a 412 97")
		return b.show(*b.frame, guide.Shown{},
			guide.Words{Banner: "no board is in view: show all of it, with nothing in front"})
	}
	words := guide.Words{Fine: true}
	_, residual, err := b.Place.Camera(b.frame.Image, b.Setup)
	how := fmt.Sprintf("The board is found; its lines fit to %.1f px", residual)
	if b.ByHand {
		how = "The board's corners are set by hand"
	}
	switch {
	case err != nil:
		words.Banner, words.Fine = "these corners are no board's", false
		b.console.now("%v", err)
	case b.Place.Guessed:
		words.Banner, words.Fine = "this is not the start position", false
		b.console.now("The board is found, but not the start position on it: set it up, or type turn until Black sits " +
			"where the picture says.")
	default:
		words.Banner = "Enter takes the board as it is drawn"
		b.console.now("%s; Black sits at the %v edge. Enter takes it.", how, b.Place.Black)
	}
	if b.selected >= 0 {
		words.Caption = fmt.Sprintf("corner %c: arrows nudge it by %g px", 'A'+b.selected, b.nudge)
	}
	return b.show(*b.frame, guide.ShownPlace(*b.frame, b.Place, b.Setup, b.selected), words)
}

// boardKeys is the answer to a question mark.
const boardKeys = `  Enter          take the board as the picture shows it
  a 412 97       corner A is at this pixel; b, c and d likewise
  Tab, arrows    select a corner and nudge it; + and - change the step
  turn           Black sits at the next edge, clockwise
  find           forget the corrections`

// key does what a person wants; done says that the board was taken.
func (b *boardSession) key(k key) (made calibration.Calibration, done bool, err error) {
	text, complete, special := b.console.take(k)
	switch special {
	case keyTab:
		b.selected = (b.selected + 1) % len(b.Place.Corners)
		return made, false, b.tell()
	case keyUp, keyDown, keyLeft, keyRight:
		if b.selected >= 0 && b.There {
			b.move(special)
		}
		return made, false, b.tell()
	}
	if !complete {
		return made, false, nil
	}
	if b.console.screen {
		b.wanted = 0 // whatever comes now counts instead
	}
	switch word, rest, _ := strings.Cut(strings.ToLower(text), " "); {
	case text == "":
		return b.enter()
	case text == "?":
		b.console.say(boardKeys)
	case text == "+", text == "-":
		b.nudge = stepped(nudgeStepsPX, b.nudge, text == "+")
	case text == "find":
		b.Find()
		b.selected = -1
	case text == "turn" && b.There:
		b.Turn()
	case len(word) == 1 && strings.Contains("abcd", word):
		at, problem := b.pixel(rest)
		if problem != nil {
			b.console.say("%v", problem)
			break
		}
		b.set(int(word[0]-'a'), at)
	default:
		b.console.say("%v", errNotUnderstood(text, "? says what can be typed"))
	}
	return made, false, b.tell()
}

// enterPictures is the number of pictures on which an Enter at a terminal is tried: one may be spoilt by a hand that
// just leaves, or by noise.
const enterPictures = 4

// enter takes the board, or says why not. From a pipe Enter may come before the picture; then it holds for the next
// few. Corners set by hand are tried once: another picture changes nothing about them.
func (b *boardSession) enter() (made calibration.Calibration, done bool, err error) {
	if b.wanted == 0 {
		switch {
		case !b.console.screen:
			b.wanted = camera.Attempts
		case b.There && !b.ByHand:
			b.wanted = enterPictures
		default:
			b.wanted = 1
		}
	}
	b.problem = b.Unseen
	if b.frame != nil {
		if made, b.problem = b.Take(*b.frame, time.Now()); b.problem == nil {
			made, err = b.keep(made)
			return made, err == nil, err
		}
	}
	if b.wanted--; b.wanted == 0 && b.console.screen {
		b.console.say("%s", inFull(b.problem))
	}
	return made, false, nil
}

// pixel reads "412 97".
func (b *boardSession) pixel(text string) (calibration.Pixel, error) {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(numbers) == 2 && b.frame != nil {
		x, errX := strconv.ParseFloat(numbers[0], 64)
		y, errY := strconv.ParseFloat(numbers[1], 64)
		if errX == nil && errY == nil {
			if x >= 0 && y >= 0 && x < float64(b.frame.Image.Cols()) && y < float64(b.frame.Image.Rows()) {
				return calibration.Pixel{X: x, Y: y}, nil
			}
			return calibration.Pixel{}, fmt.Errorf("%g, %g lies outside the picture of %d×%d pixels", x, y, b.frame.Image.Cols(),
				b.frame.Image.Rows())
		}
	}
	return calibration.Pixel{}, errNotUnderstood(text, "a corner's pixel is two numbers, such as: a 412 97")
}

// set puts a corner somewhere.
func (b *boardSession) set(corner int, at calibration.Pixel) {
	b.Set(*b.frame, corner, at)
	b.selected = corner
}

// move nudges the selected corner.
func (b *boardSession) move(by keyName) {
	at := b.Place.Corners[b.selected]
	switch by {
	case keyUp:
		at.Y -= b.nudge
	case keyDown:
		at.Y += b.nudge
	case keyLeft:
		at.X -= b.nudge
	case keyRight:
		at.X += b.nudge
	}
	b.set(b.selected, at)
}

// stepped is the next larger or smaller of some steps.
func stepped(steps []float64, now float64, larger bool) float64 {
	for i, s := range steps {
		if s == now && larger && i+1 < len(steps) {
			return steps[i+1]
		}
		if s == now && !larger && i > 0 {
			return steps[i-1]
		}
	}
	return now
}
