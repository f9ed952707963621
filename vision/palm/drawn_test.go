//go:build !nopalm

package palm_test

import (
	"image"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/palm"
)

// TestDrawnArmsAreNoHands looks for hands over simulated tables on which only an arm is, of every kind.
func TestDrawnArmsAreNoHands(t *testing.T) {
	const sure = .7
	detector, err := palm.New()
	if err != nil {
		t.Fatal(err)
	}
	defer detector.Close()
	highest, whose, hand := 0., "", 0.
	for i, kind := range scene.ArmKinds() {
		tools := scene.ToolKinds()
		table := simtable.Aimed(t, simtable.Small, func(o *scene.Options) {
			o.Arm = scene.ArmLook{Kind: kind, Tool: tools[i%len(tools)]}
			if kind == "jointed" || kind == "scara" || kind == "parallelogram" {
				o.Layout = world.ServoLayout()
			}
		})
		state := table.State(checkers.Start())
		whole := image.Rect(0, 0, table.Options.Width, table.Options.Height)
		best := func(where string) float64 {
			palms, err := detector.Find(table.Take(state), whole, 0)
			if err != nil || len(palms) == 0 {
				t.Fatalf("%s %s: %d answers, %v", kind, where, len(palms), err)
			}
			return palms[0].Score
		}
		for _, at := range []world.Point{
			{X: -90, Y: -60, Z: 20}, {X: 0, Y: 0, Z: 80}, {X: 100, Y: 60, Z: 40}, {X: 40, Y: 110},
		} {
			state.Tool.At = at
			score := best("in motion")
			if score > highest {
				highest, whose = score, kind
			}
			if score >= sure {
				t.Errorf("a %s with its tool at %v is taken for a hand, with %.2f", kind, at, score)
			}
		}
		state.Hand.Visible, state.Hand.At = true, world.Point{X: 20, Y: -30, Z: 10}
		hand = max(hand, best("beside a drawn hand"))
	}
	t.Logf("the highest score is %.2f, of a %s; with a hand that is drawn beside it %.2f", highest, whose, hand)
}
