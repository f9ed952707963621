package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"draughtsman/internal/files"
)

const heading = `# A table that Draughtsman plays on. Lengths are millimetres: those of the machine
# in the arm's coordinates, those of the tray in the board's (the middle of the
# board is 0, 0; x to White's right, y away from White). docs/table.md has all keys.
`

// Kind is a description.
var Kind = files.Kind{Name: "the description of a table", Most: 1}

// Load reads a description. An unknown key or an impossible value is an error that names the file and the line or the
// key.
func Load(path string) (Table, error) {
	file, err := Kind.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Table{}, fmt.Errorf("there is no description of a table at %s: `draughtsman sim` writes one to start from, "+
			"docs/arms has a page with one for each arm", path)
	}
	if err != nil {
		return Table{}, fmt.Errorf("the table's description cannot be read: %w", err)
	}
	text, err := files.YAMLText(file)
	if err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	var t Table
	if err := files.DecodeYAML(text, &t); err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	t.Board.Mirrored = t.Board.Mirrored || t.Game.Board().Mirrored()
	if t.ByHand() {
		t = t.byHand()
	}
	if err := files.ValidYAML(text, t); err != nil {
		return Table{}, fmt.Errorf("%s: %w", path, err)
	}
	if t.Camera.Lens == "" {
		t.Camera.Lens = lensBeside(t.Calibration)
	}
	if t.ByProgram() {
		t.Arm.Folder = filepath.Dir(path)
	}
	if e := t.Engine; e != nil {
		for _, file := range []*string{&e.Tables, &e.Book} {
			if *file != "none" {
				*file = beside(path, *file)
			}
		}
	}
	t.Camera.Lens = beside(path, t.Camera.Lens)
	t.Calibration = beside(path, t.Calibration)
	return t, nil
}

// Encode is the text of the description's file.
func (t Table) Encode() ([]byte, error) { return t.encode() }

// Sample is Encode for a person to start from: behind each key stands what it says.
func (t Table) Sample() ([]byte, error) { return t.encode(yaml.WithComment(comments())) }

func (t Table) encode(options ...yaml.EncodeOption) ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	text, err := yaml.MarshalWithOptions(t, append(options, yaml.IndentSequence(true))...)
	return append([]byte(heading), text...), err
}

// Save writes the description in one step. Under a note, which may be empty, it is a sample, and sealed: files.Intact
// tells whether it was changed since.
func (t Table) Save(path, note string) error {
	encode := t.Encode
	if note != "" {
		encode = t.Sample
	}
	text, err := encode()
	if err != nil {
		return fmt.Errorf("the table's description was not saved: %w", err)
	}
	if note != "" {
		text = files.Sealed(note, text)
	}
	if err := files.Replace(path, text); err != nil {
		return fmt.Errorf("the table's description was not saved to %s: %w", path, err)
	}
	return nil
}
