package robot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// stacks is what lies in the tray's slots, from the bottom up: "bb".
func (tb *table) stacks() []string {
	list := make([]string, len(config.Example().Tray.Slots))
	discs := slices.Clone(tb.discs)
	slices.SortFunc(discs, func(a, b disc) int { return int(a.at.Z - b.at.Z) })
	for i, slot := range config.Example().Tray.Slots {
		for _, d := range discs {
			if tb.square(d.at) == 0 && max(d.at.X-slot.At.X, slot.At.X-d.at.X, d.at.Y-slot.At.Y, slot.At.Y-d.at.Y) < 3 {
				list[i] += strings.ToLower(d.side.String()[:1])
			}
		}
	}
	return list
}

// A captured disc that falls on the discs of another slot, even of a full one, is fetched from where it lies on them:
// the next disc for that slot would come down on it, and one that is taken up beside its middle is set down beside that
// of its slot.
func TestDiscThatFellOnAStackIsFetched(t *testing.T) {
	for name, aside := range map[string]float64{"on its middle": 0, "aside": 7} { // mm
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, calibration.Dark, scripted(t, opening...))
			spares := slices.IndexFunc(m.Tray.Slots, func(s planner.Slot) bool { return len(s.Holds) == s.Capacity })
			at := m.Tray.Slots[spares].At
			at.Y += aside
			at.Z = float64(m.Tray.Slots[spares].Capacity) * m.table.setup.Disc.HeightMM
			m.during(2, 1, func() { m.table.loses = &at })
			fetched := false
			m.table.onGrip = func() {
				fetched = fetched || m.table.setup.Frame.ToBoard(m.table.tip).Distance(at) < 0.1
			}
			m.playOut()
			if !fetched {
				t.Errorf("the arm does not take hold of the middle of the disc at %v", at)
			}
			if list := m.complaints(); len(list) != 1 || !strings.HasSuffix(list[0], "; fetching it from there.") {
				t.Errorf("said: %q", list)
			}
			if diff := cmp.Diff(m.table.stacks(), m.Left.Tray); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A king that nobody has crowned is a single disc: the tray gets no second one when it is captured.
func TestKingThatNobodyCrownedIsCaptured(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, "22x15"))
	start, err := checkers.ParseFEN("W:W22:BK18,1")
	expect.OK(t, err)
	m.trusted = true
	m.table.discs = slices.DeleteFunc(m.table.discs, func(d disc) bool { return m.table.square(d.at) != 0 })
	for _, s := range []checkers.Square{22, 18, 1} {
		m.table.put(start.At(s).Side(), s, 0, 0)
	}
	if _, err = m.Play(t.Context(), robot.Settings{Side: checkers.White, Start: start}); err == nil {
		t.Fatal("the game goes on without a human")
	}
	again := "The disc is still at square 18; trying again."
	if diff := cmp.Diff([]string{again, again, "The king on square 18 seems to be a single disc; the game goes on."},
		m.complaints()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(m.table.stacks(), m.Left.Tray); diff != "" {
		t.Error(diff)
	}
}
