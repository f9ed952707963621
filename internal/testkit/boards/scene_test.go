package boards_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
)

func draw(t *testing.T, s boards.Scene) []byte {
	t.Helper()
	m, err := boards.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Type() != gocv.MatTypeCV8UC3 {
		t.Errorf("a picture of type %v", m.Type())
	}
	px, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(px)
}

func TestSameSeedSamePicture(t *testing.T) {
	first, second := draw(t, boards.New(3, boards.Kept)), draw(t, boards.New(3, boards.Kept))
	if !bytes.Equal(first, second) {
		t.Error("a seed gives two pictures")
	}
	if other := draw(t, boards.New(4, boards.Kept)); bytes.Equal(first, other) {
		t.Error("two seeds give one picture")
	}
}

// TestWhereBoardsLie holds scenes against what their contents promise: boards that the picture shows or cuts, corners
// that go clockwise.
func TestWhereBoardsLie(t *testing.T) {
	seen := make(map[boards.Content]int)
	for seed := range uint64(200) {
		s := boards.New(seed, boards.Set(seed%2))
		seen[s.Content]++
		if len(s.Kinds()) == 0 {
			t.Fatalf("seed %d is of no kind", seed)
		}
		if s.Content == boards.Other {
			continue
		}
		width, height := s.Size()
		corners, inside := s.Corners(), true
		for i, c := range corners {
			next, after := corners[(i+1)%4], corners[(i+2)%4]
			if (next.X-c.X)*(after.Y-next.Y)-(next.Y-c.Y)*(after.X-next.X) <= 0 {
				t.Fatalf("seed %d: the corners do not go clockwise: %v", seed, corners)
			}
			inside = inside && c.X >= 0 && c.Y >= 0 && c.X <= float64(width-1) && c.Y <= float64(height-1)
		}
		if inside != (s.Content == boards.Whole) {
			t.Errorf("seed %d: content %d, corners %v in a picture of %d×%d", seed, s.Content, corners, width, height)
		}
	}
	for _, c := range []boards.Content{boards.Whole, boards.Cut, boards.Other} {
		if seen[c] < 6 {
			t.Errorf("%d of 200 scenes have content %d", seen[c], c)
		}
	}
}

// TestCornersAreDrawnWhereTheyAreSaid looks at a board's first square and the middle of its other corner squares in a
// picture without blur or noise to speak of: opposite corners are alike, neighbours are not.
func TestCornersAreDrawnWhereTheyAreSaid(t *testing.T) {
	looked := 0
	for seed := uint64(0); looked < 3; seed++ {
		s := boards.New(seed, boards.Shown)
		if s.Content != boards.Whole || !s.Plain() {
			continue
		}
		looked++
		px, n := draw(t, s), float64(s.Squares)
		width, _ := s.Size()
		var tone [4][3]float64
		for i, at := range [4][2]float64{{0.08, 0.08}, {0.08, n - 0.08}, {n - 0.08, n - 0.08}, {n - 0.08, 0.08}} {
			p := s.At(at[0], at[1])
			k := 3 * (int(math.Round(p.Y))*width + int(math.Round(p.X)))
			for c := range 3 {
				tone[i][c] = float64(px[k+c])
			}
		}
		far := func(a, b int) (d float64) {
			for c := range 3 {
				d += math.Abs(tone[a][c] - tone[b][c])
			}
			return d
		}
		if far(0, 2) > far(0, 1) || far(1, 3) > far(1, 2) {
			t.Errorf("seed %d: corner squares of tones %v", seed, tone)
		}
	}
}

// Scenes about kings show whole boards without a hand; on a part of these there are kings, and there are always men.
func TestKings(t *testing.T) {
	shown, crowned, men := 0, 0, 0
	for seed := range uint64(300) {
		s, ok := boards.NewKings(seed, boards.Set(seed%3))
		if !ok {
			continue
		}
		if s.Content != boards.Whole {
			t.Errorf("seed %d shows content %d", seed, s.Content)
		}
		grid := strings.Join(s.Grid(), "")
		if strings.Contains(grid, "?") {
			t.Errorf("seed %d has a hand over the board", seed)
		}
		shown++
		men += strings.Count(grid, "l") + strings.Count(grid, "d")
		if strings.ContainsAny(grid, "LD") {
			crowned++
		}
	}
	if shown < 150 || crowned < shown/3 || crowned > shown*3/4 || men < 5*shown {
		t.Errorf("of %d boards %d have kings, and there are %d men", shown, crowned, men)
	}
	one, _ := boards.NewKings(5, boards.Shown)
	again, _ := boards.NewKings(5, boards.Shown)
	if !bytes.Equal(draw(t, one), draw(t, again)) {
		t.Error("a seed gives two pictures")
	}
}
