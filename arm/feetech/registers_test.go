package feetech

import (
	"testing"

	"pgregory.net/rapid"
)

func TestSigned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.IntRange(-32767, 32767).Draw(t, "value")
		if got := signed(unsigned(v, 15), 15); got != v {
			t.Fatalf("%d comes back as %d", v, got)
		}
	})
	if got := signed(0x8005, 15); got != -5 {
		t.Error(got)
	}
}

// Of all that could be written only the memory that forgets may be, and to the torque switch only off and on.
func TestMayWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := rapid.IntRange(0, 80).Draw(t, "address")
		data := rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "data")
		last := address + len(data) - 1
		want := len(data) > 0 && address >= 40 && last < 55
		if want && address == 40 && data[0] != 0 && data[0] != 1 {
			want = false
		}
		if err := mayWrite(address, data); (err == nil) != want {
			t.Fatalf("% x to %d: %v", data, address, err)
		}
	})
	var b bus
	if err := b.putAll(regTorque, []setting{{1, []byte{128}}}); err == nil {
		t.Error("128 was sent to the torque switch")
	}
}

func TestParseState(t *testing.T) {
	b := make([]byte, stateLength)
	set := func(address int, bytes ...byte) { copy(b[address-sram:], bytes) }
	set(40, 1)
	set(42, 0x10, 0x08)
	set(56, 5, 0x80, 0x64, 0x80, 0x2c, 0x05, 74, 31)
	set(65, 0x21, 1)
	set(69, 10, 0x80)
	got, err := parseState(b)
	want := state{torque: true, goal: 2064, position: -5, speed: -100, load: 300, volts: 7.4, celsius: 31,
		faults: FaultVoltage | FaultOverload, moving: true, current: 65}
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := parseState(b[1:]); err == nil {
		t.Error("reads a state that is too short")
	}
}
