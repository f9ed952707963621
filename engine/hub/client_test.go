package hub

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/variant"
)

// within is a context that ends after a time.
func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

func begin(t *testing.T, behaviour string, params ...Arg) *Client {
	t.Helper()
	t.Setenv(fakeVariable, behaviour)
	c, err := Start(within(t, 20*time.Second), []string{os.Args[0]}, params...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

var startMessage = Msg("pos", "pos", startPos)

func TestClient(t *testing.T) {
	c := begin(t, "good", Arg{"variant", "league"}, Arg{"book", "true"})
	if c.Name() != "Thinker 1" {
		t.Errorf("its name is %q", c.Name())
	}
	var infos []Message
	// In league white moves first, and a position has it at the top.
	p, err := variant.League().Start(6)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		a, err := c.Search(within(t, 20*time.Second), Msg("pos", "pos", FormatPosition(variant.League(), p)), Level{Depth: 1},
			func(m Message) {
				infos = append(infos, m)
			})
		if err != nil || a.Move != "4-7" || a.Ponder == "" {
			t.Errorf("%+v, %v", a, err)
		}
	}
	if len(infos) != 2 || infos[0].Value("depth") != "1" {
		t.Errorf("%v", infos)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.Search(within(t, time.Second), startMessage, Level{Depth: 1}, nil); err == nil {
		t.Error("a closed client searches")
	}
}

func TestStartRefuses(t *testing.T) {
	for _, command := range [][]string{nil, {"/no/such/program"}} {
		if _, err := Start(context.Background(), command); err == nil || !strings.Contains(err.Error(), "start ") {
			t.Errorf("%q: %v", command, err)
		}
	}
	t.Setenv(fakeVariable, "good")
	_, err := Start(within(t, 20*time.Second), []string{os.Args[0]}, Arg{"variant", "losing"})
	if want := "does not start as a Hub engine: it has no variant losing, only english, csci561, "; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	t.Setenv(fakeVariable, "silent")
	if _, err := Start(within(t, 100*time.Millisecond), []string{os.Args[0]}); !errors.Is(err, ErrLate) {
		t.Errorf("silent: %v, want %v", err, ErrLate)
	}
	t.Setenv(fakeVariable, "nonsense") // leaves at once, but answers before
	if c, err := Start(within(t, 20*time.Second), []string{os.Args[0]}); err != nil {
		t.Error(err)
	} else if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// TestALateAnswerIsNotTheNext asks again while an answer is still to come.
func TestALateAnswerIsNotTheNext(t *testing.T) {
	c := begin(t, "slow")
	if _, err := c.Search(within(t, 50*time.Millisecond), startMessage, Level{MoveTime: time.Millisecond},
		nil); !errors.Is(err, ErrLate) {
		t.Errorf("%v, want %v", err, ErrLate)
	}
	if _, err := c.Search(within(t, 50*time.Millisecond), startMessage, Level{MoveTime: time.Millisecond},
		nil); !errors.Is(err, ErrLate) {
		t.Errorf("%v, want %v", err, ErrLate)
	}
	a, err := c.Search(within(t, 20*time.Second), startMessage, Level{MoveTime: time.Millisecond}, nil)
	if err != nil || a.Move != "2" {
		t.Errorf("%+v, %v, want the answer to the second search that it was asked for", a, err)
	}
}

func TestSearchFails(t *testing.T) {
	for _, c := range []struct{ behaviour, want string }{
		{"crashes", "exit status 3: panic: many words out of luck"},
		{"complains", "Fake complains says: such a board"},
		{"endless", "it ended"},
	} {
		_, err := begin(t, c.behaviour).Search(within(t, 20*time.Second), startMessage, Level{Depth: 1}, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.behaviour, err, c.want)
		}
	}
}

func TestADeafEngineIsLate(t *testing.T) {
	c := begin(t, "deaf")
	long := Msg("pos", "pos", strings.Repeat("e", 1<<15))
	for range 8 {
		if _, err := c.Search(within(t, 20*time.Millisecond), long, Level{Depth: 1}, nil); !errors.Is(err, ErrLate) {
			t.Errorf("%v, want %v", err, ErrLate)
		}
	}
}

func TestCloseEndsWhoDoesNotLeave(t *testing.T) {
	for _, behaviour := range []string{"stubborn", "deaf"} {
		c := begin(t, behaviour)
		began := time.Now()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took < quitGrace || took > 20*quitGrace {
			t.Errorf("%s: it took %v, want a little more than %v", behaviour, took, quitGrace)
		}
		select {
		case <-c.ended:
		default:
			t.Errorf("%s still runs", behaviour)
		}
	}
}
