package config

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// Every transfer from every square to every slot, and between all squares of a game's beginning, is within the arm's
// reach.
func TestServoExampleReachesItsTable(t *testing.T) {
	table := ServoExample()
	// The board 220 mm in front of the arm's axis, Black's side next to it, 10 mm up.
	setup := table.Setup(calibration.ArmFrame{Rotation: calibration.Rotation{0, 0, math.Pi / 2},
		Origin: calibration.ArmPoint{X: 220, Y: 0, Z: 10}, Scale: 1})
	expect.OK(t, setup.Validate(table.Tray))
	tray := table.Tray
	for square := range checkers.Board8.All().All() {
		before := planner.Table{Position: checkers.Position{}.Put(square, checkers.Man(checkers.White)), Tray: tray}
		for slot, s := range tray.Slots {
			if s.Kind != planner.CaptureSlot {
				continue
			}
			transfer := planner.Transfer{Side: checkers.White, From: planner.OnSquare(square), To: planner.InSlot(slot + 1)}
			if _, err := planner.Steps(setup, before, []planner.Transfer{transfer}, planner.LookAfterEach); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestWhatIsWrongWithServosIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	expect.OK(t, ServoExample().Save(path, ""))
	text, err := os.ReadFile(path)
	expect.OK(t, err)
	const profile = "    profile: so101\n"
	for name, c := range map[string]struct{ new, want string }{
		"profile":     {"    profile: so999\n", `arm.servos.profile is "so999"; known profiles: so101`},
		"unknown key": {profile + "    colour: blue\n", `unknown field "colour"`},
		"joint":       {profile + "    joints:\n      elbow:\n        zero: 1\n", `unknown field "elbow"`},
		"ids":         {profile + "    joints:\n      elbow_flex:\n        id: 2\n", "have the id 2 twice"},
		"zero": {profile + "    joints:\n      elbow_flex:\n        zero: 5000\n",
			"arm.servos.joints.elbow_flex.zero is 5000 steps; it must be from 0 to 4095"},
		"limits": {profile + "    joints:\n      elbow_flex:\n        min_deg: 90\n        max_deg: -90\n",
			"the limits of joint elbow_flex are 90.0° to -90.0°"},
		"lean": {profile + "    lean_deg: 100\n", "arm.servos.lean_deg is 100 °; it must be from 0 to 89 °"},
		"link": {profile + "    links:\n      hand_mm: -3\n",
			"arm.servos.links.hand_mm is -3 mm; it must be from 20 to 1000 mm"},
		"jaws":         {profile + "    gripper:\n      jaw_mm: 12\n", "its jaws are too short"},
		"left out":     {"", "profile"},
		"other driver": {profile + "X", "arm.servos belongs to the driver feetech, not to grbl"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(text), profile, strings.TrimSuffix(c.new, "X"), 1)
			if strings.HasSuffix(c.new, "X") {
				changed = strings.Replace(changed, "driver: feetech", "driver: grbl", 1)
			}
			expect.OK(t, os.WriteFile(path, []byte(changed), 0o600))
			if _, err := Load(path); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v; want %q", err, c.want)
			}
		})
	}
}

// The ready configuration in the documentation is the example.
func TestServoConfigurationInTheDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/arms/so101.md")
	expect.OK(t, err)
	_, text, ready := strings.Cut(string(page), "```yaml\nversion: 1\n")
	text, _, ended := strings.Cut(text, "```")
	if !ready || !ended {
		t.Fatal("the page has no ready configuration for these arms")
	}
	path := filepath.Join(t.TempDir(), "table.yaml")
	load := func(text string) Table {
		t.Helper()
		expect.OK(t, os.WriteFile(path, []byte("version: 1\n"+text), 0o600))
		got, err := Load(path)
		expect.OK(t, err)
		return got
	}
	got, want := load(text), ServoExample()
	want.Calibration, want.Camera.Lens = got.Calibration, got.Camera.Lens
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-example +documentation):\n%s", diff)
	}

	// So does what the page shows of a calibrated arm's differences.
	_, own, found := strings.Cut(string(page), "```\n    # under arm.servos: only what differs from the profile\n")
	own, _, ended = strings.Cut(own, "```")
	if !found || !ended {
		t.Fatal("the page does not show joints")
	}
	servos := load(strings.Replace(text, "    profile: so101\n", "    profile: so101\n"+own, 1)).Arm.Servos
	if joints := servos.Servos(); joints[1].Zero != 2101 || joints[2].Zero != 1987 || !joints[4].Reversed {
		t.Errorf("%+v", joints)
	}
	if a := servos.Kinematics(23); a.Links.Hand != 162 || a.MaxLean != radians(40) || a.Limits[1].Max != radians(98) {
		t.Errorf("%+v", a)
	}
}
