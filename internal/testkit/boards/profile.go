package boards

import "math"

// rz is a point of a profile: so far from the axis, so high. Squares.
type rz struct{ r, z float64 }

// profileKinds are what pieces are when they are cut through: draughts of wood or plastic, caps, beads, pawns.
var profileKinds = []string{"flat", "bevelled", "bevelled", "grooved", "grooved", "rimmed", "rimmed", "domed", "cone",
	"cap", "bead", "pawn"}

// profile goes from the rim at the bottom up to the middle of the top of a piece of a radius and a height.
func profile(l lots, kind string, radius, height float64) []rz {
	at := func(r, z float64) rz { return rz{r * radius, z * height} }
	edge := min(l.between(0.02, 0.12)*radius, 0.3*height) // of the bevel, squares
	e, h := edge/radius, edge/height
	switch kind {
	case "flat":
		return []rz{at(1, 0), at(1, 1), at(0, 1)}
	case "grooved":
		p := []rz{at(1-e, 0), at(1, h), at(1, 1-h), at(1-e, 1)}
		deep := min(l.between(0.03, 0.1)*radius, 0.3*height) / height
		for r, n := 1-e-l.between(0.05, 0.15), 1+l.IntN(4); n > 0 && r > 0.2; n-- {
			w := l.between(0.04, 0.12)
			p = append(p, at(r, 1), at(r-0.3*w, 1-deep), at(r-0.7*w, 1-deep), at(r-w, 1))
			r -= w + l.between(0.04, 0.25)
		}
		return append(p, at(0, 1))
	case "rimmed": // a raised rim around a flat or hollow middle
		deep := min(l.between(0.05, 0.2)*radius, 0.4*height) / height
		w, inner := l.between(0.08, 0.22), l.between(0.3, 0.6)
		p := []rz{at(1-e, 0), at(1, h), at(1, 1-h), at(1-e, 1), at(1-e-w, 1), at(1-e-w-0.05, 1-deep)}
		if l.chance(0.5) {
			return append(p, at(inner, 1-deep), at(inner-0.05, 1), at(0, 1))
		}
		return append(p, at(0, 1-deep))
	case "domed":
		from := l.between(0.3, 0.8)
		p := []rz{at(1, 0), at(1, from)}
		for k := 1; k <= 6; k++ {
			sin, cos := math.Sincos(math.Pi / 2 * float64(k) / 6)
			p = append(p, at(cos, from+(1-from)*sin))
		}
		return p
	case "cone":
		top := l.between(0.25, 0.85)
		return []rz{at(1, 0), at(1, 0.1), at(top, 1), at(0, 1)}
	case "cap":
		return []rz{at(1, 0), at(0.92, 0.75), at(0.8, 1), at(0, 1)}
	case "bead":
		var p []rz
		for k := range 9 {
			sin, cos := math.Sincos(math.Pi * (float64(k)/8 - 0.5))
			p = append(p, at(max(cos, 0.05), (1+sin)/2))
		}
		p[8].r = 0
		return p
	case "pawn":
		neck, head := l.between(0.3, 0.5), l.between(0.45, 0.7)
		p := []rz{at(1, 0), at(1, 0.12), at(0.8, 0.2), at(neck, 0.55)}
		for k := range 7 {
			sin, cos := math.Sincos(math.Pi * (float64(k)/6 - 0.5))
			p = append(p, at(head*cos, 0.78+0.22*sin))
		}
		p[len(p)-1].r = 0
		return p
	}
	return []rz{at(1-e, 0), at(1, h), at(1, 1-h), at(1-e, 1), at(0, 1)}
}
