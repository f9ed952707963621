package robot

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// opening is the position that a game starts from.
func (s Settings) opening() checkers.Position {
	if s.Start == (checkers.Position{}) {
		return checkers.Start()
	}
	return s.Start
}

// startText is the opening as the log has it.
func (s Settings) startText() string {
	if s.opening() == checkers.Start() {
		return ""
	}
	return s.opening().FEN()
}

// Standing is what stands on the board, as a position with a side to move: pieces that are two discs high, and men on
// their king row, are kings. A *Refusal says why no game can be played from it.
func (r *Robot) Standing(ctx context.Context, turn checkers.Side) (checkers.Position, error) {
	g := &game{Robot: r, layout: layout{r.Setup, r.Moves}}
	g.table.Tray = r.Tray
	_, picture, err := g.still(ctx)
	if err != nil {
		return checkers.Position{}, err
	}
	survey, err := g.survey(ctx, r.Tray, r.Tray, true)
	if err != nil {
		return checkers.Position{}, err
	}
	position := g.standing(picture, survey).Position
	position.Turn = turn
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		position.Kings |= position.Of(side) & checkers.KingRow(side)
	}
	return position, Playable(position)
}

// Playable refuses a position that no game can be played from.
func Playable(p checkers.Position) error {
	if err := p.Validate(); err != nil {
		return &Refusal{sentence.Say("No game can be played from this position: %s.", err.Error())}
	}
	if len(p.Moves()) == 0 {
		return &Refusal{sentence.Say("No game can be played from this position: %s has no legal move.", SideText(p.Turn))}
	}
	return nil
}
