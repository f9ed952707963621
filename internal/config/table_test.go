package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

func TestExampleComesBackFromItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	want := Example()
	expect.OK(t, want.Save(path, ""))
	got, err := Load(path)
	expect.OK(t, err)
	want.Calibration = filepath.Join(filepath.Dir(path), want.Calibration)
	want.Camera.Lens = filepath.Join(filepath.Dir(path), "calibration-lens.yaml")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("saved and loaded (-want +got):\n%s", diff)
	}
	want.Engine = &Engine{Threads: 3, HashMB: 100, Tables: "tables", TablesMB: 160, Book: "none"}
	expect.OK(t, want.Save(path, ""))
	got, err = Load(path)
	expect.OK(t, err)
	want.Engine.Tables = filepath.Join(filepath.Dir(path), "tables")
	if diff := cmp.Diff(want.Engine, got.Engine); diff != "" {
		t.Errorf("what the robot thinks with (-want +got):\n%s", diff)
	}
}

// The game says which corner of the board is played on, unless the file does.
func TestTheBoardIsTheGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	for game := range checkers.RuleSet(checkers.RuleSets) {
		want := ExampleOf(game)
		text, err := want.Encode()
		expect.OK(t, err)
		text = []byte(strings.Replace(string(text), "  mirrored: true\n", "", 1))
		expect.OK(t, os.WriteFile(path, text, 0o600))
		if got, err := Load(path); err != nil || got.Board != want.Board || got.Game != game {
			t.Errorf("%v is played on %+v, want %+v (%v)", got.Game, got.Board, want.Board, err)
		}
	}
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	expect.OK(t, Example().Save(path, ""))
	text, err := os.ReadFile(path)
	expect.OK(t, err)
	for name, c := range map[string]struct{ old, new, want string }{
		"a smaller board than the game's": {"board:\n", "game: international\nboard:\n",
			"line 6: board does not suit the game: international draughts are played on 10×10 squares, and the board has 8×8"},
		"another corner than the game's": {"square_mm: 40", "mirrored: true\n  square_mm: 40",
			"english draughts are played with a playing square in White's left corner, and the board has one in the right"},
		"unknown key":    {"camera:\n", "camera:\n  colour: blue\n", `line 13: unknown field "colour"`},
		"unknown driver": {"driver: grbl", "driver: abacus", `line 15: arm.driver is "abacus"; known drivers: grbl`},
		"no camera":      {`source: "0"`, `source: ""`, "line 13: camera.source is missing"},
		"wrong shade":    {"black_pieces: dark", "black_pieces: blue", `line 11: black_pieces is "blue"`},
		"other version":  {"version: 1", "version: 7", "line 4: version is 7; it must be 1"},
		"negative baud": {"baud: 115200", "baud: -1",
			"line 17: arm.baud is -1 bits/s; it must be from 300 to 4000000 bits/s (an old line; USB)"},
		"a web page": {"port: /dev/ttyUSB0", "port: http://fluidnc.local",
			"line 16: arm.port is wrong: \"http://fluidnc.local\" is no address of a controller: it begins with tcp://"},
		"nowhere": {"port: /dev/ttyUSB0\n  baud: 115200", "port: \"tcp://:23\"", "line 16: arm.port is wrong"},
		"baud of a net": {"port: /dev/ttyUSB0", "port: tcp://192.168.4.1",
			"line 17: arm.baud belongs to a serial port, not to tcp://192.168.4.1: leave it out"},
		"wrong scheme": {"port: /dev/ttyUSB0\n  baud: 115200", "port: moonraker://printer.local",
			"line 16: arm.port is moonraker://printer.local, which the driver grbl does not speak"},
		"Klipper's port": {"driver: grbl", "driver: klipper",
			"line 16: arm.port is \"/dev/ttyUSB0\"; Klipper is reached through Moonraker"},
		"no patience": {"baud: 115200", "patience: -1s",
			"line 17: arm.patience is -1s; it must be from 100ms to 1h"},
		"no port": {"  port: /dev/ttyUSB0\n", "", "table.yaml: arm.port is missing"},
		"no duration": {"grip_settle: 250ms", "grip_settle: soon",
			"grip_settle is soon; a time with its unit is wanted, such as 250ms or 2s"},
		"kings": {"tray:\n", "tray:\n  kings: paint\n",
			`kings of the tray is "paint"; say "stack" (two discs), "swap" (a piece of its own) or "virtual"`},
		"kings' slots": {"tray:\n", "tray:\n  kings: swap\n",
			`kings of the tray is "swap", but it has no slot of the kind "king" for the king pieces to wait in`},
		"tool": {"tool_radius_mm", "tool: fingers\n  tool_radius_mm",
			"grasp_mm of the machine is 0; with `tool: fingers` it must be more than 0"},
		"no unit":      {"overhead: 10ms", "overhead: 10", "overhead is 10; a time with its unit is wanted"},
		"not a number": {"square_mm: 40", "square_mm: wide", "line 7: a number is wanted here"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(text), c.old, c.new, 1)
			if changed == string(text) {
				t.Fatalf("%q does not stand in\n%s", c.old, text)
			}
			expect.OK(t, os.WriteFile(path, []byte(changed), 0o600))
			_, err := Load(path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v; want one that names the file and says %q", err, c.want)
			}
		})
	}
}

// Kings of every kind come back from the file as they were written.
func TestKingsComeBackFromTheFile(t *testing.T) {
	for _, kings := range []planner.Kings{"", planner.StackKings, planner.SwapKings, planner.VirtualKings} {
		path := filepath.Join(t.TempDir(), "table.yaml")
		d := Example()
		if d.Tray.Kings = kings; kings == planner.SwapKings {
			for i := range d.Tray.Slots {
				if d.Tray.Slots[i].Kind == planner.SpareSlot {
					d.Tray.Slots[i].Kind = planner.KingSlot
				}
			}
		}
		expect.OK(t, d.Save(path, ""))
		got, err := Load(path)
		expect.OK(t, err)
		if diff := cmp.Diff(d.Tray, got.Tray); diff != "" {
			t.Errorf("%q (-saved +loaded):\n%s", kings, diff)
		}
	}
}

func TestTheLensHasAPlace(t *testing.T) {
	folder := t.TempDir()
	for given, want := range map[string]string{"": "calibration-lens.yaml", "webcam.yaml": "webcam.yaml"} {
		d := Example()
		d.Camera.Lens = given
		path := filepath.Join(folder, "table.yaml")
		expect.OK(t, d.Save(path, ""))
		got, err := Load(path)
		if err != nil || got.Camera.Lens != filepath.Join(folder, want) {
			t.Errorf("%q is %s (%v), want %s", given, got.Camera.Lens, err, want)
		}
	}
}
