package firmware

import (
	"strings"
	"testing"
	"time"

	"draughtsman/internal/table/gantry"
)

// started is a talk with a relative of GRBL's, past its greeting; homed has homed too, and is asked for its first
// report.
func started(t *testing.T, o Options) *talk {
	t.Helper()
	k := newTalk(t, o)
	k.pass(3 * time.Second)
	return k
}

func homedRelative(t *testing.T, o Options) *talk {
	t.Helper()
	k := started(t, o)
	k.send("$H")
	k.pass(20 * time.Second)
	k.raw("?")
	k.take()
	return k
}

// raw sends bytes that are obeyed as they come.
func (k *talk) raw(bytes string) { k.brain.Receive([]byte(bytes)) }

const (
	halGreeting   = "GrblHAL 1.1f ['$' or '$HELP' for help]"
	fluidGreeting = "Grbl 3.7 [FluidNC v3.7.12 (wifi) '$' for help]"
	far           = "G90G53G1X9999F6000"
)

func TestGrblHALStarts(t *testing.T) {
	k := started(t, Options{Protocol: gantry.GrblHAL})
	k.expect(halGreeting, "ALARM:11", "[MSG:Homing cycle required]")
	k.raw("?")
	k.expect("<Alarm|MPos:0.000,0.000,0.000,0.000|Bf:35,1024|FS:0,0|WCO:0.000,0.000,0.000,0.000>")
	k.ask("$X", "error:46")
	k.ask("G1X1F100", "error:9")
	k.send("$H")
	k.pass(time.Second)
	k.raw("?")
	k.pass(20 * time.Second)
	said := k.take()
	if len(said) != 4 || !strings.HasPrefix(said[0], "<Home|") || said[2] != "[MSG:]" || said[3] != "ok" ||
		!strings.HasPrefix(said[1], "<Home|") {
		t.Fatalf("homing: %q", said)
	}
	k.raw("?")
	k.expect("<Idle|MPos:638.000,518.000,88.000,0.000|Bf:35,1024|FS:0,0>")
}

// Once a line of G-code is refused all others are, in the same words, until a $ command or an empty line.
func TestGrblHALRemembersAnError(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.GrblHAL})
	k.ask("G55.5", "error:20")
	k.ask("M8", "error:20")
	k.ask("", "ok")
	k.ask("M8", "ok")
	k.ask("M114", "error:20")
	k.ask("$X", "ok")
	k.ask("M9", "ok")
}

func TestGrblHALBehindALimit(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.GrblHAL})
	k.send(far)
	k.expect("ALARM:2")
	k.pass(time.Second)
	k.expect("[MSG:Reset to continue]")
	k.raw("?")
	if said := k.take(); len(said) != 1 || !strings.HasPrefix(said[0], "<Alarm|MPos:638.000,") {
		t.Fatalf("behind a limit: %q", said)
	}
	k.ask("$X", "error:79")
	k.ask("$H", "error:79")
	k.ask("M8", "error:9")
	k.ask("", "ok")
	k.raw("\x18")
	k.pass(time.Second)
	k.expect(halGreeting, "[MSG:'$H'|'$X' to unlock]") // the position is kept
	k.ask("$X", "[MSG:Caution: Unlocked]", "ok")
}

func TestGrblHALReset(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.GrblHAL})
	k.send("G53G1X100F6000")
	k.pass(time.Second)
	k.take()
	k.raw("\x18")
	k.pass(time.Second)
	k.expect("ALARM:3", halGreeting, "ALARM:11", "[MSG:Homing cycle required]")
	k.raw("\x18")
	k.pass(time.Second)
	k.expect(halGreeting, "ALARM:11", "[MSG:Homing cycle required]")
}

func TestGrblHALSettings(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.GrblHAL, Settings: map[int]float64{1: 25}})
	k.send("$$")
	said := strings.Join(k.take(), "\n")
	for _, want := range []string{"$0=5.0\n", "$1=25\n", "$22=5\n", "$10=511\n", "$74=\n", "$110=12000.000\n",
		"$113=500.000\n", "$302=192.168.5.1\n"} {
		if !strings.Contains(strings.ReplaceAll(said, "\r", ""), want) {
			t.Errorf("%q is missing in %s", want, said)
		}
	}
	k.ask("$1=255", "ok")
	k.ask("$999=1", "error:53")
	k.send("$I+")
	if said := strings.Join(k.take(), "\n"); !strings.Contains(said, "[VER:1.1f.20250401:]") ||
		!strings.Contains(said, "[FIRMWARE:grblHAL]") {
		t.Errorf("$I+: %s", said)
	}
}

// With native USB nothing is said when the port opens.
func TestNativeUSBDoesNotReset(t *testing.T) {
	for _, kind := range []gantry.Protocol{gantry.GRBL, gantry.GrblHAL, gantry.FluidNC} {
		k := homedRelative(t, Options{Protocol: kind, NativeUSB: true})
		k.brain.Opened()
		k.pass(3 * time.Second)
		k.expect()
		k.ask("G4P0", "ok")
	}
}

// CR and LF together end one line.
func TestRelativesTakeCRLFForOneEnd(t *testing.T) {
	for _, kind := range []gantry.Protocol{gantry.GrblHAL, gantry.FluidNC} {
		k := homedRelative(t, Options{Protocol: kind})
		k.raw("G90\r\n\r\nG91\r\n")
		k.expect("ok", "ok", "ok")
	}
}

func TestFluidNCStarts(t *testing.T) {
	k := started(t, Options{Protocol: gantry.FluidNC})
	said := strings.Join(k.take(), "\n")
	if !strings.HasSuffix(said, fluidGreeting+"\n[MSG:INFO: ALARM: Unhomed]\nALARM:14") ||
		!strings.Contains(said, "[MSG:WARN: ") {
		t.Fatalf("it starts with %s", said)
	}
	k.ask("M8", "error:9")
	k.send("$H")
	k.pass(time.Second)
	k.raw("?!")
	if said := k.take(); len(said) != 2 || !strings.HasPrefix(said[0], "<Home|") ||
		said[1] != "[MSG:INFO: Feedhold ignored while homing; use Reset instead]" {
		t.Fatalf("while homing: %q", said)
	}
	k.pass(20 * time.Second)
	k.expect("[MSG:Homed:Z]", "[MSG:Homed:XY]", "ok")
	k.raw("?")
	k.expect("<Idle|MPos:638.000,518.000,88.000,0.000|FS:0,0|Ov:100,100,100>")
}

// A motion beyond a soft limit is called ok, and then all motion is over until a reset, which does not need homing.
func TestFluidNCBehindALimit(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.FluidNC})
	k.send(far)
	k.expect("[MSG:INFO: Soft limit on X target:9999.000]", "ok", "[MSG:INFO: ALARM: Soft Limit]", "ALARM:2")
	k.pass(time.Second)
	k.expect("[MSG:ERR: Reset to continue]")
	k.send("$X", "G53G1X100F6000", "G4P0")
	k.pass(time.Second)
	k.raw("?")
	said := k.take()
	if len(said) != 3 || said[0] != "ok" || said[1] != "ok" || !strings.HasPrefix(said[2], "<Alarm|MPos:638.000,") {
		t.Fatalf("behind a limit: %q", said)
	}
	k.raw("\x18")
	k.pass(time.Second)
	k.expect(fluidGreeting)
	k.raw("?")
	if said := k.take(); !strings.HasPrefix(said[0], "<Idle|MPos:638.000,") {
		t.Fatalf("after a reset: %q", said)
	}
}

func TestFluidNCHitsASwitch(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.FluidNC})
	k.brain.Trip() // at rest it does not mind
	k.expect()
	k.send("G53G1X100F6000")
	k.pass(time.Second)
	k.take()
	k.brain.Trip()
	k.expect("[MSG:INFO: ALARM: Hard Limit]", "ALARM:1")
	k.raw("\x18") // while it waits
	k.pass(2 * time.Second)
	k.expect("[MSG:ERR: Reset to continue]", "[MSG:INFO: ALARM: Unhomed]", "ALARM:14", fluidGreeting)
}

func TestFluidNCReset(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.FluidNC})
	k.send("G53G1X100F6000")
	k.pass(time.Second)
	k.take()
	k.raw("\x18")
	k.pass(time.Second)
	k.expect("[MSG:INFO: ALARM: Abort Cycle]", "ALARM:3", fluidGreeting)
	k.ask("G4P0", "error:9")
	k.ask("$X", "[MSG:INFO: Caution: Unlocked]", "ok")
}

func TestFluidNCSettings(t *testing.T) {
	k := homedRelative(t, Options{Protocol: gantry.FluidNC})
	k.send("$$")
	k.expect("$13=0\r\n$10=1\r\n$130=640.000\r\n$131=520.000\r\n$132=90.000\r\n$120=1200.000\r\n"+
		"$121=1200.000\r\n$122=600.000\r\n"+
		"$110=12000.000\r\n$111=12000.000\r\n$112=4800.000\r\n$100=80.000\r\n"+
		"$101=80.000\r\n$102=400.000\r\n$3=0\r\n$20=1\r\n$21=1\r\n$22=1\r\n$23=0\r\n$32=0", "ok")
	k.ask("$20=0", "error:162")
	k.ask("G55.5", "[MSG:ERR: Bad GCode: G55.5]", "error:20")
	k.ask("M8", "ok")
}
