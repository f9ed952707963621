package feetech

import (
	"fmt"
	"math"
)

// Registers of an STS3215, little-endian where they have two bytes. Those below sram are kept in the servo's EPROM.
const (
	regFirmware  = 0 // two bytes: major, minor
	regModel     = 3 // two bytes
	regRate      = 6 // the number of one of Rates
	regMinAngle  = 9 // two bytes
	regMaxAngle  = 11
	regOffset    = 31 // two bytes, bit 11 is the sign
	regMode      = 33
	sram         = 40
	regTorque    = 40 // 0 off, 1 on; 128 would make this very place the middle
	regAccel     = 41 // in 100 steps/s²
	regGoal      = 42 // two bytes each: position, time, speed
	regLimit     = 48 // of the torque, two bytes, thousandths
	regLock      = 55
	regPresent   = 56 // two bytes each: position, speed, load; then volts·10, °C
	regStatus    = 65
	regMoving    = 66
	regCurrent   = 69 // two bytes, in 6.5 mA
	lastRegister = 70
)

// StepsPerTurn is how many positions a servo tells apart in a turn.
const StepsPerTurn = 4096

// state is what a servo says of itself: its registers from sram to lastRegister.
type state struct {
	torque   bool
	goal     int // steps
	position int // steps
	speed    int // steps/s
	load     int // thousandths of its greatest torque, without a direction
	volts    float64
	celsius  int
	faults   Faults
	moving   bool
	current  float64 // mA, without a direction
}

const stateLength = lastRegister - sram + 1

func parseState(b []byte) (s state, err error) {
	if len(b) != stateLength {
		return s, fmt.Errorf("%d bytes in place of %d", len(b), stateLength)
	}
	word := func(address int) int { return int(b[address-sram]) | int(b[address-sram+1])<<8 }
	s = state{
		torque:   b[regTorque-sram] == 1,
		goal:     signed(word(regGoal), 15),
		position: signed(word(regPresent), 15),
		speed:    signed(word(regPresent+2), 15),
		load:     word(regPresent+4) & 0x3ff, // bit 10 is its direction
		volts:    float64(b[62-sram]) / 10,
		celsius:  int(b[63-sram]),
		faults:   Faults(b[regStatus-sram]),
		moving:   b[regMoving-sram] != 0,
		current:  6.5 * math.Abs(float64(signed(word(regCurrent), 15))),
	}
	return s, nil
}

// signed reads a number whose sign is a bit of its own.
func signed(word, bit int) int {
	value := word &^ (1 << bit)
	if word != value {
		return -value
	}
	return value
}

// unsigned is the opposite of signed.
func unsigned(value, bit int) int {
	if value < 0 {
		return -value | 1<<bit
	}
	return value
}

// goal is what is written to regGoal: a position that is approached at a speed in steps/s. A speed of 0 would mean as
// fast as it can.
func goal(position, speed int) []byte {
	w := unsigned(position, 15)
	speed = min(max(speed, 1), math.MaxInt16)
	return []byte{byte(w), byte(w >> 8), 0, 0, byte(speed), byte(speed >> 8)}
}

// mayWrite holds below everything else what is never written: the EPROM, the lock that guards it, and to the torque
// switch anything but off and on (128 would shift the servo's zero).
func mayWrite(address int, data []byte) error {
	end := address + len(data) - 1
	switch {
	case len(data) == 0 || address < sram || end >= regPresent:
		return fmt.Errorf("registers %d to %d of a servo are not written by this driver", address, end)
	case address <= regLock && end >= regLock:
		return fmt.Errorf("the lock of a servo's EPROM is not touched by this driver")
	case address == regTorque && data[0] > 1:
		return fmt.Errorf("%d is not written to a servo's torque switch: only 0 and 1", data[0])
	}
	return nil
}
