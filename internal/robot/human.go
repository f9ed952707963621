package robot

import (
	"context"
	"maps"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// awaitTable waits until the table shows the position that the game has come to. A human whose turn it is may have
// moved already, or taken moves back.
func (g *game) awaitTable(ctx context.Context) error {
	position := g.record.Position()
	g.table.Position = position // even if it was not the robot that made it of what stood there
	g.table.Single &= position.Kings
	wanted := []moves.Picture{g.picture(position)}
	if position.Turn != g.Side {
		wanted = append(wanted, g.pictures(answers(g.table))...)
		wanted = slices.AppendSeq(wanted, maps.Values(g.rewinding().earlier))
	}
	_, err := g.await(ctx, wanted, sentence.Text{}, func(problem sentence.Text) {
		g.Tell(Event{Kind: WaitingForSetUp, Text: problem, Position: position})
	})
	return err
}

// answers are the tables that may follow: after each legal move, and with what it captures still on the board.
func answers(t planner.Table) (tables []planner.Table) {
	for _, move := range t.Position.Moves() {
		after := t.Watch(move)
		tables = append(tables, after)
		if !move.IsCapture() {
			continue
		}
		for s := range move.Captured().All() {
			after.Position = after.Position.Put(s, t.Position.At(s))
			after.Offset[s] = t.Offset[s]
		}
		after.Single |= t.Single & move.Captured()
		tables = append(tables, after)
	}
	return tables
}

// looksBeforeSaying is the number of looks in a row after which something wrong is told: what is hardly seen flickers.
const looksBeforeSaying = 3

// await waits until the table shows one of the pictures wanted, and returns the sighting that shows it. What differs
// from the first of them is told whenever it is not what was said last.
func (g *game) await(ctx context.Context, wanted []moves.Picture, said sentence.Text,
	say func(problem sentence.Text)) (vision.Sighting, error) {
	table := recogniser{wanted: wanted, options: g.Moves, last: none}
	var wrong sentence.Text
	same := 0
	for {
		sighting, err := g.look(ctx)
		if err != nil {
			return sighting, err
		}
		if table.observe(sighting) {
			g.remember(sighting)
			return sighting, nil
		}
		match := moves.Compare(sighting, wanted[0], g.Moves)
		if match.Text != wrong {
			wrong, same = match.Text, 0
		}
		if same++; table.last == none && wrong != said && same >= looksBeforeSaying {
			said = wrong
			say(said)
		}
	}
}

// recogniser recognises a table that shows the same one of some pictures twice in a row.
type recogniser struct {
	wanted  []moves.Picture
	options moves.Options
	last    int // the picture shown by the last sighting, or none
}

const none = -1

func (r *recogniser) observe(s vision.Sighting) bool {
	before := r.last
	r.last = slices.IndexFunc(r.wanted, func(want moves.Picture) bool {
		return moves.Compare(s, want, r.options).Shown
	})
	return r.last != none && r.last == before
}

// humanMove watches until the human has made a move.
func (g *game) humanMove(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	if err := g.awaitTurnOver(ctx, position); err != nil {
		return checkers.Move{}, err
	}
	g.Eye.Remember()
	follower, rewound := moves.New(position, g.Moves), g.rewinding()
	var said sentence.Text
	for {
		select {
		case order := <-g.Orders:
			if err := g.obey(ctx, order, position); err != nil {
				return checkers.Move{}, err
			}
			follower, rewound, said = moves.New(position, g.Moves), g.rewinding(), sentence.Text{}
		default:
		}
		sighting, err := g.look(ctx)
		if err != nil {
			return checkers.Move{}, err
		}
		if err := g.watch(sighting); err != nil {
			return checkers.Move{}, err
		}
		verdict := follower.Observe(sighting)
		if verdict.Kind == moves.Waiting {
			verdict.Text = YourTurn(position.Turn)
		}
		if verdict.Kind == moves.Accepted {
			g.table = g.table.Watch(verdict.Move)
			g.remember(sighting)
			g.humanMoved = sighting.Time
			return verdict.Move, g.awaitCrown(ctx, position, verdict.Move)
		}
		if plies := rewound.observe(sighting); plies > 0 {
			return checkers.Move{}, g.takeBackNow(ctx, Order{}, TakeBack{Plies: plies, ByHand: true})
		}
		if verdict.Kind != moves.Settling && verdict.Text != said {
			said = verdict.Text
			g.Tell(Event{Kind: Watching, Text: said, Asks: asks(verdict.Kind)})
		}
	}
}

// asks reports whether the human has to do something about a verdict.
func asks(kind moves.Kind) bool {
	switch kind {
	case moves.Illegal, moves.Unfinished, moves.Unclear, moves.Restored:
		return true
	}
	return false
}

// crownWait is how long a new king is waited for to be crowned while nobody reaches for it.
const crownWait = 3 * time.Second

// awaitCrown waits until a new king of the human's has its crown, so that a hand that comes back with one does not
// meet the arm. Nobody has to crown it.
func (g *game) awaitCrown(ctx context.Context, before checkers.Position, move checkers.Move) error {
	if !before.Crowns(move) || g.table.Tray.Kings == planner.VirtualKings || g.AwaitTurnOver {
		return nil
	}
	said := false
	for {
		survey, err := g.survey(ctx, g.table.Tray, g.table.Tray, true)
		if err != nil || survey.Kings.Has(move.To()) {
			return err
		}
		if !said {
			said = true
			g.Tell(Event{Kind: Watching, Asks: true,
				Text: sentence.Say("The man on square %s has become a king; crown it.", move.To())})
		}
		if touched, err := g.awaitTouch(ctx, survey.Sighting.Time); err != nil || !touched {
			return err
		}
	}
}

// awaitTouch waits until somebody has reached for the table and left it as the game has it. It is false when nobody
// has for crownWait.
func (g *game) awaitTouch(ctx context.Context, since time.Time) (touched bool, err error) {
	table := recogniser{wanted: []moves.Picture{g.picture(g.table.Position)}, options: g.Moves, last: none}
	for {
		sighting, err := g.look(ctx)
		if err != nil {
			return false, err
		}
		if sighting.Obstructed || sighting.Moving {
			touched, since = true, sighting.Time
		}
		switch shown := table.observe(sighting); {
		case shown && touched:
			g.remember(sighting)
			return true, nil
		case sighting.Time.Sub(since) >= crownWait:
			return false, nil
		}
	}
}

// awaitTurnOver waits until the human says that its turn is over, and obeys commands until then. Where the robot sees
// that for itself it returns at once.
func (g *game) awaitTurnOver(ctx context.Context, position checkers.Position) error {
	if !g.AwaitTurnOver {
		return nil
	}
	select {
	case order := <-g.Orders: // that was given before the turn began
		if (order.Command != TurnOver{}) {
			if err := g.obey(ctx, order, position); err != nil {
				return err
			}
		} else {
			order.refused(sentence.Say("It was not your turn yet."))
		}
	default:
	}
	spent, up := g.untilTurnOver()
	for {
		select {
		case <-up:
			return spent()
		case order := <-g.Orders:
			if (order.Command == TurnOver{}) {
				order.accepted()
				g.human = presence{}
				return spent()
			}
			paused := g.human.paused
			if err := g.obey(ctx, order, position); err != nil {
				return err
			}
			if g.human.paused != paused {
				if err := spent(); err != nil {
					return err
				}
				spent, up = g.untilTurnOver()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// remember notes where on their squares the pieces stand.
func (g *game) remember(s vision.Sighting) { g.table = g.seenAt(g.table, s) }
