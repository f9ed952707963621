package gantry

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

func TestBootLoaderEatsInput(t *testing.T) {
	h := newHost(t, Options{})
	h.pass(490 * time.Millisecond)
	h.send("?\n$$\n$X\n")
	h.pass(1600 * time.Millisecond)
	h.expect("", banner, unlock)
	if r := h.quiet(); r != "<Alarm|MPos:0.000,0.000,0.000|FS:0,0|WCO:0.000,0.000,0.000>" {
		t.Errorf("status %s", r)
	}
}

func TestOpeningResets(t *testing.T) {
	h := newHost(t, Options{Link: t.TempDir() + "/arm"})
	h.home()
	h.send("M8\nG0 X100\n")
	h.expect("ok", "ok")
	h.pass(time.Second)
	expect.OK(t, h.file.Close())
	h.pass(100 * time.Millisecond)
	if s := h.w.Snapshot(); !s.Tool.Suction {
		t.Error("closing the port switched suction off")
	}
	h.open()
	if s := h.w.Snapshot(); s.Tool.Suction {
		t.Error("suction is on after a reset")
	}
	before := h.w.Snapshot().Tool.At
	h.boot()
	if r := h.quiet(); !strings.HasPrefix(r, "<Alarm|MPos:0.000,0.000,0.000|") {
		t.Errorf("status %s", r)
	}
	if after := h.w.Snapshot().Tool.At; after != before {
		t.Errorf("the tool went from %v to %v by itself", before, after)
	}
	if got := h.command("G0 X1"); got != "error:9" {
		t.Errorf("a motion after a reset is answered with %s", got)
	}
}

func TestOneAnswerALine(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	for _, test := range []struct{ sent, answers string }{
		{"\n", "ok"},
		{"G21\r\n", "ok ok"},
		{"G21\r", "ok"},
		{"(a comment)\n; another\n", "ok ok"},
		{"g90 (or g91) g21 ; lower case\n", "ok"},
		{"G4 P0\n", "ok"},
		{"G90" + strings.Repeat(" ", 105) + "\n", "ok"},
		{strings.Repeat("G", 80) + "\n", "error:11"},
		{strings.Repeat("G", 79) + "\n", "error:2"},
		{"G1 X10\n", "error:22"},
		{"M114\nM106\nM7\n", "error:20 error:20 error:20"},
		{"N1 G28*18\n", "error:20"},
		{"N1 G90*18\n", "error:1"},
		{"X\n", "error:2"},
		{"G0 X1 X2\n", "error:25"},
		{"G0 G1 X1\n", "error:21"},
		{"G90 G91\n", "error:21"},
		{"G0.5 X1\n", "error:20"},
		{"M3.5\n", "error:23"},
		{"G0 X1 F-5\n", "error:4"},
		{"G4\n", "error:28"},
		{"G10 L2 P9 X0\n", "error:29"},
		{"G92\n", "error:26"},
		{"G80 X5\n", "error:31"},
		{"G80\nG53 X5\nG0\n", "ok error:30 ok"},
		{"G0 X5 I3\n", "error:36"},
		{"G0 X5 P3\n", "error:36"},
		{"A5\n", "error:20"},
		{"$Q\n", "error:2"},
		{"$5000=1\n", "error:3"},
		{"$100=-1\n", "error:4"},
		{"$J=X5\n", "error:22"},
		{"$J=G0X5F100\n", "error:16"},
		{"$J=F100\n", "error:26"},
		{"$J=X5000F100\n", "error:15"},
		{"$\n", "[HLP:$$ $# $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H ~ ! ? ctrl-x] ok"},
		{"$I\n", "[VER:1.1h.20190830:] [OPT:V,15,128] ok"},
		{"$X\n", "ok"},
	} {
		h.send(test.sent)
		h.pass(10 * time.Millisecond)
		_, got := h.ask()
		if got := strings.Join(got, " "); got != test.answers {
			t.Errorf("%q is answered with %s, want %s", test.sent, got, test.answers)
		}
	}
}

func TestAlarmLock(t *testing.T) {
	h := newHost(t, Options{})
	h.boot()
	for line, want := range map[string]string{"G0 X1": "error:9", "M8": "error:9", "$J=X1F100": "error:8",
		"$C": "error:8"} {
		if got := h.command(line); got != want {
			t.Errorf("in alarm %s is answered with %s, want %s", line, got, want)
		}
	}
	h.send("$X\n")
	h.expect("[MSG:Caution: Unlocked]", "ok")
	if r := h.quiet(); !strings.HasPrefix(r, "<Idle|") {
		t.Errorf("status %s", r)
	}
}

func TestHomingIsSilent(t *testing.T) {
	h := newHost(t, Options{})
	h.boot()
	h.send("$H\n???")
	h.pass(time.Second)
	h.send("?\nG90\n")
	h.pass(15 * time.Second)
	if got := h.next(); got != "<Home|MPos:638.000,518.000,88.000|FS:0,0|WCO:0.000,0.000,0.000>" {
		t.Errorf("status %s", got)
	}
	h.expect("ok", "ok", "ok")
	m := h.w.Layout().Mount
	want := m.ToBoard(world.Point{X: 638, Y: 518, Z: 88})
	if got := h.w.Snapshot().Tool.At; !near(got, want, 1e-6) {
		t.Errorf("the tool is at %v, want %v", got, want)
	}
}

func TestHomingTakesSeconds(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.send("G0 X300 Y200 Z40\nG4 P0\n")
	h.pass(5 * time.Second)
	h.send("$H\n?")
	h.pass(5 * time.Second)
	h.expect("ok", "ok") // of the motion and the dwell, and nothing else
	h.send("G90\n")
	h.pass(15 * time.Second)
	if r := h.next(); !strings.HasPrefix(r, "<Home|") {
		t.Errorf("homing was over within 5 s: %s", r)
	}
}

func TestHomingNeedsToBeEnabled(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.ok("$22=0")
	if got := h.command("$H"); got != "error:5" {
		t.Errorf("$H is answered with %s", got)
	}
	if got := h.command("$20=1"); got != "error:10" {
		t.Errorf("$20=1 is answered with %s", got)
	}
	h.ok("G0 X700") // without soft limits any target is taken
}

func TestOverrunIsSilent(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	var blind strings.Builder
	for i := range 60 {
		fmt.Fprintf(&blind, "G1 X%d Y100 F3000\n", 100+i)
	}
	h.send(blind.String())
	h.pass(30 * time.Second)
	_, answers := h.ask()
	// 15 are queued, one is in the parser's hands, and the buffer holds the 127 bytes behind it: six lines of 19, and
	// the beginning of one more.
	want := strings.Fields(strings.Repeat("ok ", 15+1+6))
	if diff := cmp.Diff(want, answers); diff != "" {
		t.Error(diff)
	}
	if got := h.command(""); got != "ok" {
		t.Errorf("the line that was cut is answered with %s", got)
	}
	h.pass(time.Second)
	if r := h.quiet(); !strings.HasPrefix(r, "<Idle|MPos:122.000,100.000") {
		t.Errorf("status %s", r)
	}
}

func TestOkMeansQueued(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.ok("G0 X438")
	if r := h.quiet(); !strings.HasPrefix(r, "<Run|MPos:638.000") {
		t.Errorf("status %s", r)
	}
	if got := h.command("$$"); got != "error:8" {
		t.Errorf("$$ in motion is answered with %s", got)
	}
	// 200 mm at 200 mm/s and 1200 mm/s²: d/v + v/a.
	h.send("G4 P0\n")
	h.pass(1165 * time.Millisecond)
	if r := h.quiet(); !strings.HasPrefix(r, "<Run|MPos:438.") {
		t.Errorf("status %s", r)
	}
	h.pass(10 * time.Millisecond)
	h.expect("ok")
	if r := h.quiet(); !strings.HasPrefix(r, "<Idle|MPos:438.000,518.000,88.000|FS:0,0") {
		t.Errorf("status %s", r)
	}
	h.send("G4 P0.5\n")
	h.pass(490 * time.Millisecond)
	if r := h.quiet(); !strings.HasPrefix(r, "<Idle|") { // a dwell looks idle
		t.Errorf("status %s", r)
	}
	h.pass(20 * time.Millisecond)
	h.expect("ok")
}

func TestSuctionWaitsForTheQueue(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.send("G0 X438\nM8\n")
	h.expect("ok")
	h.pass(1100 * time.Millisecond)
	h.quiet()
	if h.w.Snapshot().Tool.Suction {
		t.Error("suction is on before the motion is over")
	}
	h.pass(100 * time.Millisecond)
	h.expect("ok")
	if !h.w.Snapshot().Tool.Suction {
		t.Error("suction is off")
	}
	h.ok("G0 X400")
	h.ok("M8") // on already: no need to wait
	h.send("M9\n")
	h.quiet()
	h.pass(time.Second)
	h.expect("ok")
	if h.w.Snapshot().Tool.Suction {
		t.Error("suction is on")
	}
}

func TestReportsTellOffsetsSometimes(t *testing.T) {
	h := newHost(t, Options{Origin: &world.Point{}})
	h.home()
	h.ok("G10 L2 P1 X-640 Y-520 Z-90")
	counts := map[string]int{}
	const reports = 30
	for range reports {
		r, _ := h.ask()
		for _, field := range []string{"MPos:-2.000,-2.000,-2.000", "WCO:-640.000,-520.000,-90.000", "Ov:100,100,100",
			"WPos"} {
			if strings.Contains(r, field) {
				counts[field]++
			}
		}
	}
	want := map[string]int{"MPos:-2.000,-2.000,-2.000": reports, "WCO:-640.000,-520.000,-90.000": 3, "Ov:100,100,100": 3}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
	h.send("$10=2\n?")
	if h.next(); !strings.HasPrefix(h.next(), "<Idle|WPos:638.000,518.000,88.000|Bf:15,128|") {
		t.Error("no work position")
	}
}

func TestHoldAndResume(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.ok("G1 X338 F6000")
	h.pass(time.Second)
	h.send("!?")
	if r := h.next(); !strings.HasPrefix(r, "<Hold:1|") {
		t.Errorf("status %s", r)
	}
	h.pass(200 * time.Millisecond)
	r := h.quiet()
	if !strings.HasPrefix(r, "<Hold:0|MPos:5") || !strings.Contains(r, "|FS:0,0") {
		t.Errorf("status %s", r)
	}
	at := h.w.Snapshot().Tool.At
	h.send("M8\n")
	h.pass(time.Second)
	h.quiet() // no answer in hold
	if h.w.Snapshot().Tool.At != at {
		t.Error("it moves in hold")
	}
	h.send("~")
	h.pass(4 * time.Second)
	h.expect("ok")
	if r := h.quiet(); !strings.HasPrefix(r, "<Idle|MPos:338.000,518.000,88.000") {
		t.Errorf("status %s", r)
	}
}

// A hold in the last moments of a motion finds it prepared to its end: what waits for that is answered while the
// machine still brakes, and it then stands where it was sent. grblHAL answers nothing before the hold is over.
func TestHoldAtTheEndOfAMotion(t *testing.T) {
	for kind, early := range map[Protocol]bool{GRBL: true, FluidNC: true, GrblHAL: false} {
		t.Run(string(kind), func(t *testing.T) {
			h := newHost(t, Options{Protocol: kind})
			h.pass(3 * time.Second)
			h.send("$H\n")
			h.pass(20 * time.Second)
			for h.next() != "ok" {
			}
			begins, ends := 638.0, 538.0
			answered := false
			for before := 20 * time.Millisecond; before <= 100*time.Millisecond; before += 20 * time.Millisecond {
				h.send(fmt.Sprintf("G53G1X%.0fF6000\nG4P0\n", ends))
				for r := ""; ; h.pass(world.Tick) {
					r, _ = h.ask()
					x, _, _ := strings.Cut(strings.SplitN(r, "MPos:", 2)[1], ",")
					var at float64
					if _, err := fmt.Sscan(x, &at); err != nil {
						t.Fatal(err)
					}
					if left := math.Abs(at - ends); left > 0 && left < 0.5*math.Pow(before.Seconds(), 2)*1200 {
						break
					}
				}
				h.send("!")
				h.pass(world.Tick)
				r, said := h.ask()
				if done := slices.Contains(said, "ok"); done && strings.HasPrefix(r, "<Hold:1|") {
					answered = true
				}
				h.pass(time.Second)
				if r, _ := h.ask(); !strings.HasPrefix(r, fmt.Sprintf("<Hold:0|MPos:%.3f", ends)) {
					t.Errorf("held %v before its end it says %s", before, r)
				}
				h.send("~")
				h.pass(10 * time.Millisecond)
				h.ask()
				begins, ends = ends, begins
			}
			if answered != early {
				t.Errorf("answered while it brakes: %t", answered)
			}
		})
	}
}

func TestSoftLimitLocksUp(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.send("M8\nG0 X438\nG0 X641\n")
	h.expect("ok", "ok")
	h.pass(time.Second)
	h.expect("ALARM:2", "[MSG:Reset to continue]")
	if h.w.Snapshot().Tool.Suction {
		t.Error("suction is on")
	}
	h.send("?$X\n?G0 X10\n")
	h.pass(time.Second)
	h.send("\x18")
	h.pass(time.Second)
	h.expect("ok", "", banner, unlock)
	r := h.quiet()
	if !strings.HasPrefix(r, "<Alarm|MPos:6") {
		t.Errorf("status %s", r)
	}
	var m world.Point
	if _, err := fmt.Sscanf(r, "<Alarm|MPos:%f,%f,%f|", &m.X, &m.Y, &m.Z); err != nil {
		t.Fatal(err)
	}
	if got := h.w.Snapshot().Tool.At; !near(got, h.w.Layout().Mount.ToBoard(m), 0.001) {
		t.Errorf("the controller says %v, the tool is at %v", m, got)
	}
	h.send("$X\n")
	h.expect("[MSG:Caution: Unlocked]", "ok")
}

func TestReset(t *testing.T) {
	for _, test := range []struct {
		name      string
		forgetful float64
		sent      string
		pass      time.Duration
		answers   int // before the reset
		want      []string
		state     string
		lost      bool
	}{
		{"idle", 0, "G90\n", 0, 1, []string{"", banner}, "Idle", false},
		{"in motion", 0, "G0 X38\n", time.Second, 1, []string{"ALARM:3", "", banner, unlock}, "Alarm", true},
		{"in motion, forgetful", 1, "G0 X38\n", time.Second, 1, []string{"", banner}, "Idle", true},
		{"in motion, a line waiting", 0, "G0 X38\nM9\n", time.Second, 1, []string{"ALARM:3", "ok", "", banner, unlock},
			"Alarm", true},
		{"in hold", 0, "G0 X38\n!", time.Second, 1, []string{"", banner}, "Idle", false},
		{"homing", 0, "$H\n", time.Second, 0, []string{"ALARM:6", "ok", "", banner, unlock}, "Alarm", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHost(t, Options{ForgetfulResets: &test.forgetful})
			h.home()
			h.ok("M8")
			h.ok("G0 X600 Y400 Z50")
			h.pass(2 * time.Second)
			h.send(test.sent)
			for range test.answers {
				h.expect("ok")
			}
			h.pass(test.pass)
			h.send("\x18G0 X1\n") // what follows at once is lost
			h.pass(time.Second)
			h.expect(test.want...)
			r := h.quiet()
			if !strings.HasPrefix(r, "<"+test.state+"|") {
				t.Errorf("status %s", r)
			}
			s := h.w.Snapshot()
			if s.Tool.Suction {
				t.Error("suction is on")
			}
			var m world.Point
			if _, err := fmt.Sscanf(r, "<"+test.state+"|MPos:%f,%f,%f|", &m.X, &m.Y, &m.Z); err != nil {
				t.Fatal(err)
			}
			if knows := near(s.Tool.At, h.w.Layout().Mount.ToBoard(m), 0.001); knows == test.lost {
				t.Errorf("the controller says %v, the tool is at %v", m, h.w.Layout().Mount.ToArm(s.Tool.At))
			}
		})
	}
}

func TestJog(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.ok("$J=G91 X-100 F6000")
	h.pass(100 * time.Millisecond)
	if r := h.quiet(); !strings.HasPrefix(r, "<Jog|") {
		t.Errorf("status %s", r)
	}
	if got := h.command("G0 X1"); got != "error:9" {
		t.Errorf("G-code while jogging is answered with %s", got)
	}
	h.send("\x85")
	h.pass(time.Second)
	r := h.quiet()
	if !strings.HasPrefix(r, "<Idle|MPos:62") {
		t.Errorf("status %s", r)
	}
	h.ok("$J=G90 X600 F6000")
	h.pass(2 * time.Second)
	if r := h.quiet(); !strings.HasPrefix(r, "<Idle|MPos:600.000") {
		t.Errorf("status %s", r)
	}
	h.send("$G\n")
	h.expect("[GC:G0 G54 G17 G21 G90 G94 M5 M9 T0 F0 S0]", "ok") // a jog leaves no trace
}

func TestModes(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	for _, step := range []struct{ line, mpos string }{
		{"G0 X600 Y500 Z80", "600.000,500.000,80.000"},
		{"G91 X-10", "590.000,500.000,80.000"},
		{"G20 Y-1", "590.000,474.600,80.000"},
		{"G90 X20", "508.000,474.600,80.000"},
		{"G21 G1 Z70 F1000", "508.000,474.600,70.000"},
		{"Z60", "508.000,474.600,60.000"},
		{"G92 X0 Y0", "508.000,474.600,60.000"},
		{"X-8", "500.000,474.600,60.000"},
		{"G53 X400", "400.000,474.600,60.000"},
		{"G92.1", "400.000,474.600,60.000"},
		{"X300", "300.000,474.600,60.000"},
		{"G10 L20 P2 Z0", "300.000,474.600,60.000"},
		{"G55 Z-10", "300.000,474.600,50.000"},
		{"G54 G0 Z55.01", "300.000,474.600,55.010"},
		{"X300.001", "300.000,474.600,55.010"}, // less than half a step
		{"M30", "300.000,474.600,55.010"},
	} {
		h.send(step.line + "\nG4 P0\n")
		h.pass(10 * time.Second)
		r, before := h.ask()
		if !strings.Contains(r, "|MPos:"+step.mpos+"|") || !strings.HasSuffix(strings.Join(before, " "), "ok ok") {
			t.Errorf("after %s: %s %q", step.line, r, before)
		}
	}
}

func TestCheckMode(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.send("$C\n")
	h.expect("[MSG:Enabled]", "ok")
	h.ok("G0 X10")
	h.ok("M8")
	h.ok("G4 P1000")
	if got := h.command("G7"); got != "error:20" {
		t.Errorf("G7 is answered with %s", got)
	}
	if r := h.quiet(); !strings.HasPrefix(r, "<Check|MPos:638.000") || h.w.Snapshot().Tool.Suction {
		t.Errorf("status %s", r)
	}
	h.send("$C\n")
	h.pass(time.Second)
	h.expect("[MSG:Disabled]", "ok", "", banner)
}

func TestSettings(t *testing.T) {
	h := newHost(t, Options{})
	h.home()
	h.ok("$110=6000")
	h.send("$$\n")
	seen := map[string]bool{}
	for line := h.next(); line != "ok"; line = h.next() {
		seen[line] = true
	}
	for _, want := range []string{"$0=10", "$20=1", "$22=1", "$27=2.000", "$110=6000.000", "$112=4800.000",
		"$120=1200.000", "$130=640.000"} {
		if !seen[want] {
			t.Errorf("%s is not among %v", want, seen)
		}
	}
	h.send("G0 X538\nG4 P0\n")
	h.pass(1070 * time.Millisecond) // 100 mm at 100 mm/s: 1.083 s
	if r, _ := h.ask(); !strings.HasPrefix(r, "<Run|") {
		t.Errorf("status %s", r)
	}
	h.pass(20 * time.Millisecond)
	if r, _ := h.ask(); !strings.HasPrefix(r, "<Idle|MPos:538.000") {
		t.Errorf("status %s", r)
	}
	h.send("$#\n")
	if got := h.next(); got != "[G54:0.000,0.000,0.000]" {
		t.Errorf("$# begins with %s", got)
	}
}

func near(a, b world.Point, tolerance float64) bool {
	return math.Abs(a.X-b.X) <= tolerance && math.Abs(a.Y-b.Y) <= tolerance && math.Abs(a.Z-b.Z) <= tolerance
}
