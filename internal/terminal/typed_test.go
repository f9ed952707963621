package terminal

import (
	"strings"
	"testing"
	"testing/synctest"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// Whoever is warned of a move is asked what becomes of it, and says so before the next move is typed.
func TestTypedAfterAWarning(t *testing.T) {
	for _, answer := range []string{"back", "continue"} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			say := func(line string) bool {
				said = append(said, line)
				_, err := parseWord(line)
				return err == nil
			}
			told := 0
			s := Streams{In: strings.NewReader("11-15\nhint\nwhat\n" + answer + "\n12-16\n"), Err: &strings.Builder{}}
			next, tell := TypedMoves(t.Context(), s, language.English, func(error) {}, say, func(robot.Event) { told++ })
			typed := func() string {
				next(checkers.Start())
				synctest.Wait()
				move, ok := next(checkers.Start())
				if !ok {
					return ""
				}
				return move.String()
			}
			first := typed()
			tell(robot.Event{Kind: robot.Warned})
			synctest.Wait()
			if second := typed(); first != "11-15" || second != "12-16" || told != 1 {
				t.Errorf("%s and %s are played, and %d events told", first, second, told)
			}
			if got := strings.Join(said, " "); got != "hint what "+answer {
				t.Errorf("it is said %q", got)
			}
		})
	}
}
