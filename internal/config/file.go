package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"

	"github.com/goccy/go-yaml"
	"github.com/google/renameio/v2"
)

const heading = `# A table that Draughtsman plays on. Lengths are millimetres: those of the machine
# in the arm's coordinates, those of the tray in the board's (the middle of the
# board is 0, 0; x to White's right, y away from White).
`

// Load reads a description. An unknown key or an impossible value is an error
// that names the file and the line or the key.
func Load(path string) (Table, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Table{}, fmt.Errorf("the table's description cannot be read: %w", err)
	}
	var t Table
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&t); err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, sentence(err))
	}
	if err := t.Validate(); err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	t.Calibration = beside(path, t.Calibration)
	return t, nil
}

// Save writes the description in one step. The note, a sentence or nothing,
// stands above it.
func (t Table) Save(path, note string) error {
	if err := t.Validate(); err != nil {
		return fmt.Errorf("the table's description was not saved: %w", err)
	}
	text, err := yaml.MarshalWithOptions(t, yaml.IndentSequence(true))
	if err != nil {
		return fmt.Errorf("the table's description was not saved: %w", err)
	}
	if note != "" {
		note = "# " + note + "\n"
	}
	if err := renameio.WriteFile(path, append([]byte(note+heading), text...), 0o644); err != nil {
		return fmt.Errorf("the table's description was not saved to %s: %w", path, err)
	}
	return nil
}

// sentence puts an error of the YAML reader, which draws the text around it,
// into one line that names the line.
func sentence(err error) error {
	var mistyped *yaml.TypeError
	if errors.As(err, &mistyped) {
		return fmt.Errorf("line %d: %s is wanted here", mistyped.Token.Position.Line, wanted(mistyped.DstType.Kind()))
	}
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		return fmt.Errorf("line %d: %s", at.GetToken().Position.Line, at.GetMessage())
	}
	return err
}

// wanted is what a person calls a kind of value.
func wanted(kind reflect.Kind) string {
	switch kind {
	case reflect.Int, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text"
	}
	return "a group of keys"
}
