package terminal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/simulation"
	"draughtsman/vision/camera"
)

// keyboard is a person at a keyboard who calibrates a table: a client of the service that owns it, as the page is.
type keyboard struct {
	*calibrating.Service
	streams Streams
	picture string

	first calibrating.Command // to be obeyed; nil: there is none
	alone bool                // that was all there is to do
	keys  <-chan Key          // nil: there are no more
	ran   chan error          // what has become of the service
	end   context.CancelFunc  // ends it

	mu      sync.Mutex // of the console and of what follows: pictures are shown by the service
	console *Console
	obeying bool  // a command
	over    error // why there is nothing more to say
	told    calibrating.Snapshot
	looked  calibrating.Session // that the last picture was looked at for
	report  *guide.Report       // the last one
	failed  error               // why the board or the lens was not taken

	selected    int     // corner of the board; -1: none
	nudge, step float64 // px, mm
	asks        bool    // whether the arm is shown the board again
}

// The steps by which a corner is nudged, px, and the arm's tip is jogged, mm.
var (
	nudgeStepsPX = []float64{0.5, 1, 2, 5, 20}
	jogStepsMM   = []float64{0.1, 0.5, 1, 5, 10, 50}
)

// Calibration is what is calibrated at a keyboard, and how that is shown.
type Calibration struct {
	calibrating.Options        // Log, Show and Keep are the keyboard's own
	Picture             string // the file of the picture to watch
	// First is all that is done, and nobody is asked anything; nil: people say what is done.
	First calibrating.Command
}

// Calibrate has a table calibrated at the keyboard, and is the state of affairs at the end.
func Calibrate(ctx context.Context, s Streams, c Calibration) (calibrating.Snapshot, error) {
	k := &keyboard{console: NoKeyboard(s.Err), first: c.First, alone: c.First != nil, ran: make(chan error, 1),
		picture: c.Picture, selected: -1, nudge: 1, step: 10}
	if !k.alone {
		var err error
		if ctx, s, k.console, err = OpenConsole(ctx, s); err != nil {
			return calibrating.Snapshot{}, err
		}
	}
	k.streams, k.keys = s, k.console.Keys
	o := c.Options
	if o.LongSteps = true; !k.console.Screen { // lines from a file may come before there is anything to see
		o.Patience = camera.Attempts
	}
	o.Log, o.Show, o.Keep = s.Log, k.show, k.keep
	k.Service = calibrating.New(o)
	within, end := context.WithCancel(ctx)
	k.end = end
	go func() {
		k.ran <- k.Run(within)
		end() // for a command that comes too late
	}()
	err := k.talk(within)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	k.console.Now("")
	if closing := k.console.Close(); err == nil {
		err = closing
	}
	switch {
	case errors.Is(err, context.Canceled):
		err = ErrInterrupted
	case errors.Is(err, cli.ErrHungUp), errors.Is(err, cli.ErrNobodyReads):
		err = fmt.Errorf("%w: what was not finished is not written", err)
	}
	return k.Snapshot(), err
}

// keep keeps what is about to be replaced.
func (k *keyboard) keep(path string, kind files.Kind) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.console.Clear()
	defer k.console.Draw()
	return files.KeepBefore(path, kind, simulation.Note, k.streams.Err)
}

// talk goes on until the table is calibrated, the input ends, or something goes wrong.
func (k *keyboard) talk(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.over == nil {
		now, keys := k.Snapshot(), k.keys
		switch {
		case len(now.Sessions) == 0 || now.Busy != "":
			keys = nil // they come in their turn
		case k.keys == nil && now.Problem != "": // nobody is there who could do something about it
			return k.leave(errors.New(now.Problem))
		case k.first != nil:
			k.give(ctx, k.first)
			k.first = nil
			continue
		case !k.alone:
			k.tell(now)
		}
		k.mu.Unlock()
		select {
		case <-k.Changed(now.Version):
			k.mu.Lock()
		case pressed, more := <-keys:
			if k.mu.Lock(); !more || pressed.Name == KeyEnd {
				k.over = k.inputEnded(now)
			} else {
				k.press(ctx, now, pressed)
			}
		case err := <-k.ran:
			k.mu.Lock()
			return calibrating.Plain(err)
		}
	}
	return k.leave(k.over)
}

// leave ends the calibrating, and waits until the arm stands.
func (k *keyboard) leave(why error) error {
	k.end()
	k.mu.Unlock()
	err := <-k.ran
	k.mu.Lock()
	if !errors.Is(err, context.Canceled) {
		why = errors.Join(why, err)
	}
	return why
}

// give has a command obeyed, and reports whether it was. Where the arm moves by itself meanwhile, it can be stopped at
// a terminal, and whatever else is typed there was not meant for what comes then.
func (k *keyboard) give(ctx context.Context, c calibrating.Command) (obeyed bool) {
	done, keys := make(chan error, 1), (<-chan Key)(nil)
	switch c.(type) {
	case calibrating.Home, calibrating.Done, calibrating.Measure:
		if k.console.Screen {
			keys = k.keys
			defer func() { k.console.Typed = nil }()
		}
	}
	k.obeying = true
	defer func() { k.obeying = false }()
	go func() { done <- k.Perform(ctx, c) }()
	for {
		k.mu.Unlock()
		select {
		case err := <-done:
			k.mu.Lock()
			return k.obeyed(ctx, err)
		case pressed, more := <-keys:
			if k.mu.Lock(); !more {
				keys = nil
			} else if text, complete, _ := k.console.Take(pressed); complete && text == "stop" {
				_ = k.Do(ctx, calibrating.Stop{}) // is never refused
			}
		}
	}
}

// obeyed takes over what has become of a command. Where nobody can do something about that, it is the end.
func (k *keyboard) obeyed(ctx context.Context, err error) bool {
	var refusal *robot.Refusal
	switch {
	case err == nil:
		k.failed = nil
		return true
	case ctx.Err() != nil, errors.Is(err, calibrating.ErrAbove):
	case k.alone:
		k.over = calibrating.Plain(err)
	case errors.As(err, &refusal):
		k.console.Say("%s", refusal.Why)
		if s := k.Snapshot().Session; s == calibrating.Board || s == calibrating.Lens {
			k.failed = calibrating.Plain(err)
		}
	case k.console.Screen:
		k.console.Say("%s", calibrating.InFull(err))
	default:
		k.over = err
	}
	return false
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
				if text, _, err := Learnt(stage.Session, now, k.Table); err == nil { // it has just been written
					fmt.Fprint(k.streams.Out, text)
				}
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
			"last one the arm homes and leaves the picture.\nThe picture to watch: %s", k.picture)
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
			"picture to watch: %s", shown, k.Squares, k.Squares, skip, k.picture)
	case calibrating.Board:
		k.console.Say("Board: set up the start position and take your hands away.\nThe picture to watch: %s\nEnter takes "+
			"the board as the picture shows it; ? says how to correct it.", k.picture)
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
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.Snapshot()
	k.looked = now.Session
	if !k.obeying && !k.alone && len(now.Sessions) > 0 {
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
	return s.Save(k.picture, frame)
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
var directions = map[KeyName]struct {
	axis string
	by   float64
}{
	KeyLeft: {"x", -1}, KeyRight: {"x", 1}, KeyUp: {"y", 1}, KeyDown: {"y", -1},
	KeyPageUp: {"z", 1}, KeyPageDown: {"z", -1},
}

// press does what a key asks for.
func (k *keyboard) press(ctx context.Context, now calibrating.Snapshot, pressed Key) {
	text, complete, special := k.console.Take(pressed)
	to, directed := directions[special]
	switch {
	case complete && !k.entered(ctx, now, text):
		k.console.Say("%v", errNotUnderstood(text, "? says what can be typed"))
	case complete:
	case now.Session == calibrating.Arm && directed:
		k.jog(ctx, now, to.axis, to.by*k.step)
	case now.Session == calibrating.Board && special == KeyTab:
		k.selected = (k.selected + 1) % 4
	case now.Session == calibrating.Board && directed && to.axis != "z" && k.selected >= 0 && now.Board.Found:
		at := now.Board.Corners[k.selected]
		if to.axis == "x" {
			at[0] += to.by * k.nudge
		} else {
			at[1] -= to.by * k.nudge
		}
		k.give(ctx, calibrating.Corner{Corner: k.selected, X: at[0], Y: at[1]})
	}
}

// entered does what was typed; false: it is not understood.
func (k *keyboard) entered(ctx context.Context, now calibrating.Snapshot, text string) bool {
	skips := k.Only == "" && now.Session != calibrating.Checking || k.Only == calibrating.Delay
	switch in := now.Session; {
	case text == "?":
		k.console.Say("%s", keysFor[in])
		if skips {
			k.console.Say("  skip           leave the session out")
		}
	case text == "skip" && skips:
		if k.give(ctx, calibrating.Skip{}) && in == calibrating.Lens {
			k.console.Say("The lens will be told by the board's picture alone.")
		}
	case in == calibrating.Lens && text == "":
		k.give(ctx, calibrating.Finish{})
	case in == calibrating.Lens && text == "undo":
		if k.give(ctx, calibrating.Undo{}) {
			k.console.Say("The last picture is forgotten.")
		}
	case in == calibrating.Board:
		return k.toBoard(ctx, now, strings.ToLower(text))
	case in == calibrating.Pieces:
		if k.give(ctx, calibrating.Learn{}) && k.Only == "" {
			k.give(ctx, calibrating.Skip{})
		}
	case in == calibrating.Arm:
		return k.toArm(ctx, now, text)
	case in == calibrating.Delay && text == "":
		k.console.Say("The arm moves: keep clear of it.")
		k.give(ctx, calibrating.Measure{})
	case in == calibrating.Checking:
		if k.give(ctx, calibrating.Check{}) {
			k.give(ctx, calibrating.End{})
		}
	default:
		return false
	}
	return true
}

func (k *keyboard) toBoard(ctx context.Context, now calibrating.Snapshot, text string) bool {
	// Only the person knows whether it was the camera that was moved. The board's own session leaves that to the arm's.
	keep, asked := k.Only != "" || text == "keep", k.asks
	k.asks = false
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "" && !keep && now.Board.ArmKnown && !asked:
		k.asks = true
	case text == "" || text == "keep":
		k.give(ctx, calibrating.Accept{OnlyCamera: keep})
	case text == "+" || text == "-":
		k.nudge = stepped(nudgeStepsPX, k.nudge, text == "+")
	case text == "find":
		k.selected = -1
		k.give(ctx, calibrating.Find{})
	case text == "turn":
		k.give(ctx, calibrating.Turn{})
	case len(word) == 1 && word >= "a" && word <= "d":
		first, second, _ := strings.Cut(strings.ReplaceAll(rest, ",", " "), " ")
		x, errX := cli.Number(first)
		y, errY := cli.Number(second)
		if errX != nil || errY != nil {
			k.console.Say("%v", errNotUnderstood(rest, "a corner's pixel is two numbers, such as: a 412 97"))
		} else if corner := int(word[0] - 'a'); k.give(ctx, calibrating.Corner{Corner: corner, X: x, Y: y}) {
			k.selected = corner
		}
	default:
		return false
	}
	return true
}

func (k *keyboard) toArm(ctx context.Context, now calibrating.Snapshot, text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	number, err := cli.Number(rest)
	switch {
	case !now.Arm.Homed && text == "":
		k.console.Now("The arm homes.")
		k.give(ctx, calibrating.Home{})
	case !now.Arm.Homed:
		return false
	case text == "":
		if k.give(ctx, calibrating.Touch{}) {
			k.console.Say("Square %d is at %v.", now.Arm.Square, tip(now))
			if len(k.Snapshot().Arm.Touches) >= len(now.Arm.Squares) {
				k.finish(ctx)
			}
		}
	case text == "+" || text == "-":
		k.step = stepped(jogStepsMM, k.step, text == "+")
	case text == "done":
		k.finish(ctx)
	case text == "redo":
		if k.give(ctx, calibrating.Redo{}) {
			k.console.Say("The point of square %d is forgotten.", k.Snapshot().Arm.Square)
		}
	case text == "go": // as far as the square's place can be guessed
		for k.give(ctx, calibrating.Approach{Motions: k.Snapshot().Arm.Motions}) {
		}
	case word == "square" && err == nil && number == math.Trunc(number):
		k.give(ctx, calibrating.Choose{Square: int(number)})
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
		k.give(ctx, calibrating.Done{})
		return
	}
	k.console.Say("%s Go on: touch another square (such as square 12), or redo forgets the last point.", now.Arm.Why)
}

func (k *keyboard) jog(ctx context.Context, now calibrating.Snapshot, axis string, mm float64) {
	k.give(ctx, calibrating.Jog{Axis: axis, MM: mm, Motions: now.Arm.Motions})
}

// errNotUnderstood is for what was typed in vain.
func errNotUnderstood(text, wanted string) error {
	return fmt.Errorf("%q is not understood: %s", text, wanted)
}

// stepped is the next larger or smaller of some steps.
func stepped(steps []float64, now float64, larger bool) float64 {
	i := slices.Index(steps, now)
	if larger {
		return steps[min(i+1, len(steps)-1)]
	}
	return steps[max(i-1, 0)]
}
