package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"draughtsman/internal/config"
	"draughtsman/internal/table"
)

var (
	signals      = flag.Int("signals", 8, "how many signals TestSignalsAtRandom sends: make signals")
	signalsFirst = flag.Uint64("signals-first", 1, "the first one's seed")
)

// stopped is a program that a signal is sent to, and what it does then.
type stopped struct {
	args  []string
	parks bool // its arm homes and parks where it is asked to end, and stands at once where it is to quit
}

var stoppedPrograms = []stopped{
	{args: []string{"play", "--config", "table.yaml", "--side", "black", "--time", "50ms", "--no-guard"}},
	{args: []string{"play", "--config", "table.yaml", "--side", "black", "--time", "50ms"}},
	{args: []string{"serve", "--config", "table.yaml", "--side", "black", "--no-set-up", "--listen", "127.0.0.1:0"},
		parks: true},
	{args: []string{"watch", "--config", "table.yaml"}},
	{args: []string{"calibrate", "--again", "--config", "table.yaml"}},
	{args: []string{"calibrate", "delay", "--config", "table.yaml"}},
}

const (
	latestSignal = 15 * time.Second // after the program's start: the arm homes, and has carried its first disc by then
	comesToRest  = time.Second      // after a signal, an arm that does not park stands; docs/arms.md has real ones
	endsWithin   = time.Minute
)

// TestSignalsAtRandom asks programs to end at random moments: they end with status 0, nothing moves once they have
// ended, and an arm that does not park stands within a second.
func TestSignalsAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("an arm moves as fast as a real one")
	}
	calibrated := prepare(t).calibration
	kinds := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT}
	for i := range *signals {
		seed := *signalsFirst + uint64(i)
		random := rand.New(rand.NewPCG(seed, 7))
		program, sent := stoppedPrograms[i%len(stoppedPrograms)], kinds[random.IntN(len(kinds))]
		after := time.Duration(random.Float64() * float64(latestSignal))
		t.Run(fmt.Sprintf("%d: %v, %.2f s after %s", seed, sent, after.Seconds(), program.args[0]),
			func(t *testing.T) {
				t.Parallel()
				program.stop(t, calibrated, sent, after)
			})
	}
}

func (program stopped) stop(t *testing.T, calibrated []byte, sent syscall.Signal, after time.Duration) {
	options := plain()
	options.Speed = 1
	tb, err := table.Start(context.WithoutCancel(t.Context()), options)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	p := &person{table: tb}
	server := httptest.NewServer(http.HandlerFunc(p.film))
	defer server.Close()
	defer server.CloseClientConnections()
	folder := t.TempDir()
	d := config.Example()
	d.Camera.Source, d.Arm.Port = server.URL, tb.PortPath()
	if err := errors.Join(d.Save(filepath.Join(folder, "table.yaml"), ""),
		os.WriteFile(filepath.Join(folder, d.Calibration), calibrated, 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), latestSignal+endsWithin)
	defer cancel()
	run := exec.CommandContext(ctx, "draughtsman", program.args...)
	run.Dir = folder
	terminal, err := pty.Start(run)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	said := newScreen(terminal)
	var end time.Time
	ended := make(chan error, 1)
	go func() {
		err := run.Wait()
		end = time.Now()
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil { // before it was asked to; what has nothing left to do ends well
			t.Errorf("it ended by itself: %v\n%s", err, said.text())
		}
		return
	case <-time.After(after):
	}
	// What a script starts in the background inherits that a signal is ignored, until it listens itself.
	for signal.Ignored(sent) && said.text() == "" && ctx.Err() == nil {
		<-time.After(10 * time.Millisecond)
	}
	begun := said.text() != "" // before that, the program is not there yet, and a signal ends it as any other
	moved := p.walked(10*time.Millisecond) > 0
	if err := run.Process.Signal(sent); err != nil {
		t.Fatal(err)
	}
	asked := time.Now()
	rests := !program.parks || sent == syscall.SIGQUIT
	if rests {
		<-time.After(comesToRest)
		if mm := p.walked(500 * time.Millisecond); mm > 0 {
			t.Errorf("%v after the signal the tool has gone on for %.1f mm\n%s", comesToRest, mm, said.text())
		}
	}
	err = <-ended
	if mm := p.walked(300 * time.Millisecond); mm > 0 {
		t.Errorf("the tool has gone %.1f mm since the program ended\n%s", mm, said.text())
	}
	if err != nil && (begun || ctx.Err() != nil) {
		t.Errorf("it ended with %v\n%s", err, said.text())
	}
	if n := tb.Counts().Collisions; n > 0 {
		t.Errorf("%d collisions", n)
	}
	t.Logf("it ended %.2f s after the signal; the tool was on its way: %t", end.Sub(asked).Seconds(), moved)
}
