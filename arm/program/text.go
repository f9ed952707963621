package program

import (
	"fmt"
	"strings"

	"draughtsman/arm"
)

// Program is some steps as text: the requests, a line each, as they would be written one after another. What is asked
// in between, such as the position, is not among them.
func Program(cfg Config, steps []arm.Step) (string, error) {
	var b strings.Builder
	for i, s := range steps {
		r := request{ID: i + 1}
		switch s.Verb {
		case arm.VerbHome:
			r.Method = home
		case arm.VerbMove:
			if err := cfg.Limits.Check(s.To, s.Speed); err != nil {
				return "", fmt.Errorf("step %d, %v: %w", i+1, s, err)
			}
			r.Method, r.Params = move, target{pointOf(s.To), number(s.Speed)}
		case arm.VerbGrip:
			r.Method = grip
		case arm.VerbRelease:
			r.Method = release
		default:
			return "", fmt.Errorf("step %d: there is no request for an arm step of kind %d", i+1, s.Verb)
		}
		text, err := r.encode()
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}
