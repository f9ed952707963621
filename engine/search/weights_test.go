package search

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// window is the squares of a window from the lowest digit to the highest.
func window(n int) (squares []checkers.Square) {
	rows, columns, row, column := 2, 4, n, 0
	if n >= wideWindows {
		rows, columns = 4, 2
		n -= wideWindows
		column = n / 5
		row = []int{0, 2, 4, 1, 3}[n%5]
	}
	for r := row; r < row+rows; r++ {
		for c := column; c < column+columns; c++ {
			squares = append(squares, checkers.Square(4*r+c+1))
		}
	}
	return squares
}

func TestPatternsAreWhatStandsInTheirWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := ViewOf(wander(t))
		for n, got := range v.Patterns() {
			want, power := 0, 1
			for _, s := range window(n) {
				switch {
				case v.Men.Has(s):
					want += power
				case v.TheirMen.Has(s):
					want += 2 * power
				}
				power *= 3
			}
			if int(got) != want {
				t.Fatalf("window %d, squares %v: %d, want %d", n, window(n), got, want)
			}
		}
	})
}

// random is weights that no two things share.
func random(seed uint64) *Weights {
	numbers := rand.New(rand.NewPCG(seed, 0))
	w := new(Weights)
	pair := func() Pair { return Pair{int16(numbers.IntN(400) - 200), int16(numbers.IntN(400) - 200)} }
	for i := range w.Pattern {
		for j := range w.Pattern[i] {
			w.Pattern[i][j] = pair()
		}
	}
	for i := range w.King {
		w.King[i] = pair()
	}
	for i := range w.Count {
		w.Count[i] = pair()
	}
	return w
}

// TestEvaluationSumsUp holds the fast sum against the plain one.
func TestEvaluationSumsUp(t *testing.T) {
	w := random(1)
	rapid.Check(t, func(t *rapid.T) {
		p := wander(t)
		v := ViewOf(p)
		var sum [2]int
		for phase := range sum {
			for i, shown := range v.Patterns() {
				sum[phase] += int(w.Pattern[i][shown][phase])
			}
			for s := checkers.Square(1); s <= checkers.Squares; s++ {
				if v.Kings.Has(s) {
					sum[phase] += int(w.King[s-1][phase])
				}
				if v.TheirKings.Has(33 - s) {
					sum[phase] -= int(w.King[s-1][phase])
				}
			}
			for i, n := range v.Counted() {
				sum[phase] += n * int(w.Count[i][phase])
			}
		}
		n := p.Occupied().Len()
		want := Foundation(p) + (n*sum[0]+(24-n)*sum[1])/(24*Fractions)
		if got := (English{Weights: w}).Evaluate(p); got != want {
			t.Fatalf("%s is worth %d, want %d", p.FEN(), got, want)
		}
	})
}

func TestWeightsAreReadAsWritten(t *testing.T) {
	w := random(2)
	from := Provenance{Rounds: []Round{{Games: 3, Seed: 4, Nodes: 5, By: "hand"}}, Positions: 6, Seed: 7, Epochs: 8,
		Loss: 0.5, HeldBack: 0.6}
	var file bytes.Buffer
	if err := w.Write(&file, from); err != nil {
		t.Fatal(err)
	}
	got, gotFrom, err := ReadWeights(file.Bytes())
	if err != nil || *got != *w || !cmp.Equal(gotFrom, from) {
		t.Errorf("%v; from %+v", err, gotFrom)
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
	_, from := Learnt()
	if len(from.Rounds) == 0 || from.Positions == 0 || from.HeldBack <= 0 || from.HeldBack > 0.69 {
		t.Errorf("%+v", from)
	}
}
