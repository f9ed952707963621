package web_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// How many clients watch while it is measured.
const (
	readers   = 40
	neglected = 10 // streams that are never read
)

// crowd has clients watch a program at an address until the benchmark ends.
func crowd(b *testing.B, address string) {
	b.Helper()
	for range readers {
		response, err := http.Get("http://" + address + "/api/v1/events") //nolint:bodyclose // it is, below
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { response.Body.Close() })
		go func() { _, _ = io.Copy(io.Discard, response.Body) }()
	}
	for range neglected {
		c, err := net.Dial("tcp", address)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { c.Close() })
		if err := c.(*net.TCPConn).SetReadBuffer(1); err != nil {
			b.Fatal(err)
		}
		if _, err := fmt.Fprintf(c, "GET /api/v1/events HTTP/1.1\r\nHost: %s\r\n\r\n", address); err != nil {
			b.Fatal(err)
		}
	}
}

// listening serves a player's service over TCP until the benchmark ends.
func listening(b *testing.B, p *player.Player) (address string) {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	p.Serve(b)
	go func() { ended <- web.Serve(ctx, l, p.Service, web.Options{Now: time.Now}) }()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	awaitState(p.Service, service.Idle)
	return l.Addr().String()
}

// turn is a turn of the robot's: it thinks in earnest, ten plies deep in the end, which takes about a fifth of the
// time that it has if nobody says otherwise, and tells what happens.
func turn(p *player.Player) {
	start := checkers.Start()
	p.Tells <- robot.Turn(start, true)
	for depth := range 11 {
		start.Perft(depth)
		p.Tells <- robot.Event{Kind: robot.Thinking, Thought: &search.Info{Depth: depth, PV: start.Moves()}}
	}
	move := start.Moves()[0]
	p.Tells <- robot.Event{Kind: robot.Decided, Position: start, Thought: &search.Result{Move: move}}
	for step := range 4 {
		p.Tells <- robot.Event{Kind: robot.Carrying, Step: step + 1, Steps: 4}
	}
	p.Tells <- robot.Event{Kind: robot.Played, Robots: true, Move: move, Position: start.Play(move)}
	p.Tells <- robot.Turn(start.Play(move), false)
}

// begun is a player in a game.
func begun(b *testing.B, watched bool) *player.Player {
	b.Helper()
	p := player.New(nil)
	if address := listening(b, p); watched {
		crowd(b, address)
	}
	if err := p.Do(b.Context(), service.NewGame{}); err != nil {
		b.Fatal(err)
	}
	return p
}

// BenchmarkTurn measures a turn of the robot's by itself, and with 50 clients that watch it, some of which read
// nothing: the ratio of the medians, and what the clients add. An arm moves for seconds; this turn lasts as long as its
// thinking, and the next begins while clients still read of it.
func BenchmarkTurn(b *testing.B) {
	var alone time.Duration // the median
	for _, name := range []string{"alone", "watched"} {
		b.Run(name, func(b *testing.B) {
			p := begun(b, name == "watched")
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				turn(p)
				took = append(took, time.Since(began))
			}
			switch {
			case name == "alone":
				alone = median(took)
			case alone > 0:
				b.ReportMetric(median(took).Seconds()/alone.Seconds(), "watched/alone")
				b.ReportMetric(float64((median(took)-alone).Microseconds())/1000, "ms-added")
			}
		})
	}
}

// median is the median of times.
func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// stopped is a player that says when it was stopped.
type stopped struct {
	*player.Player
	at chan time.Time
}

// Play implements service.Player.
func (s *stopped) Play(ctx context.Context, _ robot.Settings) (checkers.Outcome, error) {
	s.Tell(robot.Event{Kind: robot.Carrying, Step: 1, Steps: 1})
	<-ctx.Done()
	s.at <- time.Now()
	return checkers.Outcome{}, ctx.Err()
}

// BenchmarkStop measures the time from a client's command to stop until the player has it, while 50 clients watch.
func BenchmarkStop(b *testing.B) {
	s := &stopped{at: make(chan time.Time)}
	s.Player = player.New(func(o *service.Options) { o.Player = s })
	address := listening(b, s.Player)
	crowd(b, address)
	var took []time.Duration
	for b.Loop() {
		if err := s.Do(b.Context(), service.NewGame{}); err != nil {
			b.Fatal(err)
		}
		awaitState(s.Service, service.Moving)
		began := time.Now()
		response, err := http.Post("http://"+address+"/api/v1/commands", "application/json",
			strings.NewReader(write("stop")))
		if err != nil {
			b.Fatal(err)
		}
		at := <-s.at
		took = append(took, at.Sub(began))
		if response.Body.Close() != nil || response.StatusCode != http.StatusAccepted {
			b.Fatal(response.Status)
		}
		awaitState(s.Service, service.Idle)
	}
	b.ReportMetric(float64(median(took).Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
}
