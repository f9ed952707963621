package scene

import "math"

// finish is what a part of a machine is made of.
type finish struct {
	colour rgb
	gloss  float32 // how much the lamp is mirrored, 0 to 1
	chrome bool    // it mirrors the room, and the colour tints that
	clear  float32 // how much of what is behind shows through, 0 to 1
}

// part is a straight piece of a machine: a bar of rectangular section, or a rod.
type part struct {
	from, to vector
	u, v     vector // from the axis to the middles of two sides, square to it and to each other
	round    bool
	finish
}

// bar is a part with its sides half u and half v away from the axis; sideways is roughly where u points.
func bar(from, to, sideways vector, halfU, halfV float64, f finish) part {
	axis := to.minus(from)
	if axis.length() < 1e-6 {
		axis = vector{0, 0, 1}
	}
	axis = axis.unit()
	u := sideways.minus(axis.times(sideways.dot(axis)))
	if u.length() < 1e-6 {
		u = axis.cross(vector{axis[1], axis[2], axis[0] + 1})
	}
	u = u.unit()
	return part{from: from, to: to, u: u.times(halfU), v: axis.cross(u).times(halfV), finish: f}
}

// rod is a round part.
func rod(from, to vector, radius float64, f finish) part {
	p := bar(from, to, vector{1, .3, .1}, radius, radius, f)
	p.round = true
	return p
}

// upright is a bar that stands, from one height to another.
func upright(at vector, low, high float64, sideways vector, halfU, halfV float64, f finish) part {
	from, to := at, at
	from[2], to[2] = low, high
	return bar(from, to, sideways, halfU, halfV, f)
}

// ring is the corners of the part's section around a point of its axis.
func (p *part) ring(at vector) []vector {
	if !p.round {
		a, b := p.u.plus(p.v), p.u.minus(p.v)
		return []vector{at.plus(a), at.plus(b), at.minus(a), at.minus(b)}
	}
	const sides = 10
	points := make([]vector, sides)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / sides)
		points[i] = at.plus(p.u.times(cos)).plus(p.v.times(sin))
	}
	return points
}

// pieces cuts a part into pieces short enough to follow the lens's distortion and the lamp's light, and hands on the
// two ends of each.
func (p *part) pieces(do func(from, to vector)) {
	const longest = 80 // mm
	n := max(1, int(math.Ceil(p.to.minus(p.from).length()/longest)))
	for i := range n {
		do(p.from.mix(p.to, float64(i)/float64(n)), p.from.mix(p.to, float64(i+1)/float64(n)))
	}
}

// parts are a machine's, or a thing's, the lowest first.
type parts []part

// pieces hands on the outlines of those pieces that keep light off, their corners moved.
func (ps parts) pieces(moved func(vector) vector, do func(places []vector)) {
	for i := range ps {
		p := &ps[i]
		if p.clear > .5 {
			continue
		}
		p.pieces(func(from, to vector) {
			places := append(p.ring(from), p.ring(to)...)
			for k, q := range places {
				places[k] = moved(q)
			}
			do(places)
		})
	}
}

// cast is part of model. What is below the table stands beside it.
func (ps parts) cast(l *shadow, v *view) {
	ps.pieces(func(p vector) vector { return height(p, max(p[2], 0)) }, func(places []vector) { l.add(v, places...) })
}

// draw paints parts, one over the other.
func (ps parts) draw(b brush) {
	for i := range ps {
		ps[i].draw(b)
	}
}

func (p *part) draw(b brush) {
	axis := p.to.minus(p.from)
	if axis.length() < 1e-6 {
		return
	}
	axis = axis.unit()
	p.pieces(func(from, to vector) {
		low, high := p.ring(from), p.ring(to)
		if p.clear == 0 { // an outline below, so that no table shows between its faces
			shade := p.shine(b.film.view.eye, vector{0, 0, 1}, low[0]).times(.6)
			b.flat(append(p.ring(from), high...), true, shade, 1)
		}
		middle := from.mix(to, .5)
		for i := range low {
			j := (i + 1) % len(low)
			face := low[i].plus(low[j]).plus(high[i]).plus(high[j]).times(.25)
			p.face(b, face.minus(middle).unit(), face, low[i], low[j], high[j], high[i])
		}
		if from == p.from {
			p.face(b, axis.times(-1), from, low...)
		}
		if to == p.to {
			p.face(b, axis, to, high...)
		}
	})
}

// face paints a flat side of a part if the camera is before it.
func (p *part) face(b brush, normal, middle vector, corners ...vector) {
	towards := b.film.view.eye.minus(middle)
	if towards.dot(normal) <= 0 {
		return
	}
	shows := float32(1)
	if p.clear > 0 { // a side that is seen at a slant is seen best
		slant := float32(1 - towards.unit().dot(normal))
		shows = (1 - p.clear) * (.4 + 1.6*slant*slant)
	}
	b.flat(corners, false, p.shine(b.film.view.eye, normal, middle), shows)
}

// shine is the light that a part's surface sends to an eye.
func (p *part) shine(eye, normal, at vector) rgb {
	diffuse, mirrored := glowAt(at, eye).on(normal, p.gloss)
	c := p.colour.times(diffuse)
	if p.chrome {
		in := at.minus(eye).unit()
		c = p.colour.times(room(in.minus(normal.times(2*in.dot(normal))), at))
	}
	return addLit(rgb{}, c, mirrored)
}

// room is how bright the room is that a mirror at a place shows in a direction: a row of windows, and between them
// and below it the dark.
func room(d, at vector) float32 {
	const wall = 2500 // mm to the windows
	if d[2] < -.2 {
		return .12
	}
	x, y := at[0]+wall*d[0], at[1]+wall*d[1]
	angle := math.Atan2(y, x)*4 + (at[0]+at[1])/35 // the folds of a polished tube throw the picture about
	return float32(.16 + 1.15*math.Pow(.5+.5*math.Sin(angle), 6))
}
