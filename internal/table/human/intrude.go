package human

import (
	"time"

	"draughtsman/internal/table/world"
)

// intrusionTime is how long a hand that has no business there stays over the board.
const intrusionTime = time.Second

// intrude makes the hand reach over its half of the board while the arm carries a disc, and reports whether it begins
// to.
func (h *Human) intrude(s *world.State) bool {
	held := s.Tool.Held
	if held == world.NoDisc || held == h.carried || h.mayReach(s) {
		return false
	}
	h.carried, h.carries = held, h.carries+1
	if h.carries <= h.options.Spared || h.carries > h.options.Spared+h.options.Intrusions {
		return false
	}
	half := h.layout.Half()
	g := h.begin(s)
	g.over(world.Point{X: (2*h.random.Float64() - 1) * half, Y: seat(h.side) * half * h.random.Float64()})
	g.wait(intrusionTime)
	g.perform()
	h.bold = true
	s.Note("human reaches in")
	return true
}
