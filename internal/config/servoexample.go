package config

import (
	"time"

	"draughtsman/calibration"
	"draughtsman/planner"
)

// ServoExample is a table to start a description from: an SO-101, squares of 30 mm, discs of 23 × 7 mm. Further than
// 280 mm from its axis the arm reaches the table only with its hand leaning, so that a larger board does not fit.
func ServoExample() Table {
	return Table{
		Version:     Version,
		Board:       calibration.Board{Squares: 8, SquareMM: 30},
		Disc:        calibration.Disc{DiameterMM: 23, HeightMM: 7},
		BlackPieces: calibration.Dark,
		Camera:      Camera{Source: "0"},
		Arm:         Arm{Driver: "feetech", Port: "/dev/ttyACM0", Servos: &Servos{Profile: "so101"}},
		Machine: planner.Machine{
			Reach: planner.Box{
				Min: calibration.ArmPoint{X: -100, Y: -390, Z: 0},
				Max: calibration.ArmPoint{X: 390, Y: 390, Z: 120},
			},
			Park:       calibration.ArmPoint{X: 100, Y: 235, Z: 70},
			MaxSpeedXY: 200, MaxSpeedZ: 120, AccelXY: 500, AccelZ: 500,
			TravelSpeed: 160, VerticalSpeed: 80, ApproachSpeed: 25, Approach: 10,
			// Servos tell a step of 0.09°: at arm's length 0.6 mm, and gravity adds to it.
			Clearance: 10, ToolRadius: 23, Grasp: 4, Gap: 0.8,
			GripSettle: 400 * time.Millisecond, ReleaseSettle: 350 * time.Millisecond,
			// Until the joints are seen to stand still.
			Overhead: 120 * time.Millisecond,
		},
		Tray:        servoTray(),
		Calibration: "calibration.yaml",
	}
}

// servoTray has ten slots for captured discs at White's right and four for spares at White's left, with room for
// fingers between them.
func servoTray() planner.Tray {
	var tray planner.Tray
	for _, x := range []float64{150, 190} {
		for row := range 5 {
			tray.Slots = append(tray.Slots, planner.Slot{Kind: planner.CaptureSlot,
				At: calibration.BoardPoint{X: x, Y: 95 - 38*float64(row)}, Capacity: 2})
		}
	}
	for row := range 4 {
		stack := []planner.Stack{{0, 0}, {1, 1}}[row/2]
		tray.Slots = append(tray.Slots, planner.Slot{Kind: planner.SpareSlot,
			At: calibration.BoardPoint{X: -150, Y: 57 - 38*float64(row)}, Capacity: 2, Holds: stack})
	}
	return tray
}
