package firmware

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// patience is how long a test waits for what must come, on a machine that has other things to do.
const patience = time.Minute

// talk is a conversation with a controller in a world without anything else.
type talk struct {
	t     *testing.T
	brain gantry.Brain
	state world.State
	said  []string
}

func newTalk(t *testing.T, o Options) *talk {
	t.Helper()
	k := &talk{t: t}
	k.state.Tool.Held = world.NoDisc
	var err error
	k.brain, err = newBrain(o, world.Mount{}, world.Point{X: 300, Y: 200, Z: 50},
		func(text string) { k.said = append(k.said, text) })
	expect.OK(t, err)
	return k
}

func (k *talk) pass(d time.Duration) {
	for ; d > 0; d -= world.Tick {
		k.brain.Advance(&k.state, world.Tick)
	}
}

func (k *talk) send(lines ...string) {
	for _, text := range lines {
		k.brain.Receive([]byte(text + "\n"))
	}
}

// take is what was said since the last time, without line ends.
func (k *talk) take() []string {
	var lines []string
	for _, text := range k.said {
		lines = append(lines, strings.TrimSpace(text))
	}
	k.said = nil
	return lines
}

// expect fails unless this is what was said since the last time.
func (k *talk) expect(want ...string) {
	k.t.Helper()
	if diff := cmp.Diff(want, k.take()); diff != "" {
		k.t.Fatalf("the controller says (-want +got):\n%s", diff)
	}
}

// ask sends a line that is answered at once.
func (k *talk) ask(line string, want ...string) {
	k.t.Helper()
	k.send(line)
	k.expect(want...)
}
