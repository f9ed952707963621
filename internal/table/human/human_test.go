package human_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// robot is an opponent without an arm: it moves the discs at once. It is a machine that is always busy, so that the
// world does not wait for frames.
type robot struct {
	layout world.Layout
	random *rand.Rand
	side   func(game int) checkers.Side
	game   int
	before checkers.Position
	wait   time.Duration
	done   func(game int) // called when the game with this number has been set up
}

func (r *robot) Busy() bool { return true }

func (r *robot) Advance(s *world.State, dt time.Duration) {
	if s.Game.IsStart() && r.before != s.Game && r.before != (checkers.Position{}) {
		r.game++
		r.done(r.game)
	}
	r.before = s.Game
	r.wait += dt
	if p, sound := r.layout.Position(s); s.Hand.Visible || s.Game.Turn != r.side(r.game) ||
		!sound || p.Black != s.Game.Black || p.White != s.Game.White {
		r.wait = 0
	}
	moves := s.Game.Moves()
	if r.wait < 400*time.Millisecond || len(moves) == 0 {
		return
	}
	m := moves[r.random.IntN(len(moves))]
	taken := 0
	for _, square := range m.CapturedInOrder() {
		for i := range s.Discs {
			if on, _ := r.layout.SquareAt(s.Discs[i].At); on == square {
				s.Discs[i].At = world.Point{X: 400 + float64(40*taken), Y: float64(40 * s.Discs[i].ID)}
			}
		}
		taken++
	}
	for i := range s.Discs {
		if on, _ := r.layout.SquareAt(s.Discs[i].At); on == m.From() {
			z := s.Discs[i].At.Z
			s.Discs[i].At = r.layout.Centre(m.To())
			s.Discs[i].At.Z = z
		}
	}
	if s.Game.Crowns(m) {
		for i := range s.Discs {
			if d := &s.Discs[i]; d.Side == s.Game.Turn && d.At.X < -180 {
				d.At = r.layout.Centre(m.To())
				d.At.Z = r.layout.DiscHeight
				break
			}
		}
	}
	r.wait = 0
}

// line is a line of the truth log.
type line struct {
	T     float64
	Event string
	FEN   string
	Discs []struct {
		ID      int
		Side    string
		X, Y, Z float64
	}
}

// play lets human and robot play a number of games and answers the truth log.
func play(t *testing.T, set checkers.RuleSet, games int, o human.Options) []line {
	t.Helper()
	var truth bytes.Buffer
	l := world.LayoutOf(set.Board())
	o.Layout = l
	if o.Sides == nil {
		o.Sides = func(int) checkers.Side { return checkers.White }
	}
	sides := o.Sides
	state := world.NewState(l, set.Start(), o.Seed)
	state.Discs = append(state.Discs, human.Reserve(l, len(state.Discs))...)
	w := world.New(state, world.Options{Layout: l, Speed: world.Max, Seed: o.Seed, Truth: &truth})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	w.AddActor(human.New(o), false)
	w.AddActor(&robot{
		layout: l, random: rand.New(rand.NewPCG(o.Seed, 9)),
		side: func(game int) checkers.Side { return sides(game).Opponent() },
		done: func(game int) {
			if game == games {
				cancel()
			}
		},
	}, true)
	expect.OK(t, w.Run(ctx))
	if ctx.Err() != context.Canceled {
		t.Fatalf("%d games are not over after a minute; the table:\n%s", games, w.Position())
	}
	var lines []line
	for decoder := json.NewDecoder(&truth); decoder.More(); {
		var l line
		expect.OK(t, decoder.Decode(&l))
		lines = append(lines, l)
	}
	return lines
}

// referee goes through a truth log: every move is legal, the board shows what the game says, the human's pieces stand
// on their squares, and each game ends before the next begins. It answers the number of moves of each game.
func referee(t *testing.T, set checkers.RuleSet, lines []line, o human.Options) (plies []int) {
	t.Helper()
	l := world.LayoutOf(set.Board())
	game := checkers.NewGame(set.Start())
	number, crowned := -1, 0
	for i, entry := range lines {
		word, rest, _ := strings.Cut(entry.Event, " ")
		switch word {
		case "collision":
			t.Errorf("line %d: %s", i, entry.Event)
		case "setup":
			if number >= 0 {
				plies = append(plies, len(game.Moves()))
				if _, over := game.Outcome(); !over {
					t.Errorf("line %d: game %d ends unfinished:\n%s", i, number, game.Position())
				}
			}
			number++
			crowned = 0
			game = checkers.NewGame(set.Start())
			if shown, err := set.ParseFEN(entry.FEN); err != nil || shown != set.Start() {
				t.Errorf("line %d: the board is set up as %s", i, entry.FEN)
			}
			checkNeat(t, l, entry, .04)
			continue
		case "move":
			before := game.Position()
			mover := before.Turn
			m, err := before.ParseMove(rest)
			if err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
			if err := game.Play(m); err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
			if mover == sideOf(o, number) {
				checkNeat(t, l, entry, max(o.Sloppiness, .04))
				checkAside(t, l, entry, mover)
				if before.Crowns(m) {
					crowned++
					if shown, _ := set.ParseFEN(entry.FEN); crowned <= 6 && !shown.Kings.Has(m.To()) {
						t.Errorf("line %d: %s is not crowned: %s", i, m, entry.FEN)
					}
				}
			}
		}
		if word == "move" {
			shown, err := set.ParseFEN(entry.FEN)
			if p := game.Position(); err != nil || shown.Black != p.Black || shown.White != p.White {
				t.Fatalf("line %d: the board shows %s, the game is at %s (%v)", i, entry.FEN, p.FEN(), err)
			}
		}
	}
	return plies
}

func sideOf(o human.Options, game int) checkers.Side {
	if o.Sides == nil {
		return checkers.White
	}
	return o.Sides(game)
}

// checkNeat checks that no disc on the board is further from the centre of its square than a share of it; crowns may
// lie 1.5 mm off the man below.
func checkNeat(t *testing.T, l world.Layout, entry line, share float64) {
	t.Helper()
	for _, d := range entry.Discs {
		square, on := l.SquareAt(world.Point{X: d.X, Y: d.Y})
		if !on {
			continue
		}
		c := l.Centre(square)
		if off := math.Hypot(d.X-c.X, d.Y-c.Y); off > share*l.Square+1.51 || d.Z < 1 && off > share*l.Square+.01 {
			t.Errorf("%.2f s, %s: disc %d stands %.1f mm off the centre of %s", entry.T, entry.Event, d.ID, off, square)
		}
	}
}

// checkAside checks that what the human has captured lies on its side of the table, clear of board and tray, and
// nothing on anything else's edge.
func checkAside(t *testing.T, l world.Layout, entry line, side checkers.Side) {
	t.Helper()
	end := 1.0
	if side == checkers.White {
		end = -1
	}
	for _, d := range entry.Discs {
		if (d.Side == "black") == (side == checkers.Black) || d.X < -185 || d.X > 185 {
			continue
		}
		if y := d.Y * end; y > l.Half() && y < l.Half()+l.Frame+l.DiscDiameter/2 || y > 300 {
			t.Errorf("%.2f s, %s: captured disc %d lies at (%.0f, %.0f)", entry.T, entry.Event, d.ID, d.X, d.Y)
		}
	}
	for i, a := range entry.Discs {
		for _, b := range entry.Discs[:i] {
			apart, up := math.Hypot(a.X-b.X, a.Y-b.Y), math.Abs(a.Z-b.Z)
			if apart < l.DiscDiameter-.3 && (up < l.DiscHeight-.1 || apart > l.DiscDiameter/4) {
				t.Errorf("%.2f s, %s: discs %d and %d are in one place", entry.T, entry.Event, a.ID, b.ID)
			}
		}
	}
}

func alternate(game int) checkers.Side { return checkers.Side((game + 1) % 2) }

func TestWholeGames(t *testing.T) {
	for _, c := range []struct {
		name  string
		set   checkers.RuleSet
		games int
		o     human.Options
	}{
		{"neat and quick", checkers.English, 2, human.Options{Seed: 1}},
		{"sloppy, as Black and White", checkers.English, 3, human.Options{Seed: 2, Sides: alternate, Sloppiness: .18}},
		{"in doubt and mistaken", checkers.English, 2, human.Options{Seed: 3, Sides: alternate, Sloppiness: .18,
			Hesitations: .7, Mistakes: .5}},
		{"always mistaken", checkers.English, 1, human.Options{Seed: 4, Sloppiness: .18, Mistakes: 1}},
		{"a player", checkers.English, 1, human.Options{Seed: 5, Strength: 3, Sloppiness: .1, Hesitations: .1}},
		{"Italian", checkers.Italian, 1, human.Options{Seed: 6, Sloppiness: .18, Mistakes: .1}},
		{"Spanish", checkers.Spanish, 1, human.Options{Seed: 7, Sides: alternate, Sloppiness: .18, Mistakes: .3}},
		{"international", checkers.International, 2, human.Options{Seed: 8, Sides: alternate, Mistakes: .1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			lines := play(t, c.set, c.games, c.o)
			plies := referee(t, c.set, lines, c.o)
			if len(plies) != c.games {
				t.Errorf("%d games were played, want %d", len(plies), c.games)
			}
			t.Log("plies", plies, "simulated seconds", lines[len(lines)-1].T)
			wrong := 0
			for _, entry := range lines {
				if strings.Contains(entry.Event, "against the rules") || strings.Contains(entry.Event, "forgets") {
					wrong++
				}
			}
			if (wrong > 0) != (c.o.Mistakes > 0) {
				t.Errorf("%d mistakes with probability %.1f", wrong, c.o.Mistakes)
			}
		})
	}
}

func TestTheSameSeedTheSameGame(t *testing.T) {
	o := human.Options{Seed: 6, Strength: 2, Sloppiness: .18, Hesitations: .5, Mistakes: .2}
	if diff := cmp.Diff(play(t, checkers.English, 1, o), play(t, checkers.English, 1, o)); diff != "" {
		t.Errorf("two games with one seed differ:\n%s", diff[:min(len(diff), 2000)])
	}
}

// A game that was given up is forgotten when somebody else has set the pieces up for another one; before that nobody
// reaches for a board that is not the game's.
func TestAGameIsBegunAnew(t *testing.T) {
	p, err := checkers.ParseFEN("B:W18,22,23:B6,7,K8")
	expect.OK(t, err)
	s := world.NewState(world.DefaultLayout(), p, 1)
	ready := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
	o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }}
	const at = 500 * time.Millisecond // when the arm has set the pieces up, before the human has moved
	alone(t, o, &s, func(s *world.State, busy bool) bool {
		if s.Now < at && busy {
			t.Fatal("the hand is on its way already")
		}
		if s.Now == at {
			s.Discs = ready.Discs
		}
		return s.Now > at && !busy && s.Game.Turn == checkers.White
	})
	made := false
	for _, m := range checkers.Start().Moves() {
		made = made || checkers.Start().Play(m) == s.Game
	}
	if !made {
		t.Errorf("no first move of a new game was made: the game stands at\n%s", s.Game)
	}
}
