package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
	"github.com/google/renameio/v2"

	"draughtsman/internal/strictyaml"
)

const heading = `# A table that Draughtsman plays on. Lengths are millimetres: those of the machine
# in the arm's coordinates, those of the tray in the board's (the middle of the
# board is 0, 0; x to White's right, y away from White).
`

// Load reads a description. An unknown key or an impossible value is an error
// that names the file and the line or the key.
func Load(path string) (Table, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Table{}, fmt.Errorf("there is no description of a table at %s: `draughtsman sim` writes one to start from, docs/arms.md has one for each arm", path)
	}
	if err != nil {
		return Table{}, fmt.Errorf("the table's description cannot be read: %w", err)
	}
	var t Table
	if err := strictyaml.Decode(text, &t); err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	if t.ByHand() {
		t = t.byHand()
	}
	err = t.Validate()
	var wrong *ValueError
	if errors.As(err, &wrong) {
		if line := strictyaml.Line(text, wrong.Key); line > 0 {
			err = fmt.Errorf("line %d: %w", line, err)
		}
	}
	if err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	if t.Camera.Lens == "" {
		t.Camera.Lens = lensBeside(t.Calibration)
	}
	if t.ByProgram() {
		t.Arm.Folder = filepath.Dir(path)
	}
	t.Camera.Lens = beside(path, t.Camera.Lens)
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
