package boards

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"gocv.io/x/gocv"
)

// skin is what a body's surface looks like.
type skin struct {
	colour light
	finish
	seed   float64                          // of its grain
	turn   point                            // of its grain: cosine and sine
	marked func(x, y float64) (light, bool) // ink on the top, at radii from its middle
	radius float64
}

// stage is a scene with depth, ready to be looked at.
type stage struct {
	*world
	style        *depthStyle
	board, table flat
	edge         float64 // of the board with its frame, squares from the middle
	inner        float64 // of the squares
	mean         light   // what light there is on the whole
}

// flat is the picture of a flat surface.
type flat struct {
	px            []uint8
	width, height int
	scale         float64
	origin        point
	wraps         bool
}

func (s *sheet) flat(wraps bool) (flat, error) {
	px, err := s.mat.DataPtrUint8()
	return flat{px, s.mat.Cols(), s.mat.Rows(), s.scale, s.origin, wraps}, err
}

var lights = func() (l [256]float64) {
	for v := range l {
		l[v] = math.Pow(float64(v)/255, gamma)
	}
	return l
}()

// at is the colour of a place.
func (f *flat) at(x, y float64) (out light) {
	u, v := (x-f.origin.x)*f.scale-0.5, (y-f.origin.y)*f.scale-0.5
	left, top := int(math.Floor(u)), int(math.Floor(v))
	fu, fv := u-float64(left), v-float64(top)
	for k := range 4 {
		px, py, part := left+k%2, top+k/2, 1-fu
		if k%2 == 1 {
			part = fu
		}
		if k/2 == 1 {
			part *= fv
		} else {
			part *= 1 - fv
		}
		if f.wraps {
			px, py = ((px%f.width)+f.width)%f.width, ((py%f.height)+f.height)%f.height
		} else {
			px, py = min(max(px, 0), f.width-1), min(max(py, 0), f.height-1)
		}
		i := 3 * (py*f.width + px)
		for c := range 3 {
			out[c] += part * lights[f.px[i+c]]
		}
	}
	return out
}

// drawSolid draws the scene's light into a picture of three 8-bit channels.
func (d *drawing) drawSolid() (gocv.Mat, error) {
	s := d.scene
	table := s.table.sheet(d.lots, s.Squares, s.tablePixels())
	defer table.close()
	board := s.board.sheet(d.lots, s.Squares)
	defer board.close()
	if err := errors.Join(table.err, board.err); err != nil {
		return gocv.Mat{}, err
	}
	on, err := table.flat(true)
	if err != nil {
		return gocv.Mat{}, err
	}
	squares, err := board.flat(false)
	if err != nil {
		return gocv.Mat{}, err
	}
	half := float64(s.Squares) / 2
	st := &stage{style: s.depth, board: squares, table: on, inner: half, edge: half + s.board.frameWidth,
		world: newWorld(s.bodies(d.lots), half+s.board.frameWidth+4)}
	for _, b := range s.depth.sky.dome {
		st.mean = st.mean.plus(b.light.times(max(b.to.z, 0)))
	}
	for i := range s.depth.sky.lamps {
		b := &s.depth.sky.lamps[i]
		st.mean = st.mean.plus(b.light.times(0.7 * max(b.at.unit().z, 0)))
	}
	film := st.look(&s.view, d.finer, d.Uint64())
	return d.develop(film)
}

// film is light that has fallen on a sensor.
type film struct {
	width, height int
	light         []light
}

// look follows the rays of every pixel, so many times finer.
func (st *stage) look(v *view, finer int, seed uint64) film {
	f := film{v.width, v.height, make([]light, v.width*v.height)}
	eye, rays := v.eye(), v.ray()
	rows := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for y := range rows {
				random := rand.New(rand.NewPCG(seed, uint64(y)))
				for x := range f.width {
					var sum light
					for k := range finer * finer {
						px := float64(x) - 0.5 + (float64(k%finer)+0.5)/float64(finer)
						py := float64(y) - 0.5 + (float64(k/finer)+0.5)/float64(finer)
						to := rays(px, py)
						sum = sum.plus(st.seen(eye, vec{to.x, to.y, 0}.minus(eye).unit(), share{k, finer * finer}, random))
					}
					f.light[y*f.width+x] = sum.times(1 / float64(finer*finer))
				}
			}
		})
	}
	for y := range f.height {
		rows <- y
	}
	close(rows)
	wait.Wait()
	return f
}

// eye is where the camera is.
func (v *view) eye() vec {
	tiltSin, tiltCos := math.Sincos(v.tilt)
	sin, cos := math.Sincos(v.turn)
	x, y := v.at.x, v.at.y+v.distance*tiltSin
	return vec{cos*x - sin*y, sin*x + cos*y, v.distance * tiltCos}
}

// seen is the light that comes against a direction.
func (st *stage) seen(from, d vec, of share, random *rand.Rand) light {
	h, ok := st.first(from, d, 1e4)
	if !ok {
		return st.style.sky.seen(d, 0)
	}
	at := from.along(d, h.t)
	k := st.skin(at, &h)
	facing := max(-d.dot(h.normal), 0)
	out := k.colour.by(st.falls(at, h.normal, of, random))
	if k.clear > 0 { // what lies beneath, dimmed by the body
		beneath := st.ground(at.x+d.x*at.z/max(-d.z, 0.2), at.y+d.y*at.z/max(-d.z, 0.2))
		out = out.times(1 - k.clear).plus(beneath.by(k.colour).by(st.mean).times(k.clear))
	}
	if k.gloss > 0 {
		part := k.gloss * (0.04 + 0.96*math.Pow(1-facing, 5)) // Schlick
		to := d.mirrored(h.normal)
		soft := k.rough
		if to.z < 0.01 {
			to.z = 0.01
			to = to.unit()
		}
		mirrored := st.style.sky.seen(to, soft)
		if g, hit := st.first(at.along(h.normal, 1e-3), to, 1e3); hit {
			there := at.along(to, g.t)
			mirrored = st.skin(there, &g).colour.by(st.mean).times(0.7)
		} else {
			mirrored = mirrored.plus(st.style.sky.glint(at, to, soft))
		}
		// a rough coat gives less of its rays the angle at which it mirrors all
		out = out.times(1 - part).plus(mirrored.times(min(part, k.gloss*(0.04+0.5*math.Exp(-4*soft)))))
	}
	return out
}

// ground is the colour of the plane at a place.
func (st *stage) ground(x, y float64) light {
	if math.Abs(x) < st.edge && math.Abs(y) < st.edge {
		return st.board.at(x, y)
	}
	return st.table.at(x, y)
}

// skin is the surface at a hit.
func (st *stage) skin(at vec, h *hit) skin {
	if h.body == nil {
		k := skin{colour: st.ground(at.x, at.y), finish: st.style.table}
		if math.Abs(at.x) < st.edge && math.Abs(at.y) < st.edge {
			k.finish = st.style.board
		}
		return k
	}
	k := h.body.skin
	x, y := at.x-h.body.foot.x, at.y-h.body.foot.y
	if k.grain > 0 {
		across := k.turn.x*x + k.turn.y*y
		k.colour = k.colour.times(1 + k.grain*(math.Sin(40*across+k.seed+3*math.Sin(7*across+2*k.seed))+
			0.5*math.Sin(95*across+5*k.seed)))
	}
	if k.marked != nil && h.normal.z > 0.5 {
		if ink, ok := k.marked(x/k.radius, y/k.radius); ok {
			k.colour = ink
		}
	}
	return k
}

// share is one of so many rays that share a pixel: each asks for its part of the beams.
type share struct{ number, of int }

// falls is the light on a surface.
func (st *stage) falls(at, normal vec, of share, random *rand.Rand) light {
	off := at.along(normal, 1e-3)
	out := st.mean.times(0.06) // what the board and the pieces throw at each other
	for i := of.number; i < len(st.style.sky.dome); i += of.of {
		b := &st.style.sky.dome[i]
		if facing := normal.dot(b.to); facing > 0 && st.free(off, b.to, 40) {
			out = out.plus(b.light.times(facing * float64(of.of)))
		}
	}
	for i := range st.style.sky.lamps {
		b := &st.style.sky.lamps[i]
		to := b.at.plus(vec{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.times(b.radius / 2)).minus(off)
		far := to.length()
		to = to.times(1 / far)
		if facing := normal.dot(to); facing > 0 && st.free(off, to, far) {
			out = out.plus(b.fall(at).times(facing))
		}
	}
	return out
}
