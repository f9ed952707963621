package world_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"draughtsman/internal/table/world"
)

// carry takes the man on square 23 to square 18 and lets go there, while something goes wrong.
func carry(t *testing.T, m world.Mishap) (*table, world.Disc) {
	t.Helper()
	tb := newTable(t, position(t, "W:W23,22:B1"))
	l := tb.Layout()
	before := tb.discOn(23)
	const up = 30
	top := l.DiscHeight
	start, end := before.At, l.Centre(18)
	tb.Do(func(s *world.State) { s.Mishaps = append(s.Mishaps, m) })
	tb.script(program(at(start, up), at(start, top+0.3), true, at(start, up), at(end, up), at(end, top+0.8), false,
		at(end, up))...)
	return tb, before
}

func TestMishaps(t *testing.T) {
	for m, want := range map[world.Mishap]func(tb *table, before world.Disc) bool{
		world.MissPick: func(tb *table, before world.Disc) bool { return tb.disc(before.ID).At == before.At },
		world.DropPiece: func(tb *table, before world.Disc) bool {
			return away(tb, before) > 30 && tb.Counts().Dropped ==
				1
		},
		world.KnockPiece: func(tb *table, before world.Disc) bool { return tb.discsOff(10) == 1 },
		world.BumpTable:  func(tb *table, _ world.Disc) bool { return tb.Counts().Lifts == 1 },
		world.DimLamps:   func(tb *table, _ world.Disc) bool { return tb.Snapshot().Light != 1 },
	} {
		t.Run(string(m), func(t *testing.T) {
			tb, before := carry(t, m)
			c := tb.Counts()
			if c.Mishaps != 1 || c.Collisions != 0 || !want(tb, before) {
				t.Errorf("%+v; the disc was at %v and is at %v", c, before.At, tb.disc(before.ID).At)
			}
			if noted := "mishap " + strings.ReplaceAll(string(m), " ", "-"); !slices.Contains(tb.events(), noted) {
				t.Errorf("the truth log does not say %q: %q", noted, tb.events())
			}
		})
	}
}

// away is how far a disc is from where it was.
func away(tb *table, before world.Disc) float64 {
	at := tb.disc(before.ID).At
	return math.Hypot(at.X-before.At.X, at.Y-before.At.Y)
}

// discsOff is how many discs on the board are so far off their squares' middles, mm, or farther.
func (tb *table) discsOff(mm float64) (n int) {
	l := tb.Layout()
	for _, d := range tb.Snapshot().Discs {
		square, on := l.SquareAt(d.At)
		if !on {
			continue
		}
		if c := l.Centre(max(square, 1)); square == 0 || math.Hypot(d.At.X-c.X, d.At.Y-c.Y) > mm {
			n++
		}
	}
	return n
}
