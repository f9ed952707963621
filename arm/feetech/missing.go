package feetech

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
	"draughtsman/arm/session"
)

// Expected is a servo that an arm has, in the order of its cable.
type Expected struct {
	ID    int
	Joint string // "elbow_flex", "gripper"
}

// String names the servo for people: "servo 3 (elbow_flex)".
func (e Expected) String() string { return fmt.Sprintf("servo %d (%s)", e.ID, e.Joint) }

// ExpectedOf names the servos with these ids: those of the five joints and the gripper's.
func ExpectedOf(joints []int, gripper int) (all []Expected) {
	for i, id := range joints {
		all = append(all, Expected{id, kinematics.Names[i]})
	}
	return append(all, Expected{gripper, "gripper"})
}

// MissingError says which servos of an arm do not answer, and why that is likely.
type MissingError struct {
	Missing []Expected
	Others  int    // that answer
	Cause   string // what to do
}

func (e *MissingError) Error() string {
	var names []string
	for _, m := range e.Missing {
		names = append(names, m.String())
	}
	return fmt.Sprintf("%v: nothing answers as %s, %s", arm.ErrNoAnswer, strings.Join(names, " and "), e.Cause)
}

// Unwrap is arm.ErrNoAnswer.
func (e *MissingError) Unwrap() error { return arm.ErrNoAnswer }

// Missing says which of the expected servos are not among those that answered and why that is likely; nil: none is.
// Doubtful are the ids from which more came than one servo says.
func Missing(expected []Expected, answered, doubtful []int) error {
	var missing []Expected
	for _, e := range expected {
		if !slices.Contains(answered, e.ID) {
			missing = append(missing, e)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	var strangers []string
	others := 0
	for _, id := range answered {
		if slices.ContainsFunc(expected, func(e Expected) bool { return e.ID == id }) {
			others++
		} else {
			strangers = append(strangers, fmt.Sprint(id))
		}
	}
	e := &MissingError{Missing: missing, Others: others}
	switch first := slices.Index(expected, missing[0]); {
	case len(strangers) > 0:
		e.Cause = fmt.Sprintf("but something does as id %s: every servo needs the id that the configuration gives it",
			strings.Join(strangers, ", "))
	case len(doubtful) > 0:
		e.Cause = fmt.Sprintf("and as id %d several do at once: two servos have it; plug in one at a time and give each "+
			"its own", doubtful[0])
	case len(missing) < len(expected)-first: // some behind it answer
		e.Cause = fmt.Sprintf("while %d others do, also behind it, so that the cable is good: it has the id of another, or "+
			"one above %d, or is broken; "+
			"run `draughtsman servos` with only that one plugged in", others, maxInspectedID)
	case others == 1 && first == 1 && missing[0].ID != 1 && slices.Contains(answered, 1):
		e.Cause = fmt.Sprintf("while 1 other does: check the cable from servo %d to servo %d; or all have the id 1 that "+
			"they come with: plug in one at a time "+
			"and give each its own", expected[0].ID, missing[0].ID)
	default:
		e.Cause = fmt.Sprintf("while %d others do: check the cable from servo %d to servo %d and both its plugs, and that "+
			"no two servos have the same id",
			others, expected[max(first, 1)-1].ID, missing[0].ID)
	}
	return e
}

// Rates are those that servos can be set to, bits a second; the first is the one they come with (register 6,
// Feetech's memory table of the STS series, in the order of its values).
func Rates() []int {
	return []int{1_000_000, 500_000, 250_000, 128_000, 115_200, 76_800, 57_600, 38_400}
}

// Answering is the ids from 1 to 20 that answer at the rate that a port was opened with, and that say themselves that
// they are set to it: an adapter may take no notice of a rate, and a servo may have missed a question at its own. It
// changes nothing. The port is closed afterwards.
func Answering(ctx context.Context, port io.ReadWriteCloser, rate int, log zerolog.Logger) (ids []int, err error) {
	b := newBus(port, inspectTimeout, log)
	defer func() { err = session.Both(err, b.Close()) }()
	if err := b.listen(ctx); err != nil {
		return nil, err
	}
	for id := byte(1); id <= maxInspectedID; id++ {
		replies, err := b.ask(ctx, Packet{ID: id, Code: Ping}, []byte{id}, 0)
		if err != nil {
			return ids, err
		}
		if len(replies) == 0 {
			continue
		}
		switch set, err := b.get(ctx, id, regRate, 1); {
		case errors.Is(err, errSilent): // then nothing is known of it
		case err != nil:
			return ids, err
		case int(set.Params[0]) == slices.Index(Rates(), rate):
			ids = append(ids, int(id))
		}
	}
	return ids, nil
}

// pingLength is how many bytes the question for a name has.
const pingLength = 6

// several reports whether an answer is more, or other, than one servo says: two that have one id answer at the same
// time.
func (b *bus) several(before int, asked int) bool {
	came := b.heard() - before
	if b.echo {
		came -= asked
	}
	return came > 0
}

// heard is how many bytes have come in all.
func (b *bus) heard() (bytes int) {
	b.Do(func() { _, bytes = b.Heard() })
	return bytes
}

// expected are the driver's servos.
func (c Config) expected() []Expected {
	var joints []int
	for _, j := range c.Joints {
		joints = append(joints, int(j.ID))
	}
	return ExpectedOf(joints, int(c.Gripper.ID))
}
