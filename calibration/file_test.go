package calibration_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/expect"
)

func whole() calibration.Calibration {
	lens := calibration.StraightLens(960, 720, 900)
	lens.K1 = -0.12
	return calibration.Calibration{
		Version:     calibration.Version,
		Made:        time.Date(2025, 3, 1, 12, 30, 0, 0, time.UTC),
		Board:       board,
		Disc:        calibration.Disc{DiameterMM: 31, HeightMM: 7},
		BlackPieces: calibration.Dark,
		Camera: calibration.Camera{Lens: lens,
			Pose: calibration.Pose{Rotation: calibration.Rotation{math.Pi * 0.75, 0, 0},
				Translation: [3]float64{1.5, -2.25, 620}}},
		CameraResidualPX: 0.375,
		Arm: &calibration.ArmFrame{
			Rotation: calibration.Rotation{0, 0, math.Pi / 45}, Origin: calibration.ArmPoint{X: 320, Y: 250, Z: 12},
			Scale: 1.0005, ResidualMM: 0.25,
		},
		Touches: []calibration.Touch{{Square: 4, At: calibration.ArmPoint{X: 450, Y: 399.5, Z: 12}}},
	}
}

func TestFileGolden(t *testing.T) {
	text, err := whole().Encode()
	if err != nil {
		t.Fatal(err)
	}
	expect.Golden(t, "testdata/table.yaml", string(text))
}

func TestSaveAndLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	want := whole()
	for range 2 { // the second time over an old file
		if err := want.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	got, err := calibration.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("what was loaded differs from what was saved:\n%s", diff)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) != 1 {
		t.Errorf("beside the calibration lie %v (%v)", left, err)
	}
}

// What earlier versions learnt may stand in a file, and is left out when that is written again.
func TestColoursOfEarlierVersions(t *testing.T) {
	spread := calibration.Look{Spread: calibration.Tone{Brightness: 0.1, Red: 0.1, Blue: 0.1}}
	want := whole()
	want.Colours = &calibration.Colours{Tones: calibration.Looks{Empty: spread, Light: spread, Dark: spread}}
	earlier := want
	earlier.Colours = &calibration.Colours{Tones: want.Colours.Tones, Contrasts: want.Colours.Tones,
		Bare: slices.Repeat([]calibration.Look{spread}, 32), Own: []map[string]any{{"shows": "dark", "rough": 0.5}},
		Textures: map[string]any{"empty": map[string]any{"mean": 1}}, Men: map[string]any{"disc": 31}}
	path := filepath.Join(t.TempDir(), "table.yaml")
	if err := earlier.Save(path); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "men:") {
		t.Fatalf("the file has no men (%v)", err)
	}
	got, err := calibration.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
}

func TestLoadErrors(t *testing.T) {
	good, err := whole().Encode()
	if err != nil {
		t.Fatal(err)
	}
	replace := func(old, new string) string {
		if !strings.Contains(string(good), old) {
			t.Fatalf("the file has no %q", old)
		}
		return strings.Replace(string(good), old, new, 1)
	}
	tests := []struct{ name, text, want string }{
		{"unknown key", replace("disc:", "dics:"), `line 8: unknown field "dics"`},
		{"unknown key further in", replace("  square_mm: 40.0", "  square_mm: 40.0\n  squaremm: 40.0"),
			`line 8: unknown field "squaremm"`},
		{"another version", replace("version: 1", "version: 2\nnew_key: 1"),
			"the calibration has version 2 and this program reads version 1: calibrate the table again"},
		{"no version", replace("version: 1\n", ""), "the calibration has version 0"},
		{"empty", "", "it is empty: no key is in it"},
		{"something else", "\x7fELF\x02\x01", "line 1 holds binary data (0x7f): it is no file for this program"},
		{"not YAML", "version: [1", "line 1: "},
		{"a word for a number", replace("square_mm: 40.0", "square_mm: wide"), "line 7: "},
		{"an unknown shade", replace("black_pieces: dark", "black_pieces: red"),
			`black_pieces is "red": it must be "light" or "dark"`},
		{"an odd board", replace("squares: 8", "squares: 9"),
			"line 6: board.squares is 9; an even number is needed: repeat `draughtsman calibrate board`"},
		{"squares of no size", replace("square_mm: 40.0", "square_mm: 0"),
			"line 7: board.square_mm is 0 mm; it must be from 15 to 200 mm (a travel set; a board in a garden): repeat " +
				"`draughtsman calibrate board`"},
		{"pieces too large", replace("diameter_mm: 31.0", "diameter_mm: 41"),
			"line 9: disc.diameter_mm is 41 mm; it must be no more than a square (40 mm)"},
		{"no size", replace("  square_mm: 40.0\n", ""),
			"line 6: board.square_mm is missing; it must be from 15 to 200 mm"},
		{"pieces like powder", replace("diameter_mm: 31.0", "diameter_mm: 0.0001"),
			"line 9: disc.diameter_mm is 0.0001 mm; it must be from 8 to 190 mm"},
		{"no picture", replace("width_px: 960", "width_px: 0"),
			"line 14: camera.lens.width_px is 0 px; it must be from 16 to 20000 px"},
		{"a coefficient that is none", replace("k1: -0.12", "k1: .nan"),
			"line 18: camera.lens.k1 is NaN; it must be from -1000 to 1000"},
		{"no coefficient", replace("    k1: -0.12\n", ""), "line 14: camera.lens.k1 is missing; it must be"},
		{"a pose that is none", replace("620.0]", ".inf]"),
			"line 25: camera.pose.translation_mm[3] is +Inf mm; it must be from -30000 to 30000 mm"},
		{"a pose of two numbers", replace("[1.5, -2.25, 620.0]", "[1.5, 620.0]"),
			"line 25: a list of 2 numbers where 3 are needed: x, y and z"},
		{"a turn of four numbers", replace("[135.0, 0.0, 0.0]", "[135.0, 0.0, 0.0, 0.0]"),
			"line 24: a list of 4 numbers where 3 are needed: x, y and z"},
		{"a camera under the table", replace("620.0]", "-620.0]"), "camera.pose puts the camera 440 mm below the playing surface: repeat `draughtsman"},
		{"an arm upside down", replace("rotation_deg: [0.0, 0.0, 4.0]", "rotation_deg: [180.0, 0.0, 0.0]"),
			"line 28: arm.rotation_deg leans the board by 180°: repeat `draughtsman calibrate arm`"},
		{"a scale below zero", replace("scale: 1.0005", "scale: -1"), "line 30: arm.scale is -1; it must be from 0.98 to " +
			"1.02 (steps or squares that are measured wrongly): repeat `draughtsman calibrate arm`"},
		{"no scale", replace("scale: 1.0005", "scale: 0"), "line 30: arm.scale is 0; it must be from 0.98 to 1.02"},
		{"a scale beyond the sky", replace("scale: 1.0005", "scale: 1e308"), "line 30: arm.scale is 1e+308; it must be"},
		{"a board nowhere", replace("{x: 320.0, \"y\": 250.0, z: 12.0}", ""), "line 29: arm.origin_mm is missing; it must " +
			"be from -5000 to 5000 mm (a gantry of 3 m, its zero anywhere): repeat `draughtsman calibrate arm`"},
		{"a board at no height", replace("\"y\": 250.0, z: 12.0", "\"y\": 250.0"), "line 29: arm.origin_mm.z is missing"},
		{"a board of no direction", replace("[0.0, 0.0, 4.0]", ""), "line 28: arm.rotation_deg is missing"},
		{"a board elsewhere than touched", replace("\"y\": 250.0, z: 12.0", "\"y\": 250.0, z: 8.0"),
			"line 33: touches[1] says that square 4 was touched 4.0 mm from where arm has it in the same file: repeat " +
				"`draughtsman calibrate arm`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "table.yaml")
			if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := calibration.Load(path)
			wantError(t, err, tt.want)
			wantError(t, err, "the calibration "+path+": ")
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line:\n%v", err)
			}
		})
	}
}

// A file with a number that cannot be is a calibration still, which the session that mends it may replace, and what
// else it knows is kept.
func TestSpoiltFiles(t *testing.T) {
	good, err := whole().Encode()
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(strings.Replace("# A note.\n"+string(good), "scale: 1.0005", "scale: -1", 1))
	_, err = calibration.Decode(text)
	var redo *calibration.RedoError
	if !errors.As(err, &redo) || redo.Session != "arm" || redo.Rest == nil || redo.Rest.Arm != nil ||
		redo.Rest.Touches != nil || redo.Rest.Board != board {
		t.Errorf("%v: %+v", err, redo)
	}
	if !calibration.Kind.Holds(text) {
		t.Error("it is not known as a calibration")
	}
}

func TestLoadMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.yaml")
	_, err := calibration.Load(path)
	wantError(t, err, "there is no calibration at "+path+": make one with `draughtsman calibrate board`")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("errors.Is does not see that the file is missing")
	}
	_, err = calibration.Load(t.TempDir())
	wantError(t, err, "the calibration cannot be read: ")
}

func TestSaveErrors(t *testing.T) {
	c := whole()
	wantError(t, c.Save(filepath.Join(t.TempDir(), "no", "such", "folder.yaml")), "the calibration was not saved to ")
	c.BlackPieces = ""
	path := filepath.Join(t.TempDir(), "table.yaml")
	wantError(t, c.Save(path), `the calibration was not saved: black_pieces is ""`)
	if _, err := os.Stat(path); err == nil {
		t.Error("an impossible calibration was written")
	}
}

func TestCheckBoard(t *testing.T) {
	c := whole()
	if err := c.CheckBoard(board); err != nil {
		t.Error(err)
	}
	wantError(t, c.CheckBoard(calibration.Board{Squares: 10, SquareMM: 40}),
		"the calibration is of a board of 8×8 squares and the game is played on 10×10: calibrate this board")
	wantError(t, c.CheckBoard(calibration.Board{Squares: 8, SquareMM: 50}),
		"the calibration is of a board with squares of 40 mm and this one has squares of 50 mm: calibrate this board")
	wantError(t, c.CheckBoard(calibration.Board{Squares: 8, SquareMM: 40, Mirrored: true}), "the calibration is of a "+
		"board with a playing square in White's left corner and the game has one in the right corner: calibrate "+
		"this board")
}

func FuzzDecode(f *testing.F) {
	good, err := whole().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("version: 1\ncamera: {lens: [1]}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := calibration.Decode(text)
		if err != nil {
			return
		}
		if _, err := c.Encode(); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}
