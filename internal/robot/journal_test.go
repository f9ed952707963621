package robot_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
)

// earlier is a game that somebody else has written, in an unusual manner.
const earlier = "[Event \"Club\"]\n[Result \"*\"]\n1. 12-16   {slowly} 24-20 *"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// games is the games of a file, a line of moves each.
func games(t *testing.T, path string) (list []string) {
	t.Helper()
	for game, err := range pdn.Read(strings.NewReader(read(t, path))) {
		if err != nil {
			t.Fatalf("%v in\n%s", err, read(t, path))
		}
		line := ""
		for _, move := range game.Moves {
			line += move.String() + " "
		}
		list = append(list, line+game.Result.String())
	}
	return list
}

func openFile(t *testing.T, path string) *robot.File {
	t.Helper()
	f, err := robot.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// After every move the file holds the games that stood there and this one as far as it has come.
func TestFileGrowsMoveByMove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	if err := os.WriteFile(path, []byte(earlier), 0o600); err != nil {
		t.Fatal(err)
	}
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.Journal = openFile(t, path)
	if got := games(t, path); len(got) != 1 {
		t.Fatalf("opening the file made of it %q", got)
	}
	m.told = func(e robot.Event) {
		if e, ok := e.(robot.Played); ok {
			so := append(append([]string{}, opening[:m.plies()]...), "*")
			want := []string{"12-16 24-20 *", strings.Join(so, " ")}
			if diff := cmp.Diff(want, games(t, path)); diff != "" {
				t.Errorf("after %s: %s", e.Move, diff)
			}
		}
	}
	for range 2 {
		m.table.discs = newTable(t, calibration.Dark).discs
		m.events = nil
		if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, errNoIdea) {
			t.Fatal(err)
		}
		m.told = nil
	}
	whole := strings.Join(opening, " ") + " *"
	if diff := cmp.Diff([]string{"12-16 24-20 *", whole, whole}, games(t, path)); diff != "" {
		t.Error(diff)
	}
	if !strings.HasPrefix(read(t, path), earlier) {
		t.Error("the game that stood there before was rewritten")
	}
}

// Comments of earlier games stay as they are in the file, also when one of them has no end, and go on to be read.
func TestFileKeepsComments(t *testing.T) {
	const annotated = "; my games\n{from a club} [Event \"1\"]\n{before} 1. 12-16   {[%clk 0:05:12]\n slowly} 24-20 " +
		"; as usual\n*\n{the end}\n\n[Event \"2\"]\n1. 11-15 {good} (1. 9-13 {bad}) 1-0 {he resigned}\n"
	for end, faults := range map[string]int{"": 0, "{and then": 1} {
		path := filepath.Join(t.TempDir(), "games.pdn")
		if err := os.WriteFile(path, []byte(annotated+end), 0o600); err != nil {
			t.Fatal(err)
		}
		f := openFile(t, path)
		for _, moves := range [][]string{{"11-15"}, {"11-15", "22-18"}} {
			if err := f.Record(record(t, moves...)); err != nil {
				t.Fatal(err)
			}
		}
		f.Next()
		f = openFile(t, path)
		if err := f.Record(record(t, "9-13")); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(read(t, path), annotated+end) {
			t.Errorf("the file that was there was rewritten:\n%s", read(t, path))
		}
		var got []map[int]string
		for game, err := range pdn.Read(strings.NewReader(read(t, path))) {
			got = append(got, game.Comments)
			if err != nil {
				faults--
			}
		}
		want := []map[int]string{
			{-1: "my games from a club before", 0: "[%clk 0:05:12] slowly", 1: "as usual the end"},
			{0: "good he resigned"}, nil, nil,
		}
		if diff := cmp.Diff(want, got); diff != "" || faults != 0 {
			t.Errorf("%d faults are missing; (-want +got):\n%s\n%s", faults, diff, read(t, path))
		}
	}
}

func record(t *testing.T, moves ...string) pdn.Game {
	t.Helper()
	g := checkers.NewGame(checkers.Start())
	for _, text := range moves {
		if err := g.Play(parse(t, g.Position(), text)); err != nil {
			t.Fatal(err)
		}
	}
	return pdn.Of(g)
}

// Whoever has the file open, or loses power, has either the old one or the new one.
func TestFileIsReplacedInOneStep(t *testing.T) {
	folder := t.TempDir()
	path, old := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "old")
	f := openFile(t, path)
	if err := f.Record(record(t, "11-15")); err != nil {
		t.Fatal(err)
	}
	before := read(t, path)
	if err := os.Link(path, old); err != nil {
		t.Fatal(err)
	}
	if err := f.Record(record(t, "11-15", "22-18")); err != nil {
		t.Fatal(err)
	}
	if read(t, old) != before {
		t.Error("the file was written over in place")
	}
	if diff := cmp.Diff([]string{"11-15 22-18 *"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestFileThatCannotBeKept(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"no folder":       filepath.Join(folder, "missing", "games.pdn"),
		"a file in it":    filepath.Join(file, "games.pdn"),
		"itself a folder": folder,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := robot.OpenFile(path); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// A folder that vanishes in the middle of a game is an error that names the file, and the game so far is not
// forgotten.
func TestFileThatCannotBeKeptAnyMore(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "games.pdn")
	f := openFile(t, path)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := f.Record(record(t, "11-15")); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Record(record(t, "11-15", "22-18")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"11-15 22-18 *"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
}

func TestNoJournal(t *testing.T) {
	var j robot.Journal = robot.NoJournal{}
	if err := j.Record(pdn.Game{}); err != nil {
		t.Error(err)
	}
	j.Next()
}

// A game that has moves is not replaced by one without, whether the program wrote it itself or found it.
func TestMovesStayOnRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	f := openFile(t, path)
	record := func(moves ...string) {
		t.Helper()
		game := checkers.NewGame(checkers.Start())
		for _, text := range moves {
			m, err := game.Position().ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Record(pdn.Of(game)); err != nil {
			t.Fatal(err)
		}
	}
	record()
	record("11-15")
	record("11-15", "22-18")
	record()
	record("12-16")
	if diff := cmp.Diff([]string{"11-15 22-18 *", "12-16 *"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
	kept := f.Kept()
	f, err := robot.ReopenFile(path, kept)
	if err != nil {
		t.Fatal(err)
	}
	record()
	if diff := cmp.Diff([]string{"11-15 22-18 *", "12-16 *", "*"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
}
