package scene

import (
	"math"
	"runtime"
	"sync"

	"draughtsman/internal/table/world"
)

// A place on the table belongs to one of these, or to square onSquares + row × squares + column.
const (
	onTableTop = iota
	onSlot     // the ring that marks a place for a disc
	onEdge     // the seam between board and table
	onFrame
	onLine
	onSquares
)

// tabletop is the table and the board, with nothing on them.
type tabletop struct {
	layout world.Layout
	scheme scheme
	grain  *grain
}

// region says what is at a place on the table.
func (t tabletop) region(x, y float64) int {
	half := t.layout.Half()
	out := max(math.Abs(x), math.Abs(y)) - half
	switch {
	case out < 0:
		row, column, last := int((half-y)/t.layout.Square), int((x+half)/t.layout.Square), t.layout.Board.Size()-1
		return onSquares + t.layout.Board.Size()*min(row, last) + min(column, last)
	case out < 0.9:
		return onLine
	case out < t.layout.Frame:
		return onFrame
	case out < t.layout.Frame+1:
		return onEdge
	}
	ring := t.layout.DiscDiameter/2 + 1.5
	for _, slot := range t.layout.Slots {
		dx, dy := x-slot.At.X, y-slot.At.Y
		if r2 := dx*dx + dy*dy; r2 < (ring+.8)*(ring+.8) && r2 > ring*ring {
			return onSlot
		}
	}
	return onTableTop
}

// surface is the material of a region at a place, with its grain.
func (t tabletop) surface(region int, x, y float64) (rgb, float32) {
	m := t.scheme.table
	u, v := float32(x), float32(y)
	fade := float32(1)
	switch region {
	case onTableTop, onSlot:
		u, v = v*.6+900, u*.6+300 // the table's planks run the other way
		if region == onSlot {
			m.colour = m.colour.mix(rgb{.8, .8, .75}, .35)
		}
		// The board casts a narrow shadow on its far side from the lamp.
		out := max(math.Abs(x-1.5), math.Abs(y+1.5)) - t.layout.Half() - t.layout.Frame
		fade = 1 - .4*float32(math.Exp(-max(0, out-1)/2.5))
	case onEdge:
		m.colour = t.scheme.frame.colour.times(.45)
	case onFrame:
		m = t.scheme.frame
		if math.Abs(y) > math.Abs(x) {
			u += 50
		} else {
			u, v = v+700, u
		}
	case onLine:
		m = t.scheme.line
	default:
		n := region - onSquares
		m = t.scheme.light
		size := t.layout.Board.Size()
		if played := t.layout.Board.At(n/size, n%size) != 0; played != t.scheme.playOnLight {
			m = t.scheme.dark
		}
		// Each square is its own piece of veneer.
		u, v = u+float32(37*n%211), v+float32(53*n%197)
		fade = 1 + .05*t.grain.at(float32(n)*1.37, .5)*m.wood
	}
	texture := 0.045 * t.grain.cloth(u, v)
	if m.wood > 0 {
		texture += .2 * m.wood * t.grain.wood(u, v)
	}
	return m.colour.times(fade * (1 + texture)), m.gloss
}

func (t tabletop) draw(b brush) {
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wait.Go(func() {
			for y := worker; y < b.film.height; y += workers {
				for x := range b.film.width {
					t.pixel(b, x, y)
				}
			}
		})
	}
	wait.Wait()
}

func (t tabletop) pixel(b brush, x, y int) {
	eye := b.film.view.eye
	place := func(dx, dy float64) (float64, float64, bool) {
		d := b.film.rayAt(x, y, float32(dx), float32(dy))
		if d[2] > -1e-3 {
			return 0, 0, false
		}
		k := -eye[2] / d[2]
		return eye[0] + k*d[0], eye[1] + k*d[1], true
	}
	px, py, ok := place(0, 0)
	if !ok { // above the horizon
		copy(b.pix[3*(y*b.film.width+x):], []uint8{60, 60, 60})
		return
	}
	middle := t.region(px, py)
	colour, gloss := t.surface(middle, px, py)
	for _, corner := range [4][2]float64{{-.5, -.5}, {.5, -.5}, {-.5, .5}, {.5, .5}} {
		cx, cy, _ := place(corner[0], corner[1])
		if t.region(cx, cy) != middle {
			colour = rgb{}
			for i := range 16 {
				qx, qy, _ := place(float64(i%4)/4-.375, float64(i/4)/4-.375)
				c, _ := t.surface(t.region(qx, qy), qx, qy)
				colour = colour.plus(c.times(1. / 16))
			}
			break
		}
	}
	diffuse, mirrored := glowAt(vector{px, py, 0}, eye).on(vector{0, 0, 1}, gloss)
	b.blend(x, y, addLit(rgb{}, colour.times(diffuse), mirrored), 1)
}
