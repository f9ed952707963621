package main

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"draughtsman/engine/checkers"
	"draughtsman/engine/variant"
	"draughtsman/internal/testkit/expect"
)

func TestEveryHelpHasExamples(t *testing.T) {
	if count := expect.Examples(t, func() *kong.Kong { return parser(t) }); count < 22 {
		t.Errorf("only %d commands were found", count)
	}
}

// Whoever may name a rule set reads which there are.
func TestHelpNamesTheRuleSets(t *testing.T) {
	list := func(names []string) string {
		return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	}
	asked := 0
	for _, command := range parser(t).Model.Leaves(false) {
		for _, flags := range command.AllFlags(true) {
			for _, flag := range flags {
				if flag.Name != "rules" {
					continue
				}
				want := list(variant.Names())
				switch command.Parent.Name {
				case "selfplay":
					want = list(checkers.RuleSetNames())
				case "tables":
					want = list(onSmallBoards())
				}
				if asked++; !strings.Contains(flag.Help, want) {
					t.Errorf("%s --rules says %q, not %s", command.Name, flag.Help, want)
				}
			}
		}
	}
	if asked < 3 {
		t.Errorf("only %d commands ask for a rule set", asked)
	}
}

// onSmallBoards is the games that there can be endgame tables of.
func onSmallBoards() (names []string) {
	for game := range checkers.RuleSet(checkers.RuleSets) {
		if game.Board().Size() == 8 {
			names = append(names, game.String())
		}
	}
	return names
}

// parser parses this program's command lines.
func parser(t *testing.T) *kong.Kong {
	t.Helper()
	parser, err := kong.New(&commands{}, kong.Name("checkers"))
	if err != nil {
		t.Fatal(err)
	}
	return parser
}
