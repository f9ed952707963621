package search

import (
	"strings"
	"testing"
)

func TestLevels(t *testing.T) {
	elo := 0
	for _, l := range levels {
		if got, err := LevelNamed(strings.ToUpper(l.Name)); err != nil || got != l {
			t.Errorf("%s: %+v, %v", l.Name, got, err)
		}
		if l.Elo <= elo {
			t.Errorf("%s has %d, the level below %d", l.Name, l.Elo, elo)
		}
		elo = l.Elo
	}
	if _, err := LevelNamed("godlike"); err == nil || !strings.Contains(err.Error(), "want one of newcomer, learner, ") {
		t.Errorf("%v", err)
	}
}
