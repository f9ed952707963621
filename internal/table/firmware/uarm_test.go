package firmware

import (
	"math"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/table/world"
)

func bootUArm(t *testing.T, o Options) *talk {
	t.Helper()
	o.Protocol = UArm
	k := newTalk(t, o)
	k.pass(3 * time.Second)
	if said := k.take(); len(said) == 0 || said[0] != "start" || said[len(said)-1] != "@5 V1" {
		t.Fatalf("it starts with %q", said)
	}
	return k
}

func TestUArmsAnswers(t *testing.T) {
	k := bootUArm(t, Options{})
	for _, c := range []struct{ line, want string }{
		{"#7 P2203", "$7 ok V3.2.0"},
		{"P2203", "ok V3.2.0"},
		{"#4294967303 M2200", "$7 ok V0"},
		{"#8 M2222 X100 Y100 Z50 P0", "$8 ok V1"},
		{"#9 G0 X1000 Y0 Z50 F600", "$9 ok E22 unreachable"},
		{"#10 G0", "$10 E21"},
		{"#11 P9999", `echo:Unknown command: "P9999"`},
		{"#12 M2019", "$12 ok"},
		{"#13 G0 X10 F600", "$13 E25"},
	} {
		k.ask(c.line, c.want)
	}
	k.ask("#14 M999", "Resend: 1", "ok", "$14 ok")
	k.ask("")
	k.ask("#15 M17")
	k.pass(1200 * time.Millisecond)
	k.expect("$15 ok")
}

// Several kinds of line ends occur.
func TestUArmsLineEnds(t *testing.T) {
	k := bootUArm(t, Options{})
	ends := map[string]bool{}
	for range 8 {
		k.send("#1 P2203")
	}
	for _, text := range k.said {
		ends[strings.TrimPrefix(text, "$1 ok V3.2.0")] = true
	}
	if len(ends) != 3 {
		t.Errorf("line ends %v", ends)
	}
}

// The ok to a motion comes shortly before its end, everything queues behind it,
// and the event comes after.
func TestUArmBlocks(t *testing.T) {
	k := bootUArm(t, Options{})
	k.ask("#1 M2122 V1", "$1 ok")
	k.send("#2 G0 X100 Y200 Z50 F6000", "#3 P2220", "#4 M2200")
	k.pass(1900 * time.Millisecond)
	k.expect()
	k.pass(180 * time.Millisecond)
	said := k.take()
	if len(said) != 3 || said[0] != "$2 ok" || !strings.HasPrefix(said[1], "$3 ok X10") || said[2] != "$4 ok V1" {
		t.Fatalf("it says %q", said)
	}
	k.pass(300 * time.Millisecond)
	k.expect("@9 V0")
	k.ask("#5 M2200", "$5 ok V0")
	if math.Abs(k.state.Tool.At.X-100) > 0.01 {
		t.Errorf("the tool is at %v", k.state.Tool.At)
	}
}

// A numbered M410 waits for its turn; a bare one acts as it is read.
func TestUArmStops(t *testing.T) {
	for line, stops := range map[string]bool{"#3 M410": false, "M410": true} {
		k := bootUArm(t, Options{})
		k.send("#2 G0 X100 Y200 Z50 F6000")
		k.pass(time.Second)
		k.send(line)
		k.pass(world.Tick)
		if stopped := len(k.take()) > 0; stopped != stops {
			t.Errorf("%s: stopped %v", line, stopped)
		}
		k.pass(3 * time.Second)
		if there := math.Abs(k.state.Tool.At.X-100) < 0.01; there == stops {
			t.Errorf("%s: the tool is at %v", line, k.state.Tool.At)
		}
	}
}

// The pump feels what hangs on it, a moment after it was switched on.
func TestUArmFeels(t *testing.T) {
	k := bootUArm(t, Options{})
	k.ask("#1 P2231", "$1 ok V0")
	k.ask("#2 M2231 V1", "$2 ok")
	k.ask("#3 P2231", "$3 ok V1")
	k.state.Tool.Held = 3
	k.pass(time.Second)
	k.ask("#4 P2231", "$4 ok V2")
	if !k.state.Tool.Suction {
		t.Error("the pump is off")
	}
}

func TestUArmHalts(t *testing.T) {
	k := bootUArm(t, Options{})
	k.ask("M112", "Error:Printer halted. kill() called!")
	k.ask("#1 P2203")
	k.pass(5 * time.Second)
	k.expect()
}

func TestUArmReportsItsPosition(t *testing.T) {
	k := bootUArm(t, Options{})
	k.ask("#1 M2120 V0.5", "$1 ok")
	k.pass(1100 * time.Millisecond)
	if said := k.take(); len(said) != 2 || !strings.HasPrefix(said[0], "@3 X300.00 Y200.00 Z") {
		t.Errorf("it reports %q", said)
	}
}

func FuzzUArm(f *testing.F) {
	f.Add([]byte("#1 G0 X10 Y10 Z10 F6000\n#2 M2231 V1\nM410\n"), uint8(3))
	f.Add([]byte("#\n#1\n#1 \n$1\n#99999999999999999999 P2220\n"), uint8(0))
	f.Fuzz(func(t *testing.T, bytes []byte, pause uint8) {
		k := bootUArm(t, Options{})
		for _, b := range bytes {
			k.brain.receive([]byte{b})
			k.pass(time.Duration(pause%8) * world.Tick)
		}
		k.pass(time.Second / 2)
		u := k.brain.(*uarm)
		for i, v := range u.arm {
			if !(v >= 0 && v <= u.bed[i]) {
				t.Errorf("the arm is at %v", u.arm)
			}
		}
	})
}
