package moves_test

import (
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/moves"
)

// recorded is a recorder that has seen moves from the start position, and the table that it looks at.
func recorded(t *testing.T, moved ...string) (*moves.Recorder, *table) {
	t.Helper()
	truth := checkers.NewGame(checkers.Start())
	at, r := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	lastSaid(r, at, 10)
	for _, word := range moved {
		truth = do(t, truth, word)
		at.picture = moves.PictureOf(truth.Position(), calibration.Dark)
		lastSaid(r, at, 20)
	}
	if got := words(r.Game().Moves()); got != strings.Join(moved, " ") {
		t.Fatalf("the record is %q", got)
	}
	return r, at
}

// game is a game of moves from the start position.
func game(t *testing.T, moved string) *checkers.Game {
	t.Helper()
	g := checkers.NewGame(checkers.Start())
	for _, word := range strings.Fields(moved) {
		g = do(t, g, word)
	}
	return g
}

// What the board shows does not undo what a person has put on record; it says what is to stand there instead.
func TestAmendedRecordStands(t *testing.T) {
	r, at := recorded(t, "11-15", "22-18", "15x22", "25x18")
	if err := r.Amend(game(t, "11-15 22-18 15x22 26x17").Moves(), 4, false); err != nil {
		t.Fatal(err)
	}
	v := lastSaid(r, at, 40)
	if v.Kind != moves.Illegal || !strings.HasPrefix(v.Text.String(), "The board is to stand as on record: ") {
		t.Errorf("it says %q: %s", v.Kind, v.Text)
	}
	for _, square := range []string{"17", "18", "25", "26"} {
		if !strings.Contains(v.Text.String(), "square "+square+" ") {
			t.Errorf("square %s is not named: %s", square, v.Text)
		}
	}
	if got := words(r.Game().Moves()); got != "11-15 22-18 15x22 26x17" {
		t.Errorf("the record has become %q", got)
	}
	at.picture = moves.PictureOf(game(t, "11-15 22-18 15x22 26x17").Position(), calibration.Dark)
	if v := lastSaid(r, at, 20); v.Kind != moves.Restored {
		t.Errorf("with the pieces there it says %q: %s", v.Kind, v.Text)
	}
	at.picture = moves.PictureOf(game(t, "11-15 22-18 15x22 26x17 8-11").Position(), calibration.Dark)
	if v := lastSaid(r, at, 20); v.Kind != moves.Accepted {
		t.Errorf("after the next move it says %q: %s", v.Kind, v.Text)
	}
	// What a person has said is not doubted later either.
	at.picture = moves.PictureOf(game(t, "11-15 22-18 15x22 25x18 8-11").Position(), calibration.Dark)
	if lastSaid(r, at, 40); words(r.Game().Moves()) != "11-15 22-18 15x22 26x17 8-11" {
		t.Errorf("the record has become %q", words(r.Game().Moves()))
	}
}

// From an amended record the game goes on with what the camera sees.
func TestAmendedRecordGoesOn(t *testing.T) {
	r, at := recorded(t, "11-15")
	// Nobody saw the two moves that followed; a third stands on the board by now.
	at.picture = moves.PictureOf(game(t, "11-15 22-18 15x22 25x18 8-11").Position(), calibration.Dark)
	if err := r.Amend(game(t, "11-15 22-18 15x22").Moves(), 3, false); err != nil {
		t.Fatal(err)
	}
	if lastSaid(r, at, 20); words(r.Game().Moves()) != "11-15 22-18 15x22 25x18 8-11" {
		t.Errorf("the record is %q", words(r.Game().Moves()))
	}
	if err := r.Amend(game(t, "11-15").Moves()[:0], 0, true); err != nil || !r.Awaits() {
		t.Errorf("awaits %v: %v", r.Awaits(), err)
	}
	if err := r.Amend([]checkers.Move{game(t, "11-15 22-18").Moves()[1]}, 1, false); err == nil {
		t.Error("White begins")
	}
}

// Where moves are taken back the game goes on once the board shows it, and not before.
func TestAwaitedRecord(t *testing.T) {
	r, at := recorded(t, "11-15", "22-18")
	if err := r.Amend(game(t, "11-15").Moves(), 1, true); err != nil {
		t.Fatal(err)
	}
	if v := lastSaid(r, at, 40); v.Kind != moves.Illegal || !r.Awaits() || len(r.Game().Moves()) != 1 {
		t.Errorf("it says %q: %s; the record is %q", v.Kind, v.Text, words(r.Game().Moves()))
	}
	at.picture = moves.PictureOf(game(t, "11-15").Position(), calibration.Dark)
	if v := lastSaid(r, at, 20); v.Kind != moves.Restored || r.Awaits() {
		t.Errorf("it says %q: %s", v.Kind, v.Text)
	}
	at.picture = moves.PictureOf(game(t, "11-15 23-18").Position(), calibration.Dark)
	if lastSaid(r, at, 20); words(r.Game().Moves()) != "11-15 23-18" {
		t.Errorf("the record is %q", words(r.Game().Moves()))
	}
	// Moves that a person has put on record are taken back on the board like any other.
	at.picture = moves.PictureOf(checkers.Start(), calibration.Dark)
	if v := lastSaid(r, at, 40); v.Kind != moves.TakenBack || len(r.Game().Moves()) != 0 {
		t.Errorf("it says %q: %s", v.Kind, v.Text)
	}
}

// A new game that is awaited begins with its first position, not with what is left of the last game.
func TestAwaitedGame(t *testing.T) {
	r := moves.NewRecorder(checkers.Start(), moves.Options{})
	r.Await()
	at := newTable(game(t, "11-15 22-18").Position(), 1)
	if v := lastSaid(r, at, 40); v.Kind != moves.Illegal || !r.Awaits() || len(r.Game().Moves()) > 0 {
		t.Errorf("it says %q: %s", v.Kind, v.Text)
	}
	at.picture = moves.PictureOf(game(t, "11-15 22-18 15x22 25x18 8-11").Position(), calibration.Dark)
	lastSaid(r, at, 40)
	if r.Standing() || !r.Awaits() {
		t.Error("another position begins it")
	}
	at.picture = moves.PictureOf(checkers.Start(), calibration.Dark)
	if v := lastSaid(r, at, 20); v.Kind != moves.NewGame || r.Awaits() {
		t.Errorf("it says %q: %s", v.Kind, v.Text)
	}
}
