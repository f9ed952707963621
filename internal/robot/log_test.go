package robot_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
)

func openLog(t *testing.T, path string) (*robot.LogFile, *robot.Interrupted) {
	t.Helper()
	log, from, err := robot.OpenLog(path)
	expect.OK(t, err)
	return log, from
}

func appendTo(t *testing.T, log *robot.LogFile, entries ...robot.Entry) {
	t.Helper()
	for _, e := range entries {
		expect.OK(t, log.Append(e))
	}
}

func moved(move string) robot.Entry {
	return robot.Entry{What: robot.Moved, Move: move, Stood: &robot.Stood{}}
}

// Whatever becomes of the log's file while a game is on: the whole game is in it after the next entry, and what others
// have made of it lies beside it.
func TestLogStaysWhole(t *testing.T) {
	away := func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+"-away") }
	for name, c := range map[string]struct {
		others func(path string) error
		beside bool
		tells  int
	}{
		"nobody":                 {func(string) error { return nil }, false, 0},
		"taken away":             {os.Remove, false, 0},
		"moved away":             {func(path string) error { return os.Rename(path, path+".old") }, false, 0},
		"emptied":                {func(path string) error { return os.Truncate(path, 0) }, true, 1},
		"cut short":              {func(path string) error { return os.Truncate(path, 20) }, true, 1},
		"written over":           {func(path string) error { return os.WriteFile(path, []byte("mine"), 0o600) }, true, 1},
		"of another":             {func(path string) error { return replaced(path, "00000000 {}\n") }, true, 1},
		"the same, copied":       {func(path string) error { return replaced(path, "") }, true, 1},
		"folder away for a move": {away, false, 2},
		"folder away to the end": {away, false, 1},
	} {
		folder := filepath.Join(t.TempDir(), "games")
		path := filepath.Join(folder, "games.log")
		expect.OK(t, os.Mkdir(folder, 0o700))
		log, _ := openLog(t, path)
		told := 0
		log.Tells = func(sentence.Text) { told++ }
		appendTo(t, log, robot.Entry{What: robot.Began, Stood: &robot.Stood{}}, moved("9-13"),
			robot.Entry{What: robot.Ended, Stood: &robot.Stood{}}, robot.Entry{What: robot.Began, Stood: &robot.Stood{}},
			moved("11-15"))
		expect.OK(t, c.others(path))
		for _, next := range []struct{ move, comesBack string }{{"22-18", "for a move"}, {"15x22", "to the end"}} {
			appendTo(t, log, moved(next.move))
			if strings.HasSuffix(name, next.comesBack) {
				expect.OK(t, os.Rename(folder+"-away", folder))
			}
		}
		if err := log.Close(); err != nil {
			t.Error(err)
		}
		left, err := filepath.Glob(path[:len(path)-4] + "-changed*")
		if err != nil || len(left) > 0 != c.beside || told != c.tells {
			t.Errorf("%s: beside it are %q, %v; told %d times, want %d", name, left, err, told, c.tells)
		}
		again, from := openLog(t, path)
		if from == nil || strings.Join(from.Moves, " ") != "11-15 22-18 15x22" {
			t.Errorf("%s: the log has %+v in\n%s", name, from, read(t, path))
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

// replaced puts another file in the place of one, with the same text where none is given.
func replaced(path, text string) error {
	if text == "" {
		same, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text = string(same)
	}
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
