package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
)

// fakeAgent is an agent that behaves as its argument says, mostly badly:
//
//	first     plays the first legal move
//	last      plays the last one
//	illegal   plays one that is not legal
//	garbage   writes an output.txt that is no move
//	empty     writes an empty one
//	nothing   writes none
//	fails     plays well, then exits with status 3
//	crashes   panics
//	untidy    plays the first one, with blank lines, tabs, capitals and E for a jump
//	burns     uses CPU time of its own without end
//	hires     waits for another process that does so
//	deserts   leaves such a process behind when it has played
//	waits     does nothing, without end
func fakeAgent() {
	behaviour := os.Args[1]
	fail := func(err error) {
		if err != nil {
			panic(fmt.Sprintf("fake %s: %v", behaviour, err))
		}
	}
	first := func() {
		fail(csci561.Play(here, func(p checkers.Position) checkers.Move { return p.Moves()[0] }))
	}
	write := func(text string) { fail(os.WriteFile("output.txt", []byte(text), 0o600)) }
	burner := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0], "burns")
		fail(cmd.Start())
		return cmd
	}
	switch behaviour {
	case "first":
		first()
	case "last":
		fail(csci561.Play(here, func(p checkers.Position) checkers.Move {
			legal := p.Moves()
			return legal[len(legal)-1]
		}))
	case "illegal":
		write("E a1 b2\n")
	case "garbage":
		write("11-15\n")
	case "empty":
		write("")
	case "nothing":
	case "fails":
		first()
		os.Exit(3)
	case "crashes":
		panic("no idea")
	case "untidy":
		first()
		text, err := os.ReadFile("output.txt")
		fail(err)
		write("\n" + strings.NewReplacer("J", "E", " ", "\t").Replace(strings.ToUpper(string(text))) + "\n\n")
	case "burns":
		for range uint64(1) << 42 { // an hour or so
		}
	case "hires":
		fail(burner().Wait())
	case "deserts":
		burner()
		first()
	case "waits":
		<-time.After(time.Hour)
	default:
		fail(fmt.Errorf("no such behaviour"))
	}
}

// buildAgents builds the programs that the scripts have beside checkers, as users have them: the tests' own program
// starts more slowly.
func buildAgents(t *testing.T) (directory string) {
	t.Helper()
	directory = t.TempDir()
	build := exec.Command("go", "build", "-o", directory, "../homework", "../calibrate")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the agents: %v\n%s", err, said)
	}
	return directory
}
