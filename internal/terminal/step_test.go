package terminal

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"draughtsman/arm"
)

// A stepper lets each motion happen at a key that is pressed while it waits, none at one that was pressed before, and
// none when there are no more keys.
func TestStepperWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		keys := make(chan Key)
		s := (&Console{Out: &out, Keys: keys}).Stepper(t.Context(), func(string) bool { return false })
		keys <- Key{KeyLine, ""} // nobody waits for it
		synctest.Wait()
		ctx, stop := context.WithCancelCause(t.Context())
		let := make(chan error, 1)
		wait := func(next arm.Step) {
			go func() { let <- s.await(ctx, next) }()
			synctest.Wait()
			if len(let) > 0 {
				t.Errorf("%v is not waited for", next)
			}
		}
		wait(arm.Step{Verb: arm.VerbHome})
		keys <- Key{KeyLine, ""}
		if err := <-let; err != nil {
			t.Error(err)
		}
		wait(arm.Step{Verb: arm.VerbMove, To: arm.Point{X: 10, Y: 20, Z: 30}, Speed: 100})
		tired := errors.New("tired")
		stop(tired)
		if err := <-let; !errors.Is(err, tired) {
			t.Error(err)
		}
		close(keys)
		s.any = true
		if err := s.await(t.Context(), arm.Step{Verb: arm.VerbGrip}); err == nil ||
			!strings.Contains(err.Error(), "--step needs a terminal") {
			t.Error(err)
		}
		const want = "   1  home: press Enter.    2  move to X 10.0 Y 20.0 Z 30.0 at 100 mm/s: press Enter.    3  grip: " +
			"press a key. \n"
		if out.String() != want {
			t.Errorf("%q", out.String())
		}
	})
}

// eager is a terminal at which somebody presses a key as soon as it asks for one.
type eager chan Key

func (p eager) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte("press")) {
		p <- Key{KeyTyped, "x"}
		synctest.Wait()
	}
	return len(text), nil
}

// A key that is pressed in the moment in which it is asked for lets the motion happen.
func TestStepperHearsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keys := make(eager)
		defer close(keys)
		s := (&Console{Out: keys, Keys: keys}).Stepper(t.Context(), func(string) bool { return false })
		if err := s.await(t.Context(), arm.Step{Verb: arm.VerbHome}); err != nil {
			t.Error(err)
		}
	})
}

// At a terminal Ctrl-D ends the keys.
func TestPressesEnd(t *testing.T) {
	keys := make(chan Key)
	_, ended := presses(keys)
	keys <- Key{Name: KeyEnd}
	<-ended
}
