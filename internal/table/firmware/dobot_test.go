package firmware

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/testkit/expect"
)

// dobotTalk is a conversation in packets, written in hexadecimal without header and checksum.
type dobotTalk struct {
	*talk
}

func bootDobot(t *testing.T, o Options) dobotTalk {
	t.Helper()
	o.Protocol = Dobot
	k := dobotTalk{newTalk(t, o)}
	k.pass(3 * time.Second)
	if len(k.said) > 0 {
		t.Fatalf("it starts with %q", k.said)
	}
	return k
}

func (k dobotTalk) put(text string) {
	k.t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	expect.OK(k.t, err)
	sum := byte(0)
	for _, v := range b {
		sum += v
	}
	k.write(append(append([]byte{0xaa, 0xaa, byte(len(b))}, b...), 0-sum))
}

func (k dobotTalk) write(b []byte) {
	k.brain.Receive(b)
	k.brain.Drive(&k.state)
}

// answers sends a packet and fails unless these come, or nothing.
func (k dobotTalk) answers(text string, want ...string) {
	k.t.Helper()
	k.said = nil
	k.put(text)
	var got []string
	for _, p := range k.said {
		if p[:2] != "\xaa\xaa" || int(p[2])+4 != len(p) || !dobotSums([]byte(p)) {
			k.t.Errorf("%x is no packet", p)
		}
		got = append(got, hex.EncodeToString([]byte(p[3:len(p)-1])))
	}
	for i := range want {
		want[i] = strings.ReplaceAll(want[i], " ", "")
	}
	if strings.Join(got, ",") != strings.Join(want, ",") {
		k.t.Errorf("%s is answered with %q, want %q", text, got, want)
	}
}

// dobotGo is a motion to a place.
func dobotGo(x, y, z float64) string {
	return "54 03 02" + hex.EncodeToString(dobotFloat(x, y, z, 0))
}

func dobotFloat(values ...float64) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return b
}

func dobotNumber(n uint64) string {
	return hex.EncodeToString(binary.LittleEndian.AppendUint64(nil, n))
}

func TestDobotsAnswers(t *testing.T) {
	k := bootDobot(t, Options{})
	k.answers("02 00", "02 00 03 02 02")
	k.answers("14 00", "14 00 01"+strings.Repeat("00", 15)) // it has started
	k.answers("14 01", "14 01")
	k.answers("14 00", "14 00"+strings.Repeat("00", 16))
	k.answers("15 01") // not in this firmware
	k.answers("c8 00")
	k.answers("3e 01 01") // too short
	k.answers("3e 01 01 01", "3e 01")
	if !k.state.Tool.Suction {
		t.Error("the pump is off")
	}
	k.answers("f6 00", "f6 00"+dobotNumber(0))
	k.answers("51 03"+hex.EncodeToString(dobotFloat(100, 100, 100, 100)), "51 03"+dobotNumber(1))
	k.answers("f6 00", "f6 00"+dobotNumber(0)) // the queue stands still after a start
	k.answers("f7 00", "f7 00 1f 00 00 00")
	k.answers("f0 01", "f0 01")
	k.answers("f6 00", "f6 00"+dobotNumber(1))
}

// What is garbled is passed over without a word; what comes behind it is not.
func TestDobotsResynchronising(t *testing.T) {
	k := bootDobot(t, Options{})
	version := []byte{0xaa, 0xaa, 2, 2, 0, 0xfe}
	for _, before := range []string{"", "noise", "\xaa", "\xaa\xaa", "\xaa\xaa\x02\x02\x00\xff", "\xaa\xaa\x60"} {
		k.said = nil
		for _, b := range append([]byte(before), version...) {
			k.write([]byte{b})
		}
		if len(k.said) != 1 {
			t.Errorf("behind %q it answers %q", before, k.said)
		}
	}
}

// home has a Dobot find its switch, and its speed be 100 mm/s.
func (k dobotTalk) home() {
	k.t.Helper()
	k.put("f0 01")
	k.put("53 01" + hex.EncodeToString(dobotFloat(100, 100)))
	k.put("51 01" + hex.EncodeToString(dobotFloat(100, 100, 1000, 100)))
	k.put("1e 01" + hex.EncodeToString(dobotFloat(10, 500, 80, 0)))
	k.answers("1f 03 00000000", "1f 03"+dobotNumber(1))
	k.pass(time.Second)
	k.answers("f6 00", "f6 00"+dobotNumber(0))
	k.pass(30 * time.Second)
	k.answers("f6 00", "f6 00"+dobotNumber(1))
	k.at(10, 500, 80)
}

func (k dobotTalk) at(x, y, z float64) {
	k.t.Helper()
	at := k.state.Tool.At
	if math.Hypot(math.Hypot(at.X-x, at.Y-y), at.Z-z) > 0.05 {
		k.t.Errorf("the tool is at %v, want %g, %g, %g", at, x, y, z)
	}
}

// Motions are carried out one after the other, and counted when they are over. The arm knows where it is when it has
// found its switch.
func TestDobotsQueue(t *testing.T) {
	k := bootDobot(t, Options{})
	k.home()
	k.answers(dobotGo(110, 500, 80), "54 03"+dobotNumber(2))
	k.answers(dobotGo(110, 400, 80), "54 03"+dobotNumber(3))
	k.pass(900 * time.Millisecond)
	k.answers("f6 00", "f6 00"+dobotNumber(1))
	k.pass(300 * time.Millisecond)
	k.answers("f6 00", "f6 00"+dobotNumber(2))
	k.pass(time.Second)
	k.answers("f6 00", "f6 00"+dobotNumber(3))
	k.at(110, 400, 80)
	k.answers("0a 00", "0a 00"+hex.EncodeToString(dobotFloat(110, 400, 80, 0, 0, 0, 0, 0)))
}

func TestDobotStops(t *testing.T) {
	k := bootDobot(t, Options{})
	k.home()
	k.put(dobotGo(110, 500, 80))
	k.put(dobotGo(110, 400, 80))
	k.pass(500 * time.Millisecond)
	k.answers("f2 01", "f2 01")
	was := k.state.Tool.At
	k.pass(3 * time.Second)
	if k.state.Tool.At != was {
		t.Error("it goes on after 242")
	}
	k.answers("f0 01", "f0 01") // with what is left
	k.pass(3 * time.Second)
	k.at(110, 400, 80)
	k.put(dobotGo(10, 400, 80))
	k.put(dobotGo(10, 300, 80))
	k.answers("f2 01", "f2 01")
	k.answers("f5 01", "f5 01")
	k.answers("f0 01", "f0 01")
	k.pass(3 * time.Second)
	k.at(110, 400, 80)
	k.answers(dobotGo(120, 400, 80), "54 03"+dobotNumber(6))
}

// An alarm stops the queue until it is cleared.
func TestDobotsAlarms(t *testing.T) {
	k := bootDobot(t, Options{})
	k.home()
	k.answers(dobotGo(1000, 500, 80), "54 03"+dobotNumber(2))
	k.answers(dobotGo(50, 500, 80), "54 03"+dobotNumber(3))
	k.pass(3 * time.Second)
	k.at(10, 500, 80)
	k.answers("14 00", "14 00 01 00 04"+strings.Repeat("00", 13))
	k.answers("14 01", "14 01")
	k.pass(3 * time.Second)
	k.at(50, 500, 80)
	k.put(dobotGo(150, 500, 80))
	k.pass(300 * time.Millisecond)
	k.brain.Trip()
	k.answers("14 00", "14 00"+strings.Repeat("00", 8)+"04"+strings.Repeat("00", 7))
	was := k.state.Tool.At
	k.pass(time.Second)
	if k.state.Tool.At != was {
		t.Error("it goes on in spite of an alarm")
	}
}

// A restart forgets the count and the place, and is told by alarm 0.
func TestDobotRestarts(t *testing.T) {
	k := bootDobot(t, Options{Seed: 3})
	k.home()
	k.brain.Opened()
	k.answers("f6 00", "f6 00"+dobotNumber(1)) // opening the port is no restart
	k.put(dobotGo(110, 500, 80))
	k.pass(300 * time.Millisecond)
	k.brain.PowerUp()
	k.answers("02 00")
	k.pass(3 * time.Second)
	k.answers("f6 00", "f6 00"+dobotNumber(0))
	k.answers("14 00", "14 00 01"+strings.Repeat("00", 15))
	said := k.said
	k.said = nil
	k.put("0a 00")
	if x := dobotFloats([]byte(k.said[0][5:]))[0]; math.Abs(x-k.state.Tool.At.X) < 0.5 {
		t.Errorf("it knows where it is, %v, %q", x, said)
	}
	if z := dobotFloats([]byte(k.said[0][5:]))[2]; math.Abs(z-80) > 0.1 {
		t.Errorf("it does not know its height, %v", z)
	}
}
