package watch

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/files"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// reading is a line of a file of readings: first what is known of the sides, then what each picture showed, and where
// kings were seen when that was asked. A sighting's numbers are kept as they are, so that a recorder decides as it did.
type reading struct {
	Game         checkers.RuleSet  `json:",omitempty"`
	BlackPieces  calibration.Shade `json:",omitempty"`
	SidesUnknown bool              `json:",omitempty"`
	Seen         *vision.Sighting  `json:",omitempty"`
	Kings        *checkers.Set     `json:",omitempty"`
}

// ReadingsKind is a file of readings.
var ReadingsKind = files.Kind{Name: "readings of pictures", Holds: func(head []byte) bool {
	_, err := OpenReadings(bytes.NewReader(head))
	return err == nil
}}

// Kept is a reader whose readings are kept, so that they can be recorded again.
type Kept struct {
	eye Reader
	out *json.Encoder
}

// Keep keeps what a reader reads for a recorder, one JSON object a line.
func Keep(eye Reader, o moves.Options, out io.Writer) (*Kept, error) {
	k := &Kept{eye, json.NewEncoder(out)}
	return k, k.out.Encode(reading{Game: o.Game, BlackPieces: o.BlackPieces, SidesUnknown: o.SidesUnknown})
}

// Look is Reader.Look.
func (k *Kept) Look(ctx context.Context) (vision.Sighting, error) {
	seen, err := k.eye.Look(ctx)
	if err != nil {
		return seen, err
	}
	return seen, k.out.Encode(reading{Seen: &seen})
}

// Kings is Reader.Kings.
func (k *Kept) Kings() (checkers.Set, error) {
	kings, err := k.eye.Kings()
	if err != nil {
		return kings, err
	}
	return kings, k.out.Encode(reading{Kings: &kings})
}

// Readings reads what was kept.
type Readings struct {
	lines *json.Decoder

	Options moves.Options // the game, and what is known of the sides
}

// OpenReadings reads what Keep has written.
func OpenReadings(in io.Reader) (*Readings, error) {
	r := &Readings{lines: json.NewDecoder(bufio.NewReader(in))}
	first, err := r.next()
	if err == nil && first.BlackPieces == "" {
		err = fmt.Errorf("it does not say what Black's pieces look like")
	}
	r.Options = moves.Options{Game: first.Game, BlackPieces: first.BlackPieces, SidesUnknown: first.SidesUnknown}
	return r, err
}

func (r *Readings) next() (line reading, err error) {
	if err = r.lines.Decode(&line); err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("these are no readings of pictures: %w", err)
	}
	return line, err
}

// Look is Reader.Look.
func (r *Readings) Look(context.Context) (vision.Sighting, error) {
	for {
		switch line, err := r.next(); {
		case err != nil:
			return vision.Sighting{}, err
		case line.Seen != nil:
			return *line.Seen, nil
		}
	}
}

// Kings is Reader.Kings.
func (r *Readings) Kings() (checkers.Set, error) {
	line, err := r.next()
	if err == nil && line.Kings == nil {
		err = fmt.Errorf("kings were not looked for there: the readings are those of another version")
	}
	if err != nil {
		return 0, err
	}
	return *line.Kings, nil
}
