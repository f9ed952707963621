package session

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/arm"
)

// Words are how a dialect says what an arm can do.
type Words struct {
	Home []Line
	// Move is a straight line to a point, at a speed in mm/s.
	Move func(to arm.Point, speed float64) string
	// Pace sets the speed of the motions behind it, in mm/s; nil: Move does.
	Pace func(speed float64) string
	// Silent: between a motion's beginning and its end nothing need come from the controller.
	Silent bool
	// Unsure: the lines have no numbers and no checksums, so that one may get lost, or become another, without a word
	// from the controller.
	Unsure bool
	// Stops: the machine stands at the end of each motion. Those that go straight on at one speed are sent as one.
	Stops bool
	// Pieces is into how many equal parts a motion is cut that begins at a known place, each sent by itself; nil: it
	// is sent whole.
	Pieces func(from, to arm.Point, speed float64) int
	// Drain is answered when the motions before it have ended.
	Drain []Line
	// Grip and Release switch the tool and wait until it has settled.
	Grip, Release []Line
}

// Lines are some steps as they are sent. Motions that follow each other run into one another; the last of them ends
// before anything else begins. A step outside the limits is an error before any of them. From is where the tool is,
// nil if that is not known.
//
// Where lines are unsure, motions run into one another only as long as they go straight on: whichever of them is lost
// then, the tool stays on its way. At a corner a motion that begins elsewhere leads elsewhere, a travel behind a lost
// rise through the pieces. There all before it has to be answered, and the place be looked at.
func (w Words) Lines(limits arm.Limits, from *arm.Point, steps []arm.Step) ([]Line, error) {
	var lines []Line
	moving, under := false, time.Duration(0) // way, and how long that may take
	pace := 0.0
	whole := way(from, nil) // what is sent as one, so far
	drain := func() {
		for i, l := range w.Drain {
			if i == 0 {
				l.Takes += under
			}
			lines = append(lines, l)
		}
		moving, under = false, 0
	}
	run := way(from, nil) // since the last corner
	for i, s := range steps {
		switch {
		case moving && s.Verb != arm.VerbMove:
			drain()
			run = []arm.Point{*from}
		case moving && w.Unsure && !straight(append(run, s.To)):
			drain()
			lines[len(lines)-1].Turn = from
			run = []arm.Point{*from}
		}
		switch s.Verb {
		case arm.VerbHome:
			if len(steps) > 1 {
				return nil, stepError(i, steps, errors.New("homing cannot be one of several steps in one go"))
			}
			lines = append(lines, w.Home...)
		case arm.VerbMove:
			if err := limits.Check(s.To, s.Speed); err != nil {
				return nil, stepError(i, steps, err)
			}
			if whole = append(whole, s.To); w.Stops && goesOn(whole, steps[i:]) {
				from, moving = &steps[i].To, true
				continue
			}
			begins := whole[:len(whole)-1]
			whole = []arm.Point{s.To}
			if w.Pace != nil && s.Speed != pace {
				pace = s.Speed
				lines = append(lines, Line{Text: w.Pace(pace)})
			}
			motion := Line{Text: w.Move(s.To, s.Speed), Moves: true}
			if w.Silent {
				motion.Takes = longest(limits, from, s)
			}
			if w.Pieces != nil && len(begins) > 0 {
				lines = append(lines, w.pieces(begins[0], s)...)
			} else {
				lines, under = append(lines, motion), under+motion.Takes
			}
			from, moving = &steps[i].To, true
			run = append(run, s.To)
		case arm.VerbGrip:
			lines = append(lines, w.Grip...)
		case arm.VerbRelease:
			lines = append(lines, w.Release...)
		default:
			return nil, stepError(i, steps, fmt.Errorf("there are no words for an arm step of kind %d", s.Verb))
		}
	}
	if moving {
		drain()
	}
	return lines, nil
}

// pieces returns the lines of a motion from a place, cut into equal parts.
func (w Words) pieces(from arm.Point, s arm.Step) (lines []Line) {
	n := w.Pieces(from, s.To, s.Speed)
	for i := 1; i <= n; i++ {
		p := from.Towards(s.To, float64(i)/float64(n))
		lines = append(lines, Line{Text: w.Move(p, s.Speed), Moves: true, To: &p})
	}
	return lines
}

// goesOn reports whether the second of some steps is a motion that goes straight on from the first, along the line
// through whole, at the same speed. Both can then be one motion with what came before.
func goesOn(whole []arm.Point, steps []arm.Step) bool {
	if len(whole) < 2 || len(steps) < 2 || steps[1].Verb != arm.VerbMove || steps[1].Speed != steps[0].Speed {
		return false
	}
	const straightToleranceMM = 0.01
	for _, p := range whole[1:] {
		if p.Beside(whole[0], steps[1].To) > straightToleranceMM {
			return false
		}
	}
	return true
}

// straight reports whether all corners of a way lie on one line, so that the way stays the same whichever of them is
// lost. It is false for fewer than three: such a way begins at a place that is not known.
func straight(way []arm.Point) bool {
	for _, p := range way[1 : len(way)-1] {
		if p.Beside(way[0], way[len(way)-1]) > wayToleranceMM {
			return false
		}
	}
	return len(way) > 2
}

// Doing wraps an error with the steps that were being carried out; nil stays nil.
func Doing(steps []arm.Step, err error) error {
	switch {
	case err == nil:
		return nil
	case len(steps) == 1:
		return fmt.Errorf("%v: %w", steps[0], err)
	}
	return fmt.Errorf("%d steps in one go: %w", len(steps), err)
}

// stepError wraps an error with the number and the words of its step, unless there is only one.
func stepError(i int, steps []arm.Step, err error) error {
	if len(steps) == 1 {
		return err
	}
	return fmt.Errorf("step %d, %v: %w", i+1, steps[i], err)
}

// longest returns the time within which any arm has made a motion: twice what its speed says, and one second for its
// acceleration. Without from, the way is the diagonal of the limits' box.
func longest(limits arm.Limits, from *arm.Point, s arm.Step) time.Duration {
	way := limits.Min.Distance(limits.Max)
	if from != nil {
		way = from.Distance(s.To)
	}
	return time.Second + arm.Takes(2*way, s.Speed)
}

// Program is some steps as text, a line each, exactly as they are sent one after another from where the first leads.
func (w Words) Program(limits arm.Limits, steps []arm.Step) (string, error) {
	var b strings.Builder
	for i, s := range limits.Slowed(first(steps), steps) {
		lines, err := w.Lines(limits, nil, []arm.Step{s})
		if err != nil {
			return "", fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
		for _, l := range lines {
			b.WriteString(l.Text)
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// first is where the first motion of some steps leads; nil if there is none.
func first(steps []arm.Step) *arm.Point {
	for _, s := range steps {
		if s.Verb == arm.VerbMove {
			return &s.To
		}
	}
	return nil
}

// Texts are lines of whose time nothing special is known.
func Texts(texts ...string) []Line {
	lines := make([]Line, len(texts))
	for i, text := range texts {
		lines[i].Text = text
	}
	return lines
}
