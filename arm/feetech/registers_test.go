package feetech

import (
	"slices"
	"testing"
)

func TestSigned(t *testing.T) {
	for value, word := range map[int]int{0: 0, 5: 5, -5: 0x8005, 32767: 0x7fff, -32767: 0xffff} {
		if unsigned(value, 15) != word || signed(word, 15) != value {
			t.Errorf("%d is %x, %x is %d", value, unsigned(value, 15), word, signed(word, 15))
		}
	}
}

// Of all that could be written only the memory that forgets may be, and to the torque switch only off and on.
func TestMayWrite(t *testing.T) {
	for address := range 80 {
		for length := range 20 {
			for _, first := range []byte{0, 1, 2, 128} {
				data := slices.Repeat([]byte{first}, length)
				want := length > 0 && address >= 40 && address+length <= 55 && (address > 40 || first < 2)
				if err := mayWrite(address, data); (err == nil) != want {
					t.Fatalf("% x to %d: %v", data, address, err)
				}
			}
		}
	}
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
