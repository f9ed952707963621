package planner

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// SlotKind is what a tray slot is for.
type SlotKind string

// The kinds of slots.
const (
	CaptureSlot SlotKind = "capture" // for pieces that leave the board
	SpareSlot   SlotKind = "spare"   // holds the discs for crowning from the start
)

// Slot is one place of the tray, where discs lie on one another.
type Slot struct {
	Kind     SlotKind               `yaml:"kind"`            // "capture" or "spare"
	At       calibration.BoardPoint `yaml:"at"`              // centre of the slot's floor, board mm
	Capacity int                    `yaml:"capacity"`        // discs that may lie on one another, at least 1
	Holds    Stack                  `yaml:"holds,omitempty"` // what lies there, from the bottom to the top: "bb"
}

// Tray is the places beside the board. It is a value: Put and Take return the
// tray as it is afterwards and leave the old one as it was.
type Tray struct {
	Slots []Slot `yaml:"slots"` // numbered from 1 in this order
}

// Validate says what is wrong with a tray as it was written down: unknown
// kinds, no room, more discs than fit.
func (t Tray) Validate() error {
	for i, slot := range t.Slots {
		switch {
		case slot.Kind != CaptureSlot && slot.Kind != SpareSlot:
			return fmt.Errorf("tray slot %d has the kind %q; a slot is of the kind %q or %q", i+1, slot.Kind, CaptureSlot, SpareSlot)
		case slot.Capacity < 1:
			return fmt.Errorf("tray slot %d has a capacity of %d discs; it must take at least 1", i+1, slot.Capacity)
		case len(slot.Holds) > slot.Capacity:
			return fmt.Errorf("tray slot %d holds %d discs (%s) but has a capacity of %d", i+1, len(slot.Holds), slot.Holds, slot.Capacity)
		case !finite(slot.At.X, slot.At.Y, slot.At.Z):
			return fmt.Errorf("tray slot %d has no usable position: x, y and z must be numbers in mm", i+1)
		}
	}
	return nil
}

// Put is the tray with one more disc on a slot. A slot that does not exist or
// is full is an error.
func (t Tray) Put(number int, side checkers.Side) (Tray, error) {
	slot, err := t.slot(number)
	if err != nil {
		return Tray{}, err
	}
	if len(slot.Holds) >= slot.Capacity {
		return Tray{}, fmt.Errorf("tray slot %d is full: it holds %d discs (%s) and takes no more", number, len(slot.Holds), slot.Holds)
	}
	return t.holding(number, slot.Holds.with(side)), nil
}

// Take is the tray without the uppermost disc of a slot. A slot that does not
// exist, is empty or has a disc of the other colour on top is an error.
func (t Tray) Take(number int, side checkers.Side) (Tray, error) {
	slot, err := t.slot(number)
	if err != nil {
		return Tray{}, err
	}
	top, ok := slot.Holds.top()
	if !ok {
		return Tray{}, fmt.Errorf("tray slot %d is empty: there is no %s disc to take", number, colour(side))
	}
	if top != side {
		return Tray{}, fmt.Errorf("the uppermost disc of tray slot %d is %s (%s from the bottom up), where a %s one was expected", number, colour(top), slot.Holds, colour(side))
	}
	return t.holding(number, slot.Holds[:len(slot.Holds)-1]), nil
}

func (t Tray) slot(number int) (Slot, error) {
	if number < 1 || number > len(t.Slots) {
		return Slot{}, fmt.Errorf("there is no tray slot %d: the tray has %d slots", number, len(t.Slots))
	}
	return t.Slots[number-1], nil
}

func (t Tray) holding(number int, stack Stack) Tray {
	slots := slices.Clone(t.Slots)
	slots[number-1].Holds = slices.Clip(stack)
	return Tray{Slots: slots}
}

// errTrayFull is what ends a plan that has no room for a captured disc.
var errTrayFull = errors.New("the tray is full: take some discs off it, or give it more slots or a larger capacity")

// roomFor chooses the slot for a captured disc: one where it does not lie on
// the other colour, for then it can crown a man later; a capture slot before a
// spare one; the lowest stack, which is the surest to build on; the nearest.
func (t Tray) roomFor(side checkers.Side, near calibration.BoardPoint) (int, error) {
	rank := func(s Slot) [4]float64 {
		return [4]float64{either(s.Holds.mixes(side)), either(s.Kind == SpareSlot), float64(len(s.Holds)), distance(s.At, near)}
	}
	number := t.best(rank, func(s Slot) bool { return len(s.Holds) < s.Capacity })
	if number == 0 {
		return 0, errTrayFull
	}
	return number, nil
}

// discOf chooses the slot whose uppermost disc crowns a man: a captured disc
// before a spare one, then the nearest. It is 0 where there is none.
func (t Tray) discOf(side checkers.Side, near calibration.BoardPoint) int {
	rank := func(s Slot) [4]float64 {
		return [4]float64{either(s.Kind == SpareSlot), distance(s.At, near)}
	}
	return t.best(rank, func(s Slot) bool {
		top, ok := s.Holds.top()
		return ok && top == side
	})
}

// best is the number of the fitting slot of the lowest rank, the first of
// equals, or 0.
func (t Tray) best(rank func(Slot) [4]float64, fits func(Slot) bool) int {
	number := 0
	var lowest [4]float64
	for i, slot := range t.Slots {
		if !fits(slot) {
			continue
		}
		r := rank(slot)
		if number == 0 || slices.Compare(r[:], lowest[:]) < 0 {
			number, lowest = i+1, r
		}
	}
	return number
}

func either(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// distance is how far apart two points of the table are as seen from above, mm.
func distance(a, b calibration.BoardPoint) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

func colour(s checkers.Side) string {
	if s == checkers.Black {
		return "black"
	}
	return "white"
}
