package moves

import (
	"math"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Options say what the pieces look like and how sure to be. A zero field has the default given with it.
type Options struct {
	Game         checkers.RuleSet  // that is played
	BlackPieces  calibration.Shade // what Black's pieces look like; dark
	SidesUnknown bool              // or the other side is Black, and the board is seen from its side

	// A reading is a sighting of a still and unobstructed board.
	Agreeing int           // consecutive readings that must agree; 2
	Span     time.Duration // from the first to the last of those; 250 ms
	Patience time.Duration // how long something wrong stays before it is said; 1.5 s
	Undo     time.Duration // how long moves must be seen to be taken back; 1 s

	Clear     float64 // probability at which a square's content is sure; 0.75
	Plausible float64 // probability that a square unchanged must still have; 0.35
	Margin    float64 // likelihood of the best explanation over the next; 100 (to 1)
}

func (o Options) withDefaults() Options {
	if o.BlackPieces == "" {
		o.BlackPieces = calibration.Dark
	}
	if o.Agreeing == 0 {
		o.Agreeing = 2
	}
	if o.Span == 0 {
		o.Span = 250 * time.Millisecond
	}
	if o.Patience == 0 {
		o.Patience = 1500 * time.Millisecond
	}
	if o.Undo == 0 {
		o.Undo = time.Second
	}
	if o.Clear == 0 {
		o.Clear = 0.75
	}
	if o.Plausible == 0 {
		o.Plausible = 0.35
	}
	if o.Margin == 0 {
		o.Margin = 100
	}
	return o
}

// seats are those who may be Black, the likelier first.
func (o Options) seats() []seat {
	seats := []seat{{black: o.BlackPieces, board: o.Game.Board()}}
	if o.SidesUnknown {
		seats = append(seats, seat{o.BlackPieces.Opposite(), true, o.Game.Board()})
	}
	return seats
}

// withoutRivals are the options where there is one picture to believe or not, and no other to weigh it against: each
// square must show it more likely than not.
func (o Options) withoutRivals() Options {
	o = o.withDefaults()
	o.Plausible = math.Max(o.Plausible, 0.5)
	return o
}

// names are what squares are called in the game.
func (o Options) names(squares []checkers.Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = o.Game.Name(s)
	}
	return names
}
