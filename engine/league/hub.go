package league

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/hub"
	"draughtsman/engine/variant"
)

const (
	// startPatience is how long a program may take to be ready: it may have tables to read, and little of a busy machine.
	startPatience = 15 * time.Second
	// starts is how many times a program is started in one game.
	starts = 3
	// timeWithoutLimit is what a program is given where there is no limit.
	timeWithoutLimit = time.Second
)

// hubPlayer is a player that is a program which speaks the Hub protocol. One that crashes is started again for its
// next move.
type hubPlayer struct {
	command []string
	rules   variant.Rules
	client  *hub.Client // nil where none runs
	started int
	failure error // why none runs
}

// newHubPlayer starts the program. If it cannot be had, each move is an error that says why.
func newHubPlayer(ctx context.Context, command []string, seat Seat) *hubPlayer {
	p := &hubPlayer{command: command, rules: seat.Rules}
	patient, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	p.start(patient)
	return p
}

func (p *hubPlayer) start(ctx context.Context) {
	p.started++
	client, err := hub.Start(ctx, p.command, hub.Arg{Name: "variant", Value: hub.VariantName(p.rules)})
	p.client = client
	// That it was not given the time says less than why it failed before.
	if p.failure == nil || !errors.Is(err, hub.ErrLate) {
		p.failure = err
	}
}

func (p *hubPlayer) Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error) {
	if p.client == nil && p.started < starts {
		p.start(ctx)
	}
	if p.client == nil {
		return variant.Move{}, p.failure
	}
	if limit == 0 {
		limit = timeWithoutLimit
	}
	answer, err := p.client.Search(ctx, p.position(game), hub.Level{MoveTime: budget(limit)}, nil)
	switch {
	case errors.Is(err, hub.ErrLate):
		return variant.Move{}, ErrLate
	case err != nil:
		p.failure = err
		return variant.Move{}, errors.Join(err, p.Close())
	}
	if answer.Move == "" && answer.Error != "" {
		return variant.Move{}, errors.New(answer.Error)
	}
	m, err := hub.ParseMove(p.rules, game.Position(), answer.Move)
	if err != nil {
		return variant.Move{}, fmt.Errorf("%w: %w", ErrIllegal, err)
	}
	return m, nil
}

// position states the last position that cannot come again and the moves since.
func (p *hubPlayer) position(game *variant.Game) hub.Message {
	moves, at := game.Moves(), append(game.History(), game.Position())
	model := variant.Model{Rules: variant.English()} // what cannot be taken back, whatever counts for a draw
	first := len(moves)
	for first > 0 && (p.rules.KingRun > 0 || model.Reversible(at[first-1], at[first])) {
		first--
	}
	var texts []string
	for _, m := range moves[first:] {
		texts = append(texts, hub.FormatMove(p.rules, at[first].Size(), m))
	}
	m := hub.Msg("pos", "pos", hub.FormatPosition(p.rules, at[first]))
	if len(texts) > 0 {
		m.Args = append(m.Args, hub.Arg{Name: "moves", Value: strings.Join(texts, " ")})
	}
	return m
}

func (p *hubPlayer) Close() error {
	if p.client == nil {
		return nil
	}
	client := p.client
	p.client = nil
	return client.Close()
}
