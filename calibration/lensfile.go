package calibration

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"draughtsman/internal/files"
)

// LensFile is what is known of a camera's lens, wherever the camera stands. It is kept apart from the table's
// calibration, which comes and goes with the place of the board.
type LensFile struct {
	Version int       `yaml:"version" range:"1..1"`
	Made    time.Time `yaml:"made"`
	// Pictures are those that it was fitted to, FocalSpreadPX a standard deviation.
	Pictures      int     `yaml:"pictures" range:"3..10000, the fewest that tell; a film"`
	ResidualPX    float64 `yaml:"residual_px" range:"0..100 px, exact; a picture that shakes"`
	FocalSpreadPX float64 `yaml:"focal_spread_px" range:"0..20000 px, exact; a fiftieth of the longest focal length"`
	Lens          Lens    `yaml:"lens"`
}

const lensHeading = "# What is known of a camera's lens, written by `draughtsman calibrate lens`. The\n# " +
	"coefficients are OpenCV's.\n"

// LensKind is what a lens's Save writes, known as a Kind is.
var LensKind = files.Kind{Name: "a lens", Most: 1, Holds: func(head []byte) bool {
	first, _, _ := strings.Cut(lensHeading, "\n")
	_, err := decodeLens(head)
	var wrong *files.ValueError
	return err == nil || errors.As(err, &wrong) || bytes.HasPrefix(head, []byte(first))
}}

// LoadLens reads a lens's file. A missing file is an error that errors.Is(err, fs.ErrNotExist) recognises.
func LoadLens(path string) (LensFile, error) {
	text, err := LensKind.Read(path)
	if err != nil {
		return LensFile{}, fmt.Errorf("the lens cannot be read: %w", err)
	}
	f, err := decodeLens(text)
	if err != nil {
		return LensFile{}, fmt.Errorf("the lens %s: %w", path, err)
	}
	return f, nil
}

// decodeLens reads the text of a lens's file.
func decodeLens(file []byte) (f LensFile, err error) {
	text, err := files.YAMLText(file)
	if err == nil {
		err = files.DecodeYAML(text, &f)
	}
	if err != nil {
		return f, err
	}
	err = files.ValidYAML(text, f)
	var wrong *files.ValueError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%w: repeat `draughtsman calibrate lens`", err)
	}
	return f, err
}

// Save writes the lens to a file in one step.
func (f LensFile) Save(path string) error {
	err := f.Validate()
	var text []byte
	if err == nil {
		text, err = yaml.Marshal(f)
	}
	if err == nil {
		err = files.Replace(path, append([]byte(lensHeading), text...))
	}
	if err != nil {
		return fmt.Errorf("the lens was not saved to %s: %w", path, err)
	}
	return nil
}

// Validate says what makes the file unusable.
func (f LensFile) Validate() error {
	if f.Version != Version {
		return fmt.Errorf("the lens has version %d and this program reads version %d: calibrate the lens again", f.Version,
			Version)
	}
	return files.InRange(f)
}

// Fits says why the lens is not that of pictures of a size, px.
func (f LensFile) Fits(width, height int) error {
	if f.Lens.Width != width || f.Lens.Height != height {
		return fmt.Errorf("the lens was fitted to pictures of %d×%d pixels and the camera sends %d×%d: calibrate the lens "+
			"again", f.Lens.Width, f.Lens.Height, width, height)
	}
	return nil
}
