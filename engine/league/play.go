package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"draughtsman/engine/variant"
)

// Tolerance is how much later than its limit a move may come, for what stands between a player and the clock, where a
// league says nothing else. One
// that stops by itself in time is late only when a busy machine is, and that is not its fault.
const (
	Tolerance         = 50 * time.Millisecond
	PunctualTolerance = 2 * time.Second
)

// longestReason bounds what is kept of why a move is forfeited, in bytes.
const longestReason = 200

// Streams of chance within one league.
const (
	openings uint64 = iota << 32
	forfeits
	seats
	decks
)

// play plays a game to its end. An error means that there is no game: ctx ended, or the person left.
func (l *League) play(ctx context.Context, f fixture, o Options) (Record, error) {
	start, err := l.Rules.Start(l.Setup.Size)
	if err != nil {
		return Record{}, err
	}
	began := o.Now()
	m := &match{league: l, options: o, game: variant.NewGame(l.Rules, start)}
	m.random = rand.New(rand.NewPCG(l.Setup.Seed, forfeits+uint64(f.game)))
	m.record = Record{
		Game: f.game, Round: f.round, First: l.Players[f.seats[0]].Name, Second: l.Players[f.seats[1]].Name,
		Began: began.UTC().Round(0),
	}
	if err := m.open(f); err != nil {
		return Record{}, err
	}
	for side := range m.players {
		seat := Seat{
			Rules: l.Rules, Size: l.Setup.Size, Side: variant.Player(side), Terminal: o.Terminal,
			Seed: l.Setup.Seed ^ (seats + uint64(f.game)),
		}
		m.specs[side] = l.Players[f.seats[side]]
		if m.players[side], err = m.specs[side].Sit(ctx, seat); err != nil {
			return Record{}, errors.Join(err, m.close())
		}
	}
	outcome, err := m.run(ctx)
	if err = errors.Join(err, m.close()); err != nil {
		return Record{}, err
	}
	m.record.Result, m.record.Reason = resultOf(outcome), outcome.Reason
	m.record.Seconds = o.Now().Sub(began).Seconds()
	return m.record, nil
}

// open plays the opening of a game, which another one of the same two players shares.
func (m *match) open(f fixture) error {
	if m.league.Setup.Ballots {
		for _, move := range m.league.ballot(f) {
			if err := m.play(move); err != nil {
				return err
			}
		}
	}
	chance := rand.New(rand.NewPCG(m.league.Setup.Seed, openings+uint64(f.opening)))
	for range m.league.Setup.Opening {
		if _, over := m.game.Outcome(); over {
			break
		}
		if err := m.play(randomMove(m.game, chance)); err != nil {
			return err
		}
	}
	return nil
}

func randomMove(game *variant.Game, random *rand.Rand) variant.Move {
	moves := game.Rules().SortedMoves(game.Position())
	return moves[random.IntN(len(moves))]
}

// match is a game on its way.
type match struct {
	league  *League
	options Options
	specs   [2]Spec
	players [2]Player
	game    *variant.Game
	random  *rand.Rand // for those who have no move
	record  Record
}

func (m *match) close() error {
	var errs []error
	for _, p := range m.players {
		if p != nil {
			errs = append(errs, p.Close())
		}
	}
	return errors.Join(errs...)
}

func (m *match) run(ctx context.Context) (variant.Outcome, error) {
	for {
		m.show(ctx)
		if outcome, over := m.game.Outcome(); over {
			return outcome, nil
		}
		move, fault, err := m.turn(ctx)
		if err != nil {
			return variant.Outcome{}, err
		}
		if fault != nil {
			m.forfeit(*fault)
			side := m.game.Position().Turn()
			move = randomMove(m.game, m.random)
			if p, ok := m.players[side].(Informed); ok {
				p.PlayedFor(m.game, move)
			}
		}
		if err := m.play(move); err != nil {
			return variant.Outcome{}, err
		}
	}
}

// turn has the side to move choose; fault says why it has no move.
func (m *match) turn(ctx context.Context) (move variant.Move, fault *Forfeit, err error) {
	side := m.game.Position().Turn()
	limit := m.league.Setup.limit(m.specs[side])
	latest := limit + cmp.Or(m.league.Setup.Grace, Tolerance)
	if m.specs[side].Punctual {
		latest = max(latest, limit+PunctualTolerance)
	}
	timed, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		timed, cancel = context.WithTimeout(ctx, latest)
	}
	defer cancel()
	began := m.options.Now()
	move, err = m.players[side].Choose(timed, m.game, limit)
	took := m.options.Now().Sub(began)
	switch {
	case errors.Is(err, ErrLeft):
		return move, nil, err
	case ctx.Err() != nil:
		return move, nil, ctx.Err()
	case errors.Is(err, ErrLate):
		return move, &Forfeit{Kind: Late, Why: fmt.Sprintf("no move in %v", limit)}, nil
	case errors.Is(err, ErrIllegal):
		return move, &Forfeit{Kind: Illegal, Why: err.Error()}, nil
	case err != nil:
		return move, &Forfeit{Kind: Failed, Why: err.Error()}, nil
	case limit > 0 && took > latest:
		return move, &Forfeit{Kind: Late, Why: fmt.Sprintf("the move came after %v, the limit is %v",
			took.Round(time.Millisecond), limit)}, nil
	case !slices.Contains(m.league.Rules.Moves(m.game.Position()), move):
		return move, &Forfeit{Kind: Illegal, Why: move.String() + " cannot be played"}, nil
	}
	return move, nil, nil
}

// forfeit puts a fault on record.
func (m *match) forfeit(f Forfeit) {
	f.Ply, f.Player = len(m.record.Moves)+1, m.specs[m.game.Position().Turn()].Name
	if f.Why = oneLine(f.Why); len(f.Why) > longestReason {
		f.Why = strings.ToValidUTF8(f.Why[:longestReason], "") + "..."
	}
	m.record.Forfeits = append(m.record.Forfeits, f)
	m.options.Observer.Forfeited(m.record.Game, f)
}

func (m *match) play(move variant.Move) error {
	p := m.game.Position()
	m.record.Moves = append(m.record.Moves, m.league.Rules.Recorded(p.Size()).Format(p, move))
	return m.game.Play(move)
}

func (m *match) show(ctx context.Context) {
	var last variant.Move
	if moves := m.game.Moves(); len(moves) > 0 {
		last = moves[len(moves)-1]
	}
	m.options.Observer.Stands(ctx, Standing{
		Game: m.record.Game, First: m.record.First, Second: m.record.Second, Position: m.game.Position(),
		Moves: m.record.Moves, Last: last,
	})
}
