package varied_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/vision/find/varied"
)

func draw(t *testing.T, s varied.Scene) []byte {
	t.Helper()
	m, err := varied.Draw(s)
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
	first, second := draw(t, varied.New(3, varied.Kept)), draw(t, varied.New(3, varied.Kept))
	if !bytes.Equal(first, second) {
		t.Error("a seed gives two pictures")
	}
	if other := draw(t, varied.New(4, varied.Kept)); bytes.Equal(first, other) {
		t.Error("two seeds give one picture")
	}
}

// TestWhereBoardsLie holds scenes against what their contents promise: boards
// that the picture shows or cuts, corners that go clockwise.
func TestWhereBoardsLie(t *testing.T) {
	seen := make(map[varied.Content]int)
	for seed := range uint64(200) {
		s := varied.New(seed, varied.Set(seed%2))
		seen[s.Content]++
		if len(s.Kinds()) == 0 {
			t.Fatalf("seed %d is of no kind", seed)
		}
		if s.Content == varied.Other {
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
		if inside != (s.Content == varied.Whole) {
			t.Errorf("seed %d: content %d, corners %v in a picture of %d×%d", seed, s.Content, corners, width, height)
		}
	}
	for _, c := range []varied.Content{varied.Whole, varied.Cut, varied.Other} {
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
		s := varied.New(seed, varied.Shown)
		if s.Content != varied.Whole || !s.Plain() {
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
	boards, crowned, men := 0, 0, 0
	for seed := range uint64(300) {
		s, ok := varied.NewKings(seed, varied.Set(seed%3))
		if !ok {
			continue
		}
		if s.Content != varied.Whole {
			t.Errorf("seed %d shows content %d", seed, s.Content)
		}
		grid := strings.Join(s.Grid(), "")
		if strings.Contains(grid, "?") {
			t.Errorf("seed %d has a hand over the board", seed)
		}
		boards++
		men += strings.Count(grid, "l") + strings.Count(grid, "d")
		if strings.ContainsAny(grid, "LD") {
			crowned++
		}
	}
	if boards < 150 || crowned < boards/3 || crowned > boards*3/4 || men < 5*boards {
		t.Errorf("of %d boards %d have kings, and there are %d men", boards, crowned, men)
	}
	one, _ := varied.NewKings(5, varied.Shown)
	again, _ := varied.NewKings(5, varied.Shown)
	if !bytes.Equal(draw(t, one), draw(t, again)) {
		t.Error("a seed gives two pictures")
	}
}
