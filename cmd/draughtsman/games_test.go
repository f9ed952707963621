package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

var games = flag.Int("games", 1,
	"how many games TestWholeGames plays on the usual simulated table, beside one on an unusual one and a tenth as many "+
		"with each of the laboratory's arms; from 10 on, games set up by the arm and with other kings, too")

// TestWholeGames plays on simulated tables through their cameras and serial ports, and holds what the program says
// against what was true.
func TestWholeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	crowned := 0
	for _, table := range []struct {
		name  string
		games int
		flags []string
	}{
		{"the usual table", *games, nil},
		{"the arm sets up the second game", 2 * min(1, *games/10), []string{"--set-up", "--strength", "0", "--time", "50ms"}},
		{"kings are swapped", min(1, *games/10), []string{"--kings", "swap", "--strength", "0", "--seed", "2", "--time",
			"50ms"}},
		{"kings do not show", min(1, *games/10), []string{"--kings", "virtual", "--strength", "0", "--seed", "3", "--time",
			"50ms"}},
		{"pool checkers", min(1, *games/10), []string{"--game", "pool", "--seed", "11", "--time", "50ms"}},
		{"Brazilian draughts", min(1, *games/10), []string{"--game", "brazilian", "--seed", "12", "--time", "50ms"}},
		{"Czech draughts, and the arm sets up", min(1, *games/10), []string{"--game", "czech", "--set-up", "--seed", "13",
			"--time", "50ms"}},
		{"Italian draughts, on the board's other corner", 1, []string{"--game", "italian", "--seed", "21", "--time", "50ms"}},
		{"Spanish draughts", min(1, *games/10), []string{"--game", "spanish", "--seed", "23", "--time", "50ms"}},
		{"Frisian draughts", min(1, *games/10), []string{"--game", "frisian", "--seed", "24", "--time", "50ms"}},
		{"international draughts, and the arm sets up", 1, []string{"--game", "international", "--set-up", "--seed", "22",
			"--time", "50ms"}},
		{"Russian draughts, an oblique camera, the board turned, Black light", 1, []string{
			"--game", "russian", "--seed", "4", "--scheme", "pale", "--black-pieces", "light",
			"--camera-tilt", "40", "--camera-round", "200", "--board-turn=-20", "--mistakes", "0.1",
		}},
	} {
		if table.games > 0 {
			t.Run(table.name, func(t *testing.T) { crowned += playGames(t, table.games, table.flags) })
		}
	}
	for _, arm := range []struct {
		name  string
		seed  uint64
		flags []string // of the laboratory's table
	}{
		{"Marlin", 2, []string{"--protocol", "marlin"}},
		{"grblHAL", 6, []string{"--protocol", "grblhal"}},
		{"FluidNC", 7, []string{"--protocol", "fluidnc"}},
		{"grblHAL hits limits and restarts", 8, []string{"--protocol", "grblhal", "--faults", "limits.faults"}},
		{"FluidNC hits limits and restarts", 9, []string{"--protocol", "fluidnc", "--faults", "limits.faults"}},
		{"a uArm", 3, []string{"--protocol", "uarm"}},
		{"a Dobot", 5, []string{"--protocol", "dobot"}},
		{"FluidNC behind a telnet server", 10, []string{"--protocol", "fluidnc", "--arm-listen", "tcp://127.0.0.1:0",
			"--faults", "network.faults"}},
		{"FluidNC behind a WebSocket", 11, []string{"--protocol", "fluidnc", "--arm-listen", "ws://127.0.0.1:0",
			"--faults", "network.faults"}},
		{"Klipper", 12, []string{"--protocol", "klipper"}},
	} {
		if n := *games / 10; n > 0 {
			t.Run(arm.name, func(t *testing.T) { crowned += playInLab(t, n, arm.seed, arm.flags) })
		}
	}
	if crowned == 0 {
		t.Error("nobody got a king in any game")
	}
}

// playGames plays games with the robot on alternate sides, and returns how many men were crowned in them.
func playGames(t *testing.T, games int, flags []string) (crowned int) {
	t.Helper()
	folder := t.TempDir()
	truth, record := filepath.Join(folder, "truth.jsonl"), filepath.Join(folder, "games.pdn")
	return holdGames(t, games, truth, record, append([]string{"--sim", "--speed", "max", "--truth", truth}, flags...))
}

// playInLab is playGames on a table of the laboratory's.
func playInLab(t *testing.T, games int, seed uint64, flags []string) (crowned int) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"limits.faults", "network.faults"} {
		script, err := os.ReadFile(filepath.Join("testdata", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), script, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	defer inLab(t.Context(), t, folder, seed, "max", append(flags, "--side", "alternate")...)()
	return holdGames(t, games, filepath.Join(folder, "truth.jsonl"), filepath.Join(folder, "games.pdn"),
		[]string{"--config", filepath.Join(folder, "table.yaml"), "--no-guard", "--time", "100ms", "--least-time", "0"})
}

// holdGames plays games at a table, with the robot on alternate sides, and holds their record against the truth. It
// returns how many men were crowned.
func holdGames(t *testing.T, games int, truth, record string, flags []string) (crowned int) {
	t.Helper()
	var out, errs bytes.Buffer
	began := time.Now()
	status := run(append([]string{"play", "--games", strconv.Itoa(games), "--side", "alternate", "--pdn", record},
		flags...), strings.NewReader(""), &out, &errs)
	if status != 0 {
		t.Fatalf("exit status %d\n%s", status, tail(errs.String()))
	}
	took := time.Since(began)
	played := readGames(t, record)
	happened := readTruth(t, truth)
	if len(played) != games || len(happened) != games {
		t.Fatalf("%d games on record, %d on the table; want %d", len(played), len(happened), games)
	}
	moves, worst := 0, 0.0
	near := 0.1
	interrupted := strings.Contains(out.String(), "The arm was interrupted")
	if interrupted {
		near = 0.13 // of a square: from a sixth of a disc on, one that fell is straightened
	}
	for i, game := range played {
		robot := checkers.Side(i % 2)
		t.Logf("game %d: %d moves, %v", i+1, len(game.Moves), game.Result)
		if game.Result == pdn.Unfinished {
			t.Errorf("game %d has no result", i+1)
		}
		moves += len(game.Moves)
		crowned += crownings(game)
		worst = max(worst, compare(t, i+1, robot, game, happened[i], near, interrupted))
	}
	t.Logf("%d games, %d moves, %d crowned, %.1f s a game; the robot's worst disc stood %.1f %% of a square off its "+
		"square's centre",
		games, moves, crowned, took.Seconds()/float64(games), 100*worst)
	return crowned
}

// crownings is how many men became kings in a game.
func crownings(game pdn.Game) (n int) {
	position := game.Start
	for _, move := range game.Moves {
		if position.Crowns(move) {
			n++
		}
		position = position.Play(move)
	}
	return n
}

// compare holds a game on record against what stood on the table after every move, and that against how near its
// square's centre the robot sets a disc, in squares. A disc that fell from an interrupted arm onto the square where it
// belongs has made the move, and the human may answer before it is straightened: it has to be by the robot's next
// move. compare returns how far off the robot left a disc at most.
func compare(t *testing.T, number int, robot checkers.Side, game pdn.Game, turns []truthLine,
	near float64, interrupted bool) (worst float64) {
	t.Helper()
	if len(game.Moves) != len(turns) {
		t.Errorf("game %d: %d moves on record, %d made on the table", number, len(game.Moves), len(turns))
		return 0
	}
	position := game.Start
	for i, move := range game.Moves {
		position = position.Play(move)
		truth, _, err := game.Start.Set.ReadFEN(turns[i].FEN) // the crown may come later
		if err != nil {
			t.Fatal(err)
		}
		if truth != position {
			t.Errorf("game %d, after move %d (%s): the program has %s, the table %s", number, i+1, move, position.FEN(),
				turns[i].FEN)
		}
		if position.Turn == robot { // the human has moved
			continue
		}
		for _, d := range turns[i].Discs {
			off, on := offCentre(d, boardMM/float64(game.Start.Set.Board().Size()))
			if !on || d.Side != strings.ToLower(robot.String()) {
				continue
			}
			if off > near && interrupted && i+2 < len(turns) && !slices.Contains(turns[i+2].Discs, d) {
				continue
			}
			worst = max(worst, off)
			if off > near {
				t.Errorf("game %d, after move %d (%s): disc %d is %.2f squares off its square's centre", number, i+1, move, d.ID,
					off)
			}
		}
	}
	return worst
}

// truthLine is a line of the truth file.
type truthLine struct {
	T     float64 // seconds, on the table's clock
	Event string
	FEN   string
	Discs []truthDisc
}

type truthDisc struct {
	ID      int
	Side    string
	X, Y, Z float64
}

// The side of the simulated table's board, and of its squares where there are 8×8.
const (
	boardMM  = 320
	squareMM = boardMM / 8
)

// offCentre is how far a disc on the board is from the centre of its square, in squares of a size.
func offCentre(d truthDisc, squareMM float64) (off float64, on bool) {
	if math.Abs(d.X) > boardMM/2 || math.Abs(d.Y) > boardMM/2 {
		return 0, false
	}
	centre := func(v float64) float64 { return (math.Floor(v/squareMM) + 0.5) * squareMM }
	return math.Hypot(d.X-centre(d.X), d.Y-centre(d.Y)) / squareMM, true
}

// readTruth is the lines at the end of every move, game by game, of a file in which nothing may have collided.
func readTruth(t *testing.T, path string) [][]truthLine {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var games [][]truthLine
	for line := range strings.Lines(string(text)) {
		var l truthLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("the truth file has the line %q: %v", line, err)
		}
		switch {
		case l.Event == "setup" && len(games) > 0 && len(games[len(games)-1]) == 1:
			// The person moved before the robot had seen that its set-up is right, and it put that man back.
			games[len(games)-1] = nil
		case l.Event == "setup":
			games = append(games, nil)
		case strings.HasPrefix(l.Event, "move "):
			games[len(games)-1] = append(games[len(games)-1], l)
		case strings.HasPrefix(l.Event, "collision"):
			t.Errorf("in game %d: %s", len(games), l.Event)
		}
	}
	return games
}

func readGames(t *testing.T, path string) []pdn.Game {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games []pdn.Game
	for game, err := range pdn.Read(file) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, game)
	}
	return games
}

// tail is the last lines of a text.
func tail(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-30):], "\n")
}

// position is one that a test names.
func position(t *testing.T, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
