package scene

import (
	"math"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// Every machine is seen where its tool is, hides nothing of the board from its park point but what lies beneath it
// there, and ends at the tool.
func TestMachinesAreSeenAtTheirTools(t *testing.T) {
	for _, kind := range ArmKinds() {
		t.Run(kind, func(t *testing.T) {
			table := func(o *Options) { o.Width, o.Height, o.Camera.FocalPX = 240, 180, 225 }
			s := small(t, func(o *Options) { table(o); o.Arm.Kind = kind })
			bare := small(t, func(o *Options) { table(o); o.NoMachine = true })
			state := world.NewState(s.table, checkers.Start(), 1)
			for _, tool := range []world.Point{{X: 20, Y: 20, Z: 30}, {X: -110, Y: -60, Z: 60}} {
				state.Tool.At = tool
				near := math.Inf(1) // mm from the tool to what is drawn lowest
				for _, p := range s.machine.at(state.Tool).(parts) {
					for _, end := range []vector{p.from, p.to} {
						near = min(near, end.minus(at(tool)).length())
						if math.IsNaN(end[0] + end[1] + end[2]) {
							t.Fatalf("with the tool at %v a part ends nowhere", tool)
						}
					}
				}
				if near > 25 { // a gripper's point is between its fingers
					t.Errorf("with the tool at %v the nearest part ends %.0f mm from it", tool, near)
				}
				with, without := picture(t, s, state, 1), picture(t, bare, state, 1)
				above := tool
				above.Z += 25
				if c := changed(s, with, without, above, 16); c < .15 {
					t.Errorf("with the tool at %v the machine changes %.0f %% of what is about it", tool, 100*c)
				}
			}
		})
	}
}
