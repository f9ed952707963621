package boards

import (
	"math"
)

// lightStyle is how a scene is lit; places are parts of the picture.
type lightStyle struct {
	name     string
	gain     float64
	tint     tone
	slope    point   // brightness across the picture, as a part at its edges
	lamp     point   // a spot
	lampSize float64 // of the picture's width; 0 for none
	floor    float64 // of the light beyond the spot
	glare    []glare
	shade    [][]point // polygons in the shadow
	depth    float64   // of that shadow
	soft     float64   // of its edges, part of the width
	bars     float64   // distance of bars of shadow, 0 for none
}

type glare struct {
	at          point
	wide, high  float64
	turn, power float64
}

// anyLight draws one by lot.
func anyLight(l lots, only *styles) lightStyle {
	light := lightStyle{
		name: oneOf(l, "even", "even", "slanting", "lamp", "shadows", "glare", "dim"),
		gain: l.between(0.75, 1.1), tint: tone{l.between(0.85, 1.05), 1, l.between(0.95, 1.08)}, floor: 1, depth: 1,
		slope: point{l.between(-0.15, 0.15), l.between(-0.15, 0.15)},
	}
	if only != nil {
		light.name = only.lights[0]
		if len(only.lights) > 1 {
			light.name = oneOf(l, only.lights...)
		}
	}
	switch light.name {
	case "slanting":
		light.slope = point{l.between(-0.6, 0.6), l.between(-0.5, 0.5)}
	case "lamp":
		light.lamp, light.lampSize, light.floor = point{l.between(0.2, 0.8), l.between(0.2, 0.8)}, l.between(0.3, 0.7),
			l.between(0.15, 0.5)
		light.tint = tone{l.between(0.6, 0.95), 0.9, 1.05}
	case "shadows":
		light.depth, light.soft = l.between(0.35, 0.75), l.between(0.002, 0.05)
		for range 1 + l.IntN(3) {
			x, y := l.between(0, 1), l.between(0, 1)
			var p []point
			for k := range 3 + l.IntN(3) {
				sin, cos := math.Sincos(float64(k) * 1.7)
				p = append(p, point{x + l.between(0.1, 0.5)*cos, y + l.between(0.1, 0.5)*sin})
			}
			light.shade = append(light.shade, p)
		}
	case "glare":
		for range 1 + l.IntN(2) {
			light.glare = append(light.glare, glare{
				point{l.between(0.2, 0.8), l.between(0.2, 0.8)}, l.between(0.05, 0.2), l.between(0.04, 0.12), math.Pi * l.Float64(),
				l.between(60, 230),
			})
		}
	case "dim":
		light.gain *= l.between(0.15, 0.4)
	case "leaves":
		light.depth, light.soft = l.between(0.4, 0.75), l.between(0.002, 0.012)
		for range 60 + l.IntN(120) {
			light.shade = append(light.shade, leaf(l))
		}
	case "window light":
		light.depth, light.soft = l.between(0.4, 0.75), l.between(0.002, 0.02)
		light.shade = window(l)
	case "blinds":
		light.bars, light.depth = l.between(0.05, 0.2), l.between(0.4, 0.8)
		light.slope.x = l.between(-0.5, 0.5)
	}
	return light
}

// leaf is the shadow of one.
func leaf(l lots) (outline []point) {
	x, y, long, wide := l.Float64(), l.Float64(), l.between(0.02, 0.1), l.between(0.01, 0.05)
	sin, cos := math.Sincos(2 * math.Pi * l.Float64())
	for k := range 16 {
		v, u := math.Sincos(2 * math.Pi * float64(k) / 16)
		u, v = long*u, wide*v
		outline = append(outline, point{x + cos*u - sin*v, y + sin*u + cos*v})
	}
	return outline
}

// window is all that its panes leave dark: what is around them, and the bars between them.
func window(l lots) (shade [][]point) {
	x, y := l.between(0.2, 0.8), l.between(0.2, 0.8)
	angle := math.Pi * l.Float64()
	right := point{math.Cos(angle), math.Sin(angle)}
	angle += l.between(0.3, 0.7) * math.Pi
	down := point{math.Cos(angle), math.Sin(angle)}
	box := func(u0, v0, u1, v1 float64) {
		var p []point
		for _, c := range [4][2]float64{{u0, v0}, {u1, v0}, {u1, v1}, {u0, v1}} {
			p = append(p, point{x + c[0]*right.x + c[1]*down.x, y + c[0]*right.y + c[1]*down.y})
		}
		shade = append(shade, p)
	}
	w, h, far := l.between(0.2, 0.5), l.between(0.2, 0.5), 3.0
	box(-far, -far, -w, far)
	box(w, -far, far, far)
	box(-w, -far, w, -h)
	box(-w, h, w, far)
	across, along, bar := 1+l.IntN(3), 1+l.IntN(4), l.between(0.01, 0.03)
	for k := 1; k < across; k++ {
		at := w * (2*float64(k)/float64(across) - 1)
		box(at-bar/2, -h, at+bar/2, h)
	}
	for k := 1; k < along; k++ {
		at := h * (2*float64(k)/float64(along) - 1)
		box(-w, at-bar/2, w, at+bar/2)
	}
	return shade
}

// at is the gain and what is added at a place of the picture.
func (g *lightStyle) at(x, y float64) (gain, added float64) {
	gain = g.gain * (1 + g.slope.x*(2*x-1) + g.slope.y*(2*y-1))
	if g.lampSize > 0 {
		d := math.Hypot(x-g.lamp.x, y-g.lamp.y) / g.lampSize
		gain *= g.floor + (1.25-g.floor)/(1+d*d*d*d)
	}
	if g.bars > 0 {
		phase := math.Mod((x+0.6*y)/g.bars+10, 1)
		edge := min(max((math.Abs(phase-0.5)-0.25)*20, -1), 1)
		gain *= 1 - (1-g.depth)*(edge+1)/2
	}
	for _, f := range g.glare {
		sin, cos := math.Sincos(f.turn)
		u, v := (cos*(x-f.at.x)+sin*(y-f.at.y))/f.wide, (-sin*(x-f.at.x)+cos*(y-f.at.y))/f.high
		if d := u*u + v*v; d < 20 {
			added += f.power * math.Exp(-d/2)
		}
	}
	return max(gain, 0.02), added
}

// sensorStyle is what optics, sensor and file make of a picture.
type sensorStyle struct {
	blur     float64 // standard deviation of defocus, px
	motion   float64 // length of the path, px
	path     float64 // its direction
	noise    float64 // grey values, at full light
	contrast float64 // 1 as it is
	lift     float64 // of the blacks
	jpeg     int     // quality
}

func anySensor(l lots) sensorStyle {
	s := sensorStyle{blur: l.between(0.3, 0.9), noise: l.between(0.5, 3), contrast: 1, jpeg: 80 + l.IntN(16),
		path: math.Pi * l.Float64()}
	if l.chance(0.25) {
		s.blur = l.between(0.8, 2.8)
	}
	if l.chance(0.15) {
		s.motion = l.between(2, 9)
	}
	if l.chance(0.3) {
		s.noise = l.between(3, 16)
	}
	if l.chance(0.25) {
		s.contrast = l.between(0.3, 0.8)
		s.lift = (1 - s.contrast) * l.between(20, 230)
	}
	if l.chance(0.5) {
		s.jpeg = 40 + l.IntN(45)
	}
	return s
}
