package human

import (
	"math"
	"time"

	"draughtsman/internal/table/world"
)

// shy makes the hand go back as soon as the arm moves, with what it holds, and go on where it was when the arm has come
// to rest: a person does not work beside a machine that moves, but for one who reaches in all the same.
func (h *hand) shy(s *world.State, calm bool) {
	goesBack := len(h.script) > 1 && h.script[1].waits
	if h.bold || goesBack || !s.Hand.Visible || calm {
		return
	}
	at, rest := s.Hand.At, h.rest()
	way := time.Duration(math.Hypot(at.Beside(rest), at.Z-rest.Z) / carrySpeed * float64(time.Second))
	left := h.script[0]
	left.takes = max(left.takes-h.passed, 0)
	h.script = append([]stride{{to: rest, takes: way}, {to: rest, waits: true}, {to: at, takes: way}, left},
		h.script[1:]...)
	h.from, h.passed = at, 0
}
