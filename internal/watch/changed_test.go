package watch_test

import (
	"encoding/json"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/boards"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/optics"
)

// change is how another camera, another table or another lamp would have filmed a game.
type change struct {
	name string
	// of the light, at a place of the picture and after a part of the film; 0 to 1 all
	gain  func(x, y, part float64) float64
	lift  float64    // is added, grey values
	noise float64    // standard deviation, grey values
	of    [3]int     // which channel blue, green and red show, from 1; 0: their mean
	turn  int        // quarters
	moved int        // pixels, from the middle of the film on
	shake float64    // farthest, pixels
	tint  [3]float64 // gain of blue, green and red besides; 0 all: 1
	blur  float64    // standard deviation, pixels
	jpeg  int        // quality of pictures compressed once more; 0: they are not
	ply   int        // the film begins after so many moves
	quick bool       // each position is seen once, after two pictures with hands or a move half made
	wide  float64    // times as wide as it was; 0: 1
	cut   float64    // of the width, is missing on the left
	video string     // what encodes a video, 15 pictures a second, of which each picture of the film fills a second
}

var changes = []change{
	{name: "dim and noisy", gain: evenly(0.3), noise: 3, of: bgr},
	{name: "overexposed", gain: evenly(1.4), lift: 5, of: bgr},
	{name: "pale", gain: evenly(0.45), lift: 110, of: bgr},
	{name: "without colour", gain: evenly(1)},
	{name: "blue for red", gain: evenly(1), of: [3]int{3, 2, 1}},
	{name: "turned", gain: evenly(1), of: bgr, turn: 1},
	{name: "under a lamp", of: bgr, gain: func(x, y, _ float64) float64 {
		x, y = (x-0.4)/0.3, (y-0.4)/0.35
		return 0.25 + 0.95*math.Exp(-x*x-y*y)
	}},
	{name: "half in shadow", of: bgr, gain: func(x, y, _ float64) float64 {
		return 0.725 + 0.275*math.Tanh(60*(0.62-x-0.3*y))
	}},
	{name: "at dusk", of: bgr, gain: func(_, _, part float64) float64 { return 1 - 0.7*part }},
	{name: "pumping", of: bgr, gain: func(_, _, part float64) float64 { return 1 + 0.18*math.Sin(122*part) }},
	{name: "sun through a window", of: bgr, gain: func(x, y, part float64) float64 {
		from := x - 0.22*y - 0.1 - 0.5*part
		return 0.8 + 0.35*(math.Tanh(100*from)-math.Tanh(100*(from-0.2)))
	}},
	{name: "bumped farther", gain: evenly(1), of: bgr, moved: 19},
	{name: "shaking", gain: evenly(1), of: bgr, shake: 6},
	{name: "under a bulb", gain: evenly(1), of: bgr, tint: [3]float64{0.45, 0.8, 1.15}},
	{name: "JPEG 40", gain: evenly(1), of: bgr, jpeg: 40},
	{name: "JPEG 15", gain: evenly(1), of: bgr, jpeg: 15},
	{name: "noise of 16", gain: evenly(1), of: bgr, noise: 16},
	{name: "without colour, noise of 10", gain: evenly(1), noise: 10},
	{name: "quick", gain: evenly(1), of: bgr, quick: true},
	{name: "quick, without colour, dim", gain: evenly(0.4), noise: 2, quick: true},
	{name: "quick, noise of 12", gain: evenly(1), of: bgr, noise: 12, quick: true},
	{name: "a third of the light", gain: evenly(0.3), of: bgr},
	{name: "twice the light", gain: evenly(2), of: bgr},
	{name: "blurred", gain: evenly(1), of: bgr, blur: 1.5},
	{name: "from move 15 on", gain: evenly(1), of: bgr, ply: 15},
	{name: "from the fifth move on", gain: evenly(1), of: bgr, ply: 5},
	{name: "a third wider", gain: evenly(1), of: bgr, wide: 1.33},
	{name: "a quarter narrower", gain: evenly(1), of: bgr, wide: 0.75},
	{name: "cut on the left", gain: evenly(1), of: bgr, cut: 0.08},
	{name: "H.264", gain: evenly(1), of: bgr, video: "avc1"},
	{name: "MPEG-4", gain: evenly(1), of: bgr, video: "mp4v"},
}

var bgr = [3]int{1, 2, 3}

func evenly(gain float64) func(x, y, part float64) float64 {
	return func(float64, float64, float64) float64 { return gain }
}

// TestFilmChanged records the films that DRAUGHTSMAN_TESTDATA holds as others would have filmed them: no move is
// wrong, and few are missing.
func TestFilmChanged(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector: make pictures")
	}
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: no films to change")
	}
	films, err := filepath.Glob(filepath.Join(root, "renders", "*", "film.json"))
	if err != nil || len(films) == 0 {
		t.Fatal("no films", err)
	}
	for _, path := range films {
		text, err := os.ReadFile(path)
		expect.OK(t, err)
		var film struct {
			Moves  []string
			Frames []struct {
				File string
				Ply  int
				Kind string
			}
		}
		expect.OK(t, json.Unmarshal(text, &film))
		right, of := 0, 0
		for _, c := range changes {
			if only := os.Getenv("DRAUGHTSMAN_TESTDATA_ONLY"); !strings.Contains(c.name, only) {
				continue
			}
			var files []string
			for i, f := range film.Frames {
				if c.quick && f.Kind == "still" && i > 1 && film.Frames[i-1].Kind == "still" {
					continue
				}
				if f.Ply > c.ply || f.Ply == c.ply && f.Kind == "still" {
					files = append(files, filepath.Join(filepath.Dir(path), f.File))
				}
			}
			kept, said, err := watched(t, checkers.English, c.film(t, files), 1)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			played := film.Moves[c.ply:]
			var moves []string
			if recorded := strings.Fields(kept.current); len(recorded) > 0 {
				moves = recorded[1:]
			}
			if c.ply > 0 { // what stands is known from two pictures: the first moves may be made by then
				played = played[min(max(slices.Index(played, slices.Concat(moves, played)[0]), 0), 2):]
			}
			if len(kept.games) > 0 || len(moves) > len(played) || !slices.Equal(moves, played[:len(moves)]) {
				t.Errorf("%s: recorded %v and before that %d games\nplayed %v", c.name, moves, len(kept.games), played)
			}
			t.Logf("%20s: %d of %d moves", c.name, len(moves), len(played))
			if len(moves) < len(played)-3 {
				t.Logf("last said: %q", said[max(len(said)-3, 0):])
			}
			right, of = right+len(moves), of+len(played)
		}
		if float64(right) < 0.97*float64(of) {
			t.Errorf("%d of %d moves are recorded", right, of)
		}
	}
}

// film changes pictures and says where they are then.
func (c change) film(t *testing.T, files []string) (source string) {
	t.Helper()
	source = filepath.Join(t.TempDir(), "%04d.bmp")
	random := rand.New(rand.NewPCG(11, 12))
	show := func(n int, picture gocv.Mat) error {
		if !gocv.IMWrite(fmt.Sprintf(source, n), picture) {
			return fmt.Errorf("picture %d cannot be written", n)
		}
		return nil
	}
	if c.video != "" {
		const rate = 15
		source = filepath.Join(t.TempDir(), "film.mp4")
		writer, err := gocv.VideoWriterFile(source, c.video, rate, 640, 480, true)
		expect.OK(t, err)
		defer writer.Close()
		show = func(_ int, picture gocv.Mat) error {
			for range rate {
				if err := writer.Write(picture); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for n, file := range files {
		picture := gocv.IMRead(file, gocv.IMReadColor)
		if picture.Empty() {
			t.Fatalf("%s cannot be read", file)
		}
		err := c.picture(&picture, float64(n)/float64(len(files)), random)
		if err == nil {
			err = show(n, picture)
		}
		picture.Close()
		expect.OK(t, err)
	}
	return source
}

func (c change) picture(m *gocv.Mat, part float64, random *rand.Rand) error {
	px, err := m.DataPtrUint8()
	if err != nil {
		return err
	}
	width, height := m.Cols(), m.Rows()
	was := append([]uint8(nil), px...)
	offX, offY := 0, 0
	if part > 0.5 {
		offX, offY = c.moved, c.moved
	}
	if c.shake > 0 {
		offX, offY = int(c.shake*(2*random.Float64()-1)), int(c.shake*(2*random.Float64()-1))
	}
	sensor := optics.NewNoise(random)
	for y := range height {
		for x := range width {
			from := was[3*(min(max(y+offY, 0), height-1)*width+min(max(x+offX, 0), width-1)):]
			mean := (float64(from[0]) + float64(from[1]) + float64(from[2])) / 3
			gain := c.gain(float64(x)/float64(width), float64(y)/float64(height), part)
			for k := range 3 {
				v := mean
				if c.of[k] > 0 {
					v = float64(from[c.of[k]-1])
				}
				if c.tint[k] > 0 {
					v *= c.tint[k]
				}
				v = gain*v + c.lift
				if c.noise > 0 {
					v += c.noise * sensor.Next()
				}
				px[3*(y*width+x)+k] = uint8(min(max(v+0.5, 0), 255))
			}
		}
	}
	if c.blur > 0 {
		if err := gocv.GaussianBlur(*m, m, image.Point{}, c.blur, c.blur, gocv.BorderReplicate); err != nil {
			return err
		}
	}
	if c.jpeg > 0 {
		if err := boards.Compress(m, c.jpeg); err != nil {
			return err
		}
	}
	if c.wide > 0 || c.cut > 0 {
		if err := c.alter(m); err != nil {
			return err
		}
	}
	for range c.turn {
		turned := gocv.NewMat()
		if err := gocv.Rotate(*m, &turned, gocv.Rotate90Clockwise); err != nil {
			turned.Close()
			return err
		}
		m.Close()
		*m = turned
	}
	return nil
}

// alter resizes a picture, and cuts some of it off.
func (c change) alter(m *gocv.Mat) error {
	altered := gocv.NewMat()
	wide := c.wide
	if wide == 0 {
		wide = 1
	}
	part := m.Region(image.Rect(int(c.cut*float64(m.Cols())), 0, m.Cols(), m.Rows()))
	defer part.Close()
	size := image.Pt(int(wide*float64(part.Cols())), m.Rows())
	if err := gocv.Resize(part, &altered, size, 0, 0, gocv.InterpolationLinear); err != nil {
		altered.Close()
		return err
	}
	m.Close()
	*m = altered
	return nil
}
