package csci561

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// TestMemory plays games in which one side remembers, by way of the file's text, and compares what it knows with the
// whole game.
func TestMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game := []checkers.Position{checkers.Start()}
		text, moves := "", 0
		for range rapid.IntRange(1, 150).Draw(t, "plies") {
			p := game[len(game)-1]
			legal := p.Moves()
			if len(legal) == 0 {
				return
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			if p.Turn == checkers.Black {
				memory := ParseMemory(text).Before(p)
				first := len(game) - 1
				for first > 0 && quiet(game[first-1], game[first]) {
					first--
				}
				want := Memory{Moves: moves}
				want.Past = append(want.Past, game[first:len(game)-1]...)
				if len(want.Past) > DrawnAfter {
					return // a referee has ended the game
				}
				if diff := cmp.Diff(want.Past, append([]checkers.Position(nil), memory.Past...)); diff != "" {
					t.Fatal(diff)
				}
				if moves > 0 && memory.Moves != moves {
					t.Fatalf("remembers %d moves, want %d", memory.Moves, moves)
				}
				text = memory.After(p, m).String()
				moves++
			}
			game = append(game, p.Play(m))
		}
	})
}

func TestMemoryOfAnotherGame(t *testing.T) {
	p := checkers.Start()
	m := Memory{}.After(p, p.Moves()[0])
	for name, now := range map[string]checkers.Position{
		"the start":            p,
		"the other side moves": m.Past[len(m.Past)-1],
	} {
		if got := m.Before(now); got.Moves != 0 || len(got.Past) > 0 {
			t.Errorf("%s: remembered %v", name, got)
		}
	}
}

func TestParseMemoryGarbage(t *testing.T) {
	fen := checkers.Start().FEN()
	for name, text := range map[string]string{
		"empty": "", "a word": "hello", "no number": "moves x\n" + fen, "less than none": "moves -1\n" + fen,
		"too many moves": "moves 999999999999\n" + fen, "no position": "moves 1\nB:W1:B1\n",
		"binary": "\x00\xff\xfe\n\n\x80", "too long": "moves 1\n" + strings.Repeat(fen+"\n", DrawnAfter+5),
	} {
		if got := ParseMemory(text); got.Moves != 0 || got.Past != nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}
