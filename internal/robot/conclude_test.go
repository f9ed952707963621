package robot_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// asks is a match in which White, the human, gives orders at its first turn, one after the other, and moves on when it
// has the answers.
func asks(t *testing.T, commands ...robot.Command) (m *match, answers *[]string) {
	m = newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18"))
	orders := m.commanding()
	answers = &[]string{}
	next := func() {
		if len(*answers) < len(commands) {
			orders <- robot.Order{Command: commands[len(*answers)], Answer: func(err error) {
				said := "yes"
				if err != nil {
					said = err.Error()
				}
				*answers = append(*answers, said)
			}}
		}
	}
	m.told = func(e robot.Event) {
		if e.Kind == robot.TurnStarted && !e.Robots && m.plies() == 1 {
			next()
		}
	}
	return m, answers
}

// Who resigns has lost, and the record says why.
func TestResign(t *testing.T) {
	m, answers := asks(t, robot.Resign{})
	outcome, err := m.play(t.Context(), checkers.Black)
	expect.OK(t, err)
	want := checkers.Outcome{Winner: checkers.Black, Reason: "White resigns"}
	if outcome != want || !slices.Equal(*answers, []string{"yes"}) {
		t.Errorf("%v, answered %q", outcome, *answers)
	}
	if game := m.kept.games[0]; game.Result != pdn.BlackWins || game.Tag("Termination") != "White resigns" {
		t.Errorf("the record says %v, %q", game.Result, game.Tag("Termination"))
	}
}

// A draw is declined in the opening, and agreed to when little is left to play for.
func TestOfferOfADraw(t *testing.T) {
	m, _ := asks(t, robot.OfferDraw{})
	m.playOut()
	declined := slices.ContainsFunc(m.events, func(e robot.Event) bool {
		return e.Text.String() == "The robot declines the draw. It is too early for a draw."
	})
	if !declined {
		t.Error("a draw is not declined in the opening")
	}
	few, err := checkers.ParseFEN("B:W32,K31:B5,K6")
	expect.OK(t, err)
	m, _ = asks(t, robot.OfferDraw{})
	m.choose = scripted(t, "5-9", "32-27")
	m.table.shows(few)
	outcome, err := m.Play(t.Context(), robot.Settings{Side: checkers.Black, Think: time.Second, Start: few})
	expect.OK(t, err)
	if want := (checkers.Outcome{Draw: true, Reason: "by agreement"}); outcome != want {
		t.Errorf("%v", outcome)
	}
	if game := m.kept.games[0]; game.Result != pdn.Draw || game.Start != few {
		t.Errorf("the record says %v from %s", game.Result, game.Start.FEN())
	}
}

// A hint names the move that the robot would make, and the arm points at it without touching anything.
func TestHint(t *testing.T) {
	m, answers := asks(t, robot.Hint{})
	over, grips := map[checkers.Square]bool{}, 0
	m.Arm = watchedArm{m.table, over}
	tell := m.told
	m.told = func(e robot.Event) {
		if e.Kind == robot.Hinted {
			clear(over)
			grips = len(m.table.grips)
			if e.Move.String() != "22-18" {
				t.Errorf("the hint is %s", e.Move)
			}
		}
		tell(e)
	}
	m.playOut()
	if !slices.Equal(*answers, []string{"yes"}) || !over[22] || !over[18] || over[21] {
		t.Errorf("answered %q, pointed at %v", *answers, over)
	}
	if grips == 0 || len(m.table.grips) != grips {
		t.Errorf("the arm took hold %d times before it pointed, and %d times in all", grips, len(m.table.grips))
	}
}

// Orders that cannot be obeyed are answered in a sentence, and the turn goes on.
func TestOrdersThatAreRefused(t *testing.T) {
	for want, command := range map[string]robot.Command{
		"1 to 1 moves can be taken back, not 2.":                            robot.TakeBack{Plies: 2},
		"1 to 1 moves can be taken back, not 0.":                            robot.TakeBack{},
		"No recorded game is shown.":                                        robot.NextMove{},
		"Nothing is taken for a hand at the moment.":                        robot.OwnArm{},
		"The robot sees for itself when you have moved.":                    robot.TurnOver{},
		"There is nothing to tidy: no captured piece is left on the board.": robot.Tidy{},
	} {
		m, answers := asks(t, command)
		tell := m.told
		m.told = func(e robot.Event) {
			tell(e)
			if e.Kind == robot.TurnStarted && !e.Robots {
				m.humanMove(e.Position)
			}
		}
		m.playOut()
		if diff := cmp.Diff([]string{want}, *answers); diff != "" {
			t.Error(diff)
		}
	}
}

// A draw by the rules is told before it comes.
func TestDrawIsNear(t *testing.T) {
	start, err := checkers.ParseFEN("B:WK32:BK1")
	expect.OK(t, err)
	m := newMatch(t, calibration.Dark, scripted(t, "1-6", "32-27", "6-1", "27-32", "1-6", "32-27", "6-1", "27-32"))
	m.table.shows(start)
	outcome, err := m.Play(t.Context(), robot.Settings{Side: checkers.Black, Think: time.Second, Start: start})
	if err != nil || !outcome.Draw {
		t.Fatal(outcome, err)
	}
	told := 0
	for _, e := range m.events {
		if e.Kind == robot.DrawNear && strings.Contains(e.Text.String(), "for the third time") {
			told++
		}
	}
	if told == 0 {
		t.Error("nobody was told that the game is about to be drawn")
	}
}

// Games begin at any position: the human sets it up, or the arm makes it of what stands there.
func TestStartsAnywhere(t *testing.T) {
	start, err := checkers.ParseFEN("W:W18,23,K3,32:B1,5,K29")
	expect.OK(t, err)
	for _, arm := range []bool{false, true} {
		m := setsUp(t, scripted(t, "18-14"))
		if !arm {
			m.table.later(func() {}, func() { m.table.shows(start) })
		}
		begun := false
		tell := m.told
		m.told = func(e robot.Event) {
			if e.Kind == robot.GameStarted {
				begun = true
				if got := m.table.position(checkers.White); got != start || e.Position != start {
					t.Errorf("the game begins with %s, told as %s", got.FEN(), e.Position.FEN())
				}
				return
			}
			tell(e)
		}
		_, err := m.Play(t.Context(), robot.Settings{Side: checkers.White, Think: time.Second, Start: start, SetUp: arm})
		if err == nil || !begun {
			t.Errorf("arm: %t: begun: %t, %v", arm, begun, err)
		}
	}
}

// A position that no game can be played from is refused before anything moves.
func TestStartsThatAreRefused(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t))
	_, err := m.Play(t.Context(), robot.Settings{Start: checkers.Position{White: checkers.SetOf(18)}})
	var refusal *robot.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "Black has no legal move") || m.table.calls > 0 {
		t.Errorf("%v, after %d calls of the arm", err, m.table.calls)
	}
}

// What stands on the board is read as a position, kings by their height.
func TestStanding(t *testing.T) {
	want, err := checkers.ParseFEN("W:W18,K23,K3,32:B1,5,K29")
	expect.OK(t, err)
	m := newMatch(t, calibration.Dark, scripted(t))
	m.table.shows(want)
	got, err := m.Standing(t.Context(), checkers.NewPosition(checkers.White))
	if err != nil || got != want {
		t.Errorf("%s, %v", got.FEN(), err)
	}
	m.table.discs = nil
	var refusal *robot.Refusal
	if _, err = m.Standing(t.Context(), checkers.NewPosition(checkers.White)); !errors.As(err, &refusal) {
		t.Error(err)
	}
}

// shows makes the board show a position, with the tray as it is.
func (tb *table) shows(p checkers.Position) {
	tb.discs = slices.DeleteFunc(tb.discs, func(d disc) bool { return tb.square(d.at) != 0 })
	for s := range p.Occupied().All() {
		for range (planner.Table{Position: p}).Discs(planner.OnSquare(s)) {
			tb.put(p.At(s).Side(), s, 0, 0)
		}
	}
}

// A recorded game is played by the arm from its first move to its last, with what is to be said of it, and is on
// record nowhere else.
func TestShow(t *testing.T) {
	game := checkers.NewGame(checkers.Start())
	random := rand.New(rand.NewPCG(5, 5))
	recording := robot.Recording{Pace: 2 * time.Second, Comments: []string{"The usual start.", "", "A reply."}}
	for _, over := game.Outcome(); !over; _, over = game.Outcome() {
		legal := game.Position().Moves()
		move := legal[random.IntN(len(legal))]
		expect.OK(t, game.Play(move))
		recording.Moves = append(recording.Moves, move.String())
	}
	for len(recording.Comments) < len(recording.Moves) {
		recording.Comments = append(recording.Comments, "")
	}
	recording.Comments = append(recording.Comments, "That was it.")
	m := newMatch(t, calibration.Dark, scripted(t))
	m.told = func(e robot.Event) {
		if e.Kind == robot.Asking {
			m.table.lay(e.Missing)
		}
	}
	if _, err := m.Play(t.Context(), robot.Settings{Shows: &recording}); err != nil {
		t.Fatal(err)
	}
	if got := m.table.position(game.Position().Turn); got != game.Position() {
		t.Errorf("the table shows %s at the end, not %s", got.FEN(), game.Position().FEN())
	}
	var said []string
	for _, e := range m.events {
		if e.Kind == robot.Commented || e.Kind == robot.GameStarted {
			said = append(said, e.Text.String())
		}
	}
	want := []string{"A recorded game is shown: Black to move.", "The usual start.", "A reply.", "That was it."}
	if !slices.Equal(said, want) || m.plies() != len(recording.Moves) {
		t.Errorf("said %q, %d moves of %d", said, m.plies(), len(recording.Moves))
	}
	if len(m.kept.games) > 0 {
		t.Error("the game is on record")
	}
}

// watchedArm notes which squares it passes over, or stops at.
type watchedArm struct {
	*table
	over map[checkers.Square]bool
}

func (a watchedArm) Move(ctx context.Context, to arm.Point, speed float64) error {
	err := a.table.Move(ctx, to, speed)
	a.over[a.square(a.setup.Frame.ToBoard(a.tip))] = true
	return err
}
