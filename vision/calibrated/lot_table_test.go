package calibrated_test

import (
	"image"
	"image/color"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/testkit/optics"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
)

// camera is how a camera shows what is simtable.
type camera struct {
	gain    [3]float64 // of blue, green and red
	noise   float64    // standard deviation, samples, besides the scene's own
	quality int        // of JPEG; 0: not compressed
}

// filmed is a table before a camera, and what has happened to it since the calibration.
type filmed struct {
	t      *testing.T
	table  *simtable.Table
	camera camera
	random *rand.Rand // the camera's noise
	empty  gocv.Mat   // the board without pieces, as drawn
	reader *calibrated.Reader
	now    time.Time
	every  time.Duration

	tints map[checkers.Square][3]float64 // samples that squares are off by when nothing stands on them
	gain  *gocv.Mat                      // of the light that falls on each sample, 1/128; nil: as at the calibration
	light float64                        // of all of the table,
	drift float64                        // and by how much it changes from picture to picture
}

func newFilmed(t *testing.T, c camera, seed uint64, changes ...func(*scene.Options)) *filmed {
	t.Helper()
	f := &filmed{
		t: t, table: simtable.New(t, changes...), camera: c, random: rand.New(rand.NewPCG(seed, 78)),
		now: time.Unix(0, 0), every: 300 * time.Millisecond, tints: map[checkers.Square][3]float64{}, light: 1,
	}
	empty := f.table.Take(f.table.State(checkers.Position{}))
	f.empty = empty.Clone()
	t.Cleanup(func() { f.empty.Close() })
	first := f.take(checkers.Start(), nil)
	defer first.Close()
	known := calibrated.KnownOf(checkers.Start(), f.table.Calibration.BlackPieces)
	var err error
	if f.table.Calibration, _, err = calibrated.Learn(first, f.table.Calibration, known); err != nil {
		t.Fatal(err)
	}
	if f.reader, err = calibrated.NewReader(f.table.Calibration); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.reader.Close() })
	return f
}

// take is the next picture of a position, perhaps with a limb over it; the caller closes it.
func (f *filmed) take(p checkers.Position, limb *simtable.Limb) gocv.Mat {
	f.t.Helper()
	as := f.table.Take(f.table.State(p))
	if limb != nil {
		if err := limb.Draw(&as, f.table.Calibration.Camera); err != nil {
			f.t.Fatal(err)
		}
	}
	m := as.Clone()
	px := f.bytes(m)
	for i, v := range px {
		px[i] = sample(float64(v) * f.camera.gain[i%3])
	}
	for s, by := range f.tints {
		if p.At(s) == checkers.Empty {
			f.tint(px, f.bytes(as), s, by)
		}
	}
	f.light += f.drift
	var gain []uint8
	if f.gain != nil {
		gain = f.bytes(*f.gain)
	}
	sensor := optics.NewNoise(f.random)
	for i := 0; i < len(px); i += 3 {
		shared := sensor.Next()
		for k := i; k < i+3; k++ {
			v := float64(px[k]) * f.light
			if gain != nil {
				v *= float64(gain[k]) / 128
			}
			px[k] = sample(v + f.camera.noise*(.8*shared+.6*sensor.Next()))
		}
	}
	if f.camera.quality == 0 {
		return m
	}
	defer m.Close()
	return f.compressed(m)
}

func sample(v float64) uint8 { return uint8(min(max(v+.5, 0), 255)) }

func (f *filmed) bytes(m gocv.Mat) []uint8 {
	f.t.Helper()
	px, err := m.DataPtrUint8()
	if err != nil {
		f.t.Fatal(err)
	}
	return px
}

func (f *filmed) compressed(m gocv.Mat) gocv.Mat {
	f.t.Helper()
	buffer, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, m, []int{gocv.IMWriteJpegQuality, f.camera.quality})
	if err != nil {
		f.t.Fatal(err)
	}
	defer buffer.Close()
	decoded, err := gocv.IMDecode(buffer.GetBytes(), gocv.IMReadColor)
	if err != nil {
		f.t.Fatal(err)
	}
	return decoded
}

// tint changes the samples of a square where it is seen as when the board is empty.
func (f *filmed) tint(px, as []uint8, s checkers.Square, by [3]float64) {
	const same = 12 // samples: noise
	empty := f.bytes(f.empty)
	across, along := f.table.Options.Layout.Board.Place(s)
	row, column := float64(across)-4, float64(along)-4
	mask := f.filled([4][2]float64{{column, row}, {column + 1, row}, {column + 1, row + 1}, {column, row + 1}}, 0,
		color.RGBA{255, 255, 255, 0})
	defer mask.Close()
	for i, is := range f.bytes(mask) {
		if d := int(empty[i]) - int(as[i]); is > 0 && d > -same && d < same {
			px[i] = sample(float64(px[i]) + by[i%3])
		}
	}
}

// filled is a picture of one value with a quadrangle of another, of which the corners are given in squares from the
// middle of the board, right and towards White.
func (f *filmed) filled(corners [4][2]float64, all float64, inside color.RGBA) gocv.Mat {
	f.t.Helper()
	o, cal := f.table.Options, f.table.Calibration
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(all, all, all, 0), o.Height, o.Width, gocv.MatTypeCV8UC3)
	var quad []image.Point
	for _, at := range corners {
		p := cal.Camera.Project(calibration.BoardPoint{X: at[0] * cal.Board.SquareMM, Y: -at[1] * cal.Board.SquareMM})
		quad = append(quad, image.Pt(int(p.X+.5), int(p.Y+.5)))
	}
	points := gocv.NewPointsVectorFromPoints([][]image.Point{quad})
	defer points.Close()
	if err := gocv.FillPoly(&m, points, inside); err != nil {
		f.t.Fatal(err)
	}
	return m
}

// shade has light or shadow fall on a quadrangle, as through a window, with an edge of some pixels.
func (f *filmed) shade(corners [4][2]float64, gain [3]float64, edge int) {
	f.t.Helper()
	m := f.filled(corners, 128, color.RGBA{B: sample(128 * gain[0]), G: sample(128 * gain[1]), R: sample(128 * gain[2])})
	f.t.Cleanup(func() { m.Close() })
	if edge > 0 {
		if err := gocv.Blur(m, &m, image.Pt(2*edge+1, 2*edge+1)); err != nil {
			f.t.Fatal(err)
		}
	}
	f.gain = &m
}

// look reads the next picture of a position.
func (f *filmed) look(p checkers.Position, limb *simtable.Limb) vision.Sighting {
	f.t.Helper()
	picture := f.take(p, limb)
	defer picture.Close()
	f.now = f.now.Add(f.every)
	seen, err := f.reader.Read(picture, f.now)
	if err != nil {
		f.t.Fatal(err)
	}
	return seen
}

// lot is a filmed table drawn by lot.
type lot struct {
	*filmed
	random *rand.Rand
}

func (l lot) between(from, to float64) float64 { return from + (to-from)*l.random.Float64() }

func newLot(t *testing.T, seed uint64) lot {
	t.Helper()
	l := lot{random: rand.New(rand.NewPCG(seed, 77))}
	size := simtable.Small
	if l.random.IntN(4) == 0 {
		size = func(*scene.Options) {}
	}
	c := camera{noise: l.between(0, 4)}
	level := l.between(.4, 1.15)
	for k := range c.gain {
		c.gain[k] = level * l.between(.85, 1.15)
	}
	if l.random.IntN(3) > 0 {
		c.quality = 55 + l.random.IntN(41)
	}
	schemes := scene.Schemes()
	l.filmed = newFilmed(t, c, seed, size, simtable.From(l.between(5, 50), l.between(0, 360)), func(o *scene.Options) {
		o.Scheme, o.BlackIsLight, o.Seed = schemes[l.random.IntN(len(schemes))], l.random.IntN(2) == 0, seed
	})
	l.every = time.Duration(l.between(200, 500)) * time.Millisecond
	l.drift = l.between(-.004, .004)
	return l
}

// position is one some moves after the start, from which squares have been bared.
func (l lot) position() checkers.Position {
	game := checkers.NewGame(checkers.Start())
	for range 6 + l.random.IntN(30) {
		moves := game.Position().Moves()
		if len(moves) == 0 {
			break
		}
		if err := game.Play(moves[l.random.IntN(len(moves))]); err != nil {
			l.t.Fatal(err)
		}
	}
	return game.Position()
}

// bare has one to six squares that carried a man at first be off the others' colour by two to six samples.
func (l lot) bare(p checkers.Position) {
	squares, most := 1+l.random.IntN(6), l.between(2, 6)
	var bared []checkers.Square
	for s := range checkers.Start().Occupied().All() {
		if p.At(s) == checkers.Empty {
			bared = append(bared, s)
		}
	}
	l.random.Shuffle(len(bared), func(i, j int) { bared[i], bared[j] = bared[j], bared[i] })
	for _, s := range bared[:min(squares, len(bared))] {
		by := [3]float64{l.between(-most, most), l.between(-most, most), l.between(-most, most)}
		by[l.random.IntN(3)] = most * float64(2*l.random.IntN(2)-1)
		l.tints[s] = by
	}
}

// window has something before a window cast a shadow, or the sun through it a light, on a few squares.
func (l lot) window() {
	gain, warm := l.between(.45, .85), 1.
	if l.random.IntN(3) == 0 {
		gain, warm = l.between(1.1, 1.4), l.between(.9, 1)
	}
	wide, high, slant := l.between(.6, 2.2), l.between(.6, 2.2), l.between(-.4, .4)
	x, y := l.between(-4, 4-wide), l.between(-4, 4-high)
	corners := [4][2]float64{{x, y}, {x + wide, y}, {x + wide + slant, y + high}, {x + slant, y + high}}
	l.shade(corners, [3]float64{gain * warm, gain * (1 + warm) / 2, gain}, l.random.IntN(8))
}

// limb is something that reaches over the board, as thin as a pencil or as thick as an arm.
func (l lot) limb() simtable.Limb {
	colours := simtable.Limbs()
	name := slices.Sorted(maps.Keys(colours))[l.random.IntN(len(colours))]
	side := l.table.Calibration.Board.SquareMM
	x, y := l.between(-3.5, 3.5), l.between(-3.6, 3.4)
	return simtable.Limb{
		Colour: colours[name], RadiusMM: l.between(.1, .45) * side, Seed: 3,
		From: calibration.BoardPoint{X: x * side * .8, Y: -8 * side, Z: 80},
		To:   calibration.BoardPoint{X: x * side, Y: y * side, Z: 22},
	}
}
