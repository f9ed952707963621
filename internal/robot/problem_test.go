package robot

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
)

// What has stopped the arm says in English what the error says. In every other language it says which kind of trouble
// it is, and what to do.
func TestProblemText(t *testing.T) {
	for _, err := range []error{
		arm.ErrNotHomed, arm.ErrPositionLost, arm.ErrStopped, arm.ErrAlarm, arm.ErrRejected, arm.ErrNoAnswer,
		fmt.Errorf("%w (EOF): check the cable and the power, then connect again", arm.ErrDisconnected),
		fmt.Errorf("move to 18: %w: its controller was reset; home it before it moves again", arm.ErrPositionLost),
	} {
		text := ProblemText(err)
		if text.String() != err.Error() {
			t.Errorf("%q is %q in English", err, text)
		}
		for _, tag := range sentence.Languages()[1:] {
			said := text.In(tag)
			for _, english := range []string{"the arm", "home it", "check", "stays"} {
				if strings.Contains(said, english) {
					t.Errorf("%v: %q", tag, said)
				}
			}
		}
	}
	for _, err := range []error{errors.New("100% of it"), fmt.Errorf("odd: %w", errors.New("x"))} {
		if text := ProblemText(err); text.String() != err.Error() || text.In(sentence.Languages()[1]) != err.Error() {
			t.Errorf("%q is %q", err, text)
		}
	}
}
