package planner

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// The size that is advised is the largest that the arm gets everywhere on; where none is, there is none.
func TestAdvisedSizeIsTheLargestThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := setups(t)
		if rapid.Bool().Draw(t, "an arm that turns") {
			s = turning()
			s.Frame.Origin.Y = rapid.Float64Range(-100, 450).Draw(t, "middle of the board")
		}
		game := rapid.SampledFrom([]checkers.RuleSet{checkers.English, checkers.International}).Draw(t, "game")
		s.Board = calibration.Board{Squares: game.Board().Size(), SquareMM: rapid.Float64Range(20, 80).Draw(t, "square")}
		s.Disc.DiameterMM = 0.75 * s.Board.SquareMM
		of := func(mm float64) Setup {
			other := s
			other.Board.SquareMM, other.Disc.DiameterMM = mm, float64(int(s.Disc.DiameterMM*mm/s.Board.SquareMM))
			return other
		}
		table := Table{Position: game.NewPosition(checkers.White)}
		for square := range game.Board().All().All() {
			table.Position = table.Position.Put(square, checkers.Man(checkers.White))
		}
		_, err := Straighten(s, table, game.Board().All(), LookAfterEach)
		said := fmt.Sprint(err)
		_, told, advised := strings.Cut(said, "; squares of ")
		if !advised && !strings.Contains(said, "; no board of ") {
			t.Skip(err)
		}
		best := 14.0 // smaller than any board
		if advised {
			if _, err := fmt.Sscanf(told, "%g mm", &best); err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf("%g mm with discs of %g mm would fit, with the board's middle where it is", best,
				of(best).Disc.DiameterMM); told != want {
				t.Fatalf("%q, want %q", told, want)
			}
			if _, err := Straighten(of(best), table, game.Board().All(), LookAfterEach); err != nil {
				t.Fatalf("%s: then %v", said, err)
			}
			if err := of(best).fits(game, table.Tray); err != nil {
				t.Fatalf("%s: then %v", said, err)
			}
		}
		for mm := best + 1; mm < s.Board.SquareMM; mm++ {
			if of(mm).fits(game, table.Tray) == nil {
				t.Fatalf("%s: squares of %g mm fit as well", said, mm)
			}
		}
	})
}

// Of a disc that stands askew, on a board within reach, no other board is advised.
func TestNoAdviceForADiscThatStandsAskew(t *testing.T) {
	s := bench()
	s.Frame.Rotation = calibration.Rotation{}
	s.Machine.Reach.Max.X, s.Machine.Park.X = 320+140+5, 460
	table := Table{Position: position(t, "B:W12:B1")}
	table.Offset[12] = [2]float64{10, 0}
	_, err := Straighten(s, table, checkers.SetOf(12), LookAtEnd)
	const want = "square 12 is out of reach: x = 470.0 mm, the arm reaches at most 465.0 mm"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}
