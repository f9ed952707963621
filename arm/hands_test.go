package arm_test

import (
	"context"
	"errors"
	"testing"

	"draughtsman/arm"
)

// A person is told what to do; motions are nothing to it, and nothing is said any more once it is over.
func TestPerson(t *testing.T) {
	var said []string
	full := errors.New("no paper")
	d := arm.NewHands(func(sentence string) error {
		said = append(said, sentence)
		if len(said) > 1 {
			return full
		}
		return nil
	})
	for _, s := range []arm.Step{{Verb: arm.VerbHome}, {Verb: arm.VerbMove, Speed: 1}, {Verb: arm.VerbGrip},
		{Verb: arm.VerbRelease}} {
		if err := s.Do(t.Context(), d); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	if err := d.Announce(t.Context(), "Move it."); err != nil || len(said) != 1 || said[0] != "Move it." {
		t.Errorf("said %q, %v", said, err)
	}
	if err := d.Announce(t.Context(), "Again."); !errors.Is(err, full) {
		t.Errorf("what could not be said: %v", err)
	}
	over, cancel := context.WithCancelCause(t.Context())
	why := errors.New("it is late")
	cancel(why)
	for what, err := range map[string]error{
		"a sentence": d.Announce(over, "Move it."), "a motion": d.Move(over, arm.Point{}, 1), "homing": d.Home(over),
	} {
		if !errors.Is(err, why) {
			t.Errorf("%s after the end: %v", what, err)
		}
	}
	if len(said) != 2 {
		t.Errorf("said %q", said)
	}
	if _, err := d.Position(t.Context()); err == nil {
		t.Error("a person has a position")
	}
	if err := errors.Join(d.Stop(t.Context()), d.Close(), d.Close()); err != nil {
		t.Error(err)
	}
}
