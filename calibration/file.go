package calibration

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml"

	"draughtsman/internal/files"
)

const fileHeading = "# What is known of one table, written by `draughtsman calibrate`. Lengths are in\n# the unit " +
	"that a key ends in; the camera's coefficients are OpenCV's.\n"

// Kind is what Save writes. A file is known by the first line of its heading, or by all that it holds.
var Kind = files.Kind{Name: "a calibration", Most: 1, Holds: func(head []byte) bool {
	first, _, _ := strings.Cut(fileHeading, "\n")
	_, err := Decode(head)
	var redo *RedoError
	return err == nil || errors.As(err, &redo) || bytes.HasPrefix(head, []byte(first))
}}

// Load reads a calibration file. Unknown keys, another version and impossible values are errors that name the file
// and, where there is one, the line; a missing file is one that errors.Is(err, fs.ErrNotExist) recognises, and what a
// session can put right a *RedoError.
func Load(path string) (Calibration, error) {
	text, err := Kind.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Calibration{}, fmt.Errorf("there is no calibration at %s: make one with `draughtsman calibrate board` (%w)",
			path, fs.ErrNotExist)
	}
	if err != nil {
		return Calibration{}, fmt.Errorf("the calibration cannot be read: %w", err)
	}
	c, err := Decode(text)
	if err != nil {
		return Calibration{}, fmt.Errorf("the calibration %s: %w", path, err)
	}
	return c, nil
}

// Save writes a valid calibration to a file in one step, so that a crash leaves the old file or the new one.
func (c Calibration) Save(path string) error {
	text, err := c.Encode()
	if err != nil {
		return fmt.Errorf("the calibration was not saved: %w", err)
	}
	if err := files.Replace(path, text); err != nil {
		return fmt.Errorf("the calibration was not saved to %s: %w", path, err)
	}
	return nil
}

// Encode is the text of the calibration's file.
func (c Calibration) Encode() ([]byte, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	text, err := yaml.Marshal(c)
	if err != nil {
		return nil, err
	}
	return append([]byte(fileHeading), text...), nil
}

// Decode reads the text of a calibration file.
func Decode(file []byte) (Calibration, error) {
	text, err := files.YAMLText(file)
	if err != nil {
		return Calibration{}, err
	}
	// The version comes first: a key of another version is not unknown.
	var versioned struct {
		Version int `yaml:"version"`
	}
	if err := yaml.Unmarshal(text, &versioned); err != nil {
		return Calibration{}, files.YAMLSentence(err)
	}
	if versioned.Version != Version {
		return Calibration{}, Calibration{Version: versioned.Version}.Validate()
	}
	var c Calibration
	if err := files.DecodeYAML(text, &c); err != nil {
		return Calibration{}, err
	}
	if c.Colours != nil {
		c.Colours = &Colours{Tones: c.Colours.Tones}
	}
	return c, c.redo(files.ValidYAML(text, c))
}
