package calibration_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
)

func knownLens() calibration.LensFile {
	lens := calibration.StraightLens(960, 720, 901.25)
	lens.K1 = -0.125
	return calibration.LensFile{
		Version: calibration.Version, Made: time.Date(2025, 3, 1, 12, 30, 0, 0, time.UTC),
		Pictures: 8, ResidualPX: 0.25, FocalSpreadPX: 0.75, Lens: lens,
	}
}

func TestLensFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lens.yaml")
	want := knownLens()
	if err := want.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := calibration.LoadLens(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("saved and loaded:\n%s", diff)
	}
	if err := got.Fits(1280, 720); err == nil || err.Error() !=
		"the lens was fitted to pictures of 960×720 pixels and the camera sends 1280×720: calibrate the lens again" {
		t.Error(err)
	}
}

func TestLensFileErrors(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "lens.yaml")
	if _, err := calibration.LoadLens(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := knownLens().Save(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"version: 1", "version: 2", "the lens has version 2 and this program reads version 1: calibrate the lens again"},
		{"pictures: 8", "pictures: 0", "line 5: pictures is 0; it must be from 3 to 10000 (the fewest that tell; a film): " +
			"repeat `draughtsman calibrate lens`"},
		{"focal_px: 901.25", "focal_px: -1", "line 11: lens.focal_px is -1 px; it must be from 5 to 1000000 px " +
			"(a door's peephole; a telescope): repeat `draughtsman calibrate lens`"},
		{"pictures: 8", "pictures: 8\ncolour: 8", `unknown field "colour"`},
	} {
		if err := os.WriteFile(path, []byte(strings.Replace(string(good), c[0], c[1], 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := calibration.LoadLens(path); err == nil || !strings.HasSuffix(err.Error(), c[2]) {
			t.Errorf("%s: %v, want …%s", c[1], err, c[2])
		}
	}
	bad := knownLens()
	bad.ResidualPX = math.NaN()
	if err := bad.Save(filepath.Join(folder, "bad.yaml")); err == nil {
		t.Error("a lens of NaN was saved")
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) != 1 {
		t.Errorf("left: %v (%v)", left, err)
	}
}
