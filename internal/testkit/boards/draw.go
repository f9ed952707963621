package boards

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// Draw draws a scene into a new picture of three 8-bit channels, which the caller closes.
func Draw(s Scene) (gocv.Mat, error) {
	return draw(drawing{scene: &s, lots: lots{rand.New(rand.NewPCG(s.Seed, 78))}})
}

func draw(d drawing) (gocv.Mat, error) {
	s := d.scene
	d.finer = 2
	if s.view.width > 1300 {
		d.finer = 1
	}
	picture, err := d.draw()
	if err != nil {
		return gocv.Mat{}, fmt.Errorf("drawing scene %d: %w", s.Seed, err)
	}
	return picture, nil
}

type drawing struct {
	scene *Scene
	lots
	finer int
	shot  uint64 // of a film, from 1; 0: it is a picture
}

func (d *drawing) draw() (gocv.Mat, error) {
	s := d.scene
	if s.depth != nil {
		return d.drawDeep()
	}
	on := &sheet{mat: gocv.NewMatWithSize(s.view.height*d.finer, s.view.width*d.finer, gocv.MatTypeCV8UC3), scale: 1}
	defer on.close()
	table := s.table.sheet(d.lots, s.Squares, s.tablePixels())
	defer table.close()
	if err := d.lay(on, table, gocv.BorderWrap); err != nil {
		return gocv.Mat{}, err
	}
	if s.Content != Other {
		if err := d.board(on); err != nil {
			return gocv.Mat{}, err
		}
	}
	if on.err != nil {
		return gocv.Mat{}, on.err
	}
	out := gocv.NewMat()
	err := gocv.Resize(on.mat, &out, image.Pt(s.view.width, s.view.height), 0, 0, gocv.InterpolationArea)
	if err == nil {
		err = d.expose(&out)
	}
	if err != nil {
		_ = out.Close()
		return gocv.Mat{}, err
	}
	return out, nil
}

// drawDeep draws a scene with depth.
func (d *drawing) drawDeep() (gocv.Mat, error) {
	out, err := d.drawSolid()
	if err != nil {
		return gocv.Mat{}, err
	}
	if err := d.expose(&out); err != nil {
		return gocv.Mat{}, errors.Join(err, out.Close())
	}
	return out, nil
}

// board draws the board and what is on it.
func (d *drawing) board(on *sheet) error {
	s, finer := d.scene, float64(d.finer)
	board := s.board.sheet(d.lots, s.Squares)
	defer board.close()
	if err := d.lay(on, board, gocv.BorderTransparent); err != nil {
		return err
	}
	bodies := s.pieces.bodies(d.lots, s.Squares, s.board.frameWidth)
	shadow := &sheet{mat: gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), on.mat.Rows(), on.mat.Cols(),
		gocv.MatTypeCV8UC1), scale: 1}
	defer shadow.close()
	s.pieces.shadows(shadow, &s.view, bodies, finer)
	if shadow.err != nil {
		return shadow.err
	}
	if err := darken(on, shadow, max(1, int(s.shortest()*0.06*finer))); err != nil {
		return err
	}
	d.sides(on)
	s.pieces.draw(on, &s.view, bodies, finer)
	s.pieces.reach(on, &s.view, s.Squares, finer)
	return on.err
}

// lay projects a sheet onto the picture.
func (d *drawing) lay(on, flat *sheet, beyond gocv.BorderType) error {
	if flat.err != nil {
		return flat.err
	}
	xs := gocv.NewMatWithSize(on.mat.Rows(), on.mat.Cols(), gocv.MatTypeCV32F)
	defer xs.Close()
	ys := gocv.NewMatWithSize(on.mat.Rows(), on.mat.Cols(), gocv.MatTypeCV32F)
	defer ys.Close()
	x, err := xs.DataPtrFloat32()
	if err != nil {
		return err
	}
	y, err := ys.DataPtrFloat32()
	if err != nil {
		return err
	}
	d.scene.view.rays(d.finer, x, y, flat.scale, flat.origin)
	return gocv.Remap(flat.mat, &on.mat, &xs, &ys, gocv.InterpolationLinear, beyond, color.RGBA{})
}

// sides draws a raised frame: its inner walls hide a part of the squares behind them.
func (d *drawing) sides(on *sheet) {
	s := d.scene
	if s.board.raised == 0 {
		return
	}
	in := float64(s.Squares) / 2
	out := in + s.board.frameWidth
	z := s.board.raised
	at := func(x, y, z float64) point { return fine(s.view.pixel(x, y, z), float64(d.finer)) }
	corner := [4]point{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}
	wall := func(a, b point, by, from, to, shade float64) {
		w := []point{at(a.x*by, a.y*by, from), at(b.x*by, b.y*by, from), at(b.x*by, b.y*by, to), at(a.x*by, a.y*by, to)}
		turn := (w[1].x-w[0].x)*(w[2].y-w[1].y) - (w[1].y-w[0].y)*(w[2].x-w[1].x)
		if (turn < 0) == (by == out) { // only the side that faces the camera
			on.polygon(w, s.board.frameTone.times(shade))
		}
	}
	for i, a := range corner {
		b := corner[(i+1)%4]
		wall(a, b, in, 0, z, 0.6+0.1*float64(i))
		wall(a, b, out, 0, z, 0.55+0.1*float64(i))
	}
	for i, a := range corner {
		b := corner[(i+1)%4]
		on.polygon([]point{at(a.x*in, a.y*in, z), at(b.x*in, b.y*in, z), at(b.x*out, b.y*out, z), at(a.x*out, a.y*out, z)},
			s.board.frameTone)
	}
}

// darken takes light away where a shadow says, softened.
func darken(on, shadow *sheet, soft int) error {
	if err := gocv.Blur(shadow.mat, &shadow.mat, image.Pt(2*soft+1, 2*soft+1)); err != nil {
		return err
	}
	dim, err := shadow.mat.DataPtrUint8()
	if err != nil {
		return err
	}
	px, err := on.mat.DataPtrUint8()
	if err != nil {
		return err
	}
	for i, v := range dim {
		if v == 0 {
			continue
		}
		for c := 3 * i; c < 3*i+3; c++ {
			px[c] = uint8(int(px[c]) * (255 - int(v)) / 255)
		}
	}
	return nil
}

// expose lights a picture, blurs it, adds the sensor's noise and compresses it.
func (d *drawing) expose(m *gocv.Mat) error {
	s := d.scene
	w, h := m.Cols(), m.Rows()
	if len(s.light.shade) > 0 {
		shadow := &sheet{mat: gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 0, 0), h, w, gocv.MatTypeCV8UC1), scale: 1}
		defer shadow.close()
		for _, p := range s.light.shade {
			scaled := make([]point, len(p))
			for i, q := range p {
				scaled[i] = point{q.x * float64(w), q.y * float64(h)}
			}
			shadow.polygon(scaled, tone{255, 255, 255}.times(1-s.light.depth))
		}
		if shadow.err != nil {
			return shadow.err
		}
		if err := darken(&sheet{mat: *m}, shadow, max(1, int(s.light.soft*float64(w)))); err != nil {
			return err
		}
	}
	if err := d.blur(m); err != nil {
		return err
	}
	px, err := m.DataPtrUint8()
	if err != nil {
		return err
	}
	if d.shot > 0 { // another one has other noise
		d.lots = lots{rand.New(rand.NewPCG(s.Seed, 1000+d.shot))}
	}
	list := make([]float32, 1<<16)
	for i := range list {
		list[i] = float32(d.NormFloat64())
	}
	const step = 8 // light changes slowly: it is worked out for a pixel in eight
	for y := range h {
		from := d.IntN(len(list))
		var gain, added, dg, da float64
		for x := range w {
			if x%step == 0 {
				gain, added = s.light.at(float64(x)/float64(w), float64(y)/float64(h))
				g, a := s.light.at(float64(x+step)/float64(w), float64(y)/float64(h))
				dg, da = (g-gain)/step, (a-added)/step
			}
			i := 3 * (y*w + x)
			for c := range 3 {
				v := float64(px[i+c])*gain*s.light.tint[c] + added
				v = v*s.sensor.contrast + s.sensor.lift
				v += s.sensor.noise * float64(list[(from+3*x+c)%len(list)])
				px[i+c] = uint8(min(max(v+0.5, 0), 255))
			}
			gain, added = gain+dg, added+da
		}
	}
	return Compress(m, s.sensor.jpeg)
}

func (d *drawing) blur(m *gocv.Mat) error {
	s := d.scene.sensor
	if err := gocv.GaussianBlur(*m, m, image.Point{}, s.blur, s.blur, gocv.BorderReplicate); err != nil || s.motion == 0 {
		return err
	}
	side := 2*int(math.Ceil(s.motion/2)) + 1
	kernel := gocv.NewMatWithSize(side, side, gocv.MatTypeCV32F)
	defer kernel.Close()
	k, err := kernel.DataPtrFloat32()
	if err != nil {
		return err
	}
	clear(k)
	sin, cos := math.Sincos(s.path)
	const dots = 200
	for i := range dots {
		at := s.motion * ((float64(i)+0.5)/dots - 0.5)
		x, y := int(math.Round(at*cos))+side/2, int(math.Round(at*sin))+side/2
		k[y*side+x] += 1.0 / dots
	}
	return gocv.Filter2D(*m, m, gocv.MatTypeCV8U, kernel, image.Pt(-1, -1), 0, gocv.BorderReplicate)
}

// Compress makes a picture what is left of it in a JPEG file.
func Compress(m *gocv.Mat, quality int) error {
	file, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, *m, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		return err
	}
	defer file.Close()
	decoded, err := gocv.IMDecode(file.GetBytes(), gocv.IMReadColor)
	if err != nil {
		return err
	}
	defer decoded.Close()
	return decoded.CopyTo(m)
}
