package config

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/files"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// numbers are those of a file, and times.
var numbers = regexp.MustCompile(`-?\b\d[\d.]*(ms|s)?\b`)

// edited puts other numbers in the places of some.
func edited(t *rapid.T, text []byte) []byte {
	places := numbers.FindAllIndex(text, -1)
	other := rapid.OneOf(
		rapid.SampledFrom([]string{"", "0", "-1", "1e308", "-1e308", "1e-308", ".nan", ".inf", "-.inf", "100000h", "1ns", "~",
			"9223372036854775807", "[]", "0.0001", "16", "60"}),
		rapid.Map(rapid.Float64Range(-30, 30), func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }),
		rapid.Map(rapid.Float64(), func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }),
	)
	for range rapid.IntRange(1, 2).Draw(t, "edits") {
		at := rapid.SampledFrom(places).Draw(t, "place")
		if at[1] <= len(text) && numbers.Match(text[at[0]:at[1]]) {
			text = []byte(string(text[:at[0]]) + other.Draw(t, "number") + string(text[at[1]:]))
		}
	}
	return text
}

// one asserts that an error is one sentence about a file.
func one(t *rapid.T, err error, about string) {
	if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, about) {
		t.Fatalf("%q is not one sentence about %s", text, about)
	}
}

// plansAbove asserts that a plan leads the tip nowhere below what discs stand on, and takes no less than no time.
func plansAbove(t *rapid.T, d Table, frame calibration.ArmFrame) {
	position, err := checkers.ParseFEN("B:W18,26,27:B15")
	expect.OK(t, err)
	move, err := position.ParseMove("15x22x31")
	expect.OK(t, err)
	plan, err := planner.New(d.Setup(frame), planner.Table{Position: position, Tray: d.Tray}, move, planner.LookAtEnd)
	if err != nil {
		one(t, err, "")
		return
	}
	for _, step := range plan.Steps {
		for _, m := range step.Motions {
			floor := 0.0
			if m.Over.Slot != 0 {
				floor = min(0, d.Tray.Slots[m.Over.Slot-1].At.Z)
			}
			if !(m.Height > floor-0.01) || m.Takes < 0 || plan.Takes < m.Takes || m.Takes > time.Hour ||
				m.Speed > max(d.Machine.TravelSpeed, d.Machine.VerticalSpeed) {
				t.Fatalf("the %s to %s, to a height of %g mm at %g mm/s, takes %v", m.Kind, m.Over, m.Height, m.Speed, m.Takes)
			}
		}
	}
}

// Whatever numbers somebody writes into a description, it is refused in one sentence, or what is in it is in range and
// leads nowhere below the board.
func TestEditedDescriptions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	gantry, err := Example().Encode()
	expect.OK(t, err)
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		expect.OK(t, os.WriteFile(path, edited(t, gantry), 0o600))
		d, err := Load(path)
		if err != nil {
			one(t, err, path)
			return
		}
		read++
		expect.OK(t, files.InRange(d))
		plansAbove(t, d, ExampleFrame())
	})
	if read == 0 {
		t.Error("no description was read: the edits were not such as to tell")
	}
}

// So it is with a calibration.
func TestEditedCalibrations(t *testing.T) {
	d, frame := Example(), ExampleFrame()
	var touches []calibration.Touch
	for _, square := range []int{1, 4, 29, 32} {
		on, err := d.Board.Square(square)
		expect.OK(t, err)
		touches = append(touches, calibration.Touch{Square: square, At: frame.ToArm(on)})
	}
	fitted, err := calibration.FitArm(d.Board, touches)
	expect.OK(t, err)
	known, err := calibration.Calibration{
		Version: calibration.Version, Board: d.Board, Disc: d.Disc, BlackPieces: d.BlackPieces,
		Camera: calibration.Camera{Lens: calibration.StraightLens(960, 720, 900), Pose: calibration.Pose{
			Rotation: calibration.Rotation{0.75 * math.Pi, 0, 0}, Translation: calibration.Vector{1.5, -2.25, 620}}},
		Arm: &fitted, Touches: touches, Latency: &calibration.Latency{Least: time.Millisecond, Most: time.Second},
	}.Encode()
	expect.OK(t, err)
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		c, err := calibration.Decode(edited(t, known))
		if err != nil {
			one(t, err, "")
			return
		}
		read++
		expect.OK(t, files.InRange(c))
		if c.Arm == nil || c.CheckBoard(d.Board) != nil {
			return
		}
		plansAbove(t, d, *c.Arm)
		for _, touch := range c.Touches {
			if miss, err := c.Arm.Miss(c.Board, touch); err != nil || miss > 0.25*c.Board.SquareMM {
				t.Fatalf("square %d was touched %g mm away (%v)", touch.Square, miss, err)
			}
		}
	})
	if read == 0 {
		t.Error("no calibration was read: the edits were not such as to tell")
	}
}
