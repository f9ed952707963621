package variant

import (
	"math/rand/v2"
	"slices"
	"testing"

	"draughtsman/engine/checkers"

	"pgregory.net/rapid"
)

// TestBoardsAgreeAnywhere compares them at positions that no game may come to, by rules that no game may have.
func TestBoardsAgreeAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := fastRules.Draw(t, "rules")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 50 {
			compareBoards(t, r, randomPosition(random, 8+2*random.IntN(2)))
		}
	})
}

// TestBoardsAgreeOnLongCaptures has one king take up to sixteen kings at once, more than a move has room to tell of.
func TestBoardsAgreeOnLongCaptures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := NewPosition(10, First)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Put(Cell{0, 1}, FirstKing)
		for row := 1; row < 9; row += 2 {
			for column := 2; column < 9; column += 2 {
				if rapid.IntRange(0, 9).Draw(t, "free") > 0 {
					p = p.Put(Cell{row, column}, SecondKing)
				}
			}
		}
		compareBoards(t, rapid.SampledFrom([]Rules{International(), Russian(), Spanish(), League()}).Draw(t, "rules"), p)
	})
}

// compareBoards compares all that the two kinds say of a position and of what each move leads to.
func compareBoards(t *rapid.T, r Rules, p Position) {
	fast, _ := r.Checkers(p)
	if FromCheckers(fast) != p {
		t.Fatalf("\n%scomes back as\n%s", p, FromCheckers(fast))
	}
	want, got := Model{r, Material()}, NewFast(r, p.Size(), Material())
	if want.Noisy(p) != got.Noisy(fast) || want.Over(p) != got.Over(fast) || want.MayStandPat(p) != got.MayStandPat(fast) {
		t.Fatalf("%+v\n%snoisy %v and %v, over %v and %v, may wait %v and %v", r, p,
			want.Noisy(p), got.Noisy(fast), want.Over(p), got.Over(fast), want.MayStandPat(p), got.MayStandPat(fast))
	}
	if want.Limit(p) != got.Limit(fast) {
		t.Fatalf("%+v\n%shas the limits %d and %d", r, p, want.Limit(p), got.Limit(fast))
	}
	if want.Utility(p) != got.Utility(fast) || want.AtLimit(p) != got.AtLimit(fast) {
		t.Fatalf("%+v\n%sis worth %d and %d, at the limit %d and %d", r, p,
			want.Utility(p), got.Utility(fast), want.AtLimit(p), got.AtLimit(fast))
	}
	for _, s := range Scorings() {
		if want, got := (Model{r, s}).Evaluate(p), NewFast(r, p.Size(), s).Evaluate(fast); want != got {
			t.Fatalf("%s of\n%sis %d and %d", s.Name, p, want, got)
		}
	}
	moves, fastMoves := want.AppendMoves(p, nil), got.AppendMoves(fast, nil)
	if !slices.EqualFunc(moves, fastMoves, func(m Move, f checkers.Move) bool { return m == r.FromCheckersMove(f) }) {
		t.Fatalf("%+v\n%shas the moves %v and %v", r, p, moves, fastMoves)
	}
	for i, m := range moves {
		next, fastNext := want.Play(p, m), got.Play(fast, fastMoves[i])
		if FromCheckers(fastNext) != next {
			t.Fatalf("%+v\n%s%s leads to\n%sand\n%s", r, p, m, next, fastNext)
		}
		if want.Counts(p, m) != got.Counts(fast, fastMoves[i]) || want.Reversible(p, next) != got.Reversible(fast, fastNext) {
			t.Fatalf("%+v\n%s%s counts: %v and %v, is reversible: %v and %v", r, p, m,
				want.Counts(p, m), got.Counts(fast, fastMoves[i]), want.Reversible(p, next), got.Reversible(fast, fastNext))
		}
		if fast.Crowns(fastMoves[i]) != r.Crowns(p, m) {
			t.Fatalf("%+v\n%s%s crowns: %v, want %v", r, p, m, fast.Crowns(fastMoves[i]), r.Crowns(p, m))
		}
		_, gain := got.Rank(fastMoves[i])
		if _, want := want.Rank(m); gain != want {
			t.Fatalf("%s gains %d, want %d", m, gain, want)
		}
	}
}
