package simulation

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Happened is the moves of a game by its truth file, without those that were taken back, and adds up what went wrong
// by kind.
func Happened(path string, wrong map[string]int) (moves []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		var l struct{ Event string }
		if json.Unmarshal([]byte(line), &l) != nil {
			continue // the last line may not be whole yet
		}
		kind, what, _ := strings.Cut(l.Event, " ")
		switch {
		case kind == "move":
			moves = append(moves, what)
		case kind == "took":
			if moves, err = TakenBack(moves, l.Event); err != nil {
				return nil, err
			}
		case kind == "fault":
			wrong[what]++
		case kind == "mishap":
			wrong[strings.ReplaceAll(what, "-", " ")]++
		case strings.HasPrefix(l.Event, "human forgets"), strings.HasSuffix(l.Event, "against the rules"):
			wrong["human's mistake"]++
		}
	}
	return moves, nil
}

// TakenBack is the moves of a game without those that an event of the truth log has taken back.
func TakenBack(moves []string, event string) ([]string, error) {
	var n int
	if _, err := fmt.Sscanf(event, "took back %d", &n); err != nil || n < 0 || n > len(moves) {
		return nil, fmt.Errorf("the truth log has %q after %d moves", event, len(moves))
	}
	return moves[:len(moves)-n], nil
}
