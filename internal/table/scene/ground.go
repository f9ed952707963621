package scene

import (
	"math"
	"runtime"
	"sync"
)

// A place on the table belongs to one of these, or to square onSquares + 8 × row + column.
const (
	onTableTop = iota
	onSlot     // the ring that marks a place for a disc
	onEdge     // the seam between board and table
	onFrame
	onLine
	onSquares
)

// region says what is at a place on the table.
func (s *Scene) region(x, y float64) int {
	half := s.table.Half()
	out := max(math.Abs(x), math.Abs(y)) - half
	switch {
	case out < 0:
		row, column := int((half-y)/s.table.Square), int((x+half)/s.table.Square)
		return onSquares + 8*min(row, 7) + min(column, 7)
	case out < 0.9:
		return onLine
	case out < s.table.Frame:
		return onFrame
	case out < s.table.Frame+1:
		return onEdge
	}
	ring := s.table.DiscDiameter/2 + 1.5
	for _, slot := range s.table.Slots {
		dx, dy := x-slot.At.X, y-slot.At.Y
		if r2 := dx*dx + dy*dy; r2 < (ring+.8)*(ring+.8) && r2 > ring*ring {
			return onSlot
		}
	}
	return onTableTop
}

// surface is the material of a region at a place, with its grain.
func (s *Scene) surface(region int, x, y float64) (rgb, float32) {
	m := s.scheme.table
	u, v := float32(x), float32(y)
	fade := float32(1)
	switch region {
	case onTableTop, onSlot:
		u, v = v*.6+900, u*.6+300 // the table's planks run the other way
		if region == onSlot {
			m.colour = m.colour.mix(rgb{.8, .8, .75}, .35)
		}
		// The board casts a narrow shadow on its far side from the lamp.
		out := max(math.Abs(x-1.5), math.Abs(y+1.5)) - s.table.Half() - s.table.Frame
		fade = 1 - .4*float32(math.Exp(-max(0, out-1)/2.5))
	case onEdge:
		m.colour = s.scheme.frame.colour.times(.45)
	case onFrame:
		m = s.scheme.frame
		if math.Abs(y) > math.Abs(x) {
			u += 50
		} else {
			u, v = v+700, u
		}
	case onLine:
		m = s.scheme.line
	default:
		n := region - onSquares
		m = s.scheme.light
		if (n/8+n%8)%2 == 1 != s.scheme.playOnLight {
			m = s.scheme.dark
		}
		// Each square is its own piece of veneer.
		u, v = u+float32(37*n%211), v+float32(53*n%197)
		fade = 1 + .05*s.grain.at(float32(n)*1.37, .5)*m.wood
	}
	texture := 0.045 * s.grain.cloth(u, v)
	if m.wood > 0 {
		texture += .2 * m.wood * s.grain.wood(u, v)
	}
	return m.colour.times(fade * (1 + texture)), m.gloss
}

// ground paints the table and the board, with nothing on them, into pix.
func (s *Scene) ground(pix []uint8) {
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for y := worker; y < s.height; y += workers {
				for x := range s.width {
					s.groundPixel(pix[3*(y*s.width+x):], x, y)
				}
			}
		}()
	}
	wait.Wait()
}

func (s *Scene) groundPixel(bgr []uint8, x, y int) {
	place := func(dx, dy float64) (float64, float64, bool) {
		d := s.rayAt(x, y, float32(dx), float32(dy))
		if d[2] > -1e-3 {
			return 0, 0, false
		}
		t := -s.view.eye[2] / d[2]
		return s.view.eye[0] + t*d[0], s.view.eye[1] + t*d[1], true
	}
	px, py, ok := place(0, 0)
	if !ok { // above the horizon
		bgr[0], bgr[1], bgr[2] = 60, 60, 60
		return
	}
	middle := s.region(px, py)
	colour, gloss := s.surface(middle, px, py)
	for _, corner := range [4][2]float64{{-.5, -.5}, {.5, -.5}, {-.5, .5}, {.5, .5}} {
		cx, cy, _ := place(corner[0], corner[1])
		if s.region(cx, cy) != middle {
			colour = rgb{}
			for i := range 16 {
				qx, qy, _ := place(float64(i%4)/4-.375, float64(i/4)/4-.375)
				c, _ := s.surface(s.region(qx, qy), qx, qy)
				colour = colour.plus(c.times(1. / 16))
			}
			break
		}
	}
	diffuse, mirrored := glowAt(vector{px, py, 0}, s.view.eye).on(vector{0, 0, 1}, gloss)
	s.put(bgr, colour.times(diffuse), mirrored, s.falloff(x, y))
}

// put writes a lit colour as a pixel.
func (s *Scene) put(bgr []uint8, c rgb, mirrored, falloff float32) {
	bgr[0] = encode((c[2] + mirrored) * falloff)
	bgr[1] = encode((c[1] + mirrored) * falloff)
	bgr[2] = encode((c[0] + mirrored) * falloff)
}

// rayAt is the direction in which a place inside a pixel looks; dx and dy are −½ to ½.
func (s *Scene) rayAt(x, y int, dx, dy float32) vector {
	i := 3 * (y*s.width + x)
	right, below := 3, 3*s.width
	if x == s.width-1 {
		i, dx = i-3, dx+1
	}
	if y == s.height-1 {
		i, dy = i-below, dy+1
	}
	r := s.rays
	return vector{
		float64(r[i] + dx*(r[i+right]-r[i]) + dy*(r[i+below]-r[i])),
		float64(r[i+1] + dx*(r[i+right+1]-r[i+1]) + dy*(r[i+below+1]-r[i+1])),
		float64(r[i+2] + dx*(r[i+right+2]-r[i+2]) + dy*(r[i+below+2]-r[i+2])),
	}
}
