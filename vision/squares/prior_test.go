package squares

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/vision/squares/network"
)

// sure are log odds that say what a grid shows.
func sure(grid []string, by float64) (logOdds [][network.Contents]float64) {
	for _, letter := range strings.Join(grid, "") {
		var odds [network.Contents]float64
		odds[strings.IndexRune(letters, letter)] = by
		logOdds = append(logOdds, odds)
	}
	return logOdds
}

// decided is the grid that is decided for.
func decided(p posterior, n int) (grid []string) {
	for row := range n {
		line := ""
		for column := range n {
			line += string(letters[p.contents[row*n+column]])
		}
		grid = append(grid, line)
	}
	return grid
}

var start = []string{
	".d.d.d.d",
	"d.d.d.d.",
	".d.d.d.d",
	"........",
	"........",
	"l.l.l.l.",
	".l.l.l.l",
	"l.l.l.l.",
}

func TestDecide(t *testing.T) {
	ended := []string{".......", "..L....", ".......", "....?..", ".....d.", ".......", "......."}
	for _, c := range []struct {
		what    string
		is      []string
		logOdds [][network.Contents]float64
		played  int
	}{
		{"the start", start, sure(start, 6), 1},
		{"a king, a man, and something over a square", ended, sure(ended, 12), 1},
		{"one piece that stands on the other kind of square is none", start, func() [][network.Contents]float64 {
			odds := sure(start, 6)
			odds[0] = [network.Contents]float64{network.LightMan: 3}
			return odds
		}(), 1},
		{"no king beside twelve men of a side", start, func() [][network.Contents]float64 {
			odds := sure(start, 6)
			odds[1][network.DarkKing] = 9
			return odds
		}(), 1},
		{"a man on the row where it is crowned is one of the other side", start, func() [][network.Contents]float64 {
			odds := sure(start, 6)
			odds[1] = [network.Contents]float64{network.DarkMan: 5, network.LightMan: 6}
			return odds
		}(), 1},
		{"no more than twelve pieces of a side", start, func() [][network.Contents]float64 {
			odds := sure(start, 6)
			odds[3*8] = [network.Contents]float64{network.DarkMan: 2}
			return odds
		}(), 1},
	} {
		n := int(math.Sqrt(float64(len(c.logOdds))))
		p := games.decide(c.logOdds, n)
		if diff := cmp.Diff(c.is, decided(p, n)); diff != "" {
			t.Errorf("%s:\n%s", c.what, diff)
		}
		if p.played != c.played {
			t.Errorf("%s: played on kind %d, want %d", c.what, p.played, c.played)
		}
		for i, of := range p.probabilities {
			total := 0.0
			for _, v := range of {
				total += v
			}
			if math.Abs(total-1) > 1e-9 {
				t.Errorf("%s: the probabilities of square %d add up to %g", c.what, i, total)
			}
		}
	}
}

func TestStartMen(t *testing.T) {
	for n, want := range map[int]int{4: 2, 6: 6, 8: 12, 10: 20, 12: 30} {
		if got := startMen(n); got != want {
			t.Errorf("on %d×%d squares a side has %d men, want %d", n, n, got, want)
		}
	}
}
