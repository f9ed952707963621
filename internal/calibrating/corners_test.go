package calibrating

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"draughtsman/vision/learn"
)

// TestCornersThatAreOff has each corner of the board be put 5 to 30 px off in eight directions: it is refused, and the
// sentence names the corner, on which side of the board it lies, and how far off, within a third or 3 px.
func TestCornersThatAreOff(t *testing.T) {
	b := sit(t)
	b.until("it runs", func(s Snapshot) bool { return len(s.Sessions) > 0 })
	b.do(Skip{})
	found := b.until("the board is found", func(s Snapshot) bool { return s.Board.Found && s.Board.SideKnown })
	right := found.Board.Corners
	directions := 8
	if testing.Short() {
		directions = 3
	}
	for i, which := range []string{"top left", "top right", "bottom right", "bottom left"} {
		for _, px := range []float64{5, 10, 20, 30} {
			for d := range directions {
				sin, cos := math.Sincos(2 * math.Pi * float64(d) / float64(directions))
				x, y := right[i][0]+px*cos, right[i][1]+px*sin
				b.do(Corner{Corner: i, X: x, Y: y})
				err := b.Perform(t.Context(), Accept{})
				var off *learn.OffCorner
				if !errors.As(err, &off) {
					t.Errorf("corner %d, %.0f px off to %.1f, %.1f: %v", i, px, x, y, err)
					b.do(Open{Board}) // which is done, perhaps
					continue
				}
				if off.Corner != i || math.Abs(off.PX-px) > max(px/3, 3) {
					t.Errorf("corner %d, %.0f px off to %.1f, %.1f: %v", i, px, x, y, err)
				}
				middle := [2]float64{}
				for _, c := range right {
					middle[0], middle[1] = middle[0]+c[0]/4, middle[1]+c[1]/4
				}
				out := ((right[i][0]-middle[0])*cos + (right[i][1]-middle[1])*sin) /
					math.Hypot(right[i][0]-middle[0], right[i][1]-middle[1])
				side := map[bool]string{true: "outside", false: "inside"}[off.Outside]
				if out > 0.9 && !off.Outside || out < -0.9 && off.Outside {
					t.Errorf("corner %d lies %s towards %.1f, %.1f", i, side, cos, sin)
				}
				want := fmt.Sprintf("he %s corner (%c) lies %.0f px %s the board", which, "ABCD"[i], off.PX, side)
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want …%s…", err, want)
				}
				if s := b.Snapshot().Board.Off; s == nil || s.Corner != i {
					t.Errorf("the state has %+v", s)
				}
			}
		}
		b.do(Corner{Corner: i, X: right[i][0], Y: right[i][1]})
		if off := b.Snapshot().Board.Off; off != nil {
			t.Errorf("a corner that is where it should be is %+v", off)
		}
	}
	b.do(Accept{})
}
