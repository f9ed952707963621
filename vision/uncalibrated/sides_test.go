package uncalibrated

import (
	"math"
	"testing"

	"draughtsman/vision/imaging"
)

// A lamp's tint is told from the board's own colour as far as lamps have one.
func TestLampTint(t *testing.T) {
	for _, test := range []struct {
		name      string
		lit, want imaging.Colour
	}{
		{"grey", imaging.Colour{4, 4, 4}, imaging.Colour{}},
		{"lamp", imaging.Colour{3.9, 4, 4.1}, imaging.Colour{-0.1, 0, 0.1}},
		{"red board", imaging.Colour{3.5, 3.5, 4.5}, imaging.Colour{-warmest, 0, warmest}},
		{"green board", imaging.Colour{3.5, 4.5, 3.5}, imaging.Colour{}},
	} {
		if is := lampTint(test.lit); is.Minus(test.want).Length() > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, is, test.want)
		}
	}
}

// In a reflection dark pieces may be as light as the others: what is seen of the rest of them tells.
func TestReflectionsDoNotSwapSides(t *testing.T) {
	red, black, white := imaging.Colour{3.5, 3.5, 4.8}, imaging.Colour{3.6, 3.6, 3.6}, imaging.Colour{5.3, 5.3, 5.3}
	var pieces []pieceColours
	for i := range 20 {
		own := red
		if i >= 10 {
			own = black
		}
		veil := []float64{0, 0, 0.02, 0.05}[i%4]
		if i > 12 { // most of the black ones lie in a reflection, its middle brighter than the red
			veil = 0.12 * float64(i-12)
		}
		c := own.Plus(white.Minus(own).Times(veil))
		pieces = append(pieces, pieceColours{looks: [3]imaging.Colour{c, c, c}})
	}
	for i, dark := range splitSides(pieces, imaging.Colour{}, 4, 12, math.Inf(1)) {
		if dark != (i >= 10) {
			t.Errorf("piece %d: dark is %t", i, dark)
		}
	}
}

// Sides that are hardly unlike are told apart where more pieces stand than one side can have.
func TestTooManyForOneSide(t *testing.T) {
	var pieces []pieceColours
	for i := range 24 {
		c := imaging.Colour{3.5, 3.5, 3.5}.Plus(imaging.Colour{0.1, 0.1, 0.1}.Times(float64(i%6) / 5))
		if i >= 12 {
			c = c.Plus(imaging.Colour{0.12, 0.12, 0.12})
		}
		pieces = append(pieces, pieceColours{looks: [3]imaging.Colour{c, c, c}})
	}
	count := func(most int) (dark int) {
		for _, is := range splitSides(pieces, imaging.Colour{}, 4, most, math.Inf(1)) {
			if is {
				dark++
			}
		}
		return dark
	}
	if n := count(24); n != 24 {
		t.Errorf("of 24 pieces that one side may have %d are dark", n)
	}
	if n := count(12); n < 8 || n > 16 {
		t.Errorf("of 24 pieces of two sides %d are dark", n)
	}
}

// A lamp that the squares reflect in a corner makes a red man there pink, and a light one lighter: neither
// is of the other side.
func TestVeiledMen(t *testing.T) {
	red, white := imaging.Colour{4.2, 4.2, 5.2}, imaging.Colour{5.4, 5.4, 5.45}
	veil := imaging.Colour{65, 68, 66}
	const brightest = 5.6
	under := func(c imaging.Colour, gloss float64) imaging.Colour {
		for k := range c {
			c[k] = min(math.Log(math.Exp(c[k])+gloss*veil[k]), brightest)
		}
		return c
	}
	for _, tt := range []struct {
		name  string
		own   imaging.Colour
		gloss float64
		dark  bool
	}{
		{"red, as glossy as the board", red, 1, true},
		{"red, polished", red, 1.8, true},
		{"white, dull", white, 0.2, false},
		{"white, glossy", white, 1.2, false},
		{"white, as bright as can be", white, 2, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var pieces []pieceColours
			for i := range 10 {
				c := red
				if i%2 == 1 {
					c = white
				}
				c = c.Plus(imaging.Colour{0.02, 0.02, 0.02}.Times(float64(i % 3)))
				pieces = append(pieces, pieceColours{looks: [3]imaging.Colour{c, c, c}})
			}
			c := under(tt.own, tt.gloss)
			pieces = append(pieces, pieceColours{looks: [3]imaging.Colour{c, c, c}, light: imaging.Colour{0.37, 0.32, 0.26},
				glare: veil})
			if dark := splitSides(pieces, imaging.Colour{}, 4.8, 12, brightest); dark[10] != tt.dark {
				t.Errorf("dark is %t", dark[10])
			}
		})
	}
}

// A lamp shows on a red board in green and blue; of its red, which is as bright as can be without it, one has to
// think.
func TestVeilOnARedBoard(t *testing.T) {
	l := analysis{brightest: math.Log(math.MaxUint8 + 17)}
	usual := imaging.Colour{50, 40, 265}
	veil := l.glare(imaging.Colour{math.Log(120), math.Log(115), math.Log(268)}, usual)
	if math.Abs(veil[0]-70) > 1e-6 || math.Abs(veil[1]-75) > 1e-6 || math.Abs(veil[2]-75) > 1e-6 {
		t.Errorf("a lamp adds %v", veil)
	}
	if veil := l.glare(imaging.Colour{math.Log(30), math.Log(20), math.Log(200)}, usual); veil.Mean() > 0 {
		t.Errorf("a shadow adds %v", veil)
	}
}
