package planner

import (
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
	KingSlot    SlotKind = "king"    // for king pieces, and for nothing else; only where kings are swapped
)

// Slot is one place of the tray, where discs lie on one another.
type Slot struct {
	Kind SlotKind `yaml:"kind"` // "capture", "spare" or "king"
	// At is the centre of the slot's floor, board mm.
	At calibration.BoardPoint `yaml:"at" range:"-3000..3000 mm, a gantry of 3 m"`
	// Capacity is how many discs may lie on one another.
	Capacity int   `yaml:"capacity" range:"1..48, one disc; those of two sets"`
	Holds    Stack `yaml:"holds,omitempty"` // what lies there, from the bottom to the top: "bb"
}

// Tray is the places beside the board. It is a value: Put and Take return the tray as it is afterwards and leave the
// old one as it was.
type Tray struct {
	Kings Kings  `yaml:"kings,omitempty"` // what makes a king: "stack" (if left out), "swap" or "virtual"
	Slots []Slot `yaml:"slots"`           // numbered from 1 in this order
}

// Validate says what is wrong with a tray as it was written down: unknown kinds, no room, more discs than fit, slots
// that do not go with the kings.
func (t Tray) Validate() error {
	if !t.Kings.valid() {
		return fmt.Errorf("kings of the tray is %q; say %q (two discs), %q (a piece of its own) or %q (only the program "+
			"knows)", t.Kings, StackKings, SwapKings, VirtualKings)
	}
	isKing := func(s Slot) bool { return s.Kind == KingSlot }
	if t.Kings == SwapKings && !slices.ContainsFunc(t.Slots, isKing) {
		return fmt.Errorf("kings of the tray is %q, but it has no slot of the kind %q for the king pieces to wait in",
			SwapKings, KingSlot)
	}
	for i, slot := range t.Slots {
		switch {
		case slot.Kind != CaptureSlot && slot.Kind != SpareSlot && slot.Kind != KingSlot:
			return fmt.Errorf("tray slot %d has the kind %q; a slot is of the kind %q, %q or %q", i+1, slot.Kind, CaptureSlot,
				SpareSlot, KingSlot)
		case isKing(slot) && t.Kings != SwapKings:
			return fmt.Errorf("tray slot %d is for king pieces, which there are only with `kings: %s` in the tray", i+1,
				SwapKings)
		case len(slot.Holds) > slot.Capacity:
			return fmt.Errorf("tray slot %d holds %d discs (%s) but has a capacity of %d", i+1, len(slot.Holds), slot.Holds,
				slot.Capacity)
		}
	}
	return nil
}

// Put is the tray with one more disc on a slot. A slot that does not exist or is full is an error.
func (t Tray) Put(number int, side checkers.Side) (Tray, error) {
	slot, err := t.slot(number)
	if err != nil {
		return Tray{}, err
	}
	if len(slot.Holds) >= slot.Capacity {
		return Tray{}, fmt.Errorf("tray slot %d is full: it holds %d discs (%s) and takes no more", number, len(slot.Holds),
			slot.Holds)
	}
	return t.holding(number, slot.Holds.with(side)), nil
}

// Store is the tray with so many more discs of a colour, men's discs, each where it suits best. A tray without room
// for them is an error.
func (t Tray) Store(side checkers.Side, discs int) (Tray, error) {
	for n := range discs {
		rooms := t.rooms(side, false)
		if len(rooms) == 0 {
			return Tray{}, fmt.Errorf("the tray is full: it has room for %d more %s discs, and %d are to be laid in it", n,
				colour(side), discs)
		}
		var err error
		if t, err = t.Put(rooms[0], side); err != nil {
			return Tray{}, err
		}
	}
	return t, nil
}

// Take is the tray without the uppermost disc of a slot. A slot that does not exist, is empty or has a disc of the
// other colour on top is an error.
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
		return Tray{}, fmt.Errorf("the uppermost disc of tray slot %d is %s (%s from the bottom up), where a %s one was "+
			"expected", number, colour(top), slot.Holds, colour(side))
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
	t.Slots = slots
	return t
}

// rooms are the slots with room for a disc or a king piece, those alone that suit it best: where it does not lie on
// the other colour, for then it is of use later; capture slots before spare ones. King pieces have slots of their own.
func (t Tray) rooms(side checkers.Side, king bool) []int {
	return t.suiting(func(s Slot) (int, bool) {
		return 2*either(s.Holds.mixes(side)) + either(s.Kind == SpareSlot), len(s.Holds) < s.Capacity &&
			king == (s.Kind == KingSlot)
	})
}

// discs are the slots whose uppermost disc, or king piece, is of a colour: those with captured discs before those
// with spare ones.
func (t Tray) discs(side checkers.Side, king bool) []int {
	return t.suiting(func(s Slot) (int, bool) {
		top, ok := s.Holds.top()
		return either(s.Kind == SpareSlot), ok && top == side && king == (s.Kind == KingSlot)
	})
}

// suiting are the numbers of the slots of the lowest rank among those that fit.
func (t Tray) suiting(rank func(Slot) (rank int, fits bool)) []int {
	var numbers []int
	lowest := math.MaxInt
	for i, slot := range t.Slots {
		r, fits := rank(slot)
		if !fits || r > lowest {
			continue
		}
		if r < lowest {
			numbers, lowest = numbers[:0], r
		}
		numbers = append(numbers, i+1)
	}
	return numbers
}

func either(b bool) int {
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
