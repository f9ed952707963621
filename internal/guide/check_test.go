package guide_test

import (
	"slices"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
)

// TestSquaresHaveTheGamesNumbers has touches reported by the numbers that players of Spanish draughts know, which begin
// at White's side.
func TestSquaresHaveTheGamesNumbers(t *testing.T) {
	table := config.Table{Board: calibration.Board{Squares: 8, SquareMM: 40, Mirrored: true}}
	if err := table.Game.UnmarshalText([]byte("spanish")); err != nil {
		t.Fatal(err)
	}
	var touches []calibration.Touch
	for _, square := range []int{1, 4, 32} {
		on, err := table.Board.Square(square)
		if err != nil {
			t.Fatal(err)
		}
		touches = append(touches, calibration.Touch{Square: square, At: calibration.ArmPoint{X: on.X + 300, Y: on.Y, Z: 5}})
	}
	frame, err := calibration.FitArm(table.Board, touches)
	if err != nil {
		t.Fatal(err)
	}
	worth, err := guide.PredictArm(table, frame, touches)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, touch := range worth.Touches {
		got = append(got, touch.Square)
	}
	if !slices.Equal(got, []int{32, 29, 1}) || table.Numbered(table.Numbered(5)) != 5 {
		t.Errorf("touched %v", got)
	}
}
