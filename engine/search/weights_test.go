package search

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// TestInputsArePieces holds what the network is shown against the board, square by square, as the side to move sees
// it.
func TestInputsArePieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := wander(t)
		want := map[uint8]bool{}
		for s := range checkers.Board8.All().All() {
			piece, seen := p.At(s), s
			if piece == checkers.Empty {
				continue
			}
			if p.Turn == checkers.White {
				seen = 33 - s
			}
			at := uint8(seen - 1)
			if piece.IsKing() {
				at += 32
			}
			if piece.Side() != p.Turn {
				at += 64
			}
			want[at] = true
		}
		var room [MostPieces]uint8
		got := map[uint8]bool{}
		for _, i := range Inputs(p, &room) {
			got[i] = true
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s shows %v, want %v", p.FEN(), got, want)
		}
	})
}

func TestWeightsAreReadAsWritten(t *testing.T) {
	var file bytes.Buffer
	for _, game := range []checkers.RuleSet{checkers.International, checkers.English} {
		w := drawnWeights(game.Board(), 2)
		from := Provenance{Rounds: []Round{{Rules: game, Games: 3, Seed: 4, Nodes: 5, Even: 9, By: "hand"}}, Positions: 6,
			Seed: 7, Epochs: 8, Loss: 0.5, HeldBack: 0.6}
		file.Reset()
		if err := WriteWeights(&file, w, from); err != nil {
			t.Fatal(err)
		}
		got, gotFrom, err := ReadWeights(file.Bytes())
		if err != nil || *got != *w || !cmp.Equal(gotFrom, from) {
			t.Errorf("%s: %v; from %+v", game, err, gotFrom)
		}
	}
	whole := file.Bytes()
	changed := bytes.Clone(whole)
	changed[len(changed)/2] ^= 1
	for _, c := range []struct {
		name string
		file []byte
		says string
	}{
		{"nothing", nil, "no file of weights"},
		{"something else", []byte("1. 11-15 *\n"), "no file of weights"},
		{"cut off", whole[:len(whole)-5], "bytes of weights"},
		{"changed", changed, "checksum"},
	} {
		if _, _, err := ReadWeights(c.file); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestLearntWeightsSayWhereTheyComeFrom(t *testing.T) {
	for _, game := range []checkers.RuleSet{checkers.English, checkers.Russian, checkers.International,
		checkers.Frisian} {
		_, from := LearntBy(game.Board(), game.Start().Rules)
		if len(from.Rounds) == 0 || from.Positions == 0 || from.HeldBack <= 0 || from.HeldBack > 0.69 || from.Of() != game {
			t.Errorf("%s: %+v", game, from)
		}
	}
}
