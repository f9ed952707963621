package robot_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
)

// standing is the table on which a position stands.
func standing(p checkers.Position) *robot.Stood {
	s := &robot.Stood{Turn: p.Turn}
	for square := range checkers.Board8.All().All() {
		s.Board += p.At(square).String()
	}
	return s
}

// damagedGame writes the log and the record of a game into a folder, and returns its moves and the log's lines: the
// game's beginning, and two for each move, the second of which says that the move is complete.
func damagedGame(t *testing.T, folder string) (moves []string, lines [][]byte) {
	t.Helper()
	moves = []string{"11-15", "22-18", "15x22", "25x18", "12-16", "29-25"}
	log, _ := openLog(t, filepath.Join(folder, "games.log"))
	f := openFile(t, filepath.Join(folder, "games.pdn"))
	p := checkers.Start()
	appendTo(t, log, robot.Entry{What: robot.Began, Kept: f.Kept(), Stood: standing(p)})
	for n, text := range moves {
		p = p.Play(parse(t, p, text))
		appendTo(t, log, robot.Entry{What: robot.Chose, Move: text, Stood: standing(p)},
			robot.Entry{What: robot.Moved, Move: text, Stood: standing(p)})
		expect.OK(t, f.Record(record(t, moves[:n+1]...)))
	}
	expect.OK(t, log.Close())
	return moves, slices.Collect(bytes.Lines([]byte(read(t, filepath.Join(folder, "games.log")))))
}

// A log with a damaged line, or one less, goes on from the next whole state, with all moves where the record has them.
// The log is whole again then. A line that stands there twice counts once.
func TestDamagedLogsGoOn(t *testing.T) {
	for kind, change := range map[string]func(line []byte) []byte{
		"a flipped bit": func(line []byte) []byte {
			line[len(line)/2] ^= 4
			return line
		},
		"cut out":          func([]byte) []byte { return nil },
		"twice":            func(line []byte) []byte { return slices.Concat(line, line) },
		"broken in two":    func(line []byte) []byte { return slices.Concat(line[:20], []byte("\n"), line[20:]) },
		"joined by others": func(line []byte) []byte { return slices.Concat([]byte("<<<<<<< mine\n"), line) },
	} {
		for at := range 13 {
			for _, recorded := range []bool{true, false} {
				folder := t.TempDir()
				path, pdn := filepath.Join(folder, "games.log"), filepath.Join(folder, "games.pdn")
				moves, lines := damagedGame(t, folder)
				gone := kind == "a flipped bit" || kind == "cut out" || kind == "broken in two"
				lines[at] = change(lines[at])
				write(t, path, string(bytes.Join(lines, nil)))
				if !recorded {
					expect.OK(t, os.Remove(pdn))
				}
				log, from, err := robot.OpenLog(path)
				if at == 0 && gone {
					if err == nil || !strings.Contains(err.Error(), "line 1 of the log is damaged") {
						t.Errorf("the beginning, %s: %v", kind, err)
					}
					continue
				}
				if err != nil || from == nil {
					t.Fatalf("line %d, %s: %v, %v", at+1, kind, from, err)
				}
				f, err := robot.ReopenFile(pdn, from)
				expect.OK(t, err)
				want := len(moves)
				line, whole := from.Damaged()
				if at == len(lines)-1 && gone { // as if it had not been written
					want--
				}
				known := len(from.Moves)
				game, err := from.Game()
				expect.OK(t, err)
				if recorded && strings.Join(from.Moves, " ") != strings.Join(moves[:want], " ") {
					t.Errorf("line %d, %s (damaged: %d, %v): the moves are %q", at+1, kind, line, whole, from.Moves)
				}
				stands := checkers.Start()
				for _, move := range moves[:want] {
					stands = stands.Play(parse(t, stands, move))
				}
				if game.FEN() != stands.FEN() {
					t.Errorf("line %d, %s: the position is %s, want %s", at+1, kind, game.FEN(), stands.FEN())
				}
				if recorded && len(games(t, pdn)) != 1 {
					t.Errorf("line %d, %s: the record is\n%s", at+1, kind, read(t, pdn))
				}
				if line > 0 {
					name, err := log.Mend(from)
					if err != nil || filepath.Base(name) != "games-damaged.log" {
						t.Errorf("%s, %v", name, err)
					}
				}
				next := stands.Moves()[0].String()
				appendTo(t, log, moved(next))
				expect.OK(t, f.Record(record(t)))
				if err := log.Close(); err != nil {
					t.Error(err)
				}
				_, again := openLog(t, path)
				if line, _ := again.Damaged(); line != 0 && kind != "twice" || again.Moves[len(again.Moves)-1] != next ||
					len(again.Moves) != known+1 {
					t.Errorf("line %d, %s: once more it has %q after %d", at+1, kind, again.Moves, known)
				}
			}
		}
	}
}
