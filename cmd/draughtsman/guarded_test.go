package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"draughtsman/engine/pdn"
	"draughtsman/internal/simulation"
)

var (
	guardedGames = flag.Int("guarded", 0, "how many whole games guarded tests play on each table; 0: the beginning of one")
	guardedFirst = flag.Uint64("guarded-first", 1, "the first game's seed")
)

// How much faster than real time guarded games are played: no faster than somebody who looks at every picture can
// follow, and with hands no faster than half a second is enough to see one, on a machine that does nothing else.
const (
	guardedSpeed = 5
	handsSpeed   = 2
)

// guardedTable is a simulated table on which the arm is looked at while it moves.
type guardedTable struct {
	name  string
	flags []string
	late  time.Duration // its pictures at most
	keys  bool          // each motion waits for a key, which comes at a random time
	hands bool          // come
}

// speed is that of the table's clock.
func (table guardedTable) speed() float64 {
	if table.hands {
		return handsSpeed
	}
	return guardedSpeed
}

var guardedTables = []guardedTable{
	{name: "a camera 2 s late", flags: []string{"--camera-delay", "2s"}, late: 2200 * time.Millisecond},
	{name: "4 pictures a second", flags: []string{"--camera-fps", "4"}},
	{name: "pictures in bursts", flags: []string{"--camera-bursts"}, late: simulation.MaxBurstGap},
	{name: "a thin arm", flags: []string{"--arm-look", "thin-gantry"}},
	{name: "a thick arm", flags: []string{"--arm-look", "thick-gantry"}},
	{name: "--step", keys: true},
}

// TestGuardedGames plays on simulated tables on which nobody reaches into the moving arm's way: each game is played to
// its end, and for how long the arm was held for nothing is printed.
func TestGuardedGames(t *testing.T) {
	if *guardedGames == 0 {
		t.Skip("plays whole games where -guarded says how many")
	}
	for _, table := range guardedTables {
		t.Run(table.name, func(t *testing.T) { table.playAll(t) })
	}
}

// TestGuardedHands plays on a simulated table to which hands come while the arm moves, and lie there or tremble for up
// to a minute and a half: each game is played to its end, and the tool never moves while a hand is over the board or
// the tray, but in the first half second. On a machine that does other things, too, as where no games are asked for,
// that is too short; the arm is held all the same.
func TestGuardedHands(t *testing.T) {
	table := guardedTable{name: "hands", hands: true, flags: []string{"--intrusions", "10"}}
	switch sum := table.playAll(t); {
	case *guardedGames == 0 && sum.visits > 2 && sum.held == 0:
		t.Errorf("hands came %d times, and the arm was never held", sum.visits)
	case *guardedGames > 0 && sum.under > 0:
		t.Errorf("the tool moved %.1f mm under hands that had come half a second before", sum.under)
	}
}

// playAll plays the games that were asked for, or the beginning of one.
func (table guardedTable) playAll(t *testing.T) (sum guarded) {
	t.Helper()
	if testing.Short() {
		t.Skip("plays games while they are watched")
	}
	moves := 2
	if *guardedGames > 0 {
		moves = math.MaxInt
	}
	for game := range max(1, *guardedGames) {
		g := table.play(t, *guardedFirst+uint64(game), moves)
		t.Logf("seed %d: %v", *guardedFirst+uint64(game), g)
		sum.add(g)
	}
	t.Logf("%s: %v", table.name, sum)
	return sum
}

// guarded is what became of games. All but the moves is known from the truth logs.
type guarded struct {
	games, moves  int // moves of the robot's
	transfers     int // discs that the arm set down or let fall
	held, nothing int // times the arm was held; where nobody was there
	longest       time.Duration
	visits        int      // hands that came while the arm moved
	seen          int      // of them, those under which the tool stood after half a second
	braking       float64  // mm under all hands in the first half second,
	under         float64  // and after it,
	unknown       float64  // and likewise until the first disc was set down: hands are known by sight alone
	moved         []string // what the truth logs say of that
	said          string   // by the program, in the last game
}

func (g *guarded) add(o guarded) {
	g.games, g.moves, g.transfers = g.games+o.games, g.moves+o.moves, g.transfers+o.transfers
	g.held, g.nothing, g.longest = g.held+o.held, g.nothing+o.nothing, max(g.longest, o.longest)
	g.visits, g.seen = g.visits+o.visits, g.seen+o.seen
	g.braking, g.under, g.unknown = g.braking+o.braking, g.under+o.under, g.unknown+o.unknown
	g.said = o.said
}

func (g guarded) String() string {
	text := fmt.Sprintf("%d games, %d moves of the robot's, %d transfers; the arm was held %d times, %d of them for "+
		"nothing, for %.1f s at most", g.games, g.moves, g.transfers, g.held, g.nothing, g.longest.Seconds())
	if g.visits > 0 || g.braking+g.under+g.unknown > 0 {
		text += fmt.Sprintf("; %d visits, %d seen within half a second (%.0f %%); %.0f mm under hands in that time, %.1f mm "+
			"after it, and %.1f mm before the arm was known", g.visits, g.seen,
			100*float64(g.seen)/float64(max(g.visits, 1)), g.braking, g.under, g.unknown)
	}
	return strings.Join(append([]string{text}, g.moved...), "\n\t")
}

// readTruth adds what a game's truth log says, whose pictures were so late at most.
func (g *guarded) readTruth(path string, late time.Duration) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var heldAt, gone float64 // when the arm was held, and the last hand left, s
	gone = math.Inf(-1)
	holds, visits, under := false, "", false
	for line := range bytes.Lines(text) {
		var l struct {
			T     float64
			Event string
			Hand  []float64
		}
		if json.Unmarshal(line, &l) != nil {
			continue // the last line may not be whole
		}
		if holds {
			g.longest = max(g.longest, time.Duration((l.T-heldAt)*float64(time.Second)))
		}
		var mm float64
		switch what, _, _ := strings.Cut(l.Event, " "); {
		case what == "place" || what == "drop":
			g.transfers++
			holds = false // it had homed, and gone on
		case l.Event == "robot holds the arm" && !holds:
			g.held, heldAt, holds = g.held+1, l.T, true
			if l.Hand == nil && l.T-gone > (late+lingering).Seconds() {
				g.nothing++
			}
		case l.Event == "robot lets the arm go on":
			holds = false
		case strings.HasPrefix(l.Event, "human reaches in"):
			visits, under = l.Event, false
		case scans(l.Event, "tool brakes %f mm", &mm):
			g.braking += mm
		case scans(l.Event, "tool moves %f mm", &mm):
			if under = true; g.transfers == 0 {
				g.unknown += mm
			} else {
				g.under += mm
			}
			g.moved = append(g.moved, fmt.Sprintf("%.1f s: %s (%s)", l.T, l.Event, visits))
		case l.Event == "hand out":
			if gone = l.T; visits != "" {
				g.visits++
				if !under {
					g.seen++
				}
			}
			visits, under = "", false
		}
	}
	return nil
}

// lingering is how long a hand may be seen that has left the board and the tray.
const lingering = 3 * time.Second

func scans(text, format string, to *float64) bool {
	_, err := fmt.Sscanf(text, format, to)
	return err == nil
}

// What the program says.
var (
	robotPlays = regexp.MustCompile(`\(robot\) plays`)
	asksForKey = regexp.MustCompile(`: press a key\. $`)
)

// play plays a game, or until the robot has made so many moves.
func (table guardedTable) play(t *testing.T, seed uint64, moves int) guarded {
	t.Helper()
	longest := 5 * time.Minute
	if *guardedGames > 0 {
		longest = 2 * time.Hour
	}
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	play := exec.CommandContext(ctx, "draughtsman", append([]string{
		"play", "--sim", "--speed", fmt.Sprint(table.speed()), "--strength", "0", "--time", "100ms",
		"--seed", fmt.Sprint(seed), "--side", "alternate", "--truth", "truth.jsonl", "--pdn", "game.pdn",
	}, table.flags...)...)
	play.Dir = t.TempDir()
	if table.keys {
		play.Args = append(play.Args, "--step")
	}
	screen, err := pty.Start(play)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	random := rand.New(rand.NewPCG(seed, 6))
	result := guarded{games: 1}
	var all bytes.Buffer
	for said := bufio.NewReader(screen); ; {
		text, err := untilAsked(said)
		all.WriteString(text)
		if err != nil {
			break
		}
		switch {
		case robotPlays.MatchString(text):
			if result.moves++; result.moves == moves {
				if err := play.Process.Signal(os.Interrupt); err != nil {
					t.Error(err)
				}
			}
		case asksForKey.MatchString(text):
			select { // a person presses the key when it likes
			case <-time.After(time.Duration(random.Float64() * 3 * float64(time.Second) / table.speed())):
			case <-ctx.Done():
			}
			if _, err := screen.Write([]byte(" ")); err != nil {
				t.Error(err)
			}
		}
	}
	err, result.said = play.Wait(), all.String()
	if result.moves < moves && (err != nil || !ended(t, filepath.Join(play.Dir, "game.pdn"))) {
		t.Errorf("draughtsman %s: the game did not end as a game: %v\n%s", strings.Join(play.Args[1:], " "), err,
			tail(all.String()))
	}
	if err := result.readTruth(filepath.Join(play.Dir, "truth.jsonl"), table.late); err != nil {
		t.Error(err)
	}
	return result
}

// ended reports whether the games on record have a result.
func ended(t *testing.T, path string) bool {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	games := 0
	for game, err := range pdn.Read(bytes.NewReader(text)) {
		if err != nil || game.Result == pdn.Unfinished {
			return false
		}
		games++
	}
	return games > 0
}

// untilAsked reads a line, or up to where a key is asked for.
func untilAsked(from *bufio.Reader) (string, error) {
	var line strings.Builder
	for {
		c, err := from.ReadByte()
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
				return line.String(), io.EOF
			}
			return line.String(), err
		}
		line.WriteByte(c)
		if c == '\n' || c == ' ' && asksForKey.MatchString(line.String()) {
			return line.String(), nil
		}
	}
}

// TestBrokenPicturesHoldNoGame plays on a simulated table a quarter of whose camera's pictures are broken: they hold
// the arm not once, and it is said what to do about the camera.
func TestBrokenPicturesHoldNoGame(t *testing.T) {
	table := guardedTable{name: "broken pictures", flags: []string{"--camera-broken", "25"}}
	sum := table.playAll(t)
	if sum.held > 0 {
		t.Errorf("the arm was held %d times, for %v at most", sum.held, sum.longest)
	}
	if !strings.Contains(sum.said, "The camera sends broken pictures, which are left out.") {
		t.Errorf("nobody was told of the camera:\n%s", tail(sum.said))
	}
}

// TestGuardedFromAnotherProcess plays on a simulated table in another process, whose time goes faster than ours: nobody
// is there, and the arm is not taken for a hand.
func TestGuardedFromAnotherProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("plays while the arm is watched")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	folder := t.TempDir()
	defer simulatedAt(ctx, t, "draughtsman", folder, 4, fmt.Sprint(guardedSpeed), "--strength", "0")()
	play := exec.CommandContext(ctx, "draughtsman", "play", "--config", "table.yaml", "--time", "100ms")
	play.Dir = folder
	out, err := play.StdoutPipe()
	if err == nil {
		err = play.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	for said := bufio.NewScanner(out); said.Scan(); {
		if strings.Contains(said.Text(), "over the board") {
			t.Errorf("it says %q", said.Text())
		}
		if robotPlays.MatchString(said.Text()) {
			if moves++; moves == 3 {
				if err := play.Process.Signal(os.Interrupt); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if err := play.Wait(); moves < 3 {
		t.Errorf("%d moves of the robot's, then %v", moves, err)
	}
}
