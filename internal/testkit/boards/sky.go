package boards

import "math"

// light is radiance or irradiance: blue, green, red, of which 1 makes a white surface as bright as can be.
type light [3]float64

func (a light) plus(b light) light {
	return light{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
}
func (a light) times(f float64) light { return light{a[0] * f, a[1] * f, a[2] * f} }
func (a light) by(b light) light      { return light{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }
func (a light) mean() float64         { return (a[0] + a[1] + a[2]) / 3 }

// linear is the light that a colour of a picture stands for.
func linear(t tone) (l light) {
	for c, v := range t {
		l[c] = math.Pow(min(max(v, 0), 255)/255, gamma)
	}
	return l
}

const gamma = 2.2

// sky is all that light comes from: a ceiling and walls, windows in them, and lamps.
type sky struct {
	high, low light // of the ceiling, of the walls
	windows   []pane
	lamps     []bulb
	dome      []beam // the ceiling, walls and windows as beams of which each stands for a part of them
}

// pane is a window: directions around one.
type pane struct {
	middle, right, up vec // unit vectors
	wide, tall        float64
	light             light
	bars              int // across it
}

// bulb is a lamp, or the sun far away.
type bulb struct {
	at     vec
	radius float64 // squares
	light  light   // that it throws on a surface which faces it at the board's middle
}

type beam struct {
	to    vec
	light light // on a surface that faces it
}

// part is how much of a direction, blurred by so many radians, the window fills: 0 to 1.
func (p *pane) part(d vec, soft float64) float64 {
	ahead := d.dot(p.middle)
	if ahead <= 0 {
		return 0
	}
	x, y := d.dot(p.right)/ahead, d.dot(p.up)/ahead
	edge := func(v, half float64) float64 { return step((half-math.Abs(v))/max(soft, 0.01) + 0.5) }
	part := edge(x, p.wide) * edge(y, p.tall)
	if part > 0 && p.bars > 0 && soft < 0.15 {
		phase := math.Mod((x/p.wide+1)/2*float64(p.bars)+10, 1)
		part *= 1 - step((0.06-math.Min(phase, 1-phase))/max(soft, 0.02)+0.5)
	}
	return part
}

func step(v float64) float64 {
	v = min(max(v, 0), 1)
	return v * v * (3 - 2*v)
}

// seen is what comes from a direction, blurred by so much (radians).
func (s *sky) seen(d vec, soft float64) light {
	up := step(d.z/max(0.5, soft) + 0.2)
	out := s.low.times(1 - up).plus(s.high.times(up))
	for i := range s.windows {
		w := &s.windows[i]
		if part := w.part(d, soft); part > 0 {
			// what is blurred spreads: as much light in all
			spread := (w.wide * w.tall) / ((w.wide + soft/2) * (w.tall + soft/2))
			out = out.plus(w.light.times(part * min(spread, 1)))
		}
	}
	return out
}

// glint is what a surface that blurs by so much mirrors of the lamps at a place.
func (s *sky) glint(at, d vec, soft float64) (out light) {
	for _, b := range s.lamps {
		to := b.at.minus(at)
		far := to.length()
		wide := soft*soft + (b.radius/far)*(b.radius/far) + 1e-4
		if off := 2 * (1 - to.dot(d)/far); off < 9*wide {
			out = out.plus(b.fall(at).times(math.Exp(-off/wide) / (math.Pi * wide)))
		}
	}
	return out
}

// fall is the light that the lamp throws at a place on what faces it.
func (b *bulb) fall(at vec) light {
	near := b.at.length()
	far := b.at.minus(at).length()
	return b.light.times(near * near / max(far*far, 0.1))
}

// anySky draws one by lot.
func anySky(l lots) (s sky) {
	tint := light{l.between(0.7, 1.15), 1, l.between(0.85, 1.3)}
	base := l.between(0.15, 1)
	s.high, s.low = tint.times(base*l.between(0.5, 1.2)), tint.times(base*l.between(0.1, 0.9))
	for range oneOf(l, 0, 1, 1, 2, 3) {
		sin, cos := math.Sincos(2 * math.Pi * l.Float64())
		lift := l.between(0.1, 1.3)
		up, flat := math.Sincos(lift)
		m := vec{cos * flat, sin * flat, up}
		right := vec{-sin, cos, 0}
		s.windows = append(s.windows, pane{
			middle: m, right: right, up: right.cross(m), wide: l.between(0.08, 0.6), tall: l.between(0.1, 0.6),
			light: light{l.between(0.9, 1.3), 1, l.between(0.8, 1.1)}.times(math.Exp(l.between(0, 2.5))), bars: l.IntN(5),
		})
	}
	count := oneOf(l, 0, 1, 1, 1, 2, 3)
	for range count {
		sin, cos := math.Sincos(2 * math.Pi * l.Float64())
		up, flat := math.Sincos(l.between(0.35, 1.5))
		far := math.Exp(l.between(math.Log(7), math.Log(60)))
		warm := l.between(0, 1)
		s.lamps = append(s.lamps, bulb{
			at: vec{cos * flat, sin * flat, up}.times(far), radius: far * math.Exp(l.between(math.Log(0.005), math.Log(0.25))),
			light: light{1.05 - 0.6*warm, 1 - 0.15*warm, 1 + 0.1*warm}.times(math.Exp(l.between(-1.5, 1.2))),
		})
	}
	s.spread(l)
	return s
}

const (
	domeBeams   = 14 // of the ceiling and the walls
	windowBeams = 3  // of a window
)

// spread lays beams over the dome, by the golden angle, and over each window.
func (s *sky) spread(l lots) {
	turn := 2 * math.Pi * l.Float64()
	for k := range domeBeams {
		z := (float64(k) + 0.5) / domeBeams
		sin, cos := math.Sincos(turn + float64(k)*math.Pi*(3-math.Sqrt(5)))
		flat := math.Sqrt(1 - z*z)
		d := vec{cos * flat, sin * flat, z}
		up := step(z/0.5 + 0.2)
		s.dome = append(s.dome, beam{d, s.low.times(1 - up).plus(s.high.times(up)).times(2.0 / domeBeams)})
	}
	for _, w := range s.windows {
		for range windowBeams {
			d := w.middle.plus(w.right.times(w.wide * l.between(-1, 1))).plus(w.up.times(w.tall * l.between(-1, 1))).unit()
			if d.z > 0.02 {
				s.dome = append(s.dome, beam{d, w.light.times(4 * w.wide * w.tall / math.Pi / windowBeams)})
			}
		}
	}
}
