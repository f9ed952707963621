package detect_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/optics"
	"draughtsman/vision/score"
)

// labelled is a picture with the corners and the shortest side of a square of its board, px.
type labelled struct {
	picture gocv.Mat
	corners [4][2]float64
	squares int
}

func (l *labelled) side() float64 {
	least := math.Inf(1)
	for i, c := range l.corners {
		d := l.corners[(i+1)%4]
		least = min(least, math.Hypot(c[0]-d[0], c[1]-d[1])/float64(l.squares))
	}
	return least
}

// lit gives each pixel's channels a gain by its place, in parts of the picture, and adds noise.
func (l *labelled) lit(r *rand.Rand, deviation float64, gain func(x, y float64) float64) error {
	px, err := l.picture.DataPtrUint8()
	if err != nil {
		return err
	}
	w, h := l.picture.Cols(), l.picture.Rows()
	sensor := optics.NewNoise(r)
	for y := range h {
		for x := range w {
			g := gain(float64(x)/float64(w), float64(y)/float64(h))
			for k := 3 * (y*w + x); k < 3*(y*w+x)+3; k++ {
				px[k] = uint8(min(max(g*float64(px[k])+deviation*sensor.Next()+0.5, 0), 255))
			}
		}
	}
	return nil
}

// laid maps the picture's corners to places in another of some size.
func (l *labelled) laid(to [4][2]float64, width, height float64) error {
	w, h := float32(l.picture.Cols()), float32(l.picture.Rows())
	from := gocv.NewPoint2fVectorFromPoints([]gocv.Point2f{{}, {X: w}, {X: w, Y: h}, {Y: h}})
	defer from.Close()
	places := make([]gocv.Point2f, 4)
	for i, p := range to {
		places[i] = gocv.Point2f{X: float32(p[0]), Y: float32(p[1])}
	}
	there := gocv.NewPoint2fVectorFromPoints(places)
	defer there.Close()
	m := gocv.GetPerspectiveTransform2f(from, there)
	defer m.Close()
	out := gocv.NewMat()
	defer out.Close()
	size := image.Pt(int(width), int(height))
	if err := gocv.WarpPerspectiveWithParams(l.picture, &out, m, size, gocv.InterpolationLinear, gocv.BorderReflect101,
		color.RGBA{}); err != nil {
		return err
	}
	for i, p := range l.corners {
		row := func(k int) float64 {
			return m.GetDoubleAt(k, 0)*p[0] + m.GetDoubleAt(k, 1)*p[1] + m.GetDoubleAt(k, 2)
		}
		l.corners[i] = [2]float64{row(0) / row(2), row(1) / row(2)}
	}
	return out.CopyTo(&l.picture)
}

func (l *labelled) resized(by float64) error {
	w, h := math.Round(by*float64(l.picture.Cols())), math.Round(by*float64(l.picture.Rows()))
	for i, p := range l.corners {
		l.corners[i] = [2]float64{(p[0]+0.5)*w/float64(l.picture.Cols()) - 0.5, (p[1]+0.5)*h/float64(l.picture.Rows()) - 0.5}
	}
	return gocv.Resize(l.picture, &l.picture, image.Pt(int(w), int(h)), 0, 0, gocv.InterpolationArea)
}

func uniform(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// changes are what other cameras, lamps and people would make of a picture.
var changes = []struct {
	name  string
	apply func(l *labelled, r *rand.Rand) error
}{
	{"pale", func(l *labelled, r *rand.Rand) error {
		return l.picture.ConvertToWithParams(&l.picture, gocv.MatTypeCV8U, float32(uniform(r, 0.25, 0.5)),
			float32(uniform(r, 20, 110)))
	}},
	{"overexposed", func(l *labelled, r *rand.Rand) error {
		by := uniform(r, 1.4, 1.9)
		return l.lit(r, 0, func(float64, float64) float64 { return by })
	}},
	{"dim and noisy", func(l *labelled, r *rand.Rand) error {
		by := uniform(r, 0.2, 0.4)
		return l.lit(r, 4, func(float64, float64) float64 { return by })
	}},
	{"noisy", func(l *labelled, r *rand.Rand) error {
		return l.lit(r, uniform(r, 8, 18), func(float64, float64) float64 { return 1 })
	}},
	{"without colour", func(l *labelled, _ *rand.Rand) error {
		if err := gocv.CvtColor(l.picture, &l.picture, gocv.ColorBGRToGray); err != nil {
			return err
		}
		return gocv.CvtColor(l.picture, &l.picture, gocv.ColorGrayToBGR)
	}},
	{"much compressed", func(l *labelled, r *rand.Rand) error {
		file, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, l.picture, []int{gocv.IMWriteJpegQuality, 15 + r.IntN(20)})
		if err != nil {
			return err
		}
		defer file.Close()
		decoded, err := gocv.IMDecode(file.GetBytes(), gocv.IMReadColor)
		if err != nil {
			return err
		}
		defer decoded.Close()
		return decoded.CopyTo(&l.picture)
	}},
	{"small", func(l *labelled, r *rand.Rand) error { return l.resized(uniform(r, 0.35, 0.5)) }},
	{"out of focus", func(l *labelled, r *rand.Rand) error {
		by := uniform(r, 0.08, 0.13) * l.side()
		return gocv.GaussianBlur(l.picture, &l.picture, image.Point{}, by, by, gocv.BorderReplicate)
	}},
	{"turned", func(l *labelled, r *rand.Rand) error {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		w, h := float64(l.picture.Cols()), float64(l.picture.Rows())
		wide, high := math.Abs(w*cos)+math.Abs(h*sin), math.Abs(w*sin)+math.Abs(h*cos)
		to := [4][2]float64{{-w / 2, -h / 2}, {w / 2, -h / 2}, {w / 2, h / 2}, {-w / 2, h / 2}}
		for i, p := range to {
			to[i] = [2]float64{cos*p[0] - sin*p[1] + wide/2, sin*p[0] + cos*p[1] + high/2}
		}
		return l.laid(to, wide, high)
	}},
	{"more oblique", func(l *labelled, r *rand.Rand) error {
		w, h := float64(l.picture.Cols()), float64(l.picture.Rows())
		in, high := uniform(r, 0.1, 0.25)*w, uniform(r, 0.55, 0.8)*h
		return l.laid([4][2]float64{{in, 0}, {w - in, 0}, {w, high}, {0, high}}, w, high)
	}},
	{"shadows", func(l *labelled, r *rand.Rand) error {
		depth := uniform(r, 0.3, 0.55)
		var bands [2]struct{ x, y, sin, cos, wide float64 }
		for i := range bands {
			b := &bands[i]
			b.sin, b.cos = math.Sincos(2 * math.Pi * r.Float64())
			b.x, b.y = uniform(r, 0.3, 0.7), uniform(r, 0.3, 0.7)
			b.wide = uniform(r, 1, 3) * l.side() / float64(l.picture.Cols())
		}
		return l.lit(r, 0, func(x, y float64) float64 {
			gain := 1.0
			for _, b := range bands {
				if math.Abs(b.cos*(x-b.x)+b.sin*(y-b.y)) < b.wide {
					gain *= depth
				}
			}
			return gain
		})
	}},
	{"cropped closely", func(l *labelled, _ *rand.Rand) error {
		pad := 0.15 * l.side()
		box := image.Rectangle{}
		for _, p := range l.corners {
			box = box.Union(image.Rect(int(p[0]-pad), int(p[1]-pad), int(p[0]+pad)+1, int(p[1]+pad)+1))
		}
		box = box.Intersect(image.Rect(0, 0, l.picture.Cols(), l.picture.Rows()))
		part := l.picture.Region(box)
		defer part.Close()
		for i := range l.corners {
			l.corners[i][0] -= float64(box.Min.X)
			l.corners[i][1] -= float64(box.Min.Y)
		}
		return part.CopyTo(&l.picture)
	}},
}

// TestChangedLabelledPictures finds the boards in the labelled pictures of DRAUGHTSMAN_TESTDATA after each was
// changed in two ways, and prints the rates by kind of change.
func TestChangedLabelledPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector: make pictures")
	}
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: no labelled pictures to find boards in")
	}
	tallies := make([]tally, len(changes))
	var all tally
	for _, set := range []string{"photos", "renders/stills"} {
		labels, err := score.Load(filepath.Join(root, set, "labels.json"))
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range labels {
			for _, k := range [2]int{2 * i % len(changes), (2*i + 1) % len(changes)} {
				verdict, reason := changed(t, filepath.Join(root, set, l.File), l, k, uint64(i))
				if verdict != score.Found {
					t.Logf("%-8s %s, %s: %s", verdict, l.File, changes[k].name, reason)
				}
				for _, c := range []*tally{&tallies[k], &all} {
					c.pictures++
					switch verdict {
					case score.Found:
						c.found++
					case score.Wrong:
						c.wrong++
					}
				}
			}
		}
	}
	var text strings.Builder
	for k, c := range tallies {
		fmt.Fprintf(&text, "%16s  %3d pictures  %5.1f %% found  %d wrong\n", changes[k].name, c.pictures,
			percent(c.found, c.pictures), c.wrong)
	}
	fmt.Fprintf(&text, "%16s  %3d pictures  %5.1f %% found  %d wrong\n", "all", all.pictures,
		percent(all.found, all.pictures), all.wrong)
	t.Log("\n" + text.String())
	if percent(all.found, all.pictures) < 94 {
		t.Errorf("%d of %d boards found", all.found, all.pictures)
	}
	if percent(all.wrong, all.pictures) > 1 {
		t.Errorf("%d wrong boards", all.wrong)
	}
}

// changed finds the board in a file's picture, of at most 1280 pixels, after change k.
func changed(t *testing.T, path string, l score.Label, k int, seed uint64) (score.Verdict, string) {
	t.Helper()
	p := labelled{load(t, path), l.Corners, l.Squares}
	defer func() { _ = p.picture.Close() }()
	if longest := max(p.picture.Cols(), p.picture.Rows()); longest > 1280 {
		if err := p.resized(1280 / float64(longest)); err != nil {
			t.Fatal(err)
		}
	}
	if err := changes[k].apply(&p, rand.New(rand.NewPCG(seed, uint64(k)))); err != nil {
		t.Fatal(err)
	}
	l.Corners = p.corners
	m := scoreLattice(t, l, p.picture)
	return m.Verdict, m.Reason
}
