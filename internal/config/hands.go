package config

import (
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
)

// ByHand reports whether a person carries out what an arm would. Machine and tray are then made up by Load, and the
// arm's frame is HandsFrame: a plan is wanted for its transfers only.
func (t Table) ByHand() bool { return t.Arm.Driver == "hands" }

// HandsFrame is where who carries out moves by hand has the board: in its middle.
func HandsFrame() calibration.ArmFrame { return calibration.ArmFrame{Scale: 1} }

// byHand makes up what a table without an arm has no need to describe: a machine that reaches everything, and a tray
// that holds all discs of two sets. Spares are those that lie about.
func (t Table) byHand() Table {
	reach := 2 * t.Board.SquareMM * float64(t.Board.Squares)
	t.Machine = planner.Machine{
		Reach: planner.Box{
			Min: calibration.ArmPoint{X: -reach, Y: -reach, Z: -reach},
			Max: calibration.ArmPoint{X: reach, Y: reach, Z: reach},
		},
		Park:       calibration.ArmPoint{Y: -reach / 2, Z: reach / 4},
		MaxSpeedXY: 500, MaxSpeedZ: 500, AccelXY: 3000, AccelZ: 3000, // a hand's, about
		TravelSpeed: 500, VerticalSpeed: 300, ApproachSpeed: 100, Approach: 5,
		Clearance: 5, Gap: 0.5,
		GripSettle: 300 * time.Millisecond, ReleaseSettle: 300 * time.Millisecond,
	}
	side := t.Board.SquareMM * (float64(t.Board.Squares)/2 + 1)
	t.Tray = planner.Tray{}
	men := t.Game.Board().PiecesASide()
	for i := range 4 {
		slot := planner.Slot{Kind: planner.CaptureSlot, At: calibration.BoardPoint{X: side,
			Y: float64(i) * 2 * t.Disc.DiameterMM}, Capacity: men + 4}
		if i >= 2 {
			slot.Kind, slot.At.X = planner.SpareSlot, -side
			for range men {
				slot.Holds = append(slot.Holds, checkers.Side(i-2))
			}
		}
		t.Tray.Slots = append(t.Tray.Slots, slot)
	}
	return t
}
