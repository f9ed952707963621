package robot

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/follow"
)

// awaitTable waits until the table shows the position that the game has come
// to, twice in a row.
func (g *game) awaitTable(ctx context.Context) error {
	want := g.picture(g.record.Position())
	return g.await(ctx, want, func(problem string) { g.Tell(WaitingForSetUp{Problem: problem}) })
}

// await waits until two pictures in a row show what is wanted, and says what is
// wrong whenever that changes.
func (g *game) await(ctx context.Context, want follow.Picture, say func(problem string)) error {
	said := ""
	for agreed := 0; agreed < 2; {
		sighting, err := g.Eye.Look(ctx)
		if err != nil {
			return err
		}
		match := follow.Compare(sighting, want, g.Follow)
		if match.Shown {
			agreed++
			g.remember(sighting)
			continue
		}
		agreed = 0
		if match.Text != said {
			said = match.Text
			say(said)
		}
	}
	return nil
}

// humanMove watches until the human has made a move.
func (g *game) humanMove(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	if err := g.awaitKey(ctx); err != nil {
		return checkers.Move{}, err
	}
	follower := follow.New(position, g.Follow)
	said := ""
	for {
		sighting, err := g.Eye.Look(ctx)
		if err != nil {
			return checkers.Move{}, err
		}
		verdict := follower.Observe(sighting)
		if verdict.Kind == follow.Accepted {
			g.table = g.table.Watch(verdict.Move)
			g.remember(sighting)
			return verdict.Move, nil
		}
		if verdict.Kind != follow.Settling && verdict.Text != said {
			said = verdict.Text
			g.Tell(Watching{Message: said})
		}
	}
}

// awaitKey waits for the key that ends the human's turn, if there is one, and
// lets the pictures go by meanwhile.
func (g *game) awaitKey(ctx context.Context) error {
	for g.TurnKey != nil {
		select {
		case <-g.TurnKey:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		default:
			if _, err := g.Eye.Look(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// remember notes where on their squares the pieces stand.
func (g *game) remember(s vision.Sighting) {
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		g.table.Offset[square] = [2]float64{}
		if g.table.Position.At(square) != checkers.Empty {
			g.table.Offset[square] = s.Offset[square]
		}
	}
}
