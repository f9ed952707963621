package drivers_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/robot"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

var example = regexp.MustCompile("(?s)```yaml\n(version:.*?)```")

// lies is where the page says that a driver's board lies, in the arm's coordinates.
var lies = map[string]func(calibration.BoardPoint) calibration.ArmPoint{
	"grbl": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: p.X - 320, Y: p.Y - 260, Z: p.Z - 78}
	},
	"marlin": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: p.X + 320, Y: p.Y + 260, Z: p.Z + 12}
	},
	"klipper": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: p.X + 320, Y: p.Y + 260, Z: p.Z + 12}
	},
	"uarm": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: 215 - p.Y, Y: p.X, Z: p.Z + 10}
	},
	"dobot": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: 222 - p.Y, Y: p.X, Z: p.Z - 60}
	},
	"program": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: p.X + 320, Y: p.Y + 260, Z: p.Z + 12}
	},
	"hands": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint(p)
	},
	"feetech": func(p calibration.BoardPoint) calibration.ArmPoint {
		return calibration.ArmPoint{X: 220 - p.Y, Y: p.X, Z: p.Z + 10}
	},
}

// rings are how far from their axes arms reach that turn about one, mm.
var rings = map[string][2]float64{"uarm": {120, 320}, "dobot": {140, 320}}

// Every configuration in the pages about arms is one with which whole games can be planned.
func TestConfigurationsInThePages(t *testing.T) {
	var examples [][][]byte
	for _, file := range pagesAboutArms(t) {
		page, err := os.ReadFile(file)
		expect.OK(t, err)
		examples = append(examples, example.FindAllSubmatch(page, -1)...)
	}
	found := map[string]bool{}
	for _, m := range examples {
		path := filepath.Join(t.TempDir(), "table.yaml")
		expect.OK(t, os.WriteFile(path, m[1], 0o600))
		table, err := config.Load(path)
		if err != nil {
			t.Error(err)
			continue
		}
		found[table.Arm.Driver] = true
		if place := lies[table.Arm.Driver]; place != nil {
			planGame(t, table, place)
		}
	}
	for driver := range lies {
		if !found[driver] {
			t.Errorf("the pages have no configuration for %s", driver)
		}
	}
}

// planGame plans a game of random moves and encodes every motion of it.
func planGame(t *testing.T, table config.Table, place func(calibration.BoardPoint) calibration.ArmPoint) {
	t.Helper()
	var touches []calibration.Touch
	for _, square := range []int{1, 4, 29, 32} {
		p, err := table.Board.Square(square)
		expect.OK(t, err)
		touches = append(touches, calibration.Touch{Square: square, At: place(p)})
	}
	frame, err := calibration.FitArm(table.Board, touches)
	expect.OK(t, err)
	setup := table.Setup(frame)
	if err := setup.Validate(table.Tray); err != nil {
		t.Errorf("%s: %v", table.Arm.Driver, err)
		return
	}
	random := rand.New(rand.NewPCG(2, 2))
	stand := planner.Table{Position: checkers.Start(), Tray: table.Tray}
	plies := 60
	if testing.Short() {
		plies = 16
	}
	for range plies {
		moves := stand.Position.Moves()
		if len(moves) == 0 {
			break
		}
		plan, err := planner.New(setup, stand, moves[random.IntN(len(moves))], planner.LookAtEnd)
		if err != nil {
			t.Errorf("%s: %v", table.Arm.Driver, err)
			return
		}
		var steps []arm.Step
		for _, step := range plan.Steps {
			for _, m := range step.Motions {
				if s, ok := robot.Request(m); ok {
					steps = append(steps, s)
				}
				ring, round := rings[table.Arm.Driver]
				if r := math.Hypot(m.To.X, m.To.Y); round && (r < ring[0] || r > ring[1]) {
					t.Fatalf("%s does not reach %v, %.0f mm from its axis", table.Arm.Driver, m.To, r)
				}
			}
		}
		if _, err := drivers.Program(table, steps); err != nil && !table.ByHand() {
			t.Fatalf("%s: %v", table.Arm.Driver, err)
		}
		stand = plan.After
	}
}

// The page's script of faults is one.
func TestFaultsInThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/arms.md")
	expect.OK(t, err)
	scripts := regexp.MustCompile("(?s)```\n(# after the twelfth.*?)```").FindAllSubmatch(page, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts were found", len(scripts))
	}
	faults, err := firmware.ParseFaults(string(scripts[0][1]))
	if err != nil || len(faults) != 3 {
		t.Errorf("%v, %v", faults, err)
	}
}
