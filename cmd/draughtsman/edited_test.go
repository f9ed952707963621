package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/config"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
)

// reading is a kind of the user's files: a whole one, and how the program takes one at a path, which it may write.
type reading struct {
	whole []byte
	takes func(t *rapid.T, path string, edited []byte) error
}

// only is a reading of a file that stays as it is.
func only(whole []byte, read func(path string) error) reading {
	return reading{whole, func(t *rapid.T, path string, edited []byte) error {
		err := read(path)
		if now, gone := os.ReadFile(path); gone != nil || !bytes.Equal(now, edited) {
			t.Fatalf("what is only read was changed: %v", gone)
		}
		return err
	}}
}

var edits = flag.Int("edits", 0, "make so many edits of the user's files at least")

// TestEditedFiles has files that a person, an editor or a broken disk has changed by lot: nothing panics, nothing of
// them is lost, and what cannot be read is told in a sentence.
func TestEditedFiles(t *testing.T) {
	described, err := config.Example().Sample()
	if err != nil {
		t.Fatal(err)
	}
	book, err := os.ReadFile(filepath.Join("..", "..", "engine", "book", "english.book"))
	if err != nil {
		t.Fatal(err)
	}
	log, games := aGame(t)
	kinds := map[string]reading{
		"table.yaml":  only(described, func(path string) error { _, err := config.Load(path); return err }),
		"calibration": only(prepare(t).calibration, func(path string) error { _, err := calibration.Load(path); return err }),
		"book":        only(book, func(path string) error { _, err := engine.BookFlag{Book: path}.Open(); return err }),
		"games":       {games, addsGames},
		"log":         {log, goesOn},
	}
	names, tried, refused := slices.Sorted(maps.Keys(kinds)), map[string]int{}, map[string]int{}
	folder, made := t.TempDir(), 0
	change := func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "kind")
		kind := kinds[name]
		edited := slices.Clone(kind.whole)
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			edited = edit1(t, edited)
			tried[name]++
			made++
		}
		path := filepath.Join(folder, "edited")
		if err := os.WriteFile(path, edited, 0o600); err != nil {
			t.Fatal(err)
		}
		err := kind.takes(t, path, edited)
		if err == nil {
			return
		}
		refused[name]++
		said := err.Error()
		for _, no := range []string{"\n", "%!", "strconv.", "panic", "runtime error", "invalid character", "unexpected EOF"} {
			if strings.Contains(said, no) {
				t.Fatalf("%s: %q is no sentence", name, said)
			}
		}
		if len(said) < 20 || len(said) > 600 || !utf8.ValidString(said) {
			t.Fatalf("%s: %q is no sentence", name, said)
		}
	}
	for begun := true; begun || made < *edits; begun = false {
		rapid.Check(t, change)
	}
	for _, name := range names {
		t.Logf("%-12s %6d edits, refused in a sentence %6d times", name, tried[name], refused[name])
	}
	t.Logf("%d edits were tried", made)
}

// aGame is the log and the record of a game that was interrupted.
func aGame(t *testing.T) (log, games []byte) {
	t.Helper()
	folder := t.TempDir()
	file, _, err := robot.OpenLog(filepath.Join(folder, "games.log"))
	if err != nil {
		t.Fatal(err)
	}
	record, err := robot.OpenFile(filepath.Join(folder, "games.pdn"))
	if err != nil {
		t.Fatal(err)
	}
	game := checkers.NewGame(checkers.Start())
	tags := []pdn.Tag{{Name: "Event", Value: "Über"}, {Name: "White", Value: "A"}}
	stood := func() *robot.Stood {
		s := &robot.Stood{Turn: game.Position().Turn}
		for square := range game.Start().Set.Board().All().All() {
			s.Board += game.Position().At(square).String()
		}
		return s
	}
	err = file.Append(robot.Entry{What: robot.Began, Tags: tags, Stood: stood()})
	for range 12 {
		move := game.Position().Moves()[0]
		err = errors.Join(err, game.Play(move),
			file.Append(robot.Entry{What: robot.Moved, Move: move.String(), Stood: stood()}),
			record.Record(pdn.Of(game, tags...)))
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if log, err = os.ReadFile(filepath.Join(folder, "games.log")); err != nil {
		t.Fatal(err)
	}
	if games, err = os.ReadFile(filepath.Join(folder, "games.pdn")); err != nil {
		t.Fatal(err)
	}
	return log, games
}

// addsGames adds a game to a file of games: what was there stays in front, or all of it if it is refused.
func addsGames(t *rapid.T, path string, edited []byte) error {
	for _, err := range pdn.Read(bytes.NewReader(edited)) {
		_ = err // it ends, and does not panic
	}
	err := robot.Records.MayReplace(path)
	var file *robot.File
	if err == nil {
		file, err = robot.OpenFile(path)
	}
	if err == nil {
		err = file.Record(pdn.Game{Start: checkers.Start(), Tags: []pdn.Tag{{Name: "Event", Value: "added"}}})
	}
	now, gone := os.ReadFile(path)
	switch {
	case gone != nil, err != nil && !bytes.Equal(now, edited), !bytes.HasPrefix(now, bytes.TrimRight(edited, "\n")):
		t.Fatalf("%q has become %q: %v, %v", edited, now, err, gone)
	}
	return err
}

// goesOn opens a log of a game that was interrupted, and its record: what is refused stays as it is, and what goes on
// is the same game when it is opened once more.
func goesOn(t *rapid.T, path string, edited []byte) error {
	if _, err := robot.InterruptedIn(path); errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	log, from, err := robot.OpenLog(path)
	if err != nil {
		if now, gone := os.ReadFile(path); gone != nil || !bytes.Equal(now, edited) {
			t.Fatalf("a log that is refused was changed: %v", gone)
		}
		return err
	}
	moves := ""
	if from != nil {
		if line, _ := from.Damaged(); line > 0 {
			name, err := log.Mend(from)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(name); err != nil {
				t.Fatalf("the damaged log is not kept: %v", err)
			}
		}
		moves = strings.Join(from.Moves, " ")
		if _, err := from.Game(); err != nil {
			t.Fatalf("%v in %q", err, edited)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := robot.InterruptedIn(path)
	if err != nil || (again == nil) != (from == nil) || again != nil && strings.Join(again.Moves, " ") != moves {
		t.Fatalf("it goes on as %+v, and then as %+v: %v", from, again, err)
	}
	return nil
}

// edit1 changes a file in one place, or all of it as another program saves it.
func edit1(t *rapid.T, file []byte) []byte {
	at := rapid.IntRange(0, len(file)).Draw(t, "at")
	end := min(len(file), at+rapid.IntRange(0, 60).Draw(t, "length"))
	part := file[at:end]
	switch rapid.IntRange(0, 9).Draw(t, "edit") {
	case 0:
		if at < len(file) {
			file[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		}
		return file
	case 1:
		return slices.Concat(file[:at], file[end:])
	case 2:
		return slices.Concat(file[:end], part, file[end:])
	case 3:
		return file[:at:at]
	case 4:
		return append([]byte("\ufeff"), file...)
	case 5:
		return bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))
	case 6:
		wide := []byte("\xff\xfe")
		for _, letter := range file {
			wide = append(wide, letter, 0)
		}
		return wide
	case 7: // a line is moved
		lines := bytes.SplitAfter(file, []byte("\n"))
		from := rapid.IntRange(0, len(lines)-1).Draw(t, "from")
		line := lines[from]
		lines = slices.Delete(slices.Clone(lines), from, from+1)
		return bytes.Join(slices.Insert(lines, rapid.IntRange(0, len(lines)).Draw(t, "to"), line), nil)
	case 8:
		return slices.Concat(file[:at], rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "bytes"), file[at:])
	}
	word := rapid.SampledFrom([]string{"0x10", "045", ".nan", "1e999", "-1", "99999999999999999999", "[", "{", "\"",
		"\x00",
		"\xff\xfe", ": ", "- ", "&a ", "*a", "\n\n", "#", "K", "%", "!!binary ", "[Event \"", "1-0", "<<<<<<< mine\n",
		"\t", fmt.Sprint(int64(1) << 62)}).Draw(t, "word")
	return slices.Concat(file[:at], []byte(word), file[end:])
}
