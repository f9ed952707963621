package program_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
	"draughtsman/arm/program"
	"draughtsman/internal/testkit/expect"
)

// lerobotArm is the example for LeRobot's SO-101, over what stands in for LeRobot.
func lerobotArm(t *testing.T) (cfg program.Config, sent string) {
	t.Helper()
	stub, err := filepath.Abs("testdata")
	expect.OK(t, err)
	sent = filepath.Join(t.TempDir(), "sent")
	t.Setenv("PYTHONPATH", stub)
	t.Setenv("FAKE_SENT", sent)
	return program.Config{
		Command: []string{python(t), "-B", "so101_arm.py", "--port", "/dev/ttyACM0", "--id", "test"}, Folder: examples,
		Limits: arm.Limits{Min: arm.Point{X: -100, Y: -390}, Max: arm.Point{X: 390, Y: 390, Z: 120}, MaxSpeed: 400},
	}, sent
}

// joints are the angles that were sent, from a line of what the stand-in has written; its calibration has the middles
// of its ranges at these steps.
func joints(t *testing.T, line string) (q kinematics.Joints) {
	t.Helper()
	var sent map[string]float64
	expect.OK(t, json.Unmarshal([]byte(line), &sent))
	middles := [...]float64{2050, 2050, 2350, 2050, 2047.5}
	for i, name := range kinematics.Names {
		steps := middles[i] + sent[name+".pos"]*4095/360
		q[i] = (steps - 2047) * 2 * math.Pi / 4096
	}
	return q
}

// The example for LeRobot leads the joints so that the tool, by a geometry that was worked out elsewhere, goes
// straight to where it is sent.
func TestSO101(t *testing.T) {
	if testing.Short() {
		t.Skip("moves in real time")
	}
	cfg, sent := lerobotArm(t)
	t.Setenv("FAKE_DISC", "30")
	a := started(t, cfg)
	expect.OK(t, a.Home(t.Context()))
	geometry := kinematics.SO101()
	const disc = 23
	geometry.Links.Aside += disc/2. + 3
	for i := range geometry.Limits { // the example's are rounded to a tenth of a degree
		geometry.Limits[i].Min -= 0.002
		geometry.Limits[i].Max += 0.002
	}
	from := arm.Point{X: 100, Y: 235, Z: 70}
	for _, to := range []arm.Point{{X: 220, Y: 120, Z: 60}, {X: 220, Y: 120, Z: 12}, {X: 330, Y: -60, Z: 30},
		{X: 150, Y: -100, Z: 100}} {
		expect.OK(t, os.Truncate(sent, 0))
		expect.OK(t, a.Move(t.Context(), to, 400))
		if at, err := a.Position(t.Context()); err != nil || at.Distance(to) > 0.1 {
			t.Errorf("sent to %v it says %v, %v", to, at, err)
		}
		file, err := os.Open(sent)
		expect.OK(t, err)
		var last kinematics.Joints
		worst := 0.0
		for lines := bufio.NewScanner(file); lines.Scan(); {
			last = joints(t, lines.Text())
			worst = max(worst, geometry.Tip(last).Beside(from, to))
		}
		_ = file.Close()
		if off := geometry.Tip(last).Distance(to); off > 0.1 || worst > 0.1 {
			t.Errorf("sent to %v its joints are at %v, %.2f mm off; on its way it was up to %.2f mm off", to, geometry.Tip(last),
				off, worst)
		}
		if want, err := geometry.Solve(to, geometry.Ready()); err != nil ||
			math.Abs(geometry.Lean(last)-geometry.Lean(want)) > 0.01 || geometry.Within(last) != nil {
			t.Errorf("at %v its hand leans by %.3f, and need lean by %.3f only; %v, %v", to, geometry.Lean(last),
				geometry.Lean(want), err, geometry.Within(last))
		}
		from = to
	}
	if err := a.Move(t.Context(), arm.Point{X: 385, Y: 100, Z: 10}, 400); !errors.Is(err, arm.ErrLimit) ||
		arm.NeedsHoming(err) {
		t.Errorf("out of reach: %v", err)
	}
	expect.OK(t, a.Grip(t.Context()))
	if holds, err := a.Holding(t.Context()); !holds || err != nil {
		t.Error(holds, err)
	}
	if err := a.Release(t.Context()); err != nil {
		t.Error(err)
	}
}

// What LeRobot does not do is said, and how to go on.
func TestSO101WithoutTheArm(t *testing.T) {
	for variable, want := range map[string]string{
		"FAKE_SILENT": "LeRobot does not connect: Missing motor IDs: 3", "FAKE_UNCALIBRATED": "run lerobot-calibrate",
		"PYTHONPATH": "so101_arm.py needs LeRobot",
	} {
		t.Run(variable, func(t *testing.T) {
			cfg, _ := lerobotArm(t)
			t.Setenv(variable, "/nowhere")
			if variable == "PYTHONPATH" && exec.Command(cfg.Command[0], "-c", "import lerobot").Run() == nil {
				t.Skip("LeRobot is installed")
			}
			cfg.Grace = 300 * time.Millisecond
			_, err := program.Start(t.Context(), cfg)
			if err == nil || !errors.Is(err, arm.ErrDisconnected) || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}
