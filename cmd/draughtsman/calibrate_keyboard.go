package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/terminal"
	"draughtsman/vision/camera"
)

// keyboard is a person at a keyboard who calibrates a table: a client of the service that owns it, as the page is.
type keyboard struct {
	dialogue
	*calibrating.Service
	console *terminal.Console
	first   calibrating.Command // to be obeyed; nil: there is none
	alone   bool                // that was all there is to do
	keys    <-chan terminal.Key // nil: there are no more
	chores  chan func()         // of the service's
	ran     chan error
	end     context.CancelFunc

	done   chan error // of the command that is being obeyed; nil: none is
	then   func()     // follows when it is done
	moves  bool       // the arm does so by itself meanwhile
	told   calibrating.Snapshot
	looked calibrating.Session // that the last picture was looked at for
	report *guide.Report       // the last one
	failed error               // why the board or the lens was not taken

	selected    int     // corner of the board; -1: none
	nudge, step float64 // px, mm
	asks        bool    // whether the arm is shown the board again
}

// The steps by which a corner is nudged, px, and the arm's tip is jogged, mm.
var (
	nudgeStepsPX = []float64{0.5, 1, 2, 5, 20}
	jogStepsMM   = []float64{0.1, 0.5, 1, 5, 10, 50}
)

// newKeyboard begins to calibrate a table.
func newKeyboard(ctx context.Context, d dialogue, c *terminal.Console, o calibrating.Options,
	command calibrating.Command) *keyboard {
	k := &keyboard{dialogue: d, console: c, first: command, alone: command != nil, keys: c.Keys,
		chores: make(chan func()), ran: make(chan error, 1), selected: -1, nudge: 1, step: 10}
	here := func(do func() error) error { // where the console is
		done := make(chan error, 1)
		select {
		case k.chores <- func() { done <- do() }:
			return <-done
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	o = d.options(o)
	if o.LongSteps = true; !c.Screen { // lines from a file may come before there is anything to see
		o.Patience = camera.Attempts
	}
	o.Show = func(frame camera.Frame, shown guide.Shown) error {
		return here(func() error { return k.show(frame, shown) })
	}
	o.Keep = func(path string, kind files.Kind) error {
		return here(func() error {
			c.Clear()
			defer c.Draw()
			return keepBefore(d.session, path, kind)
		})
	}
	k.Service = calibrating.New(o)
	go func() { k.ran <- k.Run(ctx) }()
	return k
}

// talk goes on until the table is calibrated, the input ends, or something goes wrong.
func (k *keyboard) talk(ctx context.Context) error {
	defer k.end()
	for {
		now := k.Snapshot()
		keys := k.keys
		switch begun := len(now.Sessions) > 0 && now.Busy == ""; {
		case k.done != nil || !begun:
			if !k.moves || !k.console.Screen {
				keys = nil // they come in their turn
			}
		case k.keys == nil && now.Problem != "": // nobody is there who could do something about it
			return k.leave(errors.New(now.Problem))
		case k.first != nil:
			k.give(ctx, k.first, nil)
			k.first = nil
		case !k.alone:
			k.tell(now)
		}
		select {
		case do := <-k.chores:
			do()
		case <-k.Changed(now.Version):
		case err := <-k.done:
			if err := k.obeyed(ctx, err); err != nil {
				return k.leave(err)
			}
		case pressed, more := <-keys:
			if !more || pressed.Name == terminal.KeyEnd && k.done == nil {
				if err := k.inputEnded(now); err != nil {
					return k.leave(err)
				}
				continue
			}
			k.press(ctx, now, pressed)
		case err := <-k.ran:
			k.end()
			if k.done != nil && err == nil {
				if err = k.obeyed(ctx, <-k.done); errors.Is(err, context.Canceled) {
					err = nil // it came too late
				}
			}
			return unwrapped(err)
		}
	}
}

// leave ends the calibrating, and waits until the arm stands.
func (k *keyboard) leave(why error) error {
	k.end()
	if err := <-k.ran; !errors.Is(err, context.Canceled) {
		why = errors.Join(why, err)
	}
	return why
}

// unwrapped is an error that was made a sentence.
func unwrapped(err error) error {
	var refusal *calibrating.Refusal
	if errors.As(err, &refusal) && refusal.Unwrap() != nil {
		return refusal.Unwrap()
	}
	return err
}

// give has a command obeyed beside the keyboard.
func (k *keyboard) give(ctx context.Context, c calibrating.Command, then func()) {
	done := make(chan error, 1)
	k.done, k.then, k.moves = done, then, false
	switch c.(type) {
	case calibrating.Home, calibrating.Done, calibrating.Measure:
		k.moves = true
	}
	go func() { done <- k.Perform(ctx, c) }()
}

// obeyed takes over what has become of the command. Where nobody can do something about that, it is the end.
func (k *keyboard) obeyed(ctx context.Context, err error) error {
	if k.moves {
		k.console.Typed = nil // which was not meant for what comes now
	}
	then := k.then
	k.done, k.then, k.moves = nil, nil, false
	var refusal *calibrating.Refusal
	switch {
	case err == nil:
		k.failed = nil
		if then != nil {
			then()
		}
	case k.alone:
		return unwrapped(err)
	case errors.Is(err, calibrating.ErrAbove):
	case errors.As(err, &refusal):
		k.console.Say("%s", refusal.Why)
		if s := k.Snapshot().Session; s == calibrating.Board || s == calibrating.Lens {
			k.failed = unwrapped(err)
		}
	case k.console.Screen && ctx.Err() == nil:
		k.console.Say("%s", calibrating.InFull(err))
	default:
		return err
	}
	return nil
}

// Why the input's end is the end.
var (
	errNobody     = errors.New("the input ended before anybody pressed Enter: use --yes when nobody is there to do it")
	errUnfinished = errors.New("the input ended; what was finished is kept, and `draughtsman calibrate` goes on from " +
		"there")
	errNotTouched  = errors.New("the input ended before three squares were touched; nothing was written")
	errNotMeasured = errors.New("the input ended; nothing was measured")
)

// inputEnded is why that is the end; of pictures for the lens it is not.
func (k *keyboard) inputEnded(now calibrating.Snapshot) error {
	k.keys = nil
	switch {
	case k.failed != nil:
		return k.failed
	case k.Only == calibrating.Lens:
		return nil
	case now.Session == calibrating.Arm && now.Arm.Why != "":
		return fmt.Errorf("the input ended, and nothing was written: %s", now.Arm.Why)
	case now.Session == calibrating.Arm:
		return errNotTouched
	case now.Session == calibrating.Delay:
		return errNotMeasured
	case k.Only == "":
		return errUnfinished
	}
	return errNobody
}

// tell says what has become of the table since it was told last.
func (k *keyboard) tell(now calibrating.Snapshot) {
	if now.Report != nil {
		k.report = now.Report
	}
	if begun := len(k.told.Sessions) > 0; k.Only == "" {
		var holds []string
		for i, stage := range now.Sessions {
			switch {
			case !stage.Done || stage.Session == calibrating.Checking:
			case !begun:
				holds = append(holds, string(stage.Session))
			case !k.told.Sessions[i].Done:
				_ = k.result(stage.Session, now) // it has just been written
			}
		}
		if len(holds) > 0 {
			k.console.Say("What holds already is left out: %s.", strings.Join(holds, ", "))
		}
	}
	if now.Session != k.told.Session || len(k.told.Sessions) == 0 {
		k.begins(now)
		k.told.Lens, k.told.Arm.Homed = calibrating.LensState{}, false
		k.selected, k.asks = -1, false
	}
	for n := k.told.Lens.Taken + 1; n <= now.Lens.Taken && now.Session == calibrating.Lens; n++ {
		granted := slices.DeleteFunc(k.told.Lens.Wanted, func(w string) bool { return slices.Contains(now.Lens.Wanted, w) })
		if len(granted) == 0 {
			granted = []string{"another view"}
		}
		k.console.Say("Picture %d: %s.", n, strings.Join(granted, ", "))
	}
	if now.Arm.Homed && !k.told.Arm.Homed {
		k.console.Say("Steer the tip to the middle of each square, until it touches; ? says with which keys. With the "+
			"last one the arm homes and leaves the picture.\nThe picture to watch: %s", k.on.picture())
	}
	if now.Problem != "" && now.Problem != k.told.Problem {
		k.console.Say("%s", now.Problem)
	}
	k.told = now
	line, _ := k.state(now)
	k.console.Now("%s", line)
}

// begins says what a session is about, and why it is there.
func (k *keyboard) begins(now calibrating.Snapshot) {
	if k.Only == "" && k.report != nil {
		for _, redo := range k.report.Redo {
			if redo.Session == string(now.Session) {
				k.console.Say("%s: %s.", strings.ToUpper(redo.Session[:1])+redo.Session[1:], redo.Why)
			}
		}
	}
	switch now.Session {
	case calibrating.Lens:
		shown, skip := "the game board", ""
		if k.Squares == guide.TargetSquares {
			shown = "the target"
		}
		if k.Only == "" {
			skip = "; skip leaves it out"
		}
		k.console.Say("Lens: show %s (%d×%d squares) to the camera; each time it is held still, a picture is taken%s.\nThe "+
			"picture to watch: %s", shown, k.Squares, k.Squares, skip, k.on.picture())
	case calibrating.Board:
		k.console.Say("Board: set up the start position and take your hands away.\nThe picture to watch: %s\nEnter takes "+
			"the board as the picture shows it; ? says how to correct it.", k.on.picture())
	case calibrating.Arm:
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(now.Arm.Squares), " ", ", "), "[]")
		if i := strings.LastIndex(list, ","); i >= 0 {
			list = list[:i] + " and" + list[i+1:]
		}
		k.console.Say("Arm: take the men off squares %s. The arm then homes, wherever it is: keep clear of it.", list)
	case calibrating.Checking:
		k.console.Say("Check: put the men back where they were; anything may stand on the board.")
	}
}

// state is the state of affairs, or what is asked; and the words on the picture, where a check has not its own.
func (k *keyboard) state(now calibrating.Snapshot) (line string, w guide.Words) {
	switch now.Session {
	case calibrating.Lens:
		w.Fine = now.Lens.Seen == "taken"
		w.Banner = map[string]string{
			"nothing": fmt.Sprintf("no %[1]d x %[1]d squares are in view: show all of them", k.Squares),
			"moving":  "hold it still",
			"same":    "seen so before: tilt it, or bring it elsewhere",
			"taken":   fmt.Sprintf("picture %d is taken", now.Lens.Taken),
		}[now.Lens.Seen]
		tilts := slices.DeleteFunc(slices.Clone(now.Lens.Wanted),
			func(wish string) bool { return !strings.HasSuffix(wish, "away") })
		if len(tilts) > 0 { // the others are drawn
			w.Caption = "tilt it: " + strings.Join(tilts, ", ")
		}
		if k.console.Screen {
			line = fmt.Sprintf("%d taken; %s. Wanted: %s", now.Lens.Taken, w.Banner, strings.Join(now.Lens.Wanted, ", "))
		}
	case calibrating.Board:
		if k.looked == now.Session || k.asks {
			line, w = k.board(now.Board)
		}
	case calibrating.Pieces:
		line = "Pieces: set up the start position, take your hands away, and press Enter."
	case calibrating.Arm:
		w.Caption = fmt.Sprintf("touch the middle of square %d", now.Arm.Square)
		line = "Press Enter to let the arm home."
		if now.Arm.Homed {
			line = fmt.Sprintf("square %d, tip at %v, step %g mm", now.Arm.Square, tip(now), k.step)
		}
	case calibrating.Delay:
		line = "Camera: the arm homes and moves over the board now, to see how late the pictures come. Take your hands " +
			"away and press Enter, or type skip."
	case calibrating.Checking:
		line = "Press Enter when your hands are away."
	}
	return line, w
}

// board is where the board is.
func (k *keyboard) board(b calibrating.BoardState) (line string, w guide.Words) {
	how := fmt.Sprintf("The board is found; its lines fit to %.1f px", b.ResidualPX)
	if b.ByHand {
		how = "The board's corners are set by hand"
	}
	if k.selected >= 0 && b.Found {
		w.Caption = fmt.Sprintf("corner %c: arrows nudge it by %g px", 'A'+k.selected, k.nudge)
	}
	switch {
	case !b.Found:
		line, w.Banner = "No board is in view so far: show all of it, or type its corners, such as: a 412 97",
			"no board is in view: show all of it, with nothing in front"
	case b.Why != "":
		line, w.Banner = b.Why, "these corners are no board's"
	case !b.SideKnown:
		line, w.Banner = "The board is found, but not the start position on it: set it up, or type turn until Black sits "+
			"where the picture says.", "this is not the start position"
	default:
		line = fmt.Sprintf("%s; Black sits at the %v edge. Enter takes it.", how, calibration.Edge(b.Black))
		w.Banner, w.Fine = "Enter takes the board as it is drawn", true
		if k.alone {
			w.Banner = "the board was found"
		}
	}
	if k.asks {
		line = "Press Enter to show the arm the board again, or type keep if only the camera was moved."
	}
	return line, w
}

// tip is where the arm's tip is.
func tip(now calibrating.Snapshot) arm.Point {
	return arm.Point{X: now.Arm.At[0], Y: now.Arm.At[1], Z: now.Arm.At[2]}
}

// show keeps the picture to watch up to date.
func (k *keyboard) show(frame camera.Frame, s guide.Shown) error {
	now := k.Snapshot()
	k.looked = now.Session
	if k.done == nil && !k.alone && len(now.Sessions) > 0 {
		k.tell(now) // before the next picture is looked at
	}
	if now.Session == calibrating.Board && k.selected >= 0 && now.Board.Found {
		at := now.Board.Corners[k.selected]
		s.Rings = append(s.Rings, calibration.Pixel{X: at[0], Y: at[1]})
	}
	checks := len(now.Sessions) == 0 || now.Busy == "learn" || now.Busy == "check"
	if _, words := k.state(now); !checks {
		s = s.With(words)
	}
	return s.Save(k.on.picture(), frame)
}

// keysFor are the answers to a question mark.
var keysFor = map[calibrating.Session]string{
	calibrating.Lens: `  Enter          end the session with the pictures there are
  undo           forget the last picture`,
	calibrating.Board: `  Enter          take the board as the picture shows it
  a 412 97       corner A is at this pixel; b, c and d likewise
  Tab, arrows    select a corner and nudge it; + and - change the step
  turn           Black sits at the next edge, clockwise
  find           forget the corrections`,
	calibrating.Pieces: "  Enter          learn the pieces",
	calibrating.Arm: `  Enter                 let the arm home, at first
  arrow keys            the arm's x and y
  Page up, Page down    its z
  + and -               the step
  Enter                 the tip touches the square
  x 10                  10 mm along x; y and z likewise
  go                    to 20 mm above the square, as far as it can be guessed
  square 12, redo, done
  stop                  stops the arm that homes or leaves`,
	calibrating.Delay:    "  Enter          let the arm home and move",
	calibrating.Checking: "  Enter          look",
}

// directions are those of keys: along an axis of the arm. In the picture y goes down, and there is no z.
var directions = map[terminal.KeyName]struct {
	axis string
	by   float64
}{
	terminal.KeyLeft: {"x", -1}, terminal.KeyRight: {"x", 1}, terminal.KeyUp: {"y", 1}, terminal.KeyDown: {"y", -1},
	terminal.KeyPageUp: {"z", 1}, terminal.KeyPageDown: {"z", -1},
}

// press does what a key asks for.
func (k *keyboard) press(ctx context.Context, now calibrating.Snapshot, pressed terminal.Key) {
	text, complete, special := k.console.Take(pressed)
	to, directed := directions[special]
	skips := k.Only == "" && now.Session != calibrating.Checking || k.Only == calibrating.Delay
	switch {
	case k.done != nil: // the arm moves, and whatever is typed was not meant for what comes then
		if complete && text == "stop" {
			_ = k.Do(ctx, calibrating.Stop{}) // is never refused
		}
	case complete && text == "?":
		k.console.Say("%s", keysFor[now.Session])
		if skips {
			k.console.Say("  skip           leave the session out")
		}
	case complete && text == "skip" && skips:
		k.give(ctx, calibrating.Skip{}, func() {
			if now.Session == calibrating.Lens {
				k.console.Say("The lens will be told by the board's picture alone.")
			}
		})
	case complete:
		k.entered(ctx, now, text)
	case now.Session == calibrating.Arm && directed:
		k.jog(ctx, now, to.axis, to.by*k.step)
	case now.Session == calibrating.Board && special == terminal.KeyTab:
		k.selected = (k.selected + 1) % 4
	case now.Session == calibrating.Board && directed && to.axis != "z" && k.selected >= 0 && now.Board.Found:
		at := now.Board.Corners[k.selected]
		if to.axis == "x" {
			at[0] += to.by * k.nudge
		} else {
			at[1] -= to.by * k.nudge
		}
		k.give(ctx, calibrating.Corner{Corner: k.selected, X: at[0], Y: at[1]}, nil)
	}
}

// entered does what was typed.
func (k *keyboard) entered(ctx context.Context, now calibrating.Snapshot, text string) {
	understood := true
	switch now.Session {
	case calibrating.Lens:
		switch understood = text == "" || text == "undo"; text {
		case "":
			k.give(ctx, calibrating.Finish{}, nil)
		case "undo":
			k.give(ctx, calibrating.Undo{}, func() { k.console.Say("The last picture is forgotten.") })
		}
	case calibrating.Board:
		understood = k.toBoard(ctx, now, strings.ToLower(text))
	case calibrating.Pieces:
		k.give(ctx, calibrating.Learn{}, func() {
			if k.Only == "" {
				k.give(ctx, calibrating.Skip{}, nil)
			}
		})
	case calibrating.Arm:
		understood = k.toArm(ctx, now, text)
	case calibrating.Delay:
		if understood = text == ""; understood {
			k.console.Say("The arm moves: keep clear of it.")
			k.give(ctx, calibrating.Measure{}, nil)
		}
	case calibrating.Checking:
		k.give(ctx, calibrating.Check{}, func() { k.give(ctx, calibrating.End{}, nil) })
	}
	if !understood {
		k.console.Say("%v", errNotUnderstood(text, "? says what can be typed"))
	}
}

func (k *keyboard) toBoard(ctx context.Context, now calibrating.Snapshot, text string) bool {
	// Only the person knows whether it was the camera that was moved. The board's own session leaves that to the arm's.
	keep := k.Only != "" || text == "keep"
	asked := k.asks
	k.asks = false
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "" && !keep && now.Board.ArmKnown && !asked:
		k.asks = true
	case text == "" || text == "keep":
		k.give(ctx, calibrating.Accept{OnlyCamera: keep}, nil)
	case text == "+" || text == "-":
		k.nudge = stepped(nudgeStepsPX, k.nudge, text == "+")
	case text == "find":
		k.selected = -1
		k.give(ctx, calibrating.Find{}, nil)
	case text == "turn":
		k.give(ctx, calibrating.Turn{}, nil)
	case len(word) == 1 && word >= "a" && word <= "d":
		first, second, _ := strings.Cut(strings.ReplaceAll(rest, ",", " "), " ")
		x, errX := cli.Number(first)
		y, errY := cli.Number(second)
		if errX != nil || errY != nil {
			k.console.Say("%v", errNotUnderstood(rest, "a corner's pixel is two numbers, such as: a 412 97"))
			return true
		}
		corner := int(word[0] - 'a')
		k.give(ctx, calibrating.Corner{Corner: corner, X: x, Y: y}, func() { k.selected = corner })
	default:
		return false
	}
	return true
}

func (k *keyboard) toArm(ctx context.Context, now calibrating.Snapshot, text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	number, err := cli.Number(rest)
	square := now.Arm.Square
	switch {
	case !now.Arm.Homed && text == "":
		k.console.Now("The arm homes.")
		k.give(ctx, calibrating.Home{}, nil)
	case !now.Arm.Homed:
		return false
	case text == "":
		k.give(ctx, calibrating.Touch{}, func() {
			k.console.Say("Square %d is at %v.", square, tip(now))
			if len(k.Snapshot().Arm.Touches) >= len(now.Arm.Squares) {
				k.finish(ctx)
			}
		})
	case text == "+" || text == "-":
		k.step = stepped(jogStepsMM, k.step, text == "+")
	case text == "done":
		k.finish(ctx)
	case text == "redo":
		k.give(ctx, calibrating.Redo{}, func() {
			k.console.Say("The point of square %d is forgotten.", k.Snapshot().Arm.Square)
		})
	case text == "go":
		k.approach(ctx)
	case word == "square" && err == nil && number == math.Trunc(number):
		k.give(ctx, calibrating.Choose{Square: int(number)}, nil)
	case err != nil:
		return false
	default:
		k.jog(ctx, now, word, number)
	}
	return true
}

// finish takes the points, if they are enough.
func (k *keyboard) finish(ctx context.Context) {
	now := k.Snapshot()
	if now.Arm.Enough {
		k.console.Now("The arm homes and leaves the picture.")
	}
	if now.Arm.Enough || now.Arm.Why == "" {
		k.give(ctx, calibrating.Done{}, nil)
		return
	}
	k.console.Say("%s Go on: touch another square (such as square 12), or redo forgets the last point.", now.Arm.Why)
}

func (k *keyboard) jog(ctx context.Context, now calibrating.Snapshot, axis string, mm float64) {
	k.give(ctx, calibrating.Jog{Axis: axis, MM: mm, Motions: now.Arm.Motions}, nil)
}

// approach brings the tip above the square, as far as that can be guessed.
func (k *keyboard) approach(ctx context.Context) {
	k.give(ctx, calibrating.Approach{Motions: k.Snapshot().Arm.Motions}, func() { k.approach(ctx) })
}

// stepped is the next larger or smaller of some steps.
func stepped(steps []float64, now float64, larger bool) float64 {
	i := slices.Index(steps, now)
	if larger {
		return steps[min(i+1, len(steps)-1)]
	}
	return steps[max(i-1, 0)]
}
