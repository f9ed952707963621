package config

import (
	"os"
	"path/filepath"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// Who has a camera and no arm describes neither machine nor tray, and every transfer of a game can be planned.
func TestWithoutAnArm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	text := "version: 1\nboard: {squares: 8, square_mm: 45}\n" +
		"disc: {diameter_mm: 35, height_mm: 9}\nblack_pieces: light\n" +
		"camera: {source: \"0\"}\narm: {driver: hands}\ncalibration: calibration.yaml\n"
	expect.OK(t, os.WriteFile(path, []byte(text), 0o600))
	table, err := Load(path)
	expect.OK(t, err)
	setup := table.Setup(HandsFrame())
	p, err := checkers.ParseFEN("B:WK18,K26,27:B15")
	expect.OK(t, err)
	move, err := p.ParseMove("15x22x31")
	expect.OK(t, err)
	plan, err := planner.New(setup, planner.Table{Position: p, Tray: table.Tray}, move, planner.LookAfterEach)
	expect.OK(t, err)
	if n := len(plan.Steps); n != 6 { // two kings of two discs, the man, its crown
		t.Errorf("%v takes %d transfers", move, n)
	}
}
