package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/session"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		c := session.New(playback.New(t,
			playback.Expect("one\n"), playback.Wait(time.Second), playback.Say("1\r\n2\r\n"),
			playback.Expect("two\n"), playback.Wait(time.Minute), playback.Say("3"), playback.Unplug(),
		), func(l string) { lines = append(lines, l) })
		defer func() { _ = c.Close() }()
		came := func(n int) func() bool { return func() bool { return len(lines) >= n } }

		expect.OK(t, c.Write([]byte("one\n")))
		expect.OK(t, c.Wait(t.Context(), time.Minute, came(2)))
		if err := c.Wait(t.Context(), 0, came(2)); err != nil {
			t.Errorf("what is true already: %v", err)
		}
		expect.OK(t, c.Write([]byte("two\n")))
		if err := c.Wait(t.Context(), 30*time.Second, came(3)); !errors.Is(err, session.ErrTimeout) {
			t.Errorf("after its limit: %v", err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("enough"))
		if err := c.Wait(ctx, time.Minute, came(3)); err == nil || err.Error() != "enough" {
			t.Errorf("after its context: %v", err)
		}
		if err := c.Wait(t.Context(), time.Hour, came(3)); !errors.Is(err, arm.ErrDisconnected) ||
			!errors.Is(err, playback.ErrUnplugged) {
			t.Errorf("after the end: %v", err)
		}
		if err := c.Write([]byte("three\n")); !errors.Is(err, arm.ErrDisconnected) {
			t.Errorf("write after the end: %v", err)
		}
		if diff := cmp.Diff([]string{"1", "2"}, lines); diff != "" {
			t.Error(diff)
		}
		c.Do(func() {
			if last, bytes := c.Heard(); bytes != 7 || time.Since(last) != 0 {
				t.Errorf("heard %d bytes, the last at %v", bytes, last)
			}
		})
	})
}

// port plays back the results of reads and writes.
type port struct {
	reads chan error
	write func(p []byte) (int, error)
}

func (p port) Read([]byte) (int, error) {
	err, ok := <-p.reads
	if !ok {
		return 0, io.EOF
	}
	return 0, err
}
func (p port) Write(b []byte) (int, error) { return p.write(b) }
func (p port) Close() error                { close(p.reads); return nil }

func TestReadTimeoutsAreNoEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := port{reads: make(chan error)}
		c := session.New(p, func(string) {})
		for range 1000 {
			p.reads <- fmt.Errorf("port: %w", os.ErrDeadlineExceeded)
		}
		if err := c.Err(); err != nil {
			t.Error(err)
		}
		for range 100 { // a port that returns neither bytes nor an error again and again
			p.reads <- nil
		}
		synctest.Wait()
		if err := c.Err(); !errors.Is(err, io.ErrNoProgress) || !errors.Is(err, arm.ErrDisconnected) {
			t.Errorf("end of a port without progress: %v", err)
		}
		for range 2 {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestWriteErrors(t *testing.T) {
	for name, c := range map[string]struct {
		write func([]byte) (int, error)
		want  error
	}{
		"short":    {func(b []byte) (int, error) { return len(b) - 1, nil }, arm.ErrDisconnected},
		"stuck":    {func([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }, arm.ErrNoAnswer},
		"vanished": {func([]byte) (int, error) { return 0, io.ErrClosedPipe }, arm.ErrDisconnected},
	} {
		t.Run(name, func(t *testing.T) {
			conn := session.New(port{reads: make(chan error), write: c.write}, func(string) {})
			defer func() { _ = conn.Close() }()
			if err := conn.Write([]byte("x\n")); !errors.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}
