package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

var guardedGames = flag.Int("guarded", 0,
	"how many whole games TestGuardedGames plays on each table; 0: the beginning of one")

// guardedSpeed is how much faster than real time guarded games are played: no faster than somebody who looks at every
// picture can follow.
const guardedSpeed = 5

// guardedTable is a simulated table on which the arm is looked at while it moves.
type guardedTable struct {
	name  string
	flags []string
	keys  bool // each motion waits for a key, which comes at a random time
}

var guardedTables = []guardedTable{
	{name: "a camera 2 s late", flags: []string{"--camera-delay", "2s"}},
	{name: "4 pictures a second", flags: []string{"--camera-fps", "4"}},
	{name: "pictures in bursts", flags: []string{"--camera-bursts"}},
	{name: "a thin arm", flags: []string{"--arm-look", "thin-gantry"}},
	{name: "a thick arm", flags: []string{"--arm-look", "thick-gantry"}},
	{name: "--step", keys: true},
}

// TestGuardedGames plays on simulated tables on which nobody reaches into the moving arm's way, and counts the games
// that are stopped because something was taken for a hand.
func TestGuardedGames(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games while they are watched")
	}
	whole := *guardedGames
	for _, table := range guardedTables {
		t.Run(table.name, func(t *testing.T) {
			var sum guarded
			for game := range max(1, whole) {
				moves := 2
				if whole > 0 {
					moves = 1000
				}
				g := table.play(t, uint64(game+1), moves)
				t.Logf("game %d: %v", game+1, g)
				sum.add(g)
			}
			t.Logf("%s: %v", table.name, sum)
			if sum.stopped > 0 {
				t.Errorf("%d of %d games were stopped for a hand that was not there", sum.stopped, sum.games)
			}
		})
	}
}

// guarded is what became of games.
type guarded struct {
	games, stopped, moves int // of the robot's
	held                  int // the arm, for what was taken for a hand
	took                  time.Duration
}

func (g *guarded) add(o guarded) {
	g.games, g.stopped, g.took = g.games+o.games, g.stopped+o.stopped, g.took+o.took
	g.moves, g.held = g.moves+o.moves, g.held+o.held
}

func (g guarded) String() string {
	return fmt.Sprintf("%d of %d games stopped for a hand, %d moves of the robot's, the arm was held %d times, %.0f s",
		g.stopped, g.games, g.moves, g.held, g.took.Seconds())
}

// What the program says.
var (
	robotPlays = regexp.MustCompile(`\(robot\) plays`)
	heldFor    = regexp.MustCompile(`the arm waits where it is until it is gone`)
	inTheWay   = regexp.MustCompile(`something stays over the board or the tray`)
	asksForKey = regexp.MustCompile(`: press a key\. $`)
)

// play plays a game, or until the robot has made so many moves.
func (table guardedTable) play(t *testing.T, seed uint64, moves int) guarded {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	play := exec.CommandContext(ctx, "draughtsman", append([]string{
		"play", "--sim", "--speed", fmt.Sprint(guardedSpeed), "--strength", "0", "--time", "100ms",
		"--seed", fmt.Sprint(seed), "--side", "alternate",
	}, table.flags...)...)
	play.Dir = t.TempDir()
	if table.keys {
		play.Args = append(play.Args, "--step")
	}
	began := time.Now()
	screen, err := pty.Start(play)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	random := rand.New(rand.NewPCG(seed, 6))
	result := guarded{games: 1}
	var all bytes.Buffer
	ended := false
	for said := bufio.NewReader(screen); ; {
		text, err := untilAsked(said)
		all.WriteString(text)
		if err != nil {
			break
		}
		switch {
		case robotPlays.MatchString(text):
			if result.moves++; result.moves == moves && !ended {
				ended = true
				if err := play.Process.Signal(os.Interrupt); err != nil {
					t.Error(err)
				}
			}
		case heldFor.MatchString(text):
			result.held++
		case inTheWay.MatchString(text):
			result.stopped++
		case asksForKey.MatchString(text):
			select { // a person presses the key when it likes
			case <-time.After(time.Duration(random.Float64() * 3 * float64(time.Second) / guardedSpeed)):
			case <-ctx.Done():
			}
			if _, err := screen.Write([]byte(" ")); err != nil {
				t.Error(err)
			}
		}
	}
	result.took = time.Since(began)
	err = play.Wait()
	if err != nil && !ended && result.stopped == 0 {
		t.Errorf("draughtsman %s: %v\n%s", strings.Join(play.Args[1:], " "), err, tail(all.String()))
	}
	return result
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
