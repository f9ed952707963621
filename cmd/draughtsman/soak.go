package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/arms"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
)

// allFaults is the script that has everything go wrong at random.
const allFaults = "all"

// How a game of a soak goes.
const (
	soakThink    = 50 * time.Millisecond
	soakMistakes = 0.05             // of the human's moves
	soakLimit    = 15 * time.Minute // for one game
	soakFaults   = 10               // that are tried in a game
	soakLines    = 80               // sent to the arm, on the average, from one fault of the line to the next
	soakSteps    = 6                // of the arm, on the average, from one mishap at the table to the next
)

// soaked is what became of some games.
type soaked struct {
	games, finished, stopped int
	injected                 map[string]int
	helped                   int // times that the human was asked
	repairs, homings         int
	lost                     int // desynchronisations
	collisions, hits         int
	outside                  int // motions
}

// soak plays games while everything goes wrong, and reports.
func (c simCommand) soak(ctx context.Context, s *session) error {
	all := soaked{injected: map[string]int{}}
	for i := range c.Soak {
		if err := c.soakGame(ctx, s, c.Seed+uint64(i), checkers.Side(i%2), &all); err != nil {
			return err
		}
	}
	all.report(s.out)
	if bad := all.lost + all.collisions + all.outside; bad > 0 {
		return fmt.Errorf("the soak found %d desynchronisations, %d collisions and %d motions outside the limits", all.lost, all.collisions, all.outside)
	}
	return nil
}

// soakGame plays one game. Its own end is no error, however it comes.
func (c simCommand) soakGame(ctx context.Context, s *session, seed uint64, side checkers.Side, all *soaked) (err error) {
	ctx, cancel := context.WithTimeout(ctx, soakLimit)
	defer cancel()
	folder, err := os.MkdirTemp("", "draughtsman-soak-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	quiet := &session{in: strings.NewReader(""), out: io.Discard, err: io.Discard, log: s.log}
	play := playCommand{Time: soakThink, Games: 1, PDN: filepath.Join(folder, "games.pdn"), simulatedTable: c.simulatedTable}
	play.Seed, play.Truth, play.Mistakes = seed, filepath.Join(folder, "truth.jsonl"), soakMistakes
	if c.Truth != "" {
		play.Truth = numbered(c.Truth, all.games+1)
	}
	trouble := newTrouble(seed, c.Faults == allFaults)
	if c.Faults == allFaults {
		play.Faults = ""
	}
	person := play.human(func(int) checkers.Side { return side.Opponent() })
	person.Games = 1
	watch, help := &limits{}, &helper{}
	speed := play.pace(math.Inf(1))
	sim, err := play.start(ctx, quiet, filepath.Join(folder, "table.yaml"), speed, table.Options{Human: &person, Watch: func(s *world.State) { watch.look(s); help.look(s) }, Arm: firmware.Options{Faults: trouble.line}})
	if err != nil {
		return err
	}
	defer closeWith(&err, sim.Close)
	described, err := config.Load(sim.config)
	if err != nil {
		return err
	}
	sim.table.Do(func(*world.State) { watch.set(sim.table.Layout().Mount, arms.Limits(described)) })
	player, _, closing, err := play.open(ctx, quiet, sim.config, speed)
	if err != nil {
		all.games, all.stopped = all.games+1, all.stopped+1
		fmt.Fprintf(s.out, "game %d, seed %d: not begun: %v\n", all.games, seed, err)
		return ctx.Err()
	}
	defer closeWith(&err, closing)
	before := *all
	player.Tell = func(e robot.Event) {
		s.logTrouble(e)
		all.hear(e)
		help.hear(e, sim.table)
		trouble.hear(e, sim.table)
	}
	settings := play.settings(0, onClock(soakThink, speed))
	settings.Side = side
	playing := player.Home(ctx)
	if playing == nil {
		_, playing = player.Play(ctx, settings)
	}
	counts := sim.table.Counts()
	all.games++
	all.collisions, all.hits = all.collisions+counts.Collisions, all.hits+counts.HandHits
	sim.table.Do(func(*world.State) { all.outside += watch.times })
	moves, err := happenedAt(play.Truth, all.injected)
	if err != nil {
		return err
	}
	recorded, err := recordedIn(play.PDN)
	if err != nil {
		return err
	}
	became := "finished"
	if playing == nil {
		all.finished++
	} else {
		all.stopped++
		became = "stopped: " + playing.Error()
	}
	if n := min(len(moves), len(recorded)); !slices.Equal(moves[:n], recorded[:n]) || playing == nil && len(moves) != len(recorded) {
		all.lost++
		became += "; DESYNCHRONISED"
	}
	fmt.Fprintf(s.out, "game %d, seed %d: %d moves, %s; %d repairs, %d homings, %d times the human; %d collisions\n", all.games, seed, len(recorded), became,
		all.repairs-before.repairs, all.homings-before.homings, all.helped-before.helped, counts.Collisions)
	return nil
}

// logTrouble logs what the robot has to deal with.
func (s *session) logTrouble(e robot.Event) {
	switch e := e.(type) {
	case robot.Recovering:
		s.log.Warn().Err(e.Err).Msg("the robot homes its arm")
	case robot.Repairing:
		s.log.Warn().Bool("human", e.Want != nil).Msg(e.Message)
	case robot.Carrying:
		s.log.Info().Msg(e.Transfer.String())
	case robot.Watching:
		s.log.Info().Msg(e.Message)
	case robot.WaitingForSetUp:
		s.log.Info().Msg("waiting for the position: " + e.Problem)
	case robot.Played:
		s.log.Info().Stringer("move", e.Move).Msg("played")
	}
}

// hear counts what the robot does about trouble.
func (a *soaked) hear(e robot.Event) {
	switch e := e.(type) {
	case robot.Recovering:
		a.homings++
	case robot.Repairing:
		switch {
		case e.Want != nil:
			a.helped++
		default:
			a.repairs++
		}
	}
}

// report says what became of the games.
func (a *soaked) report(out io.Writer) {
	kinds := slices.Sorted(maps.Keys(a.injected))
	total := 0
	fmt.Fprintf(out, "\n%d games: %d finished, %d stopped safely.\n\n", a.games, a.finished, a.stopped)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, kind := range kinds {
		total += a.injected[kind]
		fmt.Fprintf(w, "%s\t%d\n", kind, a.injected[kind])
	}
	itself := max(0, total-a.helped-a.stopped)
	share := 100.0
	if total > 0 {
		share = 100 * float64(itself) / float64(total)
	}
	fmt.Fprintf(w, "\nfaults\t%d\n", total)
	fmt.Fprintf(w, "recovered by itself\t%d\t%.1f %%\n", itself, share)
	fmt.Fprintf(w, "recovered with the human's help\t%d\n", a.helped)
	fmt.Fprintf(w, "stopped safely\t%d\n\n", a.stopped)
	fmt.Fprintf(w, "discs put right by the arm\t%d\n", a.repairs)
	fmt.Fprintf(w, "homings after faults\t%d\n\n", a.homings)
	fmt.Fprintf(w, "desynchronisations\t%d\n", a.lost)
	fmt.Fprintf(w, "collisions\t%d\n", a.collisions)
	fmt.Fprintf(w, "tool where a hand was\t%d\n", a.hits)
	fmt.Fprintf(w, "motions outside the limits\t%d\n", a.outside)
	_ = w.Flush()
}

// happenedAt is the moves of a game by its truth file, and adds up what went
// wrong by kind.
func happenedAt(path string, wrong map[string]int) (moves []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		var l struct{ Event string }
		if json.Unmarshal([]byte(line), &l) != nil {
			continue // the last line may not be whole yet
		}
		kind, what, _ := strings.Cut(l.Event, " ")
		switch {
		case kind == "move":
			moves = append(moves, what)
		case kind == "fault":
			wrong[what]++
		case kind == "mishap":
			wrong[strings.ReplaceAll(what, "-", " ")]++
		case strings.HasPrefix(l.Event, "human forgets"), strings.HasSuffix(l.Event, "against the rules"):
			wrong["human's mistake"]++
		}
	}
	return moves, nil
}

// recordedIn is the moves of a file of one game, or none.
func recordedIn(path string) (moves []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for game, err := range pdn.Read(bytes.NewReader(text)) {
		if err != nil {
			return nil, err
		}
		for _, move := range game.Moves {
			moves = append(moves, move.String())
		}
	}
	return moves, nil
}
