package planner

import (
	"math"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
)

const configuration = `
machine:
  reach:
    min: {x: 0, y: 0, z: 0}
    max: {x: 640, y: 520, z: 90}
  keep_out:
    - name: the camera post
      min: {x: 300, y: 480, z: 0}
      max: {x: 340, y: 520, z: 90}
  park: {x: 630, y: 510, z: 80}
  max_speed_xy_mm_s: 200
  max_speed_z_mm_s: 80
  accel_xy_mm_s2: 1200
  accel_z_mm_s2: 600
  travel_mm_s: 200
  vertical_mm_s: 80
  approach_mm_s: 20
  approach_mm: 5
  clearance_mm: 6
  tool_radius_mm: 5
  press_mm: 0.2
  gap_mm: 0.5
  grip_settle: 250ms
  release_settle: 150ms
  command_overhead: 40ms
tray:
  slots:
    - {kind: capture, at: {x: 205, y: 140, z: 0}, capacity: 2}
    - {kind: spare, at: {x: -205, y: 60, z: 0}, capacity: 2, holds: bb}
`

func TestConfiguration(t *testing.T) {
	type file struct {
		Machine Machine `yaml:"machine"`
		Tray    Tray    `yaml:"tray"`
	}
	want := file{Machine: bench().Machine}
	want.Machine.KeepOut = []KeepOut{{Name: "the camera post", Box: Box{
		Min: calibration.ArmPoint{X: 300, Y: 480}, Max: calibration.ArmPoint{X: 340, Y: 520, Z: 90},
	}}}
	want.Tray.Slots = []Slot{
		{Kind: CaptureSlot, At: slotAt(205, 140), Capacity: 2},
		{Kind: SpareSlot, At: slotAt(-205, 60), Capacity: 2, Holds: Stack{0, 0}},
	}
	var got file
	if err := yaml.UnmarshalWithOptions([]byte(configuration), &got, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	written, err := yaml.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got = file{}
	if err := yaml.UnmarshalWithOptions(written, &got, yaml.Strict()); err != nil {
		t.Fatalf("%v in\n%s", err, written)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("written and read again (-want +got):\n%s", diff)
	}
	unknown := strings.Replace(configuration, "gap_mm", "gap_inch", 1)
	if err := yaml.UnmarshalWithOptions([]byte(unknown), &got, yaml.Strict()); err == nil ||
		!strings.Contains(err.Error(), "gap_inch") {
		t.Errorf("an unknown key: %v", err)
	}
}

func TestSetupRefuses(t *testing.T) {
	for _, c := range []struct {
		want   string
		change func(*Setup, *Tray)
	}{
		{"the park point is out of reach: x = 655.2 mm, the arm reaches at most 640.0 mm",
			func(s *Setup, _ *Tray) { s.Machine.Park.X = 655.2 }},
		{"the park point is out of reach: z = -1.0 mm, the arm reaches no less than 0.0 mm",
			func(s *Setup, _ *Tray) { s.Machine.Park.Z = -1 }},
		{"reach of the machine is empty: min must be less than max in x, y and z",
			func(s *Setup, _ *Tray) { s.Machine.Reach.Max.Z = 0 }},
		{"the park point is out of reach: y = NaN mm, the arm reaches no less than 0.0 mm",
			func(s *Setup, _ *Tray) { s.Machine.Park.Y = math.NaN() }},
		{"grasp_mm and press_mm of the machine are 0 and 7; a disc is only 7 mm high, and the tool would touch what it " +
			"stands on", func(s *Setup, _ *Tray) { s.Machine.Press = 7 }},
		{"travel_mm_s of the machine is 250 mm/s, faster than max_speed_xy_mm_s allows (200 mm/s)",
			func(s *Setup, _ *Tray) { s.Machine.TravelSpeed = 250 }},
		{"approach_mm_s of the machine is 90 mm/s, faster than vertical_mm_s allows (80 mm/s)",
			func(s *Setup, _ *Tray) { s.Machine.ApproachSpeed = 90 }},
		{"a keep-out box of the machine has no name: give it one, so that messages can say which it is",
			func(s *Setup, _ *Tray) { s.Machine.KeepOut = []KeepOut{{Box: s.Machine.Reach}} }},
		{`the keep-out box "clock" of the machine is empty: min must be less than max in x, y and z`,
			func(s *Setup, _ *Tray) {
				s.Machine.KeepOut = []KeepOut{{Name: "clock", Box: Box{Max: calibration.ArmPoint{Y: 1, Z: 1}}}}
			}},
		{`tool of the machine is "hook"; it must be "suction", "fingers" or "magnet"`,
			func(s *Setup, _ *Tray) { s.Machine.Tool = "hook" }},
		{"grasp_mm of the machine is 0; with `tool: fingers` it must be more than 0: how far below a disc's top their tips " +
			"are when they hold it", func(s *Setup, _ *Tray) { s.Machine.Tool = Fingers }},
		{"grasp_mm of the machine is 4; a tool that holds a disc from above (magnet) has none",
			func(s *Setup, _ *Tray) { s.Machine.Tool, s.Machine.Grasp = Magnet, 4 }},
		{"approach_mm of the machine is 5; it must be more than grasp_mm (5), or the fingers pass a disc's rim at full speed",
			func(s *Setup, _ *Tray) { s.Machine.Grasp = 5 }},
		{"stray_mm of the machine is 3; only a magnet (`tool: magnet`) has a field",
			func(s *Setup, _ *Tray) { s.Machine.Stray = 3 }},
		{"stray_mm of the machine is 7, and a disc 7 mm high: the magnet would lift the disc below as well, and kings are " +
			"stacks of two: choose `kings: swap` or `virtual` in the tray; or weaken the magnet",
			func(s *Setup, _ *Tray) { s.Machine.Tool, s.Machine.Stray = Magnet, 7 }},
		{"stray_mm of the machine is 8, and a disc 7 mm high: the magnet would lift the disc below as well, and tray slot " +
			"1 takes 2: give it a capacity of 1; or weaken the magnet", func(s *Setup, t *Tray) {
			s.Machine.Tool, s.Machine.Stray, t.Kings = Magnet, 8, VirtualKings
		}},
		{"no game is played on a board of 12×12 squares with a playing square in White's left corner",
			func(s *Setup, _ *Tray) { s.Board.Squares = 12 }},
		{"a disc in tray slot 1 (x = 175.4, y = 140.0 mm) would lie on the playing area",
			func(_ *Setup, t *Tray) { t.Slots[0].At.X = 175.4 }},
		{"tray slots 1 and 9 are 25.0 mm apart, too close for discs of 31.0 mm",
			func(_ *Setup, t *Tray) { t.Slots[8].At.X = 230 }},
	} {
		setup, tray := bench(), tray()
		c.change(&setup, &tray)
		if err := setup.Validate(tray); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	magnet := bench() // that lifts from a millimetre above
	magnet.Machine.Tool, magnet.Machine.Stray, magnet.Machine.Press = Magnet, 7.5, -1
	if err := magnet.Validate(tray()); err != nil {
		t.Error(err)
	}
	near := tray() // as near to the board and to one another as they may be
	near.Slots[0].At.X, near.Slots[1].At = 175.5, slotAt(0, 175.5)
	near.Slots[10].At.X = near.Slots[2].At.X + 31
	for _, tray := range []Tray{tray(), near} {
		if err := bench().Validate(tray); err != nil {
			t.Error(err)
		}
	}
}

func TestBoxMeets(t *testing.T) {
	box := Box{Min: calibration.ArmPoint{X: 10, Y: 10, Z: 0}, Max: calibration.ArmPoint{X: 20, Y: 20, Z: 30}}
	for _, c := range []struct {
		name     string
		from, to calibration.ArmPoint
		want     bool
	}{
		{"straight through", calibration.ArmPoint{X: 0, Y: 15, Z: 10}, calibration.ArmPoint{X: 40, Y: 15, Z: 10}, true},
		{"above", calibration.ArmPoint{X: 0, Y: 15, Z: 31}, calibration.ArmPoint{X: 40, Y: 15, Z: 31}, false},
		{"beside", calibration.ArmPoint{X: 0, Y: 21, Z: 10}, calibration.ArmPoint{X: 40, Y: 21, Z: 10}, false},
		{"ends before it", calibration.ArmPoint{X: 0, Y: 15, Z: 10}, calibration.ArmPoint{X: 9, Y: 15, Z: 10}, false},
		{"begins inside", calibration.ArmPoint{X: 15, Y: 15, Z: 10}, calibration.ArmPoint{X: 90, Y: 15, Z: 10}, true},
		{"cuts a corner", calibration.ArmPoint{X: 5, Y: 14, Z: 10}, calibration.ArmPoint{X: 14, Y: 5, Z: 10}, false},
		{"cuts through a corner", calibration.ArmPoint{X: 5, Y: 18, Z: 10}, calibration.ArmPoint{X: 18, Y: 5, Z: 10}, true},
		{"comes down on it", calibration.ArmPoint{X: 15, Y: 15, Z: 60}, calibration.ArmPoint{X: 15, Y: 15, Z: 30}, true},
		{"along an edge", calibration.ArmPoint{X: 10, Y: 20, Z: 5}, calibration.ArmPoint{X: 10, Y: 20, Z: 25}, true},
		{"does not move, outside", calibration.ArmPoint{}, calibration.ArmPoint{}, false},
	} {
		if got := box.meets(c.from, c.to); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := box.meets(c.to, c.from); got != c.want {
			t.Errorf("%s, backwards: %v", c.name, got)
		}
	}
	grown := Box{Min: calibration.ArmPoint{X: 8, Y: 8}, Max: calibration.ArmPoint{X: 22, Y: 22, Z: 33}}
	if got := box.grown(body{radius: 2, hang: 3}); got != grown {
		t.Errorf("grown it is %v", got)
	}
}
