package planner

import (
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// carried is the transfers of a plan, a line each, and the end of what hands would do with them.
func carried(t *testing.T, plan Plan) string {
	t.Helper()
	table, lines := plan.Before, []string{plan.Task}
	for _, step := range plan.Steps {
		var err error
		if table, err = table.Apply(step.Transfer); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, step.Transfer.String())
	}
	return strings.Join(lines, "\n")
}

func TestTasks(t *testing.T) {
	lost := calibration.BoardPoint{X: 12, Y: -204}
	table := Table{Position: position(t, "B:WK18,26:B15,K1"), Tray: tray(), Loose: []Loose{{checkers.White, lost}}}
	table.Offset[18], table.Offset[15] = [2]float64{5, -3}, [2]float64{-4, 2}
	for name, c := range map[string]struct {
		plan func() (Plan, error)
		want []string
		fen  string
	}{
		"tidy": {
			func() (Plan, error) {
				return Tidy(bench(), table, []Place{OnSquare(18), OnSquare(26), Aside(lost), OnSquare(26)}, LookAfterEach)
			},
			[]string{
				"Clears square 18, square 26 and x 12, y -204",
				"white disc, square 18 → tray slot 1: takes the king's upper disc off",
				"white disc, square 18 → tray slot 1: takes the king's lower disc off",
				"white disc, square 26 → tray slot 2: takes the man off",
				"white disc, x 12, y -204 → tray slot 3: takes the disc off",
			}, "B:W:B15,K1",
		},
		"tidy one": {
			func() (Plan, error) { return Tidy(bench(), table, []Place{OnSquare(15)}, LookAtEnd) },
			[]string{"Clears square 15", "black disc, square 15 → tray slot 1: takes the man off"}, "B:WK18,26:BK1",
		},
		"straighten": {
			func() (Plan, error) { return Straighten(bench(), table, checkers.SetOf(15, 18), LookAfterEach) },
			[]string{
				"Straightens what stands on square 15 and square 18",
				"black disc, square 15 → square 15: straightens the man",
				"white disc, square 18 → tray slot 5: lays the king's upper disc aside",
				"white disc, square 18 → square 18: straightens the king's lower disc",
				"white disc, tray slot 5 → square 18: sets the king's upper disc back",
			}, "B:WK18,26:B15,K1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			plan, err := c.plan()
			if err != nil {
				t.Fatal(err)
			}
			if got := carried(t, plan); got != strings.Join(c.want, "\n") {
				t.Errorf("%s", got)
			}
			if plan.After.Position != position(t, c.fen) {
				t.Errorf("the table shows %s", plan.After.Position.FEN())
			}
		})
	}
}

func TestTasksRefuse(t *testing.T) {
	table := Table{Position: position(t, "B:WK18:B15"), Tray: tray()}
	full := Table{Position: position(t, "B:WK18:B15"),
		Tray: Tray{Slots: []Slot{{Kind: CaptureSlot, Capacity: 1, At: slotAt(205, 0)}}}}
	crowded := Table{Tray: Tray{}}
	for s := range checkers.Board8.All().All() {
		crowded.Position = crowded.Position.Put(s, checkers.King(checkers.White))
	}
	for want, plan := range map[string]func() (Plan, error){
		"there is nothing to take away at square 19": func() (Plan, error) {
			return Tidy(bench(), table, []Place{OnSquare(19)}, LookAtEnd)
		},
		"tray slot 17 is in the tray already": func() (Plan, error) {
			return Tidy(bench(), table, []Place{InSlot(17)}, LookAtEnd)
		},
		"there is no piece on square 19 to be straightened": func() (Plan, error) {
			return Straighten(bench(), table, checkers.SetOf(19), LookAtEnd)
		},
		"no place for the white disc from square 18: the tray is full: take some discs off it, or give it more slots or a " +
			"larger capacity": func() (Plan, error) {
			return Tidy(bench(), full, []Place{OnSquare(18)}, LookAtEnd)
		},
		"the king on square 18 cannot be straightened: there is no place for its upper disc meanwhile, neither a tray slot " +
			"nor an empty square": func() (Plan, error) {
			return Straighten(bench(), crowded, checkers.SetOf(18), LookAtEnd)
		},
	} {
		if _, err := plan(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
