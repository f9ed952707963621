package feetech

import (
	"fmt"
	"strings"

	"draughtsman/arm"
)

// Faults are the bits of a servo's status register, which every reply has.
type Faults byte

// What the bits mean, after Feetech's memory table of the STS series.
const (
	FaultVoltage  Faults = 1 << 0
	FaultSensor   Faults = 1 << 1
	FaultHeat     Faults = 1 << 2
	FaultCurrent  Faults = 1 << 3
	FaultOverload Faults = 1 << 5
)

var faultTexts = []struct {
	bit  Faults
	text string
}{
	{FaultVoltage, "its supply voltage is out of range: check the power supply (7.4 V servos need 5 V to 7.4 V, 12 V " +
		"servos 12 V) and its plug"},
	{FaultSensor, "its position sensor fails: switch the power off and on, and replace the servo if it says so again"},
	{FaultHeat, "it is too hot: let it cool down"},
	{FaultCurrent, "it draws too much current: free what blocks it"},
	{FaultOverload, "it was overloaded and let go: free what blocks it, or lighten the load"},
}

// String is what the bits mean, for people.
func (f Faults) String() string {
	var texts []string
	for _, t := range faultTexts {
		if f&t.bit != 0 {
			texts = append(texts, t.text)
			f &^= t.bit
		}
	}
	if f != 0 {
		texts = append(texts, fmt.Sprintf("status bits %08b, which are not documented", byte(f)))
	}
	return strings.Join(texts, "; ")
}

// ServoError is a servo that reports a fault. It matches arm.ErrAlarm.
type ServoError struct {
	Servo  string // "servo 3 (elbow_flex)"
	Faults Faults
}

func (e *ServoError) Error() string { return fmt.Sprintf("%s reports that %v", e.Servo, e.Faults) }

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *ServoError) Is(target error) bool { return target == arm.ErrAlarm }

// BlockedError is a joint that does not get where it was sent. It matches arm.ErrAlarm.
type BlockedError struct {
	Servo string
	Off   float64 // degrees
}

func (e *BlockedError) Error() string {
	return fmt.Sprintf("%s stands %.1f° from where it was sent: see what is in its way, then home the arm", e.Servo, e.Off)
}

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *BlockedError) Is(target error) bool { return target == arm.ErrAlarm }
