package hands_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/optics"
	"draughtsman/internal/testkit/simtable"
)

// lateCamera is how pictures come from a camera.
type lateCamera struct {
	delay, spread time.Duration // a picture comes so late, and by up to so much more
	fps           float64
	bursts        time.Duration // for up to so long none comes, then all at once; 0: never
	gaps          time.Duration // for up to so long none is taken; 0: never
	quality       int           // of the JPEG
	noise         float64       // beside the scene's own, in samples
}

func someCamera(r *rand.Rand) lateCamera {
	c := lateCamera{
		delay:   []time.Duration{0, 500, 800, 1500, 3000}[r.IntN(5)] * time.Millisecond,
		fps:     []float64{2, 4, 10, 20, 30}[r.IntN(5)],
		quality: []int{95, 80, 60, 30}[r.IntN(4)],
		noise:   []float64{0, 2, 5}[r.IntN(3)],
	}
	c.spread = time.Duration(r.Float64() * float64(max(100*time.Millisecond, c.delay/5)))
	switch r.IntN(4) {
	case 0:
		c.bursts = time.Duration((.5 + 1.5*r.Float64()) * float64(time.Second))
	case 1:
		c.gaps = time.Duration((.5 + 1.5*r.Float64()) * float64(time.Second))
	}
	return c
}

func (c lateCamera) manner() string {
	switch {
	case c.bursts > 0:
		return "bursts"
	case c.gaps > 0:
		return "gaps"
	}
	return "steady"
}

// longest is how late a picture may come.
func (c lateCamera) longest() time.Duration { return c.delay + c.spread + c.bursts }

// exposure is a picture's time, and when it comes.
type exposure struct{ taken, arrives time.Duration }

// exposures are those of the pictures that are taken from one time to another, in order.
func (c lateCamera) exposures(from, to time.Duration, r *rand.Rand) (list []exposure) {
	every := time.Duration(float64(time.Second) / c.fps)
	var last, blocked, blind, next time.Duration
	next = from + 2*time.Second
	for t := from; t < to; t += every {
		taken := t + time.Duration(r.Float64()*float64(every)/10)
		if taken > next { // now and then something holds the pictures up
			next = taken + time.Duration((2+4*r.Float64())*float64(time.Second))
			if c.bursts > 0 {
				blocked = taken + c.delay + time.Duration(r.Float64()*float64(c.bursts))
			}
			if c.gaps > 0 {
				blind = taken + time.Duration(r.Float64()*float64(c.gaps))
			}
		}
		if taken < blind {
			continue
		}
		arrives := taken + c.delay + time.Duration(r.Float64()*float64(c.spread))
		last = max(last+time.Millisecond, arrives, min(blocked, taken+c.longest()))
		list = append(list, exposure{taken, last})
	}
	return list
}

// roomLight is how a table is lit.
type roomLight struct {
	name     string
	room     scene.RoomLight
	bright   float64
	flickers bool
}

var roomLights = []roomLight{
	{"even", scene.RoomLight{Shade: .95}, 1, false},
	{"dim", scene.RoomLight{}, .45, false},
	{"one lamp", scene.RoomLight{Shade: .45, Blur: .6}, 1, false},
	{"flicker", scene.RoomLight{}, .95, true},
	{"sun", scene.RoomLight{Sun: .8}, .9, false},
}

// at is how bright it is for a picture: some lamps flicker, and cameras correct their exposure in steps.
func (l roomLight) at(now time.Duration, r *rand.Rand) float64 {
	if !l.flickers {
		return l.bright
	}
	step := lot(uint64(now/(4*time.Second)), "exposure").Float64()
	return l.bright * (1 + .06*(r.Float64()-.5)) * (1 - .12*step)
}

// lens takes pictures as a cheap camera sends them.
type lens struct {
	camera lateCamera
	table  *simtable.Table
	noise  gocv.Mat // noise, 128 for none
	r      *rand.Rand
}

func newLens(t *testing.T, c lateCamera, a *simtable.Table, r *rand.Rand) *lens {
	l := &lens{camera: c, table: a, r: r}
	l.noise = gocv.NewMatWithSize(a.Options.Height, a.Options.Width, gocv.MatTypeCV8UC3)
	t.Cleanup(func() { l.noise.Close() })
	return l
}

// shake draws new noise; that of one picture is like that of few others.
func (l *lens) shake() error {
	pix, err := l.noise.DataPtrUint8()
	if err != nil {
		return err
	}
	sensor := optics.NewNoise(l.r)
	for i := range pix {
		pix[i] = uint8(min(max(128.5+l.camera.noise*sensor.Next(), 0), 255))
	}
	return nil
}

// take is a picture of a table by its number, from 1; the caller closes it.
func (l *lens) take(s world.State, frame int) (gocv.Mat, error) {
	picture := l.table.Take(s)
	if l.camera.noise > 0 {
		if frame%4 == 1 { // the first is 1
			if err := l.shake(); err != nil {
				return gocv.Mat{}, err
			}
		}
		if err := gocv.AddWeighted(picture, 1, l.noise, 1, -128, &picture); err != nil {
			return gocv.Mat{}, fmt.Errorf("adding noise: %w", err)
		}
	}
	jpeg, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, picture, []int{int(gocv.IMWriteJpegQuality), l.camera.quality})
	if err != nil {
		return gocv.Mat{}, fmt.Errorf("compressing a picture: %w", err)
	}
	defer jpeg.Close()
	return gocv.IMDecode(jpeg.GetBytes(), gocv.IMReadColor)
}
