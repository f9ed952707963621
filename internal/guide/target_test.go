package guide

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/expect"
	"draughtsman/vision/detect"
)

// usualSide is the side of a square that fits every paper, mm.
const usualSide = 20.0

var made = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// rectangles are those that a page fills, mm from its top left corner, and its size.
func rectangles(t *testing.T, page []byte) (filled [][4]float64, width, height float64) {
	t.Helper()
	const point = 25.4 / 72 // mm
	number := func(s []byte) float64 {
		v, err := strconv.ParseFloat(string(s), 64)
		expect.OK(t, err)
		return v * point
	}
	box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindSubmatch(page)
	if box == nil {
		t.Fatal("the page has no size")
	}
	width, height = number(box[1]), number(box[2])
	for _, m := range regexp.MustCompile(`([\d.]+) ([\d.]+) ([\d.]+) -([\d.]+) re f`).FindAllSubmatch(page, -1) {
		filled = append(filled, [4]float64{number(m[1]), height - number(m[2]), number(m[3]), number(m[4])})
	}
	return filled, width, height
}

func TestTrueScale(t *testing.T) {
	for _, c := range []struct {
		paper Paper
		side  float64
	}{{A4, usualSide}, {Letter, usualSide}, {A4, 12.5}, {Letter, 20.5}} {
		var page bytes.Buffer
		expect.OK(t, WriteTarget(&page, c.paper, c.side, made))
		filled, width, height := rectangles(t, page.Bytes())
		if math.Abs(width-c.paper.width) > 0.01 || math.Abs(height-c.paper.height) > 0.01 {
			t.Errorf("%s is %.1f × %.1f mm", c.paper.Name, width, height)
		}
		if len(filled) != (TargetSquares*TargetSquares+1)/2 {
			t.Errorf("%d squares are black", len(filled))
		}
		for _, r := range filled {
			if math.Abs(r[2]-c.side) > 0.01 || math.Abs(r[3]-c.side) > 0.01 {
				t.Errorf("a square is %.2f × %.2f mm, want %g", r[2], r[3], c.side)
			}
			if r[0] < 10 || r[1] < 10 || r[0]+r[2] > width-10 || r[1]+r[3] > height-40 {
				t.Errorf("a square lies at %.1f, %.1f", r[0], r[1])
			}
		}
		if text := page.String(); !strings.Contains(text, fmt.Sprintf("9 x 9 squares of %g mm", c.side)) ||
			!strings.Contains(text, "This line is 100 mm long") {
			t.Error("the page does not say how large it is")
		}
	}
}

// What is printed is what the lens's session looks for, the words below it included.
func TestThePageIsFound(t *testing.T) {
	var page bytes.Buffer
	expect.OK(t, WriteTarget(&page, A4, usualSide, made))
	const scale = 3.2 // px/mm
	filled, width, height := rectangles(t, page.Bytes())
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(240, 240, 240, 0), int(height*scale), int(width*scale),
		gocv.MatTypeCV8UC3)
	defer picture.Close()
	for _, r := range filled {
		at := func(v float64) int { return int(math.Round(v * scale)) }
		if err := gocv.Rectangle(&picture, image.Rect(at(r[0]), at(r[1]), at(r[0]+r[2])-1, at(r[1]+r[3])-1),
			color.RGBA{R: 20, G: 20, B: 20}, -1); err != nil {
			t.Fatal(err)
		}
	}
	found, err := detect.Find(picture, detect.Options{Squares: TargetSquares})
	expect.OK(t, err)
	if len(found.Crossings) != (TargetSquares-1)*(TargetSquares-1) {
		t.Errorf("%d crossings were measured", len(found.Crossings))
	}
	for i, want := range [4][2]float64{{15, 15}, {195, 15}, {195, 195}, {15, 195}} {
		if d := math.Hypot(found.Corners[i].X-want[0]*scale, found.Corners[i].Y-want[1]*scale); d > 1 {
			t.Errorf("corner %d is %.1f px off", i, d)
		}
	}
}

func TestEqualDatesMakeEqualFiles(t *testing.T) {
	var one, two bytes.Buffer
	for _, page := range []*bytes.Buffer{&one, &two} {
		expect.OK(t, WriteTarget(page, Letter, 15, made))
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("they differ")
	}
}

func TestWhatDoesNotFit(t *testing.T) {
	for side, want := range map[float64]string{
		25:         "squares of 25 mm: from 10 to 20.0 mm fit on A4",
		3:          "squares of 3 mm",
		math.NaN(): "squares of NaN mm",
		-20:        "squares of -20 mm",
	} {
		var page bytes.Buffer
		if err := WriteTarget(&page, A4, side, made); err == nil || !strings.HasPrefix(err.Error(), want) || page.Len() > 0 {
			t.Errorf("%g mm: %v, %d bytes", side, err, page.Len())
		}
	}
}
