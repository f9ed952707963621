package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/app"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/internal/web"
)

var (
	hours = flag.Float64("hours", 0, "how long TestServedDay serves, in hours of the simulated table's time")
	truth = flag.String("truth", "", "file that keeps all that is true at the table of TestServedDay: some 5 MB an hour")
)

// How a day of games goes.
const (
	dayFaults = 2000 // of the line, and as many at the table: more than come to pass
	dayThink  = 20 * time.Millisecond
	stuckTime = 5 * time.Minute // in which nothing happens

	eventsBefore = 30  // a collision
	linesShown   = 400 // of the truth, where that happens
	eventsShown  = 200 // and of what clients were told
)

// TestServedDay serves a simulated table for hours of its time, with faults, a game set up by the arm after each, and
// clients that read. The program's memory does not grow, and every game is on record as it was played.
func TestServedDay(t *testing.T) {
	if *hours == 0 {
		t.Skip("takes hours: give -hours")
	}
	d := newDay(t)
	began := time.Now()
	for d.hour() < *hours {
		if !d.goesOn() {
			for _, e := range d.told() {
				t.Logf("%+v", e)
			}
			t.Fatalf("after %.1f h nothing has happened for long: %+v\n%s", d.hour(), d.owner.Snapshot(),
				strings.Join(d.truth.last, "\n"))
		}
		if list := d.truth.touches(); len(list) > 0 {
			t.Errorf("collisions: %q; what was told last: %+v", list, d.told())
		}
	}
	last := d.memory[len(d.memory)-1]
	first := d.memory[slices.IndexFunc(d.memory, func(m memory) bool { return m.hour >= min(1, *hours/2) })]
	t.Logf("%.1f hours in %v: %d games, %d moves, %d faults and mishaps, %d homings, %d discs put right, "+
		"%d times helped, %d times gone on after a stop, %d times that a disc was touched which lay where it had fallen; "+
		"memory %.1f MB after %.1f h, %.1f MB at the end (%.2f times)", d.hour(),
		time.Since(began).Round(time.Second), len(d.truth.games), d.truth.moves(), d.truth.wrong, d.heard.homings,
		d.heard.repairs, d.heard.helped, d.stops, d.truth.grazed, first.mb, first.hour, last.mb, last.mb/first.mb)
	if last.mb > 1.2*first.mb {
		t.Errorf("the memory has grown to %.2f times", last.mb/first.mb)
	}
	if hits := d.sim.Counts().HandHits; hits > 0 {
		t.Errorf("%d times the tool moved where a hand was", hits)
	}
	d.compare()
}

// day is a simulated table that is served while everything goes wrong.
type day struct {
	t      *testing.T
	sim    *simulation.Table
	owner  *service.Service
	truth  *dayTruth
	heard  soaked
	stops  int
	record string
	memory []memory
	last   int64 // event that was seen
}

// memory is what the program takes up.
type memory struct{ hour, mb float64 }

// dayTruth keeps the moves of the games at a table, and counts what goes wrong.
type dayTruth struct {
	mu    sync.Mutex
	rest  []byte
	games [][]string
	wrong int

	thrown     map[string]bool // discs that a mishap or a fault let fall, or knocked away, and that lie there since
	grazed     int             // times that one of them was touched
	collisions []string        // others, each with what happened before
	lately     []string        // events
	last       []string        // lines
}

// Write takes over lines of a truth log.
func (d *dayTruth) Write(text []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rest = append(d.rest, text...)
	for {
		line, rest, whole := bytes.Cut(d.rest, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		d.rest = slices.Clone(rest)
		var l struct {
			Event, FEN string
			T          float64
			Discs      []struct {
				ID      int
				X, Y, Z float64
			}
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return 0, err
		}
		d.last = append(d.last[max(0, len(d.last)-linesShown):], string(line))
		kind, what, _ := strings.Cut(l.Event, " ")
		switch kind {
		case "setup":
			d.games = append(d.games, nil)
		case "move":
			d.games[len(d.games)-1] = append(d.games[len(d.games)-1], what)
		case "took":
			left, err := simulation.TakenBack(d.games[len(d.games)-1], l.Event)
			if err != nil {
				return 0, err
			}
			d.games[len(d.games)-1] = left
		case "fault", "mishap":
			d.wrong++
		case "drop", "knock":
			d.throw(what, true)
		case "lift":
			d.throw(what, false)
		case "hand":
			if _, id, lifts := strings.Cut(what, "lift "); lifts {
				d.throw(id, false)
			}
		case "collision":
			if slices.ContainsFunc(strings.Fields(what), func(thing string) bool { return d.thrown[thing] }) {
				d.grazed++
				break
			}
			touch := fmt.Sprintf("after %.0f s, in game %d: %s", l.T, len(d.games), what)
			for _, disc := range l.Discs {
				if slices.Contains(strings.Fields(what), strconv.Itoa(disc.ID)) {
					touch += fmt.Sprintf(" %+v", disc)
				}
			}
			d.collisions = append(d.collisions, touch+"; before: "+strings.Join(d.lately, ", "))
		}
		d.lately = append(d.lately[max(0, len(d.lately)-eventsBefore):], fmt.Sprintf("%.0f %s %s", l.T, l.Event, l.FEN))
	}
}

// throw notes that a disc was thrown, or that somebody has taken it up since.
func (d *dayTruth) throw(disc string, thrown bool) {
	if d.thrown == nil {
		d.thrown = map[string]bool{}
	}
	d.thrown[disc] = thrown
}

// touches are the collisions since it was asked last.
func (d *dayTruth) touches() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := d.collisions
	d.collisions = nil
	return list
}

func (d *dayTruth) moves() (n int) {
	for _, g := range d.games {
		n += len(g)
	}
	return n
}

// newDay begins to serve.
func newDay(t *testing.T) *day {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	d := &day{t: t, truth: &dayTruth{}, record: filepath.Join(t.TempDir(), "games.pdn")}
	d.heard.injected = map[string]int{}
	play := app.Options{Time: dayThink, Games: 1, Side: "alternate", Level: "full", PDN: d.record, SetUp: true,
		Options: woodenTable()}
	play.Mistakes, play.Strength = soakMistakes, 2
	person := play.Person(func(game int) checkers.Side { return app.SideIn("alternate", game).Opponent() })
	person.ArmSetsUp, person.Told = true, true
	trouble, watch := newTrouble(1, dayFaults), &limits{}
	help, inGame := &helper{human: person.Sides(0)}, false
	at := layTable(ctx, t, play, table.Options{Human: &person, Truth: d.kept(), FrameInterval: soakPictures,
		Watch: func(s *world.State) {
			watch.look(s)
			if inGame || help.asked() { // between games the table is not the last one's any more
				help.look(s)
			}
		},
		Arm: wired(trouble, filepath.Join(t.TempDir(), "port"))})
	sim, owner := at.Sim, at.Owner
	d.sim, d.owner = sim, owner
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serves := &app.Serving{Listener: listener, Web: web.Options{Now: time.Now},
		Parks: func(error) time.Duration { return 30 * time.Second }}
	listens := owner.Listens
	owner.Listens = func(e robot.Event) {
		listens(e)
		d.heard.hear(e)
		sim.Do(func(s *world.State) {
			switch e.Kind {
			case robot.GameStarted:
				help.human, inGame = e.Side.Opponent(), true
			case robot.GameOver:
				inGame = false
			}
		})
		help.hear(e, sim.Table)
		trouble.hear(e, sim.Table)
	}
	ended := make(chan error, 1)
	go func() { ended <- at.Serve(ctx, serves) }()
	var clients sync.WaitGroup
	for _, path := range []string{"events", "picture.mjpg?overlay=1"} {
		clients.Go(func() { reads(ctx, t, "http://"+listener.Addr().String()+"/api/v1/"+path) })
	}
	t.Cleanup(func() {
		cancel()
		clients.Wait()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := at.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// kept takes the truth log over, and keeps it in a file if it is to.
func (d *day) kept() io.Writer {
	if *truth == "" {
		return d.truth
	}
	file, err := os.Create(*truth)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		if err := file.Close(); err != nil {
			d.t.Error(err)
		}
	})
	return io.MultiWriter(d.truth, file)
}

// reads is a client that reads all that it is sent, and comes back.
func reads(ctx context.Context, t *testing.T, url string) {
	for ctx.Err() == nil {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Error(err)
			return
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
}

// told is the last events that clients were told.
func (d *day) told() []service.Event {
	events, _, _ := d.owner.Events(d.owner.Snapshot().Event - eventsShown)
	return events
}

// hour is the table's time.
func (d *day) hour() float64 { return d.sim.Snapshot().Now.Hours() }

// goesOn waits for the next game to end, and reports whether one has. A game that was stopped is gone on with.
func (d *day) goesOn() bool {
	for {
		events, _, more := d.owner.Events(d.last)
		for _, e := range events {
			d.last = e.ID
			switch e.Event {
			case "game over":
				d.memory = append(d.memory, memory{d.hour(), residentMB(d.t)})
				if n := len(d.memory); n%10 == 1 {
					d.t.Logf("after %.1f h %d games, %.1f MB", d.hour(), n, d.memory[n-1].mb)
				}
				return true
			case "problem":
				d.stops++
				d.t.Logf("after %.1f h: %s", d.hour(), e.Text)
				if err := d.owner.Do(d.t.Context(), service.Continue{}); err != nil {
					d.t.Errorf("it does not go on: %v", err)
				}
			}
		}
		select {
		case <-more:
		case <-time.After(stuckTime):
			return false
		}
	}
}

// residentMB is the memory of this process that is not swapped out, in units of 2²⁰ bytes.
func residentMB(t *testing.T) float64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, "VmRSS:"); found {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb / 1024
		}
	}
	t.Fatal("the system does not say how much memory is used")
	return 0
}

// untilOver is what belongs to a game of the moves that were made from the first position: none after it was over by
// the rules. Somebody may make one before the robot has seen that its own move has made a draw, and says so.
func untilOver(moves []string) ([]string, error) {
	game := checkers.NewGame(checkers.Start())
	for i, text := range moves {
		if _, over := game.Outcome(); over {
			return moves[:i], nil
		}
		m, err := game.Position().ParseMove(text)
		if err == nil {
			err = game.Play(m)
		}
		if err != nil {
			return moves, fmt.Errorf("move %d on the table: %w", i+1, err)
		}
	}
	return moves, nil
}

// compare holds the record against what happened. The last game may be under way.
func (d *day) compare() {
	recorded, err := gamesIn(d.record)
	if err != nil {
		d.t.Fatal(err)
	}
	d.truth.mu.Lock()
	defer d.truth.mu.Unlock()
	if n := len(d.truth.games); len(recorded) < n-1 || len(recorded) > n {
		d.t.Errorf("%d games on record, %d on the table", len(recorded), n)
	}
	for i, game := range recorded[:min(len(recorded), len(d.truth.games))-1] {
		made, err := untilOver(d.truth.games[i])
		if err != nil {
			d.t.Error(err)
		}
		got, want := fmt.Sprint(checkers.Texts(game.Moves)), fmt.Sprint(made)
		if got != want || game.Result == pdn.Unfinished {
			d.t.Errorf("game %d is recorded, with the result %v, as %s\nand was %s", i+1, game.Result, got, want)
		}
	}
}
