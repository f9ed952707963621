// Package config reads the file in which a person describes a table: its board and pieces, its camera, its arm, its
// tray. What is measured rather than known stands in the calibration beside it.
package config

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/files"
	"draughtsman/planner"
)

// Version is the version of the file that this program reads.
const Version = 1

// Table describes one table.
type Table struct {
	Version     int               `yaml:"version" range:"1..1"`
	Game        checkers.RuleSet  `yaml:"game,omitempty"` // that is played
	Board       calibration.Board `yaml:"board"`
	Disc        calibration.Disc  `yaml:"disc"`
	BlackPieces calibration.Shade `yaml:"black_pieces"` // what Black's pieces look like: light or dark
	Camera      Camera            `yaml:"camera"`
	Arm         Arm               `yaml:"arm"`
	Machine     planner.Machine   `yaml:"machine"`
	Tray        planner.Tray      `yaml:"tray"`
	Calibration string            `yaml:"calibration"`      // file; a relative path begins at this file's folder
	Engine      *Engine           `yaml:"engine,omitempty"` // nil: it thinks with what the program has
	Speech      *Speech           `yaml:"speech,omitempty"` // nil: nothing is said aloud
}

// Arm says how to reach the arm.
type Arm struct {
	// "grbl", "marlin", "klipper", "uarm", "dobot", "feetech", "program"; "hands" where there is none
	Driver string `yaml:"driver"`
	Port   string `yaml:"port,omitempty"` // a serial port, or an address in a network: see netport.Parse
	// Baud is 0 for the driver's usual rate.
	Baud    int      `yaml:"baud,omitempty" range:"300..4000000 bits/s, an old line; USB"`
	Grip    []string `yaml:"grip,omitempty"`    // commands that take hold; none: the driver's usual ones
	Release []string `yaml:"release,omitempty"` // commands that let go
	Servos  *Servos  `yaml:"servos,omitempty"`  // of the driver feetech
	// Command is the program that drives the arm and its arguments, of the driver program. It runs in Folder, which
	// is this file's.
	Command []string `yaml:"command,omitempty,flow"`
	Folder  string   `yaml:"-"`
	// Patience is the longest silence of a controller that is alive, such as 5s; the driver's own, 2 to 5 s, if left
	// out. Servos have none.
	Patience time.Duration `yaml:"patience,omitempty" range:"100ms..1h, a chip that answers at once; one that homes far"`
}

// Drivers are the arms that a table may have.
var drivers = []string{"grbl", "marlin", "klipper", "uarm", "dobot", "feetech", "program", "hands"}

func wrongValue(key, format string, args ...any) error {
	return &files.ValueError{Key: key, Problem: fmt.Sprintf(format, args...)}
}

// Validate says in one sentence what makes the description unusable: often a *files.ValueError.
func (t Table) Validate() error {
	if err := files.InRange(t); err != nil {
		return err
	}
	if err := t.Board.Validate(); err != nil {
		return err
	}
	if err := planner.CheckBoard(t.Game, t.Board); err != nil {
		return wrongValue("board", "does not suit the game: %v", err)
	}
	if err := t.Disc.Validate(t.Board); err != nil {
		return err
	}
	if t.BlackPieces != calibration.Light && t.BlackPieces != calibration.Dark {
		return wrongValue("black_pieces", "is %q; say light or dark, whichever Black's pieces look like", t.BlackPieces)
	}
	if err := t.Camera.validate(); err != nil {
		return err
	}
	if !slices.Contains(drivers, t.Arm.Driver) {
		return wrongValue("arm.driver", "is %q; known drivers: %s", t.Arm.Driver, strings.Join(drivers, ", "))
	}
	if t.Arm.Driver == "feetech" {
		if err := t.Arm.Servos.validate(t.Disc.DiameterMM); err != nil {
			return err
		}
	} else if t.Arm.Servos != nil {
		return wrongValue("arm.servos", "belongs to the driver feetech, not to %s", t.Arm.Driver)
	}
	if err := t.validateProgram(); err != nil {
		return err
	}
	if t.Arm.Port == "" && !t.ByHand() && !t.ByProgram() {
		return wrongValue("arm.port",
			"is missing: `draughtsman ports` lists what is plugged in; a controller in the network has an address such as "+
				"tcp://192.168.4.1:23")
	}
	if err := t.Arm.validatePort(); err != nil {
		return err
	}
	if t.Arm.Patience > 0 && (t.Arm.Driver == "feetech" || t.ByHand()) {
		return wrongValue("arm.patience", "belongs to the drivers grbl, marlin, klipper, uarm, dobot and program, not to %s",
			t.Arm.Driver)
	}
	if t.Calibration == "" {
		return wrongValue("calibration", "is missing: the file that `draughtsman calibrate` writes, such as calibration.yaml")
	}
	if err := t.Speech.validate(); err != nil {
		return err
	}
	if err := t.Machine.Validate(t.Disc); err != nil {
		return err
	}
	return t.Tray.Validate()
}

// Setup is what the planner needs beside a position, given where the arm has the board.
func (t Table) Setup(frame calibration.ArmFrame) planner.Setup {
	return planner.Setup{Board: t.Board, Disc: t.Disc, Frame: frame, Machine: t.Machine, Ring: t.ring()}
}

// rings are how far from their axes arms reach that turn about one, in mm, where a description states a box only
// (docs/arms).
var rings = map[string][2]float64{"uarm": {120, 320}, "dobot": {140, 320}}

// ring is what the arm's joints reach. An arm whose box is longer than its driver's ring is another one.
func (t Table) ring() planner.Ring {
	least, most := t.Machine.Reach.Min, t.Machine.Reach.Max
	low, high := least.Z, most.Z
	if t.Arm.Driver == "feetech" {
		return t.Arm.Servos.Ring(t.Disc.DiameterMM, low, high)
	}
	edges, round := rings[t.Arm.Driver]
	if !round || max(-least.X, -least.Y, most.X, most.Y) > edges[1] {
		return planner.Ring{}
	}
	return planner.Ring{From: -math.Pi, To: math.Pi, Low: low, Step: high - low, Edges: [][2]float64{edges, edges}}
}

// CornerSquares are those by which an arm is told where the board is: the playable squares nearest to its four corners,
// so that every other square lies between them. The first two lie across from each other: with them the others can be
// guessed.
func (t Table) CornerSquares() []int {
	board := t.Game.Board()
	row, all := board.Size()/2, board.Squares()
	return []int{row, all - row + 1, 1, all}
}

// Numbered is the number in the game of a square that a calibration counts from Black's side, and the other way round.
func (t Table) Numbered(square int) int { return int(t.Game.Numbered(checkers.Square(square))) }

// ArmSeen is the file beside the calibration that keeps what the arm looks like to the camera.
func (t Table) ArmSeen() string {
	return strings.TrimSuffix(t.Calibration, filepath.Ext(t.Calibration)) + "-arm.gz"
}

// NameOf is the name of a table, from the path of its description.
func NameOf(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// Beside is a file of a table's own, beside its description and named after it.
func Beside(path, ending string) string {
	return filepath.Join(filepath.Dir(path), NameOf(path)+ending)
}

// lensBeside is the name of the lens's file when none is given.
func lensBeside(calibration string) string {
	kind := filepath.Ext(calibration)
	return strings.TrimSuffix(calibration, kind) + "-lens" + kind
}

// beside makes a relative path begin at the folder of another file.
func beside(file, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// Example is ExampleOf English draughts: squares of 40 mm, discs of 31 × 7 mm.
func Example() Table { return ExampleOf(checkers.English) }

// ExampleOf is a table of a game to start a description from: a gantry with GRBL, and a board of 320 mm.
func ExampleOf(game checkers.RuleSet) Table {
	board := calibration.Board{Squares: game.Board().Size(), Mirrored: game.Board().Mirrored()}
	board.SquareMM = 320 / float64(board.Squares)
	return Table{
		Version:     Version,
		Game:        game,
		Board:       board,
		Disc:        calibration.Disc{DiameterMM: board.SquareMM * 31 / 40, HeightMM: 7},
		BlackPieces: calibration.Dark,
		Camera:      Camera{Source: "0"},
		Arm:         Arm{Driver: "grbl", Port: "/dev/ttyUSB0", Baud: 115200},
		Machine: planner.Machine{
			Reach: planner.Box{
				Min: calibration.ArmPoint{X: 0, Y: 0, Z: 0},
				Max: calibration.ArmPoint{X: 640, Y: 520, Z: 90},
			},
			Park:       calibration.ArmPoint{X: 115, Y: 480, Z: 60},
			MaxSpeedXY: 200, MaxSpeedZ: 80, AccelXY: 1200, AccelZ: 600,
			TravelSpeed: 200, VerticalSpeed: 80, ApproachSpeed: 20, Approach: 4,
			Clearance: 8, ToolRadius: 5, Press: -0.3, Gap: 0.5,
			GripSettle: 250 * time.Millisecond, ReleaseSettle: 150 * time.Millisecond,
			// 60 characters are 5 ms on the line at 115200 baud; the answer is shorter, and a USB adapter keeps it
			// for a few ms.
			Overhead: 10 * time.Millisecond,
		},
		Tray:        exampleTray(board),
		Calibration: "calibration.yaml",
	}
}

// exampleTray has two slots for captured discs at White's right beside each row, and at White's left one for spares of
// each colour beside all rows but two at either end.
func exampleTray(board calibration.Board) planner.Tray {
	var tray planner.Tray
	for _, x := range []float64{205, 241} {
		for row := range board.Squares {
			tray.Slots = append(tray.Slots, planner.Slot{Kind: planner.CaptureSlot,
				At: calibration.BoardPoint{X: x, Y: board.Centre(row, 0).Y}, Capacity: 2})
		}
	}
	for i, x := range []float64{-205, -241} {
		stack := []planner.Stack{{0, 0}, {1, 1}}[i]
		for row := 2; row < board.Squares-2; row++ {
			tray.Slots = append(tray.Slots, planner.Slot{Kind: planner.SpareSlot,
				At: calibration.BoardPoint{X: x, Y: board.Centre(row, 0).Y}, Capacity: 2, Holds: stack})
		}
	}
	return tray
}

// ExampleFrame is where the example's arm has its board: in the middle of the bed, edges along its axes, 12 mm up.
func ExampleFrame() calibration.ArmFrame {
	return calibration.ArmFrame{Origin: calibration.ArmPoint{X: 320, Y: 260, Z: 12}, Scale: 1}
}
