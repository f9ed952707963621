package league

import (
	"strings"
	"testing"

	"draughtsman/engine/variant"
)

func TestParsePlayer(t *testing.T) {
	for _, c := range []struct{ text, name string }{
		{"random", "random"},
		{"minimax:3", "minimax:3"},
		{"deep=alphabeta:7", "deep"},
		{"simpleai", "simpleai"},
		{"engine", "engine"},
		{"engine:6", "engine:6"},
		{"engine:depth=6", "engine:depth=6"},
		{"engine:nodes=20000", "engine:nodes=20000"},
		{"engine:beginner", "engine:beginner"},
		{"engine:full", "engine:full"},
		{"engine:full+book", "engine:full+book"},
		{"booked=engine:nodes=20000+book", "booked"},
		{"person", "person"},
		{"person:Ann Other", "Ann Other"},
		{"ann=person", "ann"},
		{"hub:sh -c 'exit 1'", "hub:sh -c 'exit 1'"},
		{"x-1=csci561:sh", "x-1"},
	} {
		if s, err := ParsePlayer(c.text, ""); err != nil || s.Name != c.name {
			t.Errorf("%s: %q, %v", c.text, s.Name, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "there is no such player; there are:\nrandom "},
		{"chinook", "there is no such player"},
		{"random:1", "takes nothing after a colon"},
		{"simpleai:", "takes nothing after a colon"},
		{"minimax", "want a depth"},
		{"alphabeta:0", "is not a number from 1"},
		{"minimax:1000", "is not a number from 1 to 200"},
		{"engine:stupid", `there is no level "stupid": want one of newcomer, learner, beginner, novice, casual, amateur, club, strong, expert, master, full`},
		{"engine:6x", "want a level such as engine:club"},
		{"engine:nodes=0", "want a level"},
		{"engine:club+book", "level club errs, and does not play by the book"},
		{"engine:+book", "want a level"},
		{"engine:", "want a level"},
		{"person:", "has no name"},
		{"hub:", "command is empty"},
		{"hub:'sh", "quotation mark"},
		{"csci561:no-such-program", "not found"},
	} {
		if _, err := ParsePlayer(c.text, "/nowhere"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	s, err := ParsePlayer("csci561:sh", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(variant.CSCI561(), 8); err != nil {
		t.Error(err)
	}
	if err := s.Check(variant.League(), 6); err == nil || !strings.Contains(err.Error(), "size 8, not 6") {
		t.Errorf("%v", err)
	}
}
