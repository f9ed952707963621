package camera

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"

	"gocv.io/x/gocv"
)

// Whoever peeks gets a picture that nobody has asked for, as often as they like, and takes none from who asks.
func TestPeek(t *testing.T) {
	next := make(chan int)
	address, hangUp := serve(func(w http.ResponseWriter, r *http.Request) {
		boundary(w)
		for {
			select {
			case n := <-next:
				send(w, jpeg(t, level(n)))
			case <-r.Context().Done():
				return
			}
		}
	})
	defer hangUp()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // a picture again and again
		for n := 0; ; n = (n + 1) % 10 {
			select {
			case next <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	c := open(t, address, Options{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			last := -1
			for range 5 {
				f, err := c.Peek(ctx)
				if err != nil {
					t.Error(err)
					return
				}
				if f.Number <= last || f.Image.Cols() != 160 || f.Time.IsZero() {
					t.Errorf("picture %d after %d, %d pixels wide", f.Number, last, f.Image.Cols())
				}
				last = f.Number
				f.Close()
			}
		})
	}
	for range 5 {
		read(t, c)
	}
	all.Wait()
	gone, leave := context.WithCancel(ctx)
	leave()
	if f, err := c.Peek(gone); err == nil { // it came in this very moment
		f.Close()
	} else if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.Close()
	if f, err := c.Peek(ctx); err == nil {
		f.Close()
	} else if !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	cancel()
}

// Whoever peeks at a source that has ended is told so.
func TestPeekAtTheEnd(t *testing.T) {
	c := open(t, sequenceOf(t, 1), Options{})
	seen := make(chan error, 1)
	go func() {
		f, err := c.Peek(t.Context())
		for err == nil { // of a source of one picture, which has gone by perhaps
			f.Close()
			f, err = c.Peek(t.Context())
		}
		seen <- err
	}()
	read(t, c)
	if _, err := c.Next(t.Context()); err == nil {
		t.Fatal("there are two pictures")
	} else if got := <-seen; !errors.Is(got, err) {
		t.Errorf("%v, want %v", got, err)
	}
}

// BenchmarkShow1280x720 is what a camera's goroutine spends on one who peeks.
func BenchmarkShow1280x720(b *testing.B) {
	frame := Frame{Image: gocv.NewMatWithSize(720, 1280, gocv.MatTypeCV8UC3)}
	defer frame.Close()
	var p peekers
	for b.Loop() {
		mine := make(chan Frame, 1)
		p.add(mine)
		p.show(frame)
		(<-mine).Close()
	}
}
