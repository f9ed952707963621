package main

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/service"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/web"
)

// How an arm is stopped in a benchmark.
const (
	stopsMeasured = 5
	fastMMS       = 60 // as fast as the tool is at least when it is stopped, mm/s
)

// BenchmarkStopArm measures the time from a client's command to stop until the gantry of a simulated table, which runs
// at the speed of a real one, makes its last step; and that without the time for which it brakes. The client asks over
// HTTP, or is a person who clicks on the page.
func BenchmarkStopArm(b *testing.B) {
	b.Run("request", func(b *testing.B) {
		measureStops(b, func(m *mover) time.Time {
			began := time.Now()
			m.command("stop")
			return began
		})
	})
	b.Run("click", func(b *testing.B) {
		open := browser.Start(b)
		var tab *browser.Tab
		measureStops(b, func(m *mover) time.Time {
			const click = `(() => {
				const at = performance.timeOrigin + performance.now();
				document.querySelector("#stop").click();
				return at;
			})()`
			return time.UnixMicro(int64(browser.Value[float64](tab, click) * 1000))
		}, func(m *mover) {
			tab = open(b, 1280, 1000)
			tab.Open(strings.TrimSuffix(m.address, "api/v1/"))
			tab.Until(`!document.querySelector("#stop").hidden`)
		})
	})
}

// measureStops has an arm stopped in motion, again and again. The time that is returned is when that was asked for.
func measureStops(b *testing.B, stop func(*mover) time.Time, prepare ...func(*mover)) {
	for b.Loop() {
		var whole, before []time.Duration
		m := newMover(b)
		for _, do := range prepare {
			do(m)
		}
		for range stopsMeasured {
			m.await(func() bool { return m.owner.Snapshot().Progress != nil && m.watch.fast() })
			began := stop(m)
			m.awaitState(service.Stopped)
			m.await(m.watch.still)
			last, brakes := m.watch.stood(began)
			whole, before = append(whole, last.Sub(began)), append(before, brakes.Sub(began))
			m.command("continue")
		}
		slices.Sort(whole)
		slices.Sort(before)
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		b.ReportMetric(ms(whole[len(whole)/2]), "p50-ms")
		b.ReportMetric(ms(whole[len(whole)-1]), "max-ms")
		b.ReportMetric(ms(before[len(before)/2]), "until-braking-p50-ms")
		b.ReportMetric(ms(before[len(before)-1]), "until-braking-max-ms")
	}
}

// mover is a table at which the arm moves, which clients may stop.
type mover struct {
	b       *testing.B
	owner   *service.Service
	address string
	watch   *toolWatch
}

// newMover begins a game in which the robot moves first.
func newMover(b *testing.B) *mover {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	m := &mover{b: b, watch: &toolWatch{}}
	play := app.Options{Time: time.Millisecond, Side: "black", Level: "full", Speed: "1",
		PDN: filepath.Join(b.TempDir(), "games.pdn"), Options: woodenTable()}
	person := play.Person(func(int) checkers.Side { return checkers.White })
	at := layTable(ctx, b, play, table.Options{Human: &person, Watch: m.watch.look})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	m.owner, m.address = at.Owner, "http://"+listener.Addr().String()+"/api/v1/"
	serves := &app.Serving{Listener: listener, Web: web.Options{Now: time.Now}, Asked: true}
	ended := make(chan error, 1)
	go func() { ended <- at.Serve(ctx, serves) }()
	b.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			b.Error(err)
		}
		if err := at.Close(); err != nil {
			b.Error(err)
		}
	})
	m.awaitState(service.Idle)
	if err := m.owner.Do(ctx, service.NewGame{Side: checkers.Black}); err != nil {
		b.Fatal(err)
	}
	return m
}

// command gives a command as a client.
func (m *mover) command(name string) {
	m.b.Helper()
	answer, err := http.Post(m.address+"commands", "application/json", strings.NewReader(`{"command":"`+name+`"}`))
	if err != nil {
		m.b.Fatal(err)
	}
	if answer.Body.Close() != nil || answer.StatusCode != http.StatusAccepted {
		m.b.Fatalf("%s: %s", name, answer.Status)
	}
}

// await waits until something is so.
func (m *mover) await(so func() bool) {
	m.b.Helper()
	ctx, cancel := context.WithTimeout(m.b.Context(), 5*time.Minute)
	defer cancel()
	looks := time.NewTicker(world.Tick)
	defer looks.Stop()
	for !so() {
		select {
		case <-looks.C:
		case <-ctx.Done():
			m.b.Fatalf("it does not come to that: %+v", m.owner.Snapshot())
		}
	}
}

func (m *mover) awaitState(wanted service.State) {
	m.b.Helper()
	m.await(func() bool { return m.owner.Snapshot().State == wanted })
}

// toolWatch watches how the tool moves.
type toolWatch struct {
	mu    sync.Mutex
	at    world.Point
	ticks []toolTick // the last ones in which it has moved
}

// toolTick is how the tool moves at a time of this computer's clock.
type toolTick struct {
	at    time.Time
	speed float64 // mm/s
}

// look notes what happens in a tick.
func (w *toolWatch) look(s *world.State) {
	const kept = 2000
	w.mu.Lock()
	defer w.mu.Unlock()
	if way := distance(w.at, s.Tool.At); way > 0 {
		w.ticks = append(w.ticks[max(0, len(w.ticks)-kept):], toolTick{time.Now(), way / world.Tick.Seconds()})
	}
	w.at = s.Tool.At
}

func distance(a, b world.Point) float64 {
	return math.Hypot(math.Hypot(a.X-b.X, a.Y-b.Y), a.Z-b.Z)
}

// fast reports whether the tool moves fast just now.
func (w *toolWatch) fast() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.ticks)
	return n > 0 && w.ticks[n-1].speed >= fastMMS && time.Since(w.ticks[n-1].at) < 2*world.Tick
}

// still reports whether the tool has not moved for a while.
func (w *toolWatch) still() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Since(w.ticks[len(w.ticks)-1].at) > time.Second
}

// stood is when the tool made its last step, and when it began to slow down for good, after it was to stop.
func (w *toolWatch) stood(since time.Time) (last, brakes time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	last, brakes = since, since
	for i := len(w.ticks) - 1; i > 0 && w.ticks[i].at.After(since); i-- {
		if last.Equal(since) {
			last = w.ticks[i].at
		}
		if brakes = w.ticks[i].at; w.ticks[i].speed >= w.ticks[i-1].speed {
			break
		}
	}
	return last, brakes
}
