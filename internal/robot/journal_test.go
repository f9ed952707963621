package robot_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
)

// earlier is a game that somebody else has written, in an unusual manner.
const earlier = "[Event \"Club\"]\n[Result \"*\"]\n1. 12-16   {slowly} 24-20 *"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	expect.OK(t, err)
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
	expect.OK(t, err)
	return f
}

// After every move the file holds the games that stood there and this one as far as it has come.
func TestFileGrowsMoveByMove(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	expect.OK(t, os.WriteFile(path, []byte(earlier), 0o600))
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.Journal = openFile(t, path)
	if got := games(t, path); len(got) != 1 {
		t.Fatalf("opening the file made of it %q", got)
	}
	m.told = func(e robot.Event) {
		if e.Kind == robot.Played {
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
		m.playOut()
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
		expect.OK(t, os.WriteFile(path, []byte(annotated+end), 0o600))
		f := openFile(t, path)
		for _, moves := range [][]string{{"11-15"}, {"11-15", "22-18"}} {
			expect.OK(t, f.Record(record(t, moves...)))
		}
		f.Next()
		f = openFile(t, path)
		expect.OK(t, f.Record(record(t, "9-13")))
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
		expect.OK(t, g.Play(parse(t, g.Position(), text)))
	}
	return pdn.Of(g)
}

// Whoever has the file open, or loses power, has either the old one or the new one.
func TestFileIsReplacedInOneStep(t *testing.T) {
	folder := t.TempDir()
	path, old := filepath.Join(folder, "games.pdn"), filepath.Join(folder, "old")
	f := openFile(t, path)
	expect.OK(t, f.Record(record(t, "11-15")))
	before := read(t, path)
	expect.OK(t, os.Link(path, old))
	expect.OK(t, f.Record(record(t, "11-15", "22-18")))
	if read(t, old) != before {
		t.Error("the file was written over in place")
	}
	if diff := cmp.Diff([]string{"11-15 22-18 *"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
	entries, err := os.ReadDir(folder)
	expect.OK(t, err)
	if len(entries) != 2 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestFileThatCannotBeKept(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	expect.OK(t, os.WriteFile(file, nil, 0o600))
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
	expect.OK(t, os.Mkdir(folder, 0o700))
	path := filepath.Join(folder, "games.pdn")
	f := openFile(t, path)
	expect.OK(t, os.RemoveAll(folder))
	if err := f.Record(record(t, "11-15")); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("the error is %v", err)
	}
	expect.OK(t, os.Mkdir(folder, 0o700))
	expect.OK(t, f.Record(record(t, "11-15", "22-18")))
	if diff := cmp.Diff([]string{"11-15 22-18 *"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
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
			expect.OK(t, err)
			expect.OK(t, game.Play(m))
		}
		expect.OK(t, f.Record(pdn.Of(game)))
	}
	record()
	record("11-15")
	record("11-15", "22-18")
	record()
	record("12-16")
	if diff := cmp.Diff([]string{"11-15 22-18 *", "12-16 *"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
	f, err := robot.ReopenFile(path, cutShort(t, f.Kept(), "12-16"))
	expect.OK(t, err)
	record()
	if diff := cmp.Diff([]string{"11-15 22-18 *", "12-16 *", "*"}, games(t, path)); diff != "" {
		t.Error(diff)
	}
}

// cutShort is a game that was interrupted after some moves.
func cutShort(t *testing.T, kept int64, moves ...string) *robot.Interrupted {
	t.Helper()
	entries := []robot.Entry{{What: robot.Began, Kept: kept, Stood: &robot.Stood{}}}
	for _, move := range moves {
		entries = append(entries, robot.Entry{What: robot.Moved, Move: move, Stood: &robot.Stood{}})
	}
	from, err := robot.Interruption(entries)
	expect.OK(t, err)
	return from
}

// What other programs and people make of the file while a game is on stays, and the game is there whole.
func TestWhatOthersWriteStays(t *testing.T) {
	const before = "[Event \"Club\"]\n[White \"Ana\"]\n[Result \"*\"]\n\n1. 12-16 24-20 *\n\n"
	const added = "[Event \"Net\"]\r\n[Result \"*\"]\r\n\r\n1. 9-13 *\r\n"
	ours, longer := "12-16 24-20 *,11-15 22-18 *", "12-16 24-20 *,11-15 22-18 15x22 25x18 *"
	for name, c := range map[string]struct {
		others func(text string) string
		want   string
		tells  int
	}{
		"nobody writes":     {func(text string) string { return text }, longer, 0},
		"one game is added": {func(text string) string { return text + added }, longer + ",9-13 *", 0},
		"one without a blank line": {func(text string) string { return strings.TrimRight(text, "\n") + "\n" + added },
			ours + ",9-13 *,11-15 22-18 15x22 25x18 *", 1},
		"one is put in front": {func(text string) string { return added + "\r\n" + text }, "9-13 *," + longer, 0},
		"a name is put right": {func(text string) string {
			return strings.Replace(text, "Ana", "Anastasia", 1)
		}, longer, 0},
		"the game itself is remarked": {func(text string) string {
			return strings.Replace(text, "22-18", "22-18 {!}", 1)
		}, ours + ",11-15 22-18 15x22 25x18 *", 1},
		"a variation is added": {func(text string) string {
			return strings.Replace(text, "22-18", "22-18 (1... 22-17)", 1)
		}, ours + ",11-15 22-18 15x22 25x18 *", 1},
		"it is taken out":              {func(string) string { return before }, longer, 1},
		"the file is emptied":          {func(string) string { return "" }, "11-15 22-18 15x22 25x18 *", 1},
		"another version is put there": {func(string) string { return added }, "9-13 *,11-15 22-18 15x22 25x18 *", 1},
		"it is saved with a mark":      {func(text string) string { return "\ufeff" + text }, longer, 0},
	} {
		for _, by := range []string{"written", "replaced", "replaced, and the program began anew"} {
			path := filepath.Join(t.TempDir(), "games.pdn")
			write(t, path, before)
			f := openFile(t, path)
			told := 0
			f.Tells = func(text sentence.Text) { told++ }
			for _, moves := range [][]string{{}, {"11-15"}, {"11-15", "22-18"}} {
				expect.OK(t, f.Record(record(t, moves...)))
			}
			now := c.others(read(t, path))
			if by == "written" {
				write(t, path, now)
			} else {
				write(t, path+".new", now)
				expect.OK(t, os.Rename(path+".new", path))
			}
			if strings.Contains(by, "anew") {
				var err error
				if f, err = robot.ReopenFile(path, cutShort(t, f.Kept(), "11-15", "22-18")); err != nil {
					t.Fatal(err)
				}
				told = c.tells // it has nobody to tell
			}
			for _, moves := range [][]string{{"11-15", "22-18", "15x22"}, {"11-15", "22-18", "15x22", "25x18"}} {
				expect.OK(t, f.Record(record(t, moves...)))
			}
			if diff := cmp.Diff(c.want, strings.Join(games(t, path), ",")); diff != "" || told != c.tells {
				t.Errorf("%s, %s: told %d times, want %d; (-want +got):\n%s\n%s", name, by, told, c.tells, diff, read(t, path))
			}
			var lost []string
			for _, line := range strings.Split(now, "\n") {
				if !strings.Contains(read(t, path), line) && line != "1. 11-15 22-18 *" {
					lost = append(lost, line)
				}
			}
			if lost != nil {
				t.Errorf("%s, %s: lost is %q", name, by, lost)
			}
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	expect.OK(t, os.WriteFile(path, []byte(text), 0o600))
}

// Of two games with the same moves that one is gone on with which this program has written, and nobody has touched.
func TestOnlyItsOwnGameIsGoneOnWith(t *testing.T) {
	for name, text := range map[string]string{
		"by others":         "[Event \"Club\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 *\n\n",
		"longer by others":  "[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 25x18 {mine} *\n\n",
		"in another manner": "[Result \"*\"]\n[GameType \"21\"]\n\n1.11-15 *\n\n",
		"with a remark":     "[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 {!} *\n\n",
		"other moves":       "[Result \"*\"]\n[GameType \"21\"]\n\n1. 9-13 *\n\n",
		"one game behind": "[Result \"*\"]\n[GameType \"21\"]\n\n1. 9-13 *\n\n" +
			"[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 *\n\n",
		"what is no game":      "[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-16 11-16 *\n\n",
		"not whole":            "[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15",
		"of pool checkers":     "[Result \"*\"]\n[GameType \"23\"]\n\n1. 11-15 *\n\n",
		"from another start":   "[Result \"*\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W32:B1\"]\n\n*\n\n",
		"nothing":              "",
		"a bracket":            "[",
		"an end":               "\n\n",
		"ends and a bracket\n": "\n\n\n\n[",
	} {
		path := filepath.Join(t.TempDir(), "games.pdn")
		write(t, path, text)
		f, err := robot.ReopenFile(path, cutShort(t, 0, "11-15"))
		expect.OK(t, err)
		expect.OK(t, f.Record(record(t, "11-15", "22-17")))
		if got := read(t, path); !strings.HasPrefix(got, text) || !strings.HasSuffix(got, "\n1. 11-15 22-17 *\n\n") {
			t.Errorf("%s: the file holds\n%s", name, got)
		}
	}
}

// Games that cannot be written are played on with, told once, and written when that is possible; what never was is in
// the error at the end.
func TestGamesGoOnWithoutTheirFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	path := filepath.Join(folder, "games.pdn")
	var told []string
	keep := func(f *robot.File, next bool, moves ...string) {
		t.Helper()
		if next {
			f.Next()
		}
		expect.OK(t, f.Record(record(t, moves...)))
	}
	for _, again := range []bool{true, false} {
		expect.OK(t, os.Mkdir(folder, 0o700))
		write(t, path, earlier)
		f := openFile(t, path)
		told = nil
		f.Tells = func(text sentence.Text) { told = append(told, text.Key) }
		keep(f, false, "11-15")
		expect.OK(t, os.Rename(folder, folder+"-away"))
		keep(f, false, "11-15", "22-18")
		keep(f, true, "9-13")
		keep(f, true, "9-14")
		if again {
			expect.OK(t, os.Rename(folder+"-away", folder))
			keep(f, false, "9-14", "22-18")
			want := []string{"12-16 24-20 *", "11-15 22-18 *", "9-13 *", "9-14 22-18 *"}
			if diff := cmp.Diff(want, games(t, path)); diff != "" || len(told) != 2 || f.Close() != nil {
				t.Errorf("told %q; %s", told, diff)
			}
			expect.OK(t, os.RemoveAll(folder))
			continue
		}
		err := f.Close()
		if err == nil || len(told) != 1 {
			t.Fatalf("%v, told %q", err, told)
		}
		for _, lacks := range []string{path, "1. 11-15 22-18 *", "1. 9-13 *", "1. 9-14 *"} {
			if !strings.Contains(err.Error(), lacks) {
				t.Errorf("%s is not in: %v", lacks, err)
			}
		}
	}
}
