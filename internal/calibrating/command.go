package calibrating

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// Command is what a client asks for: one of the types below.
type Command any

// Open goes to a session.
type Open struct {
	Session Session `json:"session"`
}

// Undo forgets the last picture of the lens's target.
type Undo struct{}

// Finish fits the lens to the pictures there are.
type Finish struct{}

// Skip goes to the next session whose results are not known, or do not hold.
type Skip struct{}

// Corner puts a corner of the board to a pixel of the picture.
type Corner struct {
	Corner int     `json:"corner"` // from 0, as the state has them
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
}

// Turn has Black sit at the next edge, clockwise.
type Turn struct{}

// Find looks for the board again, and forgets where it was put.
type Find struct{}

// Accept takes the board as it is placed or, unless a person has placed it, as it is found in one of the next pictures.
type Accept struct {
	// OnlyCamera says that the arm has the board where it had it before: only the camera was moved.
	OnlyCamera bool `json:"only_camera"`
}

// Learn learns the pieces from the start position.
type Learn struct{}

// Home homes the arm.
type Home struct{}

// Jog moves the arm's tip by one step along an axis.
type Jog struct {
	Axis string  `json:"axis"` // x, y or z
	MM   float64 `json:"mm"`
	// Motions is how many the state has that the client knows: one that has missed a motion is refused.
	Motions int `json:"motions"`
}

// Approach moves the arm's tip by one step on its way to a place above the square that is wanted.
type Approach struct {
	Motions int `json:"motions"` // as of a Jog
}

// Touch takes the point: the tip touches the square.
type Touch struct{}

// Redo forgets the last point.
type Redo struct{}

// Choose has another square touched next.
type Choose struct {
	Square int `json:"square"`
}

// Done takes the points; the arm then homes and leaves the picture.
type Done struct{}

// Measure measures how late the pictures come, from the arm in motion.
type Measure struct{}

// Check says how exact everything is.
type Check struct{}

// End ends the calibrating: what was taken stays.
type End struct{}

// Stop stops the arm at once. It is obeyed in every state.
type Stop struct{}

// mostJogMM is the longest step of a jog, but with Options.LongSteps.
const mostJogMM = 10.0

// kind is a kind of command.
type kind struct {
	name    string
	command Command // an empty one
	session Session // in which it is obeyed; "": in all
	homed   bool    // the arm must be homed
	long    bool    // whoever asks for it does not wait until it is done
}

// kinds are those of all commands.
var kinds = []kind{
	{name: "open", command: Open{}},
	{name: "undo", command: Undo{}, session: Lens},
	{name: "finish", command: Finish{}, session: Lens},
	{name: "skip", command: Skip{}},
	{name: "corner", command: Corner{}, session: Board},
	{name: "turn", command: Turn{}, session: Board},
	{name: "find", command: Find{}, session: Board},
	{name: "accept", command: Accept{}, session: Board, long: true},
	{name: "learn", command: Learn{}, session: Pieces, long: true},
	{name: "home", command: Home{}, session: Arm, long: true},
	{name: "jog", command: Jog{}, session: Arm, homed: true},
	{name: "approach", command: Approach{}, session: Arm, homed: true},
	{name: "touch", command: Touch{}, session: Arm, homed: true},
	{name: "redo", command: Redo{}, session: Arm},
	{name: "square", command: Choose{}, session: Arm},
	{name: "done", command: Done{}, session: Arm, long: true},
	{name: "measure", command: Measure{}, session: Delay, long: true},
	{name: "check", command: Check{}, session: Checking, long: true},
	{name: "end", command: End{}},
	{name: "stop", command: Stop{}},
}

// Names are the names of all commands, as clients write them.
func Names() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// kindOf is the kind of a command; false: it is none.
func kindOf(c Command) (kind, bool) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return reflect.TypeOf(k.command) == reflect.TypeOf(c) })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}

// NewCommand is an empty command with a name, as a pointer to be filled in; nil: there is none.
func NewCommand(name string) any {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return nil
	}
	return reflect.New(reflect.TypeOf(kinds[i].command)).Interface()
}

// IsStep reports whether a command with a name is a step of a motion, and is given again and again: the arm's, or a
// corner's that is dragged.
func IsStep(name string) bool { return name == "jog" || name == "approach" || name == "corner" }

// RefusedError is a robot.Refusal that was made of another error.
type RefusedError struct {
	*robot.Refusal
	err error
}

// Unwrap is the refusal, and what it was made of.
func (e *RefusedError) Unwrap() []error { return []error{e.Refusal, e.err} }

// Plain is an error without the sentence that was made of it.
func Plain(err error) error {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused.err
	}
	return err
}

// ErrAbove refuses an Approach of a tip that is above the square already.
var ErrAbove = refuse("The tip is above the square.")

func refuse(format string, args ...any) error {
	return &robot.Refusal{Why: sentence.Say("%s", fmt.Sprintf(format, args...))}
}

// refusal is an error of which whoever has given a command can do something about.
func refusal(err error) error {
	return &RefusedError{&robot.Refusal{Why: sentence.Say("%s", InFull(err))}, err}
}

// InFull is what an error says, as a sentence.
func InFull(err error) string {
	text := err.Error()
	if !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
