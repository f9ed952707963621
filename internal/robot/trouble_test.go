package robot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// opening has a capture as the robot's second move, in two transfers.
var opening = []string{"11-15", "22-18", "15x22", "25x18"}

// during has something done when a transfer of the robot's move of a ply begins; transfers count from 1.
func (m *match) during(ply, step int, something func()) {
	before := m.told
	m.told = func(e robot.Event) {
		if before != nil {
			before(e)
		}
		if e.Kind == robot.Carrying && m.plies() == ply && e.Step == step {
			something()
		}
	}
}

func count(list []checkers.Square, s checkers.Square) (n int) {
	for _, one := range list {
		if one == s {
			n++
		}
	}
	return n
}

// asked reports whether the human is asked to put something right.
func asked(e robot.Event) bool {
	return e.Kind == robot.Repairing && strings.Contains(e.Text.String(), "Please put it right")
}

// A disc that a failed pick has pushed aside is fetched where it is now.
func TestPushedDiscIsFetchedWhereItIs(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.during(0, 1, func() {
		m.table.slips = 1
		m.table.onGrip = func() {
			m.table.onGrip = nil
			m.table.shift(11, 11, -14, 9)
		}
	})
	m.playOut()
	m.complained([]string{"The disc is still at square 11; trying again."})
}

func TestHumanIsAskedAboutADiscThatCannotBePicked(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.during(2, 1, func() { m.table.slips = -1 })
	tell := m.told
	m.told = func(e robot.Event) {
		tell(e)
		if asked(e) {
			m.table.wait(10)
			m.table.reach(func() { m.table.takeOff(18); m.table.slips = 0 })
		}
	}
	m.playOut()
	again := "The disc is still at square 18; trying again."
	want := []string{again, again,
		"Square 18 should be empty but shows a light piece. Please put it right; the game then goes on."}
	m.complained(want)
	if n := count(m.table.grips, 18); n != 3 {
		t.Errorf("the arm tried %d times to take hold", n)
	}
	m.moved(opening)
}

// A neighbour that was knocked off its square is put back, whether it has come down on another square or between
// them, or is still seen on its own.
func TestKnockedNeighbourIsPutBack(t *testing.T) {
	for said, knock := range map[string]func(tb *table){
		"The black disc on square 12 stands across its edge; setting it right.": func(tb *table) {
			tb.blocks = true
			tb.shift(12, 12, -13, 14)
		},
		"The disc on square 12 is not in its middle; setting it right.":         func(tb *table) { tb.shift(12, 12, -9, 10) },
		"The black disc for square 12 is on square 16; fetching it from there.": func(tb *table) { tb.shift(12, 16, 3, 0) },
		"The black disc for square 12 lies beside its place; fetching it from there.": func(tb *table) {
			tb.takeOff(12)
			tb.discs = append(tb.discs, disc{checkers.Black, calibration.BoardPoint{X: 103, Y: 58}})
		},
	} {
		m := newMatch(t, calibration.Dark, scripted(t, opening...))
		m.during(0, 1, func() {
			m.table.release = func() {
				m.table.release = nil
				knock(m.table)
			}
		})
		m.playOut()
		m.complained([]string{said})
		m.moved(opening)
		if off := m.table.off(checkers.Black); off > 0.1 {
			t.Errorf("a disc of the robot's is %.2f squares off its square's centre", off)
		}
	}
}

// A neighbour that the arm misses once, where it was knocked towards the edge of its square, is set right all the same.
func TestKnockedNeighbourIsMissedOnce(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.during(0, 1, func() {
		m.table.release = func() {
			m.table.release = nil
			m.table.shift(12, 12, -9, 10)
			m.table.slips = 1
		}
	})
	m.playOut()
	said := "The disc on square 12 is not in its middle; setting it right."
	m.complained([]string{said, said})
	if off := m.table.off(checkers.Black); off > 0.1 {
		t.Errorf("a disc of the robot's is %.2f squares off its square's centre", off)
	}
}

// A neighbour that was knocked over its square's edge while a king is put together is put back there, and not onto
// the king, which may look like a single disc.
func TestKnockedNeighbourIsNoCrown(t *testing.T) {
	for name, flat := range map[string]bool{"kings show": false, "kings look like men": true} {
		t.Run(name, func(t *testing.T) {
			knockBeside(t, flat, func(t planner.Transfer) bool {
				return t.ToLevel > 0 && t.To.Square != 0 &&
					t.From.Square != 0
			})
		})
	}
}

// A neighbour that was knocked over its square's edge while one like it is taken off is put back
// there, and not onto that in the tray.
func TestKnockedNeighbourIsNotTakenOff(t *testing.T) {
	knockBeside(t, false, func(t planner.Transfer) bool { return t.To.Slot != 0 && t.From.Square != 0 })
}

// knockBeside has a disc knocked over its square's edge when one of its side is set down in such a transfer.
func knockBeside(t *testing.T, flat bool, when func(planner.Transfer) bool) {
	var side checkers.Side
	knocked := checkers.Square(0)
	for seed := uint64(0); knocked == 0; seed++ {
		m := newMatch(t, calibration.Dark, random(seed))
		m.Eye = &mortal{table: m.table, fate: new(fate), flat: [2]bool{flat, flat}}
		m.told = func(e robot.Event) {
			if e.Kind != robot.Carrying || !when(*e.Transfer) || knocked != 0 {
				return
			}
			side = e.Transfer.Side
			for s := range checkers.Board8.All().All() {
				if stack := m.table.on(s); len(stack) == 1 && stack[0].side == side && s != e.Transfer.From.Square &&
					s != e.Transfer.To.Square {
					knocked = s
				}
			}
			if knocked == 0 {
				return
			}
			m.table.release = func() {
				m.table.release = nil
				m.table.takeOff(knocked)
				at := m.table.centre(knocked)
				at.X += 22 * math.Copysign(1, -at.X) // towards the middle, over a square that is not played on
				m.table.discs = append(m.table.discs, disc{side, at})
				m.table.unsure = checkers.SetOf(knocked)
				m.table.onGrip = func() { m.table.onGrip, m.table.unsure = nil, 0 }
			}
		}
		if _, err := m.play(t.Context(), checkers.Black); err != nil {
			t.Fatal(err)
		}
		if said := m.complaints(); knocked != 0 && (len(said) == 0 ||
			said[0] != fmt.Sprintf("The %s disc for square %d lies beside its place; fetching it from there.",
				strings.ToLower(side.String()), knocked)) {
			t.Errorf("said: %q", said)
		}
	}
}

// A human who answers at once is not undone when a neighbour is put back, not even where another answer, with the
// neighbour, would lead to the same squares but one: a disc that was knocked away lies near where it stood.
func TestKnockedNeighbourIsPutBackAfterAQuickAnswer(t *testing.T) {
	for knocked, answer := range map[checkers.Square]checkers.Square{24: 18, 21: 17, 23: 18} {
		moves := []string{"11-15", fmt.Sprintf("22-%d", answer)}
		m := newMatch(t, calibration.Dark, scripted(t, moves...))
		m.during(0, 1, func() {
			m.table.release = func() {
				m.table.release = nil
				m.table.takeOff(knocked)
				at := m.table.centre(knocked)
				m.table.discs = append(m.table.discs, disc{checkers.White, calibration.BoardPoint{X: at.X + 21, Y: at.Y}})
				m.table.reach(func() { m.table.shift(22, answer, 4, -3) })
			}
		})
		m.trusted = true // the table is a move ahead
		m.playOut()
		said := fmt.Sprintf("The white disc for square %d lies beside its place; fetching it from there.", knocked)
		m.complained([]string{said})
		m.moved(moves)
	}
}

// A human who answers at once and leaves what it captured on the board is asked to take it off, and not to undo the
// answer.
func TestQuickAnswerMayBeHalfMade(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.during(2, 2, func() {
		m.table.release = func() {
			m.table.release = nil
			m.table.reach(func() { m.table.shift(25, 18, 4, -3) })
		}
	})
	m.trusted = true // the table is ahead
	tell := m.told
	m.told = func(e robot.Event) {
		tell(e)
		if e.Kind == robot.Watching && strings.Contains(e.Text.String(), "off the board") {
			m.table.reach(func() { m.table.takeOff(22) })
		}
		if e.Kind == robot.TurnStarted && m.plies() == 3 && !e.Robots {
			m.table.script = nil // the human has moved already
		}
	}
	m.playOut()
	for _, e := range m.events {
		if asked(e) {
			t.Errorf("the human is asked: %+v", e)
		}
	}
	m.moved(opening)
}

// A human who answers at once is not asked to undo the answer where another square cannot be made out.
func TestQuickAnswerBesideADoubtfulSquare(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.during(2, 2, func() {
		m.table.release = func() {
			m.table.release = nil
			m.table.reach(func() {
				m.table.takeOff(22)
				m.table.shift(25, 18, 4, -3)
				m.table.doubtful = checkers.SetOf(21)
			})
		}
	})
	m.trusted = true // the table is ahead
	tell := m.told
	m.told = func(e robot.Event) {
		tell(e)
		if e.Kind == robot.TurnStarted && m.plies() == 3 && !e.Robots {
			m.table.script, m.table.doubtful = nil, 0 // the human has moved already
		}
	}
	m.playOut()
	m.complained([]string(nil))
	m.moved(opening)
}

// A human who answers at once is asked about another square that is read now as one side's, now as the
// other's, and the answer is not undone.
func TestQuickAnswerBesideAFlickeringSquare(t *testing.T) {
	for looks := range 2 {
		m := newMatch(t, calibration.Dark, scripted(t, opening...))
		m.during(0, 1, func() {
			m.table.release = func() {
				m.table.release = nil
				m.table.reach(func() {
					m.table.shift(22, 18, 4, -3)
					m.table.flickers = checkers.SetOf(21)
					m.table.looks += looks
				})
			}
		})
		m.trusted = true // the table is ahead
		tell := m.told
		m.told = func(e robot.Event) {
			tell(e)
			if asked(e) {
				m.table.flickers = 0
			}
			if e.Kind == robot.TurnStarted && m.plies() == 1 && !e.Robots {
				m.table.script = nil // the human has moved already
			}
		}
		m.playOut()
		for _, said := range m.complaints() {
			if strings.Contains(said, "fetching") {
				t.Errorf("said: %s", said)
			}
		}
		m.moved(opening)
	}
}

// A human who answers while it is looked carefully whether a neighbour was knocked away is not asked to undo the
// answer.
func TestAnswerDuringASurvey(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.during(2, 2, func() {
		m.table.release = func() {
			m.table.release = nil
			m.table.takeOff(25) // of which nothing is seen
			m.table.surveyed = func() {
				m.table.surveyed = nil
				m.table.takeOff(22)
				m.table.put(checkers.White, 18, 4, -3)
			}
		}
	})
	m.trusted = true // the table is ahead
	tell := m.told
	m.told = func(e robot.Event) {
		tell(e)
		if e.Kind == robot.TurnStarted && m.plies() == 3 && !e.Robots {
			m.table.script = nil // the human has moved already
		}
	}
	m.playOut()
	m.complained([]string(nil))
	m.moved(opening)
}

// What lies over the board and is no disc is asked for, once, and squares that cannot be made out are named.
func TestHumanIsAskedAboutWhatLiesOverTheBoard(t *testing.T) {
	for _, tt := range []struct {
		doubtful checkers.Set
		want     string
	}{
		{0, "Something lies over the board, and it cannot be made out what."},
		{checkers.SetOf(14), "Something lies over the board. Square 14 cannot be made out. Is a piece between squares, or " +
			"something in the way?"},
	} {
		m := newMatch(t, calibration.Dark, scripted(t, opening...))
		m.during(0, 1, func() {
			m.table.release = func() {
				m.table.release = nil
				m.table.later(func() { m.table.hand, m.table.doubtful = true, tt.doubtful })
			}
		})
		m.told = func(tell func(robot.Event)) func(robot.Event) {
			return func(e robot.Event) {
				tell(e)
				if e.Kind == robot.Repairing && e.Want != nil {
					m.table.later(func() { m.table.hand, m.table.doubtful = false, 0 })
				}
			}
		}(m.told)
		m.playOut()
		m.complained([]string{tt.want + " Please put it right; the game then goes on."})
		m.moved(opening)
	}
}

// A disc that falls on the way is picked up where it lies and brought where it belongs: on a square, beside the
// board, or in the tray.
func TestDroppedDiscIsPickedUp(t *testing.T) {
	for name, tt := range map[string]struct {
		step int
		at   calibration.BoardPoint
	}{
		"the man, between squares":            {2, calibration.BoardPoint{X: -22, Y: 18}},
		"the man, on another square":          {2, calibration.BoardPoint{X: -62, Y: 22}},
		"the man, where the captured one was": {2, calibration.BoardPoint{X: -17, Y: -24}},
		"the captured man, between squares":   {1, calibration.BoardPoint{X: 60, Y: 20}},
		"the captured man, beside the board":  {1, calibration.BoardPoint{X: 178, Y: -60}},
		"the captured man, on another square": {1, calibration.BoardPoint{X: -57, Y: 17}},
		"the man, not in its square's middle": {2, calibration.BoardPoint{X: -66, Y: -68}},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, calibration.Dark, scripted(t, opening...))
			m.during(2, tt.step, func() { m.table.loses = &tt.at })
			m.playOut()
			if said := m.complaints(); len(said) != 1 {
				t.Errorf("said: %q", said)
			}
			for _, e := range m.events {
				if asked(e) {
					t.Errorf("the human is asked: %+v", e)
				}
			}
			m.moved(opening)
			survey, err := m.table.Survey(t.Context(), m.Tray, m.Tray, false)
			if err != nil || len(survey.Strays) > 0 {
				t.Errorf("discs are left lying about: %v, %v", survey.Strays, err)
			}
		})
	}
}

// A picture from before a disc was set in its middle does not tell where it stands: what is set on it next comes down
// in the middle.
func TestDiscIsNotWhereItWasStraightenedFrom(t *testing.T) {
	fallen := checkers.Square(0)
	for seed := uint64(0); fallen == 0; seed++ {
		m := newMatch(t, calibration.Dark, random(seed))
		m.told = func(e robot.Event) {
			if e.Kind != robot.Carrying || e.Transfer.From.Square == 0 || e.Transfer.FromLevel == 0 ||
				e.Transfer.To.Square == 0 || fallen != 0 {
				return
			}
			fallen = e.Transfer.To.Square
			at := m.table.centre(fallen)
			at.X, at.Y = at.X+9, at.Y-6
			m.table.loses = &at
			m.table.release = func() { // of nothing; then of the disc in its middle
				m.table.release = func() { m.table.release, m.table.old = nil, 5 }
			}
		}
		if _, err := m.play(t.Context(), checkers.Black); err != nil {
			t.Fatal(err)
		}
		if said := m.complaints(); fallen != 0 && (len(said) == 0 ||
			said[0] != fmt.Sprintf("The disc on square %d is not in its middle; setting it right.", fallen)) {
			t.Errorf("said: %q", said)
		}
	}
}

// A crown that was missed in the tray is fetched again; kings are told from men by a second look.
func TestMissedCrownIsFetchedAgain(t *testing.T) {
	const again = "No disc has come from tray slot"
	for slips, want := range map[int][]string{
		1: {again},
		3: {again, again, "should be a king, and no second disc seems to lie on it"},
	} {
		missed := false
		for seed := uint64(0); !missed; seed++ { // until Black gets a king
			m := newMatch(t, calibration.Dark, random(seed))
			m.trusted = true
			m.told = func(e robot.Event) {
				switch e.Kind {
				case robot.Carrying:
					if e.Transfer.From.Slot != 0 && !missed {
						missed, m.table.slips = true, slips
					}
				case robot.Repairing:
					if strings.Contains(e.Text.String(), "seems to lie on it") {
						m.table.put(checkers.Black, m.crownless(), 0, 0)
					}
				}
			}
			if _, err := m.play(t.Context(), checkers.Black); err != nil {
				t.Fatal(err)
			}
			if !missed {
				continue
			}
			said := m.complaints()
			if len(said) < len(want) {
				t.Fatalf("said: %q", said)
			}
			for i := range want {
				if !strings.Contains(said[i], want[i]) {
					t.Errorf("said: %q, want %q", said[i], want[i])
				}
			}
		}
	}
}

// A human who answers at once need not have looked whether the robot's king has its crown.
func TestMissedCrownIsNoticedAfterAQuickAnswer(t *testing.T) {
	answered := false
	for seed := uint64(0); !answered; seed++ {
		m := newMatch(t, calibration.Dark, random(seed))
		m.trusted = true // the table is a move ahead
		crowned := checkers.Square(0)
		var after checkers.Position
		m.told = func(e robot.Event) {
			switch e.Kind {
			case robot.Decided:
				after = e.Position.Play(e.Thought.Move)
			case robot.Carrying:
				answer, ok := m.choose(m.plies()+1, after)
				to := e.Transfer.To.Square
				if e.Transfer.From.Slot == 0 || answered || !ok || after.Crowns(answer) || answer.Captured().Has(to) {
					return
				}
				answered, crowned, m.table.slips = true, to, 1
				m.table.release = func() {
					m.table.release = nil
					m.table.reach(func() { m.table.play(after, answer, 4, -3) })
				}
			case robot.Played:
				if crowned != 0 && len(m.table.on(crowned)) != 2 {
					t.Errorf("seed %d: %d discs stand on %d, where a king should", seed, len(m.table.on(crowned)), crowned)
				}
				crowned = 0
			}
		}
		if _, err := m.play(t.Context(), checkers.Black); err != nil {
			t.Fatal(err)
		}
	}
}

// An answer is not undone that a human makes as soon as the robot's man stands on its king row, before it has its
// crown.
func TestAnswerBeforeTheCrown(t *testing.T) {
	for answered, seed := 0, uint64(0); answered < 4; seed++ {
		m := newMatch(t, calibration.Dark, random(seed))
		m.trusted = true // the table is a move ahead
		crowns, crowned := false, checkers.Square(0)
		var before, after checkers.Position
		var move checkers.Move
		m.told = func(e robot.Event) {
			switch e.Kind {
			case robot.Decided:
				before, move = e.Position, e.Thought.Move
				after, crowns = before.Play(move), before.Crowns(move)
			case robot.Carrying:
				answer, ok := m.choose(m.plies()+1, after)
				if !crowns || e.Step+1 != e.Steps || e.Transfer.ToLevel > 0 || !ok || after.Crowns(answer) ||
					answer.Captured().Has(move.To()) {
					return
				}
				answered++
				crowned = move.To()
				m.table.release = func() {
					m.table.release = nil
					m.table.reach(func() { m.table.play(after, answer, 4, -3) })
				}
			case robot.Played:
				if stack := m.table.on(crowned); crowned != 0 && len(stack) != 2 {
					t.Errorf("seed %d: %d discs stand on %d, where a king should", seed, len(stack), crowned)
				}
			case robot.TurnStarted:
				if crowned != 0 {
					crowned, m.table.script = 0, nil // the human has moved already
				}
			}
		}
		if _, err := m.play(t.Context(), checkers.Black); err != nil {
			t.Fatal(err)
		}
		if said := m.complaints(); len(said) > 0 {
			t.Errorf("seed %d: said %q", seed, said)
		}
	}
}

// crownless is the king of Black's that stands as a single disc.
func (m *match) crownless() checkers.Square {
	for s := checkers.Square(29); s <= 32; s++ {
		if stack := m.table.on(s); len(stack) == 1 && stack[0].side == checkers.Black {
			return s
		}
	}
	m.t.Error("all kings have their crowns")
	return 1
}

// A piece that a human has put right is fetched where the human has put it.
func TestPieceIsFetchedWhereItWasPutRight(t *testing.T) {
	line := []string{"12-16", "22-18", "16-20", "18-14"}
	m := newMatch(t, calibration.Dark, scripted(t, line...))
	m.during(0, 1, func() {
		m.table.release = func() {
			m.table.release = nil
			m.table.shift(16, 19, 0, 0)
			m.table.reach(func() { m.table.shift(19, 16, -13, 13) })
		}
	})
	m.playOut()
	m.moved(line)
}

// The table's arm fails the test if it moves under a hand.
func TestArmWaitsForAFreeBoard(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	hand := func() {
		m.table.later(func() { m.table.hand = true })
		m.table.wait(40)
		m.table.later(func() { m.table.hand = false })
	}
	calls := 0
	m.during(2, 1, func() { m.table.release = hand })            // between two transfers
	m.during(2, 2, func() { m.table.release = nil; calls = -1 }) // not after the last
	tell := m.told
	m.told = func(e robot.Event) {
		tell(e)
		if e.Kind == robot.Decided && m.plies() == 0 {
			calls = m.table.calls
			hand()
		}
	}
	m.playOut()
	if calls != -1 {
		t.Error("the second transfer never began")
	}
	said := slices.ContainsFunc(m.events, func(e robot.Event) bool {
		return e.Kind == robot.Watching && e.Asks &&
			e.Text == sentence.Say("Something is over the board; the arm waits until it is gone.")
	})
	if !said {
		t.Error("nobody was told why the arm waits")
	}
	m.moved(opening)
}

func TestOutOfReachIsAnErrorBeforeAnythingMoves(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.Setup.Machine.Reach.Max.Y = m.Setup.Frame.ToArm(m.table.centre(11)).Y - 1
	m.Setup.Machine.Park.Y = 5
	_, err := m.play(t.Context(), checkers.Black)
	if err == nil || !strings.Contains(err.Error(), "11-15 cannot be carried out: square 11 is out of reach: y = ") {
		t.Errorf("the error is %v", err)
	}
	if m.table.calls > 0 {
		t.Error("the arm moved")
	}
}

// errArm is what an arm says whose cable was pulled.
var errArm = errors.New("nothing has come from it for 2s")

type deadArm struct{ *table }

func (deadArm) Grip(context.Context) error { return errArm }

func TestArmErrorNamesTheTransfer(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.Arm = deadArm{m.table}
	_, err := m.play(t.Context(), checkers.Black)
	want := "11-15, step 1 of 1 (black disc, square 11 → square 15: carries the man): " + errArm.Error()
	if !errors.Is(err, errArm) || err.Error() != want {
		t.Errorf("the error is %v", err)
	}
}

// unfinished checks that the record holds some moves without a result, and is closed: the next game does not replace
// it.
func unfinished(t *testing.T, m *match, want ...string) {
	t.Helper()
	m.moved(want)
	if got := m.kept.games[0].Result.String(); got != "*" {
		t.Errorf("the record has the result %s", got)
	}
	if m.kept.open {
		t.Error("the next game would replace this one on record")
	}
}

func TestCancelledInTheMiddleOfAPlan(t *testing.T) {
	for name, where := range map[string]struct{ step, grips int }{
		"before the first grip": {1, 0},
		"after the first disc":  {2, 1},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			m := newMatch(t, calibration.Dark, scripted(t, opening...))
			grips := 0
			m.during(2, where.step, func() { cancel(); grips = len(m.table.grips) })
			if _, err := m.play(ctx, checkers.Black); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if n := len(m.table.grips) - grips; n != 0 {
				t.Errorf("the arm gripped %d times afterwards", n)
			}
			unfinished(t, m, "11-15", "22-18")
		})
	}
}

func TestCameraThatFailsEndsTheGame(t *testing.T) {
	for name, when := range map[string]func(m *match){
		"while the human moves": func(m *match) { m.choose = scripted(t, opening[:3]...) },
		"while a transfer is checked": func(m *match) {
			m.during(4, 1, func() { m.table.broken = io.EOF })
			m.choose = scripted(t, "11-15", "22-18", "15x22", "25x18", "12-16")
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, calibration.Dark, nil)
			when(m)
			if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			unfinished(t, m, opening[:m.plies()]...)
			if m.plies() < 3 {
				t.Errorf("only %d moves were played", m.plies())
			}
		})
	}
}

// A game that cannot be kept does not go on.
func TestFullDiskEndsTheGame(t *testing.T) {
	full := errors.New("no space left on device")
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.told = func(e robot.Event) {
		if e.Kind == robot.TurnStarted && !e.Robots {
			m.kept.full = full
		}
	}
	if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, full) {
		t.Fatal(err)
	}
	if n := m.plies(); n != 1 {
		t.Errorf("%d moves were told", n)
	}
}

func TestHomeParksTheArm(t *testing.T) {
	m := newMatch(t, calibration.Dark, nil)
	m.table.tip = calibration.ArmPoint{X: 638, Y: 518, Z: 88}
	expect.OK(t, m.Home(t.Context()))
	if m.table.tip != m.Setup.Machine.Park {
		t.Errorf("the tool is at %v, not at the park point", m.table.tip)
	}
	m.Arm = lostArm{}
	if err := m.Home(t.Context()); !errors.Is(err, errArm) {
		t.Errorf("an arm that does not home gives %v", err)
	}
}

type lostArm struct{ *table }

func (lostArm) Home(context.Context) error { return errArm }
