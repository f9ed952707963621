package cold

import "testing"

// A lamp's tint is told from the board's own colour as far as lamps have one.
func TestLampTint(t *testing.T) {
	for _, test := range []struct {
		name      string
		lit, want colour
	}{
		{"grey", colour{4, 4, 4}, colour{}},
		{"lamp", colour{3.9, 4, 4.1}, colour{-0.1, 0, 0.1}},
		{"red board", colour{3.5, 3.5, 4.5}, colour{-warmest, 0, warmest}},
		{"green board", colour{3.5, 4.5, 3.5}, colour{}},
	} {
		if is := lampTint(test.lit); is.sub(test.want).length() > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, is, test.want)
		}
	}
}

// In a reflection dark pieces may be as light as the others: what is seen of the rest of them tells.
func TestReflectionsDoNotSwapSides(t *testing.T) {
	red, black, white := colour{3.5, 3.5, 4.8}, colour{3.6, 3.6, 3.6}, colour{5.3, 5.3, 5.3}
	var pieces []piece
	for i := range 20 {
		own := red
		if i >= 10 {
			own = black
		}
		veil := []float64{0, 0, 0.02, 0.05}[i%4]
		if i > 12 { // most of the black ones lie in a reflection, its middle brighter than the red
			veil = 0.12 * float64(i-12)
		}
		c := own.add(white.sub(own).times(veil))
		pieces = append(pieces, piece{looks: [3]colour{c, c, c}})
	}
	for i, dark := range split(pieces, colour{}, 4) {
		if dark != (i >= 10) {
			t.Errorf("piece %d: dark is %t", i, dark)
		}
	}
}
