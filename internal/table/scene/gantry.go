package scene

import (
	"math"

	"draughtsman/internal/table/world"
)

// Heights of the machine's parts over the playing surface, mm.
const (
	beamLow, beamHigh         = 116, 148
	beamHalf                  = 17
	carriageLow, carriageHigh = 108, 158
	carriageHalf              = 26
	tubeRadius, cupRadius     = 4.5, 6
	cupHeight                 = 9
)

var (
	aluminium = rgb{.52, .53, .54}
	blackened = rgb{.035, .035, .04}
	rubber    = rgb{.05, .045, .045}
)

// bedWidth is the length of the bed along the arm's x axis, mm; the beam reaches beyond it on both sides.
const bedWidth, beyond = 640, 40

// gantryFrame is the machine's axes where its tool is. The beam lies along the arm's x axis and travels along y.
type gantryFrame struct {
	tool          vector
	across, along vector  // unit: the way the beam travels, the way it lies
	from, to      float64 // the beam's ends along it, from the tool
}

// frameAt is the machine's axes with the tool at a place.
func frameAt(m world.Mount, tool world.Point) gantryFrame {
	sin, cos := math.Sincos(m.Turn)
	f := gantryFrame{tool: at(tool), across: vector{sin, cos, 0}, along: vector{cos, -sin, 0}}
	x := m.ToArm(tool).X
	f.from, f.to = -x-beyond, bedWidth-x+beyond
	return f
}

// place is a place by its distances from the tool across and along, and its height over the playing surface.
func (f gantryFrame) place(across, along, z float64) vector {
	p := f.tool.plus(f.across.times(across)).plus(f.along.times(along))
	p[2] = z
	return p
}

// cast is part of model.
func (f gantryFrame) cast(l *shadow, v *view) {
	box := func(half, from, to, low, high float64) {
		var corners []vector
		for _, z := range []float64{low, high} {
			corners = append(corners,
				f.place(-half, from, z), f.place(half, from, z), f.place(half, to, z), f.place(-half, to, z))
		}
		l.add(v, corners...)
	}
	const pieces = 6
	for i := range pieces {
		from := f.from + (f.to-f.from)*float64(i)/pieces
		box(beamHalf, from, from+(f.to-f.from)/pieces+1, beamLow, beamHigh)
	}
	box(carriageHalf, -carriageHalf, carriageHalf, carriageLow, carriageHigh)
	box(tubeRadius, -tubeRadius, tubeRadius, f.tool[2], carriageLow)
}

// draw paints tube, beam and carriage.
func (f gantryFrame) draw(b brush) {
	b.tube(f.tool, f.tool[2], f.tool[2]+cupHeight, cupRadius, rubber)
	b.tube(f.tool, f.tool[2]+cupHeight, carriageLow+5, tubeRadius, aluminium.times(.8))
	f.drawBeam(b)
	f.drawBox(b, carriageHalf, -carriageHalf, carriageHalf, carriageLow, carriageHigh, blackened)
	f.drawBox(b, 14, -14, 14, carriageHigh, carriageHigh+22, blackened.times(2.2)) // motor
	for _, x := range []float64{-19, 19} {                                         // screws
		for _, y := range []float64{-19, 19} {
			b.quad(aluminium, vector{0, 0, 1}, circlePoints(f.place(x, y, carriageHigh), 2.6)...)
		}
	}
}

// drawBeam paints the beam, an extrusion with two grooves on each side that is seen, in pieces short enough to follow
// the lens's distortion.
func (f gantryFrame) drawBeam(b brush) {
	const pieces = 10
	length := (f.to - f.from) / pieces
	front := float64(beamHalf)
	if b.film.view.eye.minus(f.tool).dot(f.across) < 0 {
		front = -front
	}
	up, out := vector{0, 0, 1}, f.across.times(front/beamHalf)
	stripe := func(i int, colour rgb, normal, p, q vector) {
		// p and q are (across, height); a little overlap hides the seams.
		from, to := f.from+float64(i)*length-.3, f.from+float64(i+1)*length+.3
		b.quad(colour, normal, f.place(p[0], from, p[1]), f.place(q[0], from, q[1]),
			f.place(q[0], to, q[1]), f.place(p[0], to, p[1]))
	}
	for i := range pieces {
		stripe(i, aluminium, out, vector{front, beamLow}, vector{front, beamHigh})
		stripe(i, aluminium, up, vector{-front, beamHigh}, vector{front, beamHigh})
	}
	for i := range pieces {
		const groove, lip = 5.2, .9
		for _, x := range []float64{-9, 9} {
			stripe(i, blackened.times(2), up, vector{x - groove/2, beamHigh}, vector{x + groove/2, beamHigh})
			stripe(i, aluminium.times(1.3), up, vector{x + groove/2, beamHigh}, vector{x + groove/2 + lip, beamHigh})
		}
		for _, z := range []float64{beamLow + 8, beamHigh - 8} {
			stripe(i, blackened.times(2), out, vector{front, z - groove/2}, vector{front, z + groove/2})
		}
	}
}

// drawBox paints the sides of a box that face the camera, then its top.
func (f gantryFrame) drawBox(b brush, half, from, to, low, high float64, colour rgb) {
	for _, side := range []struct {
		normal         vector
		x0, y0, x1, y1 float64
	}{
		{f.across, half, from, half, to},
		{f.across.times(-1), -half, from, -half, to},
		{f.along, -half, to, half, to},
		{f.along.times(-1), -half, from, half, from},
	} {
		p, q := f.place(side.x0, side.y0, low), f.place(side.x1, side.y1, low)
		if b.film.view.eye.minus(p).dot(side.normal) > 0 {
			b.quad(colour, side.normal, p, q, f.place(side.x1, side.y1, high), f.place(side.x0, side.y0, high))
		}
	}
	b.quad(colour, vector{0, 0, 1},
		f.place(-half, from, high), f.place(half, from, high), f.place(half, to, high), f.place(-half, to, high))
}

// tube paints an upright cylinder in strips, from one height to another.
func (b brush) tube(axis vector, low, high, radius float64, colour rgb) {
	if high <= low {
		return
	}
	towards := b.film.view.eye.minus(axis)
	facing := math.Atan2(towards[1], towards[0])
	const strips = 8
	edge := func(i int, z float64) vector {
		sin, cos := math.Sincos(facing + math.Pi*(float64(i)/strips-.5))
		return vector{axis[0] + radius*cos, axis[1] + radius*sin, z}
	}
	b.quad(colour.times(.4), vector{0, 0, 1}, circlePoints(height(axis, low), radius)...)
	for i := range strips {
		sin, cos := math.Sincos(facing + math.Pi*((float64(i)+.5)/strips-.5))
		b.quad(colour, vector{cos, sin, 0}, edge(i, low), edge(i+1, low), edge(i+1, high), edge(i, high))
	}
	b.quad(colour, vector{0, 0, 1}, circlePoints(height(axis, high), radius)...)
}

// quad paints a flat convex face.
func (b brush) quad(colour rgb, normal vector, corners ...vector) {
	var middle vector
	for _, p := range corners {
		middle = middle.plus(p.times(1 / float64(len(corners))))
	}
	diffuse, mirrored := glowAt(middle, b.film.view.eye).on(normal, .25)
	b.flat(corners, false, addLit(rgb{}, colour.times(diffuse), mirrored), 1)
}
