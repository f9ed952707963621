package terminal

import (
	"encoding/json"
	"io"

	"draughtsman/internal/robot"
)

// Telling shows events to a person, and as lines of JSON to another program, for which standard output is then kept
// free.
func (t *Screen) Telling(results io.Writer) func(robot.Event) {
	encoder := json.NewEncoder(results)
	return func(e robot.Event) {
		t.Tell(e)
		_ = encoder.Encode(robot.LineOf(e)) // as Fprintln: what cannot be written fails the command at its end
	}
}
