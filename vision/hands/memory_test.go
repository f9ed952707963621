package hands

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// aboveBoard is a camera over the middle of a board.
func aboveBoard(high float64) calibration.Camera {
	return calibration.Camera{
		Lens: calibration.Lens{Width: 640, Height: 480, FocalPX: 600, Centre: calibration.Pixel{X: 319.5, Y: 239.5}},
		Pose: calibration.Pose{Rotation: calibration.Rotation{3.14159}, Translation: calibration.Vector{0, 0, high}},
	}
}

func newDetector(t testing.TB, high float64) *Detector {
	t.Helper()
	d, err := New(aboveBoard(high), Options{DiscMM: 31,
		Area: Area{calibration.BoardPoint{X: -200, Y: -200}, calibration.BoardPoint{X: 200, Y: 200}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What is learnt of an arm is the same after it was kept in a file, if the camera stands where it stood. Whatever else
// a file holds is an error, and nothing of it is taken.
func TestArmIsRecalled(t *testing.T) {
	d := newDetector(t, 700)
	d.paces, d.latencies = []float64{1, .9}, []Latency{{100, 200}}
	d.poses = poses{{Tool: calibration.BoardPoint{X: 4, Y: 5, Z: 6}, WithinMM: 2, Cells: []uint16{1, 7},
		Colours: []uint8{1, 2, 3, 4, 5, 6}, Mistaken: []uint16{9}}}
	var file bytes.Buffer
	if err := d.Save(&file); err != nil {
		t.Fatal(err)
	}
	same := newDetector(t, 700)
	if err := same.Recall(bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	for _, diff := range []string{cmp.Diff(d.poses, same.poses), cmp.Diff(d.paces, same.paces),
		cmp.Diff(d.latencies, same.latencies)} {
		if diff != "" {
			t.Error(diff)
		}
	}
	if err := newDetector(t, 710).Recall(bytes.NewReader(file.Bytes())); !errors.Is(err, ErrOtherCamera) {
		t.Errorf("a camera that stands elsewhere recalls the arm: %v", err)
	}
	rapid.Check(t, func(t *rapid.T) {
		data := bytes.Clone(file.Bytes())
		data = data[:rapid.IntRange(0, len(data)).Draw(t, "length")]
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			if len(data) > 0 {
				data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		other := *same
		other.learnt = learnt{}
		if err := other.Recall(bytes.NewReader(data)); err != nil && other.poses != nil {
			t.Errorf("%v, and the arm is known", err)
		}
	})
}

// Poses of one place are not kept without end, and all of them together neither.
func TestPosesAreBounded(t *testing.T) {
	var m poses
	for i := range 3 * maxPoses {
		m.add(Pose{Tool: calibration.BoardPoint{X: float64(i / 4 * poseApartMM)}})
	}
	if len(m) > maxPoses || len(m) < maxPoses/2 {
		t.Errorf("%d poses are remembered", len(m))
	}
	last := m[len(m)-1].Tool
	if near := m.near(calibration.BoardPoint{X: last.X + 3}); near[0].Tool != last {
		t.Errorf("the nearest pose to %v is at %v", last, near[0].Tool)
	}
}

// A portal's beam is remembered from where its carriage was elsewhere, too.
func TestPosesNearByOneAxis(t *testing.T) {
	at := func(x, y float64) Pose { return Pose{Tool: calibration.BoardPoint{X: x, Y: y}} }
	m := poses{at(25, 25), at(100, 2), at(-3, -100), at(200, 200)}
	var tools []calibration.BoardPoint
	for _, p := range m.near(calibration.BoardPoint{}) {
		tools = append(tools, p.Tool)
	}
	if want := []calibration.BoardPoint{m[0].Tool, m[2].Tool, m[1].Tool}; !slices.Equal(tools, want) {
		t.Errorf("near are the poses at %v, want %v", tools, want)
	}
	if near := m[:1].near(calibration.BoardPoint{}); len(near) != 1 {
		t.Errorf("of one pose %d are near", len(near))
	}
}

// What was taken for a hand wrongly is none with the tool near there, and one with the tool elsewhere.
func TestMistakesAreRememberedNearTheTool(t *testing.T) {
	m := poses{{Mistaken: []uint16{10 * blockColumns}}}
	for _, tt := range []struct {
		off   float64
		block int
		is    bool
	}{{0, 10 * blockColumns, true}, {30, 12*blockColumns + 3, true}, {0, 20 * blockColumns, false},
		{2 * mistakenMM, 10 * blockColumns, false}} {
		if is := m.mistaken(calibration.BoardPoint{X: tt.off}, .1)[tt.block]; is != tt.is {
			t.Errorf("%g mm away block %d is a mistake: %v", tt.off, tt.block, is)
		}
	}
}

// Changes of light are taken out, whatever covers much of the picture.
func TestLightIsCompensated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &Detector{free: make([]logColour, cells)}
		for i := range d.free {
			d.free[i] = logColour{3 + float32(i%7)/5, 4, 5 - float32(i%11)/9}
		}
		light := float32(rapid.Float64Range(-.4, .4).Draw(t, "light"))
		covered := rapid.IntRange(0, cells*6/10).Draw(t, "covered")
		now := make([]logColour, cells)
		for i := range now {
			for c := range now[i] {
				now[i][c] = d.free[i][c] + light
				if i < covered {
					now[i][c] = 2 + float32(i%97)/20
				}
			}
		}
		now = compensated(now, d.free)
		for c := range 3 {
			if off := now[cells-1][c] - d.free[cells-1][c]; off > lightStep || off < -lightStep {
				t.Fatalf("a change of light of %g leaves %g", light, off)
			}
		}
	})
}
