package squares

import (
	"math"
	"testing"

	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// Where it is not sure which of two colours is the lighter one, all pieces of a colour are of one side.
func TestTwoColours(t *testing.T) {
	sign := map[bool]float64{true: 1, false: -1}
	red, green := imaging.Colour{-0.6, -0.8, 0.5}, imaging.Colour{-0.7, 0.4, -0.6}
	for _, c := range []struct {
		what string
		odds func(i int, red bool) float64
		red  float64 // the probability that red ones are of the lighter side
	}{
		{"sure of all", func(_ int, red bool) float64 { return 5 * sign[red] }, 1},
		{"sure of none", func(i int, red bool) float64 {
			return []float64{0.4, -0.3, 0.2, -0.2}[i%4] + 0.2*sign[red]
		}, 1},
		{"sure of one", func(i int, red bool) float64 {
			if i == 3 {
				return 4
			}
			return 0.1
		}, 0},
	} {
		var pieces []colouredPiece
		for i := range 20 {
			isRed := i%2 == 0
			colour := green
			if isRed {
				colour = red
			}
			lamp := float64(i%5) / 20 // some lie in more light
			pieces = append(pieces, colouredPiece{colour.Plus(imaging.Colour{lamp, lamp, lamp}), c.odds(i, isRed)})
		}
		light, ok := twoColours(pieces)
		if !ok {
			t.Errorf("%s: one side", c.what)
			continue
		}
		for i, q := range light {
			want := c.red
			if i%2 == 1 {
				want = 1 - c.red
			}
			if math.Abs(q-want) > 0.1 {
				t.Errorf("%s: piece %d is of the lighter side with %.2f, want %g", c.what, i, q, want)
			}
		}
	}
}

// Pieces of one colour are of the side that they are said to be of.
func TestOneColour(t *testing.T) {
	var pieces []colouredPiece
	for i := range 6 {
		pieces = append(pieces, colouredPiece{imaging.Colour{0.1 * float64(i%3), 0, 0}, 6})
	}
	if light, ok := twoColours(pieces); ok {
		for i, q := range light {
			if q < 0.5 {
				t.Errorf("piece %d is of the other side with %.2f", i, 1-q)
			}
		}
	}
}

// The lighter side is the one whose pieces look lighter, whatever the network called it.
func TestNameSides(t *testing.T) {
	patches := make([]patch, 4)
	for i, grey := range []uint8{200, 40, 210, 50} {
		p := &patches[i]
		for k := range pixelsAPatch {
			p.onBoard[k], p.lattice[k] = 255, latticeMiddle+latticeGreatest
			for c := range 3 {
				p.colour[c][k] = 120
				if own(k) {
					p.colour[c][k] = grey
				}
			}
		}
	}
	answers := make([]network.Answer, 4)
	want := []network.Content{network.LightMan, network.DarkKing, network.LightKing, network.Empty}
	other := []network.Content{network.DarkMan, network.LightKing, network.DarkKing, network.Empty}
	for _, called := range [][]network.Content{want, other} {
		p := posterior{contents: append([]network.Content(nil), called...),
			probabilities: make([][network.Contents]float64, 4)}
		for i, c := range called {
			p.probabilities[i][c] = 1
		}
		p.nameSides(patches, answers)
		for i, c := range want {
			if p.contents[i] != c || p.probabilities[i][c] != 1 {
				t.Errorf("called %v: square %d is %v with %v, want %v", called, i, p.contents[i], p.probabilities[i], c)
			}
		}
	}
}
