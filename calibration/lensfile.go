package calibration

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/renameio/v2"

	"draughtsman/internal/strictyaml"
)

// LensFile is what is known of a camera's lens, wherever the camera stands. It
// is kept apart from the table's calibration, which comes and goes with the
// place of the board.
type LensFile struct {
	Version       int       `yaml:"version"`
	Made          time.Time `yaml:"made"`
	Pictures      int       `yaml:"pictures"` // that it was fitted to
	ResidualPX    float64   `yaml:"residual_px"`
	FocalSpreadPX float64   `yaml:"focal_spread_px"` // standard deviation
	Lens          Lens      `yaml:"lens"`
}

const lensHeading = "# What is known of a camera's lens, written by `draughtsman calibrate lens`. The\n# coefficients are OpenCV's.\n"

// LoadLens reads a lens's file. A missing file is an error that
// errors.Is(err, fs.ErrNotExist) recognises.
func LoadLens(path string) (LensFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return LensFile{}, fmt.Errorf("the lens cannot be read: %w", err)
	}
	var f LensFile
	if err = strictyaml.Decode(text, &f); err == nil {
		err = f.Validate()
	}
	if err != nil {
		return LensFile{}, fmt.Errorf("the lens %s: %w", path, err)
	}
	return f, nil
}

// Save writes the lens to a file in one step.
func (f LensFile) Save(path string) error {
	err := f.Validate()
	var text []byte
	if err == nil {
		text, err = yaml.Marshal(f)
	}
	if err == nil {
		err = renameio.WriteFile(path, append([]byte(lensHeading), text...), 0o644)
	}
	if err != nil {
		return fmt.Errorf("the lens was not saved to %s: %w", path, err)
	}
	return nil
}

// Validate says what makes the file unusable.
func (f LensFile) Validate() error {
	if f.Version != Version {
		return fmt.Errorf("the lens has version %d and this program reads version %d: calibrate the lens again", f.Version, Version)
	}
	if f.Pictures < fewestViews || !(f.ResidualPX >= 0) || !(f.FocalSpreadPX >= 0) || !finite(f.ResidualPX, f.FocalSpreadPX) {
		return errors.New("the lens was not fitted to pictures: calibrate the lens again")
	}
	return f.Lens.Validate()
}

// Fits says why the lens is not that of pictures of a size, px.
func (f LensFile) Fits(width, height int) error {
	if f.Lens.Width != width || f.Lens.Height != height {
		return fmt.Errorf("the lens was fitted to pictures of %d×%d pixels and the camera sends %d×%d: calibrate the lens again", f.Lens.Width, f.Lens.Height, width, height)
	}
	return nil
}
