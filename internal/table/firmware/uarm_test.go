package firmware

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/internal/table/gantry"
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

// The ok to a motion comes shortly before its end, everything queues behind it, and the event comes after.
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
	k.isAt(axes{100, 200, 50}, 2*uarmEncoders)
}

// isAt fails unless the tool is at a place, about so many mm.
func (k *talk) isAt(want axes, about float64) {
	k.t.Helper()
	if at := gantry.AxesOf(k.state.Tool.At); at.Minus(want).Length() > about {
		k.t.Errorf("the tool is at %v, want %v", at, want)
	}
}

// place is the place in an answer.
func (k *talk) place(question string) (at axes) {
	k.t.Helper()
	k.send(question)
	said := k.take()
	if len(said) != 1 {
		k.t.Fatalf("to %s it says %q", question, said)
	}
	var n int
	if _, err := fmt.Sscanf(said[0], "$%d ok X%f Y%f Z%f", &n, &at[x], &at[y], &at[z]); err != nil {
		k.t.Fatalf("to %s it says %q", question, said)
	}
	return at
}

// After a quick stop the firmware takes the joints' angles for the place, and the next motion begins there, whatever
// that leads through; the firmware then takes it for done. M2000 and M17 read the encoders, and the next motion ends
// where it should.
func TestUArmTakesAnglesForItsPlace(t *testing.T) {
	target := axes{250, 100, 60}
	for reads, fine := range map[string]bool{"": false, "M2000": true, "M17": true, "M2400 S0": true} {
		k := bootUArm(t, Options{})
		k.send("#1 G0 X200 Y10 Z60 F12000")
		k.pass(4 * time.Second)
		k.send("#2 G0 X250 Y100 Z60 F3000")
		k.pass(700 * time.Millisecond)
		k.send("M410")
		k.pass(time.Second)
		k.take()
		stood := gantry.AxesOf(k.state.Tool.At)
		if said := k.place("#3 P2220"); said.Minus(stood).Length() < 50 ||
			said.Minus(newUArmLinks(gantry.AxesOf(Options{}.machine().Bed)).angles(stood)).Length() > 1 {
			t.Errorf("stopped at %v it takes %v for its place", stood, said)
		}
		if reads != "" {
			k.send("#4 " + reads)
			k.pass(1200 * time.Millisecond)
			k.expect("$4 ok")
			if said := k.place("#5 P2220"); said.Minus(stood).Length() > 2*uarmEncoders {
				t.Errorf("after %s it takes %v for its place, and is at %v", reads, said, stood)
			}
		}
		k.send("#6 G0 X250 Y100 Z60 F12000")
		k.pass(8 * time.Second)
		k.take()
		if said := k.place("#7 P2220"); said.Minus(target).Length() > 0.01 {
			t.Errorf("after %q and a motion it says that it is at %v", reads, said)
		}
		if off := gantry.AxesOf(k.state.Tool.At).Minus(target).Length(); (off < 1) != fine {
			t.Errorf("after %q a motion ends %.1f mm beside its target", reads, off)
		}
	}
}

// Motions that are sent within half a second of a quick stop are dropped, and taken for done; while they would be, an
// arm that was in motion says that it still is.
func TestUArmDropsMotionsAfterAStop(t *testing.T) {
	k := bootUArm(t, Options{})
	k.send("#1 G0 X100 Y200 Z50 F6000")
	k.pass(700 * time.Millisecond)
	k.send("M410", "#2 M2200", "#3 M2000")
	k.pass(world.Tick)
	if said := k.take(); len(said) != 4 || said[2] != "$2 ok V1" {
		t.Errorf("it says %q", said)
	}
	stood := gantry.AxesOf(k.state.Tool.At)
	k.send("#4 G0 X200 Y100 Z40 F6000")
	k.pass(4 * time.Second)
	k.isAt(stood, 0.01)
	k.take()
	if at := k.place("#5 P2220"); at != (axes{200, 100, 40}) {
		t.Errorf("it takes %v for its place", at)
	}
}

// The joints' angles are of the place where the encoders have the arm, also where the firmware is wrong about that.
func TestUArmsAngles(t *testing.T) {
	k := bootUArm(t, Options{})
	k.send("#1 P2200")
	var n int
	var q axes
	if _, err := fmt.Sscanf(k.take()[0], "$%d ok B%f L%f R%f", &n, &q[0], &q[1], &q[2]); err != nil {
		t.Fatal(err)
	}
	k.pass(world.Tick)
	at := k.place(fmt.Sprintf("#2 M2221 B%.2f L%.2f R%.2f", q[0], q[1], q[2]))
	k.isAt(at, 1)
	links := newUArmLinks(gantry.AxesOf(Options{}.machine().Bed))
	rapid.Check(t, func(t *rapid.T) {
		at := axes{rapid.Float64Range(0, 640).Draw(t, "x"), rapid.Float64Range(0, 520).Draw(t, "y"),
			rapid.Float64Range(0, 200).Draw(t, "z")}
		if off := links.place(links.angles(at)).Minus(at).Length(); off > 1e-6 {
			t.Errorf("the angles of %v are those of a place %.3f mm beside", at, off)
		}
	})
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
		if there := math.Abs(k.state.Tool.At.X-100) < uarmFed+0.5; there == stops {
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
	if said := k.take(); len(said) != 2 || !strings.HasPrefix(said[0], "@3 X") {
		t.Errorf("it reports %q", said)
	}
}

func FuzzUArm(f *testing.F) {
	f.Add([]byte("#1 G0 X10 Y10 Z10 F6000\n#2 M2231 V1\nM410\n"), uint8(3))
	f.Add([]byte("#\n#1\n#1 \n$1\n#99999999999999999999 P2220\n"), uint8(0))
	f.Fuzz(func(t *testing.T, bytes []byte, pause uint8) {
		k := bootUArm(t, Options{})
		for _, b := range bytes {
			k.brain.Receive([]byte{b})
			k.pass(time.Duration(pause%8) * world.Tick)
		}
		k.pass(time.Second / 2)
		u := k.brain.(*uarm)
		for i, v := range u.Arm {
			if !(v >= 0 && v <= u.Bed[i]) {
				t.Errorf("the arm is at %v", u.Arm)
			}
		}
	})
}
