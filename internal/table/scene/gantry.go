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

func (s *Scene) gantryFrame(t world.Tool) gantryFrame {
	sin, cos := math.Sincos(s.table.Mount.Turn)
	f := gantryFrame{tool: at(t.At), across: vector{sin, cos, 0}, along: vector{cos, -sin, 0}}
	x := s.table.Mount.ToArm(t.At).X
	f.from, f.to = -x-beyond, bedWidth-x+beyond
	return f
}

// place is a place by its distances from the tool across and along, and its height over the playing surface.
func (f gantryFrame) place(across, along, z float64) vector {
	p := f.tool.plus(f.across.times(across)).plus(f.along.times(along))
	p[2] = z
	return p
}

func (s *Scene) gantryShadow(l *shadow, f gantryFrame) {
	box := func(half, from, to, low, high float64) {
		var corners []vector
		for _, z := range []float64{low, high} {
			corners = append(corners,
				f.place(-half, from, z), f.place(half, from, z), f.place(half, to, z), f.place(-half, to, z))
		}
		l.add(&s.view, corners...)
	}
	const pieces = 6
	for i := range pieces {
		from := f.from + (f.to-f.from)*float64(i)/pieces
		box(beamHalf, from, from+(f.to-f.from)/pieces+1, beamLow, beamHigh)
	}
	box(carriageHalf, -carriageHalf, carriageHalf, carriageLow, carriageHigh)
	box(tubeRadius, -tubeRadius, tubeRadius, f.tool[2], carriageLow)
}

// drawGantry paints tube, beam and carriage.
func (s *Scene) drawGantry(pix []uint8, f gantryFrame) {
	s.drawTube(pix, f.tool, f.tool[2], f.tool[2]+cupHeight, cupRadius, rubber)
	s.drawTube(pix, f.tool, f.tool[2]+cupHeight, carriageLow+5, tubeRadius, aluminium.times(.8))

	s.drawBeam(pix, f)
	s.drawBox(pix, f, carriageHalf, -carriageHalf, carriageHalf, carriageLow, carriageHigh, blackened)
	s.drawBox(pix, f, 14, -14, 14, carriageHigh, carriageHigh+22, blackened.times(2.2)) // motor
	for _, x := range []float64{-19, 19} {                                              // screws
		for _, y := range []float64{-19, 19} {
			head := circlePoints(f.place(x, y, carriageHigh), 2.6)
			s.quad(pix, aluminium, vector{0, 0, 1}, head[:]...)
		}
	}
}

// drawBeam paints the beam, an extrusion with two grooves on each side that is seen, in pieces short enough to follow
// the lens's distortion.
func (s *Scene) drawBeam(pix []uint8, f gantryFrame) {
	const pieces = 10
	length := (f.to - f.from) / pieces
	front := float64(beamHalf)
	if s.view.eye.minus(f.tool).dot(f.across) < 0 {
		front = -front
	}
	up, out := vector{0, 0, 1}, f.across.times(front/beamHalf)
	stripe := func(i int, colour rgb, normal, a, b vector) {
		// a and b are (across, height); a little overlap hides the seams.
		from, to := f.from+float64(i)*length-.3, f.from+float64(i+1)*length+.3
		s.quad(pix, colour, normal, f.place(a[0], from, a[1]), f.place(b[0], from, b[1]),
			f.place(b[0], to, b[1]), f.place(a[0], to, a[1]))
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
func (s *Scene) drawBox(pix []uint8, f gantryFrame, half, from, to, low, high float64, colour rgb) {
	for _, side := range []struct {
		normal         vector
		x0, y0, x1, y1 float64
	}{
		{f.across, half, from, half, to},
		{f.across.times(-1), -half, from, -half, to},
		{f.along, -half, to, half, to},
		{f.along.times(-1), -half, from, half, from},
	} {
		a, b := f.place(side.x0, side.y0, low), f.place(side.x1, side.y1, low)
		if s.view.eye.minus(a).dot(side.normal) > 0 {
			s.quad(pix, colour, side.normal, a, b, f.place(side.x1, side.y1, high), f.place(side.x0, side.y0, high))
		}
	}
	s.quad(pix, colour, vector{0, 0, 1},
		f.place(-half, from, high), f.place(half, from, high), f.place(half, to, high), f.place(-half, to, high))
}

// drawTube paints an upright cylinder in strips, from one height to another.
func (s *Scene) drawTube(pix []uint8, axis vector, low, high, radius float64, colour rgb) {
	if high <= low {
		return
	}
	towards := s.view.eye.minus(axis)
	facing := math.Atan2(towards[1], towards[0])
	const strips = 8
	edge := func(i int, z float64) vector {
		sin, cos := math.Sincos(facing + math.Pi*(float64(i)/strips-.5))
		return vector{axis[0] + radius*cos, axis[1] + radius*sin, z}
	}
	bottom, top := circlePoints(vector{axis[0], axis[1], low}, radius),
		circlePoints(vector{axis[0], axis[1], high}, radius)
	s.quad(pix, colour.times(.4), vector{0, 0, 1}, bottom[:]...)
	for i := range strips {
		sin, cos := math.Sincos(facing + math.Pi*((float64(i)+.5)/strips-.5))
		s.quad(pix, colour, vector{cos, sin, 0}, edge(i, low), edge(i+1, low), edge(i+1, high), edge(i, high))
	}
	s.quad(pix, colour, vector{0, 0, 1}, top[:]...)
}

// quad paints a flat convex face.
func (s *Scene) quad(pix []uint8, colour rgb, normal vector, corners ...vector) {
	var spots [16]spot
	var middle vector
	for i, p := range corners {
		x, y, ok := s.view.project(p)
		if !ok {
			return
		}
		spots[i] = spot{x, y}
		middle = middle.plus(p.times(1 / float64(len(corners))))
	}
	diffuse, mirrored := glowAt(middle, s.view.eye).on(normal, .25)
	shade := colour.times(diffuse)
	shade = rgb{shade[0] + mirrored, shade[1] + mirrored, shade[2] + mirrored}
	fill(s.width, s.height, spots[:len(corners)], func(x, y int, cover float32) {
		s.blend(pix, x, y, shade, cover)
	})
}
