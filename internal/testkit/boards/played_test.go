package boards

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// played are tables by lot.
func played(t *testing.T, count int) (scenes []Scene) {
	t.Helper()
	for seed := uint64(3_000_000); len(scenes) < count; seed++ {
		if s, ok := NewPlayed(seed); ok {
			scenes = append(scenes, s)
		}
	}
	return scenes
}

// Tables on which games are played have squares of the sizes that a reader wants, all of them in the picture; from one
// moment to the next the camera stays and the position changes.
func TestPlayedTables(t *testing.T) {
	kings, pieces, full, covered := 0, 0, 0, 0
	for _, s := range played(t, 150) {
		if side := s.SidePX(); side < 5 || side > 46 {
			t.Errorf("seed %d: squares of %.1f px", s.Seed, side)
		}
		width, height := s.Size()
		for _, c := range s.Corners() {
			if c.X < -2 || c.Y < -2 || c.X > float64(width+1) || c.Y > float64(height+1) {
				t.Errorf("seed %d: a corner at %v in a picture of %d×%d", s.Seed, c, width, height)
			}
		}
		first, second := s.Played(0), s.Played(1)
		if first.Corners() != second.Corners() {
			t.Errorf("seed %d: the camera moves", s.Seed)
		}
		men := 0
		for row := range s.Squares {
			for column := range s.Squares {
				letter, x, y := first.Standing(row, column)
				if math.Hypot(x, y) > 0.36 {
					t.Errorf("seed %d: a piece stands %g, %g squares beside the middle", s.Seed, x, y)
				}
				if letter != '.' {
					pieces++
					men++
				}
				if letter == 'L' || letter == 'D' {
					kings++
				}
				if of := first.Covered(row, column); of > 0.7 {
					covered++
				} else if of < 0 {
					t.Errorf("seed %d: %g of a square is covered", s.Seed, of)
				}
			}
		}
		if men == s.Squares*(s.Squares/2-1) {
			full++
		}
	}
	if pieces < 1500 || kings < pieces/20 || kings > pieces/3 || full < 10 || covered < 50 {
		t.Errorf("%d pieces, of which %d are kings; %d start positions; %d covered squares", pieces, kings, full, covered)
	}
}

// What is said to stand on a square is what Grid says, unless something hangs over it.
func TestStanding(t *testing.T) {
	for _, s := range played(t, 40) {
		s = s.Played(0)
		for row, line := range s.Grid() {
			for column, seen := range []byte(line) {
				if is, _, _ := s.Standing(row, column); seen != '?' && is != seen {
					t.Errorf("seed %d, row %d, column %d: %c stands there and the grid has %c", s.Seed, row, column, is, seen)
				}
			}
		}
	}
}

// A moment is the same picture each time, and not that of another moment.
func TestMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	s := played(t, 1)[0]
	show := func(number uint64) []byte {
		m, err := ShowPlayed(s.Played(number))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		px, err := m.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(px)
	}
	first := show(0)
	if !bytes.Equal(first, show(0)) {
		t.Error("a moment gives two pictures")
	}
	if bytes.Equal(first, show(1)) {
		t.Error("two moments give one picture")
	}
	if a, b := s.Played(0), s.Played(1); strings.Join(a.Grid(), "") == strings.Join(b.Grid(), "") {
		t.Error("two moments have one position")
	}
}
