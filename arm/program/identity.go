package program

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"draughtsman/arm"
)

// accuracies bound how far from its target a motion may end, in mm.
const (
	defaultAccuracyMM = 0.5
	maxAccuracyMM     = 5
)

// identity is what a program says of itself.
type identity struct {
	Name     string      `json:"name"`
	Version  int         `json:"version"`
	Features []string    `json:"features"`
	Limits   *ownLimits  `json:"limits"`
	Accuracy *float64    `json:"accuracy"`
	limits   *arm.Limits // Limits, checked
}

// ownLimits are those that the program states.
type ownLimits struct{ Min, Max, Speed json.RawMessage }

func (i identity) can(feature string) bool { return slices.Contains(i.Features, feature) }

// accuracy is how far from its target a motion may end, in mm.
func (i identity) accuracy() float64 {
	if i.Accuracy == nil {
		return defaultAccuracyMM
	}
	return *i.Accuracy
}

// String is what a person is told of the program.
func (i identity) String() string {
	can := "can neither be held nor tell its place"
	if len(i.Features) > 0 {
		can = "offers " + strings.Join(i.Features, ", ")
	}
	return fmt.Sprintf("%s (protocol %d), which %s", i.Name, i.Version, can)
}

// identified reads the answer to identify, and tells whether one can work with such a program within limits.
func identified(result json.RawMessage, wanted arm.Limits) (identity, error) {
	var i identity
	if err := json.Unmarshal(result, &i); err != nil {
		return i, fmt.Errorf("%w: it answers identify with %.80q (%w)", arm.ErrWrongFirmware, result, err)
	}
	switch {
	case i.Version != Version:
		return i, fmt.Errorf("%w: it speaks version %d of the protocol, and version %d is spoken here", arm.ErrWrongFirmware,
			i.Version, Version)
	case i.can(hold) && !i.can(position):
		return i, fmt.Errorf("%w: it offers hold without position; where a held arm stands has to be asked before it goes on",
			arm.ErrWrongFirmware)
	case !(i.accuracy() > 0 && i.accuracy() <= maxAccuracyMM):
		return i, fmt.Errorf("%w: it states an accuracy of %g mm; more than 0 and at most %d mm are needed",
			arm.ErrWrongFirmware, i.accuracy(), maxAccuracyMM)
	case i.Limits == nil:
		return i, nil
	}
	own, err := i.Limits.read()
	if err != nil {
		return i, fmt.Errorf("%w: %w", arm.ErrWrongFirmware, err)
	}
	i.limits = &own
	return i, within(wanted, own)
}

func (l ownLimits) read() (own arm.Limits, err error) {
	if own.Min, err = place(l.Min); err != nil {
		return own, err
	}
	if own.Max, err = place(l.Max); err != nil {
		return own, err
	}
	if err := json.Unmarshal(l.Speed, &own.MaxSpeed); err != nil {
		return own, fmt.Errorf("its limits have %.40q for a speed in mm/s", l.Speed)
	}
	return own, own.Validate()
}

// within tells whether all that is wanted is among what the arm can do.
func within(wanted, own arm.Limits) error {
	for _, corner := range []arm.Point{wanted.Min, wanted.Max} {
		if err := own.Check(corner, min(wanted.MaxSpeed, own.MaxSpeed)); err != nil {
			return fmt.Errorf("%w, as its program states them, and inside of machine.reach: make the reach smaller", err)
		}
	}
	if err := own.Check(own.Min, wanted.MaxSpeed); err != nil {
		return fmt.Errorf("%w, as its program states them: make travel_mm_s or vertical_mm_s smaller", err)
	}
	return nil
}
