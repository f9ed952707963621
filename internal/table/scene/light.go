package scene

// The light of the room: one lamp above and beside the table, and what comes from the walls and the ceiling.
var lamp = vector{-520, 640, 1150}

const (
	ambient  = 0.34
	lampPart = 0.86
	// shaded is how bright a place on the table is that the lamp does not reach, against one that it does, in encoded
	// samples.
	shaded = 0.66
	// vignette is how much darker the corners of the picture are.
	vignette = 0.3
)

// glow is the lamp's light at a place.
type glow struct {
	towards  vector // unit: to the lamp
	half     vector // unit: the normal of a mirror that shows the lamp to the eye
	strength float64
}

func glowAt(p, eye vector) glow {
	d := lamp.minus(p)
	towards := d.unit()
	return glow{
		towards:  towards,
		half:     towards.plus(eye.minus(p).unit()).unit(),
		strength: lampPart * lamp.dot(lamp) / d.dot(d),
	}
}

// on is the light that leaves a surface with the given unit normal towards the eye: the part to be multiplied with
// the colour, and the mirrored lamp to be added.
func (g glow) on(normal vector, gloss float32) (diffuse, mirrored float32) {
	cos := max(0, normal.dot(g.towards))
	diffuse = float32(ambient*(.65+.35*normal[2]) + g.strength*cos)
	if gloss > 0 && cos > 0 {
		if c := normal.dot(g.half); c > .5 {
			c2 := c * c
			c4 := c2 * c2
			c8 := c4 * c4
			c16 := c8 * c8
			mirrored = gloss * float32(g.strength*(.25*c16*c16+.05*c8))
		}
	}
	return diffuse, mirrored
}

// onTable is where the shadow of a place falls on the table.
func onTable(p vector) vector {
	t := p[2] / max(lamp[2]-p[2], 1)
	return vector{p[0] + t*(p[0]-lamp[0]), p[1] + t*(p[1]-lamp[1]), 0}
}
