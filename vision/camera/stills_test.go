package camera

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// photographs is a camera in the network that takes a picture for each request: the first is number 0, and so on.
func photographs(t testing.TB) (address string, taken *atomic.Int32, hangUp func()) {
	taken = new(atomic.Int32)
	address, hangUp = serve(func(w http.ResponseWriter, _ *http.Request) {
		if _, err := w.Write(jpeg(t, level(int(taken.Add(1))-1))); err != nil {
			t.Error(err)
		}
	})
	return address + "/shot.jpg", taken, hangUp
}

// A picture is taken for whoever asks, and none for nobody.
func TestStillsAreTakenWhenTheyAreAskedFor(t *testing.T) {
	address, taken, hangUp := photographs(t)
	defer hangUp()
	c := open(t, address, Options{}) // one picture is taken to see that they come
	for want := 1; want < 4; want++ {
		if got, f := read(t, c); got != want || f.Number != want-1 || f.Time.IsZero() {
			t.Fatalf("picture %d of number %d at %v, want %d", got, f.Number, f.Time, want)
		}
	}
	peeked, err := c.Peek(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := numberIn(peeked); got != 4 {
		t.Errorf("peeked at picture %d, want 4", got)
	}
	peeked.Close()
	if got, _ := read(t, c); got != 5 {
		t.Errorf("picture %d after one was peeked at, want 5: that one was taken before", got)
	}
	if got := taken.Load(); got != 6 {
		t.Errorf("%d pictures were taken, want 6", got)
	}
}

// Everybody who asks at the same time gets a picture.
func TestStillsForSeveral(t *testing.T) {
	address, _, hangUp := photographs(t)
	defer hangUp()
	c := open(t, address, Options{})
	var all sync.WaitGroup
	ask := func(way func(context.Context) (Frame, error)) {
		for range 10 {
			f, err := way(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			f.Close()
		}
	}
	for range 3 {
		all.Go(func() { ask(c.Peek) })
		all.Go(func() { ask(c.Next) })
	}
	all.Wait()
}

// A camera that has dropped is opened again, and whoever has asked need not ask anew.
func TestStillsThatDropComeBack(t *testing.T) {
	var taken atomic.Int32
	address, hangUp := serve(func(w http.ResponseWriter, _ *http.Request) {
		switch k := int(taken.Add(1)) - 1; k {
		case 2:
			http.NotFound(w, nil)
		case 3: // what comes is no picture
			_, _ = io.WriteString(w, "busy")
		default:
			_, _ = w.Write(jpeg(t, level(k)))
		}
	})
	defer hangUp()
	clock := &quick{}
	c := open(t, address+"/capture?.jpg", Options{Clock: clock})
	read(t, c)
	if got, f := read(t, c); got != 5 || f.Number != 1 { // 4 showed that pictures come again
		t.Errorf("picture %d of number %d", got, f.Number)
	}
	if got, want := clock.waited(), "[100ms 200ms]"; got != want {
		t.Errorf("waited %s between attempts, want %s", got, want)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}
