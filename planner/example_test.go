package planner_test

import (
	"fmt"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
)

// gantry is a board of 40 mm squares in the middle of a bed of 640 × 520 mm.
func gantry() planner.Setup {
	return planner.Setup{
		Board: calibration.Board{Squares: 8, SquareMM: 40},
		Disc:  calibration.Disc{DiameterMM: 31, HeightMM: 7},
		Frame: calibration.ArmFrame{Origin: calibration.ArmPoint{X: 320, Y: 260, Z: 12}, Scale: 1},
		Machine: planner.Machine{
			Reach:      planner.Box{Max: calibration.ArmPoint{X: 640, Y: 520, Z: 90}},
			Park:       calibration.ArmPoint{X: 630, Y: 510, Z: 80},
			MaxSpeedXY: 200, MaxSpeedZ: 80, AccelXY: 1200, AccelZ: 600,
			TravelSpeed: 200, VerticalSpeed: 80, ApproachSpeed: 20, Approach: 5,
			Clearance: 6, ToolRadius: 5, Gap: 0.5,
			GripSettle: 250 * time.Millisecond, ReleaseSettle: 150 * time.Millisecond,
		},
	}
}

// A capture that crowns: the captured men go to the tray, the man to its square, and a disc on top of it, in the
// quickest order that is allowed.
func Example() {
	position, err := checkers.ParseFEN("B:W18,26,27:B15")
	if err != nil {
		fmt.Println(err)
		return
	}
	move, err := position.ParseMove("15x22x31")
	if err != nil {
		fmt.Println(err)
		return
	}
	table := planner.Table{Position: position, Tray: planner.Tray{Slots: []planner.Slot{
		{Kind: planner.CaptureSlot, At: calibration.BoardPoint{X: 205, Y: 60}, Capacity: 2},
		{Kind: planner.SpareSlot, At: calibration.BoardPoint{X: -205, Y: 60}, Capacity: 2,
			Holds: planner.Stack{checkers.Black, checkers.Black}},
	}}}
	plan, err := planner.New(gantry(), table, move, planner.LookAtEnd)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Task)
	for _, step := range plan.Steps {
		fmt.Println(step.Transfer)
	}
	// Output:
	// Black plays 15x22x31
	// black disc, square 15 → square 31: carries the man
	// black disc, tray slot 2 → square 31: crowns the man with a spare disc
	// white disc, square 26 → tray slot 1: takes the captured man off
	// white disc, square 18 → tray slot 1: takes the captured man off
}

// What cannot be carried out is an error, and nothing has moved.
func ExampleNew_outOfReach() {
	setup := gantry()
	setup.Machine.Reach.Max.X = 400
	setup.Machine.Park.X = 390
	position := checkers.Start()
	move, err := position.ParseMove("12-16")
	if err != nil {
		fmt.Println(err)
		return
	}
	tray := planner.Tray{Slots: []planner.Slot{
		{Kind: planner.CaptureSlot, At: calibration.BoardPoint{X: 0, Y: 200}, Capacity: 2},
	}}
	_, err = planner.New(setup, planner.Table{Position: position, Tray: tray}, move, planner.LookAtEnd)
	fmt.Println(strings.ReplaceAll(err.Error(), "; ", ";\n"))
	// Output:
	// square 12 is out of reach: x = 460.0 mm, the arm reaches at most 400.0 mm;
	// squares of 22 mm with discs of 17 mm would fit, with the board's middle where it is
}
