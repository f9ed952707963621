package firmware

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/table/world"
)

// bootMarlin is a Marlin that has started.
func bootMarlin(t *testing.T, o Options) *talk {
	t.Helper()
	o.Protocol = Marlin
	k := newTalk(t, o)
	k.pass(3 * time.Second)
	if said := k.take(); len(said) == 0 || said[0] != "start" {
		t.Fatalf("it starts with %q", said)
	}
	return k
}

// homeMarlin is one that knows its position.
func homeMarlin(t *testing.T, o Options) *talk {
	t.Helper()
	k := bootMarlin(t, o)
	k.send("G28")
	k.pass(20 * time.Second)
	said := k.take()
	if n := len(said); n < 3 || said[0] != "echo:busy: processing" ||
		!strings.HasPrefix(said[n-2], "X:640.00 Y:520.00 Z:90.00 ") || said[n-1] != "ok" {
		t.Fatalf("homing says %q", said)
	}
	return k
}

func TestMarlinSwallowsWhatComesWhileItStarts(t *testing.T) {
	k := newTalk(t, Options{Protocol: Marlin})
	k.send("M115")
	k.pass(3 * time.Second)
	for _, line := range k.take() {
		if strings.Contains(line, "FIRMWARE_NAME") {
			t.Error("it has heard M115")
		}
	}
	k.send("M115")
	if said := k.take(); !strings.HasPrefix(said[0], "FIRMWARE_NAME:Marlin 2.1") || said[len(said)-1] != "ok" {
		t.Errorf("M115 is answered with %q", said)
	}
}

// Not everything that looks like a line is answered, and not every ok is good news.
func TestMarlinsAnswers(t *testing.T) {
	const unknown = "echo:Unknown command: "
	k := homeMarlin(t, Options{})
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{"; a comment", nil},
		{"G90", []string{"ok"}},
		{"G90 ; absolute", []string{"ok"}},
		{"g90", []string{unknown + `"g90"`, "ok"}},
		{"XYZ", []string{unknown + `"XYZ"`, "ok"}},
		{"M42 P9999 S1", []string{unknown + `"M42 P9999 S1"`, "ok"}},
		{"M280 P0 S90", []string{unknown + `"M280 P0 S90"`, "ok"}},
		{"M106 P9 S255", []string{"ok"}},
		{"G0 Xabc", []string{"ok"}},
		{"G1", []string{"ok"}},
		{"M118 hello you", []string{"hello you", "ok"}},
		{"N7 M400*1", []string{"Error:Line Number is not Last Line Number+1, Last Line: 0", "Resend: 1", "ok"}},
		{"N1 M400*1", []string{"Error:checksum mismatch, Last Line: 0", "Resend: 1", "ok"}},
		{"N1 M400", []string{"Error:No Checksum with line number, Last Line: 0", "Resend: 1", "ok"}},
		{summed("N1 M400"), []string{"ok"}},
		{summed("N1 M400"), nil}, // again
		{summed("N2 M400"), []string{"ok"}},
		{summed("N1 M400"), nil}, // a late one
		{"M110 N40", []string{"ok"}},
		{summed("N41 M400"), []string{"ok"}},
		{summed("N0 M110 N0"), []string{"ok"}},
		{summed("N1 M400"), []string{"ok"}},
	} {
		k.ask(c.line, c.want...)
	}
	if k.state.Tool.Suction {
		t.Error("another fan's output switched the pump")
	}
	k.ask("M106 S255", "ok")
	k.pass(world.Tick)
	if !k.state.Tool.Suction {
		t.Error("the pump is off")
	}
}

func summed(text string) string {
	sum := byte(0)
	for i := range len(text) {
		sum ^= text[i]
	}
	return fmt.Sprintf("%s*%d", text, sum)
}

// ok to a motion means queued; M114 tells the queue's end at once; M400 waits.
func TestMarlinTellsTheTarget(t *testing.T) {
	k := homeMarlin(t, Options{})
	k.ask("G0 X440 F6000", "ok")
	k.ask("M114", "X:440.00 Y:520.00 Z:90.00 E:0.00 Count X:35200 Y:41600 Z:36000", "ok")
	k.ask("M400")
	k.pass(1900 * time.Millisecond)
	k.expect()
	k.pass(300 * time.Millisecond)
	k.expect("echo:busy: processing", "ok")
	if math.Abs(k.state.Tool.At.X-440) > 0.01 {
		t.Errorf("the tool is at %v", k.state.Tool.At)
	}
}

// Sixteen motions are answered at once, and later ones when there is room.
func TestMarlinsQueue(t *testing.T) {
	k := homeMarlin(t, Options{NativeUSB: true})
	for i := range 19 {
		k.send(fmt.Sprintf("G1 X%d F600", 639-i))
	}
	if n := len(k.take()); n != 16 {
		t.Errorf("%d motions are answered at once", n)
	}
	k.pass(250 * time.Millisecond)
	if n := len(k.take()); n < 1 || n > 3 {
		t.Errorf("then %d", n)
	}
}

func TestMarlinClampsInSilence(t *testing.T) {
	k := homeMarlin(t, Options{})
	k.ask("G0 X99999 Y-5 F12000", "ok")
	k.pass(5 * time.Second)
	if at := k.state.Tool.At; at.X != 640 || at.Y > 1e-9 {
		t.Errorf("the tool is at %v", at)
	}
	k.ask("M114", "X:640.00 Y:0.00 Z:90.00 E:0.00 Count X:51200 Y:0 Z:36000", "ok")
}

// A line that is too long loses its end, and is carried out.
func TestMarlinCutsLongLines(t *testing.T) {
	k := homeMarlin(t, Options{})
	k.ask("G0 X600 F6000"+strings.Repeat(" ", 90)+"Y0", "ok")
	k.pass(time.Second)
	if at := k.state.Tool.At; at.X != 600 || at.Y != 520 {
		t.Errorf("the tool is at %v", at)
	}
}

// M410 acts as it is read, and is answered a second later; then M114 is true.
func TestMarlinStops(t *testing.T) {
	k := homeMarlin(t, Options{})
	k.ask("G0 X40 F6000", "ok")
	k.send("M400", "G0 X500") // which it forgets
	k.pass(2 * time.Second)
	k.take()
	k.send("M410")
	at := k.state.Tool.At
	k.expect("ok", "ok")
	k.pass(500 * time.Millisecond)
	if way := math.Abs(k.state.Tool.At.X - at.X); way > 1 {
		t.Errorf("it goes on for %.2f mm", way)
	}
	k.pass(600 * time.Millisecond)
	k.expect("ok")
	var x float64
	k.send("M114")
	if _, err := fmt.Sscanf(k.take()[0], "X:%f", &x); err != nil || math.Abs(x-at.X) > 1 {
		t.Errorf("M114 says %v (%v), the tool stopped at %v", x, err, at.X)
	}
}

// After kill() there is silence until a reset.
func TestMarlinHalts(t *testing.T) {
	k := homeMarlin(t, Options{})
	k.ask("M112", "echo:M112 Shutdown", "Error:Printer halted. kill() called!")
	k.ask("M999")
	k.pass(5 * time.Second)
	k.expect()
	k.brain.PowerUp()
	k.pass(3 * time.Second)
	if said := k.take(); len(said) == 0 || said[0] != "start" {
		t.Errorf("after a reset it says %q", said)
	}
}

func TestMarlinsHomingFails(t *testing.T) {
	k := bootMarlin(t, Options{})
	k.send("G28")
	k.pass(time.Second)
	k.ask("M410", "echo:Homing Failed", "Error:Printer halted. kill() called!")
}

func TestMarlinWaitsForTheUser(t *testing.T) {
	k := homeMarlin(t, Options{})
	k.ask("M0", "echo:busy: paused for user")
	k.pass(2 * time.Second)
	k.expect("echo:busy: paused for user")
	k.ask("M108", "ok", "ok")
}

// The serial buffer of a board on an AVR is thrown away with a bad line; that of one on native USB is not.
func TestMarlinsBuffers(t *testing.T) {
	for native, want := range map[bool]int{false: 1, true: 3} {
		k := homeMarlin(t, Options{NativeUSB: native})
		for n, line := range []string{"N1 M400*1", summed("N2 M400"), summed("N3 M400")} {
			if n == 0 {
				k.brain.(*marlin).rx = []byte(line + "\n")
				continue
			}
			k.brain.(*marlin).rx = append(k.brain.(*marlin).rx, line+"\n"...)
		}
		k.pass(world.Tick)
		resends := 0
		for _, line := range k.take() {
			if line == "Resend: 1" {
				resends++
			}
		}
		if resends != want {
			t.Errorf("native USB %v: %d resends, want %d", native, resends, want)
		}
	}
}

// Opening the port resets an AVR and nothing else.
func TestMarlinsReset(t *testing.T) {
	for native, want := range map[bool]bool{false: true, true: false} {
		k := bootMarlin(t, Options{NativeUSB: native})
		k.brain.Opened()
		k.pass(3 * time.Second)
		if reset := len(k.take()) > 0; reset != want {
			t.Errorf("native USB %v: reset %v", native, reset)
		}
	}
}

func FuzzMarlin(f *testing.F) {
	f.Add([]byte("G28\nG0 X10\nM400\n"), uint8(3))
	f.Add([]byte("N1 M110*1\nG91\nG1X-5F1e9\nM106\nG4P10\nM410\nM114\n"), uint8(1))
	f.Fuzz(func(t *testing.T, bytes []byte, pause uint8) {
		k := bootMarlin(t, Options{})
		for _, b := range bytes {
			k.brain.Receive([]byte{b})
			k.pass(time.Duration(pause%8) * world.Tick)
		}
		k.pass(time.Second / 2)
		m := k.brain.(*marlin)
		for i, v := range m.Arm {
			if !(v >= 0 && v <= m.Bed[i]) {
				t.Errorf("the arm is at %v", m.Arm)
			}
		}
	})
}
