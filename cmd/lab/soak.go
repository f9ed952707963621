package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/drivers"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/terminal"
)

// How a game of a soak goes.
const (
	soakThink    = 50 * time.Millisecond
	soakMistakes = 0.05                   // of the human's moves
	soakLimit    = 15 * time.Minute       // for one game
	soakPictures = 200 * time.Millisecond // from one to the next: of a slow camera
	soakFaults   = 10                     // that are tried in a game
	soakLines    = 80                     // sent to the arm, on the average, from one fault of the line to the next
	soakSteps    = 6                      // of the arm, on the average, from one mishap at the table to the next
)

// soaked is what became of some games.
type soaked struct {
	games, finished, stopped int
	injected                 map[string]int
	helped                   int // times that the human was asked, or saw without being asked that something was wrong
	repairs, homings         int
	lost                     int // desynchronisations
	collisions, hits         int
	outside                  int // motions
}

type soakCommand struct {
	Games int `arg:"" default:"25" help:"How many games to play (${default})."`

	simulation.Options `embed:""`
	armFlags           `embed:""`
}

func (soakCommand) Help() string {
	return `The games go through camera and serial port, as many at a time as there are
processors, while the line, the controller, the tool, the pieces, the lamps and the
human go wrong. --faults FILE has what the file says go wrong instead.

  lab soak 25 --seed 100`
}

// Run plays the games, and reports. What it prints first shows, before hours of games, whether the report can be
// written.
func (c soakCommand) Run(ctx context.Context, s *terminal.Streams) error {
	if c.Games < 1 {
		return cli.WrongUsage("%d games: play 1 or more", c.Games)
	}
	if err := c.Check(); err != nil {
		return err
	}
	if err := c.fit(&c.Options, firmware.Options{}); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.Out, "%d games, from seed %d on:\n", c.Games, c.Seed); err != nil {
		return err
	}
	type ended struct {
		soaked
		became string
		err    error
	}
	next, results := make(chan int), make(chan ended)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer close(next)
		for game := range c.Games {
			select {
			case next <- game:
			case <-ctx.Done():
				return
			}
		}
	}()
	var players sync.WaitGroup
	for range min(c.Games, runtime.NumCPU()) {
		players.Go(func() {
			for game := range next {
				e := ended{soaked: soaked{games: 1, injected: map[string]int{}}}
				e.became, e.err = c.soakGame(ctx, s, game, &e.soaked)
				results <- e
			}
		})
	}
	go func() { players.Wait(); close(results) }()
	all := soaked{injected: map[string]int{}}
	var failed error
	for e := range results {
		if e.err != nil {
			failed = errors.Join(failed, e.err)
			cancel()
			continue
		}
		all.add(e.soaked)
		fmt.Fprintln(s.Out, e.became)
	}
	if failed != nil {
		return failed
	}
	all.report(s.Out)
	if bad := all.lost + all.collisions + all.outside; bad > 0 {
		return fmt.Errorf("the soak found %d desynchronisations, %d collisions and %d motions outside the limits", all.lost,
			all.collisions, all.outside)
	}
	return nil
}

// add counts other games, too.
func (a *soaked) add(b soaked) {
	a.games, a.finished, a.stopped = a.games+b.games, a.finished+b.finished, a.stopped+b.stopped
	for kind, n := range b.injected {
		a.injected[kind] += n
	}
	a.helped, a.repairs, a.homings, a.lost = a.helped+b.helped, a.repairs+b.repairs, a.homings+b.homings, a.lost+b.lost
	a.collisions, a.hits, a.outside = a.collisions+b.collisions, a.hits+b.hits, a.outside+b.outside
}

// soakGame plays one game, counted from 0, and says what became of it. Its own end is no error, however it comes.
func (c soakCommand) soakGame(ctx context.Context, s *terminal.Streams, number int,
	it *soaked) (became string, err error) {
	ctx, cancel := context.WithTimeout(ctx, soakLimit)
	defer cancel()
	folder, err := os.MkdirTemp("", "draughtsman-soak-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	seed, side := c.Seed+uint64(number), checkers.Side(number%2)
	name := fmt.Sprintf("game %d, seed %d", number+1, seed)
	log := s.Log.With().Int("game", number+1).Logger()
	play := app.Options{Time: soakThink, Games: 1, PDN: filepath.Join(folder, "games.pdn"),
		Options: c.Options}
	play.Seed, play.Truth, play.Mistakes = seed, filepath.Join(folder, "truth.jsonl"), soakMistakes
	if c.Truth != "" {
		play.Truth = files.Numbered(c.Truth, number+1)
	}
	wrong := 0
	if c.Faults == "" {
		wrong = soakFaults / 2
	}
	trouble := newTrouble(seed, wrong)
	person := play.Person(func(int) checkers.Side { return side.Opponent() })
	person.Games = 1
	watch, help := &limits{}, &helper{human: side.Opponent()}
	if err := c.fit(&play.Options, firmware.Options{Faults: trouble.line,
		Link: filepath.Join(folder, "port")}); err != nil {
		return "", err
	}
	speed := play.Pace(math.Inf(1))
	told := simulation.Told{Progress: unheard, Warns: io.Discard, Log: log}
	sim, err := play.Start(ctx, told, filepath.Join(folder, "table.yaml"), speed,
		table.Options{FrameInterval: soakPictures, Human: &person,
			Watch: func(s *world.State) { watch.look(s); help.look(s) }})
	if err != nil {
		return "", err
	}
	at, err := app.OpenSimulated(sim, play, quiet(log))
	defer func() { err = errors.Join(err, at.Close()) }()
	if err != nil {
		return "", err
	}
	sim.Do(func(*world.State) { watch.set(sim.Layout().Mount, drivers.Limits(at.Described)) })
	if err := at.Keep(ctx); err != nil {
		return "", err
	}
	if err := at.Connect(ctx); err != nil {
		it.stopped = 1
		return fmt.Sprintf("%s: not begun: %v", name, err), ctx.Err()
	}
	player := at.Player
	player.Tell = func(e robot.Event) {
		logTold(log, e)
		it.hear(e)
		sim.Hear(e)
		help.hear(e, sim.Table)
		trouble.hear(e, sim.Table)
	}
	settings := at.Settings(0, soakThink, search.Level{Name: search.Full})
	settings.Side = side
	playing := player.Home(ctx)
	if playing == nil {
		_, playing = player.Play(ctx, settings)
	}
	counts := sim.Counts()
	it.collisions, it.hits = counts.Collisions, counts.HandHits
	sim.Do(func(*world.State) { it.outside, it.helped = watch.times, it.helped+help.unasked })
	moves, err := simulation.Happened(play.Truth, it.injected)
	if err != nil {
		return "", err
	}
	recorded, err := recordedIn(play.PDN)
	if err != nil {
		return "", err
	}
	became = "finished"
	if playing == nil {
		it.finished = 1
	} else {
		it.stopped = 1
		became = "stopped: " + playing.Error()
	}
	if differs := whereDiffers(recorded, moves); differs < len(recorded) && differs < len(moves) || playing == nil &&
		len(moves) != len(recorded) {
		it.lost = 1
		became += fmt.Sprintf("; DESYNCHRONISED: from move %d on %v is on record, %v was on the table", differs+1,
			recorded[differs:], moves[differs:])
	}
	return fmt.Sprintf("%s: %d moves, %s; %d repairs, %d homings, %d times the human; %d collisions", name, len(recorded),
		became,
		it.repairs, it.homings, it.helped, counts.Collisions), nil
}

// whereDiffers is the index of the first element in which two lists differ, or the length of the shorter one.
func whereDiffers(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// logTold logs what the robot tells, and as a warning what it would have a person read.
func logTold(log zerolog.Logger, e robot.Event) {
	level := zerolog.InfoLevel
	if e.Kind.Is(robot.Stays) {
		level = zerolog.WarnLevel
	}
	if e.Text != (sentence.Text{}) {
		log.WithLevel(level).Str("event", string(e.Kind)).Bool("human", e.Want != nil).Msg(e.Text.String())
	}
}

// hear counts what the robot does about trouble.
func (a *soaked) hear(e robot.Event) {
	switch {
	case e.Want != nil:
		a.helped++
	case e.Kind == robot.Repairing:
		a.repairs++
	case e.Kind == robot.Recovering:
		a.homings++
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
	fmt.Fprintf(w, "tool moving where a hand was\t%d\n", a.hits)
	fmt.Fprintf(w, "motions outside the limits\t%d\n", a.outside)
	_ = w.Flush()
}

// recordedIn is the moves of a file of one game, or none.
func recordedIn(path string) (moves []string, err error) {
	games, err := gamesIn(path)
	for _, game := range games {
		moves = append(moves, checkers.Texts(game.Moves)...)
	}
	return moves, err
}

// gamesIn is the games of a file.
func gamesIn(path string) (games []pdn.Game, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for game, err := range pdn.Read(bytes.NewReader(text)) {
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, nil
}
