package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/app"
	"draughtsman/internal/config"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/internal/terminal"
)

// TestWatchedFilm records a rendered game, hands and half-made moves included, and knows nothing of its table.
func TestWatchedFilm(t *testing.T) {
	dir := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if dir == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA does not name a directory with photos/ and renders/")
	}
	films, err := filepath.Glob(filepath.Join(dir, "renders", "*", "film.json"))
	if err != nil || len(films) == 0 {
		t.Fatal("no films", err)
	}
	for _, path := range films {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) { watchFilm(t, path) })
	}
}

func watchFilm(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var film struct {
		Moves  []string
		Result string
	}
	if err := json.Unmarshal(text, &film); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(t.TempDir(), "film.pdn")
	var out, errs bytes.Buffer
	began := time.Now()
	status := run([]string{
		"watch", "--camera", filepath.Join(filepath.Dir(path), "%04d.jpg"), "--pdn", record,
	}, strings.NewReader(""), &out, &errs)
	if status != 0 {
		t.Fatalf("exit status %d\n%s", status, tail(errs.String()))
	}
	games := readGames(t, record)
	if len(games) != 1 {
		t.Fatalf("%d games on record", len(games))
	}
	if got := checkers.Texts(games[0].Moves); !slices.Equal(got, film.Moves) || games[0].Result.String() != film.Result {
		t.Errorf("recorded %s %v\nplayed   %s %s", strings.Join(got, " "), games[0].Result, strings.Join(film.Moves, " "),
			film.Result)
	}
	t.Logf("%d moves in %.1f s", len(games[0].Moves), time.Since(began).Seconds())
}

// TestWatchedGame watches the robot play on the simulated table, through the camera that it looks through itself, and
// knows neither the table nor who has which pieces.
func TestWatchedGame(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a whole game")
	}
	folder := t.TempDir()
	quiet := &session{in: strings.NewReader(""), out: io.Discard, err: io.Discard, log: zerolog.Nop()}
	c := playCommand{
		Config: filepath.Join(folder, "table.yaml"), PDN: filepath.Join(folder, "played.pdn"),
		Side: "white", Level: "full", Time: 100 * time.Millisecond, Games: 1, Turn: "auto", Human: "auto",
		Options: simulation.Options{Seed: 3, Strength: 2, Scheme: "red", BlackPieces: "light",
			BoardTurn: 4, CameraTilt: 30, CameraRound: 190},
	}
	person := c.Person(func(int) checkers.Side { return checkers.Black })
	person.Games = 1
	told := terminal.New(quiet.streams()).Told()
	sim, err := c.Start(t.Context(), told, c.Config, math.Inf(1), table.Options{Human: &person})
	if err != nil {
		t.Fatal(err)
	}
	defer sim.Close()

	record := filepath.Join(folder, "watched.pdn")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, errs bytes.Buffer
	watched := make(chan error, 1)
	begun := make(chan struct{})
	go func() {
		s := &session{in: strings.NewReader(""), out: &out, err: &firstWrite{to: &errs, made: begun}, log: zerolog.Nop()}
		watched <- watchCommand{
			Camera: sim.CameraURL(), PDN: record, BlackPieces: "auto", SquareMM: squareMM,
			Settle: app.StillBeforeMove / simulation.FullSpeedFactor,
		}.Run(ctx, s)
	}()
	select {
	case <-begun: // it sees the table
	case err := <-watched:
		t.Fatalf("watching ended: %v\n%s", err, &errs)
	}
	if err := c.play(t.Context(), quiet); err != nil {
		t.Fatal(err)
	}
	played := readGames(t, c.PDN)
	if !waitFor(t, func() bool { return slices.Equal(movesIn(record), played[0].Moves) }) {
		t.Errorf("recorded %s\nplayed   %s\n%s",
			checkers.Texts(movesIn(record)), checkers.Texts(played[0].Moves), tail(out.String()))
	}
	stop()
	if err := <-watched; err != nil {
		t.Error(err)
	}
	t.Logf("%d moves", len(played[0].Moves))
}

// firstWrite says when something is first written.
type firstWrite struct {
	to   io.Writer
	made chan struct{}
	done bool
}

func (w *firstWrite) Write(text []byte) (int, error) {
	if !w.done {
		w.done = true
		close(w.made)
	}
	return w.to.Write(text)
}

// movesIn is the moves of the first game of a file, nil while there is none.
func movesIn(path string) []checkers.Move {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	for game, err := range pdn.Read(file) {
		if err == nil {
			return game.Moves
		}
	}
	return nil
}

// waitFor asks again and again for some seconds.
func waitFor(t *testing.T, what func() bool) bool {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	tooLate := time.After(20 * time.Second)
	for !what() {
		select {
		case <-tick.C:
		case <-tooLate:
			return false
		}
	}
	return true
}

// film writes pictures of a game, two of every position, into a folder. A move is "11-15"; "-1" takes one back.
func film(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 1 {
		ts.Fatalf("usage: film FOLDER [GAME] [MOVE…]")
	}
	ts.Check(filmInto(ts.MkAbs(args[0]), args[1:]...))
}

// filmInto is film.
func filmInto(folder string, words ...string) error {
	start := checkers.Start()
	if len(words) > 0 {
		if rules, err := checkers.RuleSetNamed(words[0]); err == nil {
			start, words = rules.Start(), words[1:]
		}
	}
	game, number := checkers.NewGame(start), 0
	shoot := func() error {
		picture, err := pictureOf(game.Position())
		for range 2 {
			err = errors.Join(err, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d.jpg", number)), picture, 0o600))
			number++
		}
		return err
	}
	if err := errors.Join(os.MkdirAll(folder, 0o700), shoot()); err != nil {
		return err
	}
	for _, word := range words {
		if word == "-1" {
			game.Undo()
		} else if m, err := game.Position().ParseMove(word); err != nil {
			return err
		} else if err := game.Play(m); err != nil {
			return err
		}
		if err := shoot(); err != nil {
			return err
		}
	}
	return nil
}

// pictureOf is a position as the camera of a simulated table sees it.
func pictureOf(p checkers.Position) (_ []byte, err error) {
	o := plain()
	mount := o.Layout.Mount
	o.Position, o.Layout = p, world.LayoutOf(p.Set.Board())
	o.Layout.Mount = mount
	sim, err := table.Start(context.Background(), o)
	if err != nil {
		return nil, err
	}
	defer sim.Close()
	reply, err := http.Get(sim.StillURL())
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	return io.ReadAll(reply.Body)
}

// The description that the scripts' tables have is the one that watch assumes where it knows nothing.
func TestUsualPieces(t *testing.T) {
	d := config.Example()
	for got, want := range map[float64]float64{
		usualDiameterSquares: d.Disc.DiameterMM / d.Board.SquareMM, usualHeightSquares: d.Disc.HeightMM / d.Board.SquareMM,
	} {
		if got < want-0.01 || got > want+0.01 {
			t.Errorf("%g of a square, and the example has %g", got, want)
		}
	}
}
