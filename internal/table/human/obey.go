package human

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// Deed is what a hand is asked to do: a move, or to put discs in other places.
type Deed struct {
	Side checkers.Side // whose seat the hand comes from
	Move *checkers.Move
	// SetUp is a position to be set up, with spares and reserves where they are when a game begins.
	SetUp *checkers.Position
	// Places is where each of State.Discs is to be.
	Places []world.Point
}

// obey has the hand do what it is asked for, as soon as the arm stands still beside the board.
func (h *Human) obey(s *world.State) {
	h.mind.watch(s.Game)
	if !h.arm.undisturbed(s) {
		return
	}
	deed := h.options.Obeys(s)
	if deed == nil {
		return
	}
	h.hand.side = deed.Side
	switch {
	case deed.Move != nil && slices.Contains(s.Game.Moves(), *deed.Move):
		s.Note("human plays %s", *deed.Move)
		h.play(s, *deed.Move)
	case deed.SetUp != nil:
		h.arrange(s, h.goals(*deed.SetUp, s.Discs), nil)
	case len(deed.Places) == len(s.Discs):
		h.arrange(s, deed.Places, nil)
	}
}
