package config

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// A board that is too large for its arm is an error that says which size would do, and it does: all its squares can be
// reached in a description of that size, and not in one of a millimetre more.
func TestSizeOfABoardThatFits(t *testing.T) {
	uarm := onPage(t, "uarm")
	opposite := func(away float64) calibration.ArmFrame { // an arm across from White
		return calibration.ArmFrame{Rotation: calibration.Rotation{0, 0, math.Pi / 2},
			Origin: calibration.ArmPoint{X: away, Z: 6}, Scale: 1}
	}
	for _, c := range []struct {
		name     string
		table    Table
		squareMM float64
		frame    calibration.ArmFrame
		want     string
	}{
		{"SO-101", ServoExample(), 40, opposite(220), "square 2 is out of reach: it is 72.1 mm from the arm's axis, " +
			"and at z = 9.0 mm the arm reaches from 100.0 to 385.4 mm; squares of 26 mm with discs of 19 mm would fit, with " +
			"the board's middle where it is"},
		{"uArm", uarm, 30, opposite(215), "square 1 is out of reach: x = 80.0 mm, the arm reaches no less than " +
			"120.0 mm; squares of 20 mm with discs of 14 mm would fit, with the board's middle where it is"},
		{"uArm, much too near", uarm, 30, opposite(150), "square 1 is out of reach: x = 15.0 mm, the arm reaches no " +
			"less than 120.0 mm; no board of 10×10 squares fits there, with its middle where it is"},
		{"gantry", Example(), 60, ExampleFrame(), "square 1 is out of reach: y = 530.0 mm, the arm reaches at most 520.0 " +
			"mm; squares of 57 mm with discs of 44 mm would fit, with the board's middle where it is"},
	} {
		t.Run(c.name, func(t *testing.T) {
			small := 0.0
			disc := c.table.Disc.DiameterMM * c.squareMM / c.table.Board.SquareMM
			err := straighten(c.table, c.frame, c.squareMM, disc)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
			_, told, advised := strings.Cut(fmt.Sprint(err), "; squares of ")
			if !advised {
				return
			}
			if _, err := fmt.Sscanf(told, "%g mm with discs of %g mm would fit", &small, &disc); err != nil {
				t.Fatal(err)
			}
			expect.OK(t, straighten(c.table, c.frame, small, disc))
			if err := straighten(c.table, c.frame, small+1, disc); err == nil {
				t.Errorf("squares of %g mm fit as well", small+1)
			}
		})
	}
}

// straighten has a table's arm go to all squares of a board of 10×10, a man on each.
func straighten(d Table, frame calibration.ArmFrame, squareMM, discMM float64) error {
	game := checkers.International
	d.Board, d.Disc.DiameterMM = calibration.Board{Squares: 10, SquareMM: squareMM}, discMM
	table := planner.Table{Position: game.NewPosition(checkers.White)}
	for square := range game.Board().All().All() {
		table.Position = table.Position.Put(square, checkers.Man(checkers.White))
	}
	_, err := planner.Straighten(d.Setup(frame), table, game.Board().All(), planner.LookAfterEach)
	return err
}
