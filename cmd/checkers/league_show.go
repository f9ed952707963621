package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"draughtsman/engine/league"
	"draughtsman/engine/variant"
	"draughtsman/internal/cli"
)

// show tells a person how a league goes on: in a terminal by a progress bar or the board of one game, elsewhere by a
// line a game. Moves forfeited are told for each player's first in each game.
type show struct {
	mutex    sync.Mutex
	out      io.Writer
	terminal bool
	total    func() int // games of the league, which may become more as it goes on
	games    int        // that many by now
	played   int
	bar      *cli.Bar
	rules    variant.Rules
	watch    bool
	watched  int // the game that is watched, 0 for none
	pace     time.Duration
	told     map[string]bool
}

func newShow(out io.Writer, total func() int, played int, watch bool, pace time.Duration, rules variant.Rules) *show {
	s := &show{out: out, total: total, games: total(), played: played, rules: rules, watch: watch,
		pace: pace, told: map[string]bool{}}
	s.terminal, s.bar = cli.IsScreen(out), &cli.Bar{}
	if !watch {
		s.bar = cli.BeginBar(out, "games", s.games)
		s.bar.Set("games", played)
	}
	return s
}

// erase is what begins a drawing in a terminal: the cursor goes home, and what is below it.
const erase = "\x1b[H\x1b[J"

// Stands draws the board of the game watched, the first that moves once nobody watches another.
func (s *show) Stands(ctx context.Context, g league.Standing) {
	if !s.watch {
		return
	}
	s.mutex.Lock()
	if s.watched == 0 {
		s.watched = g.Game
	}
	mine := s.watched == g.Game
	if mine {
		s.draw(g)
	}
	s.mutex.Unlock()
	if mine {
		timer := time.NewTimer(s.pace)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
}

func (s *show) draw(g league.Standing) {
	if s.terminal {
		fmt.Fprint(s.out, erase)
	}
	var moves []variant.Move
	if len(g.Moves) > 0 {
		moves = append(moves, g.Last)
	}
	fmt.Fprintf(s.out, "%d of %d games played. Game %d: %s (%c) - %s (%c)\n\n%s\n", s.played, s.games, g.Game,
		g.First, s.rules.Letter(variant.FirstMan), g.Second, s.rules.Letter(variant.SecondMan),
		league.Board(s.rules, g.Position, lastMove(s.out, moves)))
	if n := len(g.Moves); n > 0 {
		fmt.Fprintf(s.out, "%d. %s\n", n, g.Moves[n-1])
	}
}

// Forfeited tells of a player's first forfeited move in a game.
func (s *show) Forfeited(game int, f league.Forfeit) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := fmt.Sprint(game, " ", f.Player)
	if s.told[key] {
		return
	}
	s.told[key] = true
	s.say(fmt.Sprintf("game %d, move %d: %s forfeits it (%s: %s); a random one is played", game, f.Ply, f.Player, f.Kind,
		f.Why))
}

// Ended counts a game.
func (s *show) Ended(r league.Record) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.played++
	s.games = s.total()
	if s.watched == r.Game {
		s.watched = 0
	}
	if s.bar.Drawn() {
		s.bar.Extend(s.games)
		s.bar.Add()
		return
	}
	s.say(r.String())
}

// say writes a line where it does no harm to a bar.
func (s *show) say(line string) {
	s.bar.Clear()
	fmt.Fprintln(s.out, line)
}

func (s *show) close() { s.bar.Clear() }
