package csci561

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"draughtsman/engine/checkers"
)

// ask lets the agent answer in a folder and returns its move.
func ask(t *testing.T, f Folder, in Input) checkers.Move {
	t.Helper()
	if err := f.Ask(in); err != nil {
		t.Fatal(err)
	}
	if err := Homework(f, sinceNow()); err != nil {
		t.Fatal(err)
	}
	m, err := f.Move(in.Position, Strict)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestHomeworkRemembersGames(t *testing.T) {
	f := Folder(t.TempDir())
	p := checkers.Start()
	in := Input{Mode: Single, Position: p, Left: 20 * time.Millisecond}
	ask(t, f, in)
	if m := f.Memory(); m.Moves != 0 {
		t.Errorf("a single move is remembered: %v", m)
	}
	in.Mode, in.Left = Game, time.Second
	for moves := 1; moves <= 3; moves++ {
		in.Position = in.Position.Play(ask(t, f, in))
		if m := f.Memory(); m.Moves != moves {
			t.Errorf("%d moves are remembered, want %d", m.Moves, moves)
		}
		in.Position = in.Position.Play(in.Position.Moves()[0])
	}
}

// TestHomeworkAvoidsRepetition lets the agent move in a won ending, and again when the position that it chose has
// stood before.
func TestHomeworkAvoidsRepetition(t *testing.T) {
	p, err := checkers.ParseFEN("B:WK32:BK14,K15,K19")
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Mode: Game, Position: p, Left: 10 * time.Second}
	free := Choose(in, Memory{}, Calibration{}, sinceNow())
	kept := Choose(in, Memory{Moves: 1, Past: []checkers.Position{p.Play(free)}}, Calibration{}, sinceNow())
	if kept == free {
		t.Errorf("%v is played again, though that repeats a position of a won game", free)
	}
}

func TestHomeworkWithoutMove(t *testing.T) {
	for name, fen := range map[string]string{"no piece": "B:W32:B", "blocked": "W:W5:B1"} {
		p, err := checkers.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		f := Folder(t.TempDir())
		if err := f.Ask(Input{Mode: Game, Position: p, Left: time.Second}); err != nil {
			t.Fatal(err)
		}
		if err := Homework(f, sinceNow()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if text, err := os.ReadFile(f.path(outputFile)); err != nil || len(text) > 0 {
			t.Errorf("%s: output.txt holds %q, %v; want nothing", name, text, err)
		}
	}
}

// TestHomeworkRefuses asserts that no answer is left where there is no question, not even an old one.
func TestHomeworkRefuses(t *testing.T) {
	for name, text := range map[string]string{"malformed": "SINGLE\nBLACK\n",
		"too long": string(make([]byte, fileLimit+1))} {
		f := Folder(t.TempDir())
		for file, content := range map[string]string{inputFile: text, outputFile: "E c3 b4\n"} {
			if err := f.write(file, content); err != nil {
				t.Fatal(err)
			}
		}
		if err := Homework(f, sinceNow()); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(f.path(outputFile)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: output.txt is there (%v)", name, err)
		}
	}
	if err := Homework(Folder(t.TempDir()), sinceNow()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no input.txt: %v", err)
	}
}

// TestHomeworkBearsGarbage gives it files that are none of its own.
func TestHomeworkBearsGarbage(t *testing.T) {
	in := Input{Mode: Game, Position: checkers.Start(), Left: time.Second}
	garbage := map[string]func(path string) error{
		"text":       func(path string) error { return os.WriteFile(path, []byte("moves 3\nB:W99\n"), 0o600) },
		"zeros":      func(path string) error { return os.WriteFile(path, make([]byte, 1<<20), 0o600) },
		"directory":  func(path string) error { return os.MkdirAll(filepath.Join(path, "x"), 0o700) },
		"unreadable": func(path string) error { return os.WriteFile(path, nil, 0) },
		"link":       func(path string) error { return os.Symlink("nowhere", path) },
	}
	for name, spoil := range garbage {
		t.Run(name, func(t *testing.T) {
			f := Folder(t.TempDir())
			for _, file := range []string{calibrationFile, playdataFile} {
				if err := spoil(f.path(file)); err != nil {
					t.Fatal(err)
				}
			}
			ask(t, f, in)
		})
	}
}

// TestChooseKeepsTime has a clock that goes on by itself, each time that it is looked at, and so knows what is done
// after the time is up.
func TestChooseKeepsTime(t *testing.T) {
	for _, left := range []time.Duration{time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond,
		100 * time.Millisecond} {
		for _, mode := range []Mode{Single, Game} {
			now := time.Duration(0)
			clock := func() time.Duration { now += 200 * time.Microsecond; return now }
			in := Input{Mode: mode, Position: checkers.Start(), Left: left}
			m := Choose(in, Memory{}, Calibration{}, clock)
			if _, err := ParseMove(in.Position, FormatMove(m), Strict); err != nil {
				t.Errorf("%v, %v left: %v", mode, left, err)
			}
			if left >= 5*time.Millisecond && now >= left {
				t.Errorf("%v, %v left: it was looked at the clock until %v", mode, left, now)
			}
		}
	}
}
