package rig_test

import (
	"bytes"
	"context"
	"flag"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
)

// watched notes when the guard sees a hand, and the arm is held.
type watched struct {
	robot.Guard
	robot.Arm
	now func() time.Time // on the table's clock

	mu   sync.Mutex
	seen time.Time // the first picture with the hand that is there
	late []time.Duration
	held []time.Duration // since the table was set up
}

func (w *watched) Watch(ctx context.Context) (robot.Glimpse, error) {
	g, err := w.Guard.Watch(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case g.Hand && w.seen.IsZero():
		w.seen = g.At
	case !g.Hand:
		w.seen = time.Time{}
	}
	return g, err
}

func (w *watched) Hold(ctx context.Context) error {
	w.mu.Lock()
	w.held = append(w.held, w.now().Sub(time.Time{}))
	if !w.seen.IsZero() {
		w.late = append(w.late, w.now().Sub(w.seen))
	}
	w.mu.Unlock()
	return w.Arm.(arm.Holder).Hold(ctx)
}

func (w *watched) Resume(ctx context.Context) error { return w.Arm.(arm.Holder).Resume(ctx) }

// TestAHandHoldsTheArm plays a few moves in real time, through camera and serial port, against somebody who reaches
// over the board while the arm carries a disc: it is held at the picture that shows the hand, does not meet it, and the
// game goes on. Hands come from across the arm, and from its own side once it has been seen to move: beside it,
// beneath its beam, which hides some until it is too late. How many of those are seen is measured in vision/hands; here
// it is how soon the arm is held for one that is.
func TestAHandHoldsTheArm(t *testing.T) {
	if !*realTime {
		t.Skip("takes minutes of a machine that does nothing else: -real-time")
	}
	t.Run("from across", func(t *testing.T) {
		t.Parallel()
		holdsTheArm(t, checkers.White, 0, 0, 6)
	})
	t.Run("from its own side", func(t *testing.T) {
		t.Parallel()
		holdsTheArm(t, checkers.Black, 2, 5, 16)
	})
}

var realTime = flag.Bool("real-time", false, "see how soon the arm is held in real time")

// holdsTheArm plays so many plies against a person on one side, who spares the first discs that are carried; so many
// of the three hands may be missed: the arm is not held for them, or too late.
func holdsTheArm(t *testing.T, side checkers.Side, missed, spared, plies int) {
	const intrusions = 3
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var truth bytes.Buffer // read when the table is closed
	tb, err := table.Start(ctx, table.Options{Seed: 3, Speed: 1, Truth: &truth, Human: &human.Options{
		Strength: 1, Sloppiness: 0.18, WaitForArm: side == checkers.White, Intrusions: intrusions, Spared: spared,
		Sides: func(int) checkers.Side { return side },
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	player, kept := sitDown(ctx, t, tb)
	guard := rig.NewGuard(player.Eye.(*rig.Eye), config.Example(), player.Setup.Frame, nil, zerolog.Nop())
	w := &watched{Guard: guard, Arm: player.Arm, now: func() time.Time { return time.Time{}.Add(tb.Snapshot().Now) }}
	player.Guard, player.Arm = w, w
	defer func() {
		if err := guard.Close(); err != nil {
			t.Error(err)
		}
	}()
	played, told := 0, []string{}
	player.Tell = func(e robot.Event) {
		switch e := e.(type) {
		case robot.Waiting:
			told = append(told, e.Message.String())
		case robot.Repairing:
			t.Errorf("the arm went wrong: %s", e.Message)
		case robot.Recovering:
			t.Errorf("the arm failed: %v", e.Err)
		case robot.Played:
			if played++; played == plies {
				cancel()
			}
		}
	}
	if err := player.Home(ctx); err != nil {
		t.Fatal(err)
	}
	_, err = player.Play(ctx, robot.Settings{Side: side.Opponent(), Think: 50 * time.Millisecond})
	if played < plies {
		t.Fatalf("after %d moves: %v", played, err)
	}
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	counts := tb.Counts()
	reached := bytes.Count(truth.Bytes(), []byte("human reaches in"))
	t.Logf("a hand came %d times; held at %v, %v after the picture; told %q; %+v", reached, w.held, w.late, told, counts)
	for line := range strings.Lines(truth.String()) {
		if strings.Contains(line, `"event":"hand in"`) || strings.Contains(line, `"event":"human reaches in"`) ||
			strings.Contains(line, "tool hand") {
			t.Log(line[:min(len(line), 50)])
		}
	}
	// A hand that is met is missed, even where the arm is held while it comes to the hand.
	if counts.HandHits > missed || counts.Collisions != 0 {
		t.Errorf("counts %+v", counts)
	}
	if reached == 0 || len(w.late) < reached-missed {
		t.Errorf("the hand came %d times, the arm was held %d times", reached, len(w.late))
	}
	if slices.Max(append(w.late, 0)) > 150*time.Millisecond {
		t.Errorf("held %v after the pictures that showed the hand", w.late)
	}
	if moves, _ := happened(t, truth.String()); len(moves) < plies || len(kept.game.Moves) < plies {
		t.Errorf("moves %v, on record %d", moves, len(kept.game.Moves))
	}
}
