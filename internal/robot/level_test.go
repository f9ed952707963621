package robot_test

import (
	"encoding/json"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
)

// A game that begins names the robot's level where it has one.
func TestLevelOfNewGame(t *testing.T) {
	for _, c := range []struct {
		tags []pdn.Tag
		want any
	}{
		{[]pdn.Tag{{Name: "Event", Value: "a game"}, {Name: "level", Value: "club"}}, "club"},
		{[]pdn.Tag{{Name: "Event", Value: "club"}}, nil},
	} {
		text, err := json.Marshal(robot.LineOf(robot.Begins(checkers.Black, robot.LevelOf(c.tags), checkers.Start())))
		var line map[string]any
		if err == nil {
			err = json.Unmarshal(text, &line)
		}
		if err != nil || line["event"] != "new game" || line["level"] != c.want {
			t.Errorf("%s (%v), want the level %v", text, err, c.want)
		}
	}
}
