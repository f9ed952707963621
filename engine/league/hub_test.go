package league

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/hub"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// fakeVariable makes this test program a Hub engine: "good", or one that "crashes" in each search, or plays what is
// "illegal".
const fakeVariable = "FAKE_PLAYER"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 {
		playAsAgent(os.Args[1])
	}
	switch os.Getenv(fakeVariable) {
	case "":
		os.Exit(m.Run())
	case "good":
		if err := hub.Serve(context.Background(), os.Stdin, os.Stdout, served()); err != nil {
			panic(err)
		}
	default:
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			switch command, _, _ := strings.Cut(in.Text(), " "); {
			case command == "hub":
				fmt.Fprintln(os.Stdout, "wait")
			case command == "init":
				fmt.Fprintln(os.Stdout, "ready")
			case command == "go" && os.Getenv(fakeVariable) == "crashes":
				os.Exit(3)
			case command == "go":
				fmt.Fprintln(os.Stdout, "done move=1-32")
			case command == "quit":
				return
			}
		}
	}
}

func served() hub.Engine {
	return hub.Engine{Name: "Test", Version: "1", Author: "us",
		New: func(r variant.Rules, size int, s hub.Settings) hub.Searcher {
			return variant.NewSearcher(r, size, variant.Positional(), zerosum.Options{TableMB: s.TableMB})
		}}
}

func sitFake(t *testing.T, behaviour string, rules variant.Rules, size int) Player {
	t.Setenv(fakeVariable, behaviour)
	p := sit(t, "hub:"+os.Args[0], rules, size, variant.First, 1)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// TestHubPlayer plays parts of games with this program at the other end.
func TestHubPlayer(t *testing.T) {
	for _, c := range []struct {
		rules variant.Rules
		size  int
	}{{variant.English(), 8}, {variant.League(), 6}, {variant.CheckersBot(), 8}} {
		p := sitFake(t, "good", c.rules, c.size)
		playOut(t, newGame(t, c.rules, c.size), p, sit(t, "random", c.rules, c.size, variant.Second, 1), 20*time.Millisecond,
			50)
	}
}

func TestHubPlayerIsStartedAgain(t *testing.T) {
	p := sitFake(t, "crashes", variant.English(), 8)
	for range starts + 1 {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		_, err := p.Choose(ctx, newGame(t, variant.English(), 8), time.Second)
		cancel()
		if err == nil || !strings.Contains(err.Error(), "exit status 3") {
			t.Errorf("%v", err)
		}
	}
	if n := p.(*hubPlayer).started; n != starts {
		t.Errorf("started %d times, want %d", n, starts)
	}
}

func TestHubPlayerIsIllegal(t *testing.T) {
	p := sitFake(t, "illegal", variant.English(), 8)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if _, err := p.Choose(ctx, newGame(t, variant.English(), 8), time.Second); !errors.Is(err, ErrIllegal) {
		t.Errorf("%v, want %v", err, ErrIllegal)
	}
}

// TestStopIsAnsweredWithin50ms stops endless searches of every kind of searcher. The quickest of some tries counts:
// the machine may be busy.
func TestStopIsAnsweredWithin50ms(t *testing.T) {
	for _, c := range []struct{ variant, pos string }{
		{"english", "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"},
		{"csci561", "BeeBBeeeeeeeeeeeeeeeeeeeeeeeeeWWe"},
		{"league", "W" + strings.Repeat("w", 20) + strings.Repeat("e", 10) + strings.Repeat("b", 20)},
		{"csc242", "B" + strings.Repeat("B", 6) + strings.Repeat("e", 20) + strings.Repeat("W", 6)},
	} {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- hub.Serve(context.Background(), inR, outW, served())
			_ = outW.Close()
		}()
		say := func(line string) {
			if _, err := io.WriteString(inW, line+"\n"); err != nil {
				t.Error(err)
			}
		}
		lines := bufio.NewScanner(outR)
		hear := func(prefix string) {
			for lines.Scan() {
				if strings.HasPrefix(lines.Text(), prefix) {
					return
				}
			}
			t.Fatalf("%s: no %s", c.variant, prefix)
		}
		say("set-param name=variant value=" + c.variant)
		quickest := time.Hour
		for range 8 {
			say("pos pos=" + c.pos)
			say("level infinite")
			say("go analyze") //nolint:misspell // the protocol's own word
			hear("info depth=5 ")
			began := time.Now()
			say("stop")
			hear("done move=")
			quickest = min(quickest, time.Since(began))
		}
		if quickest > 50*time.Millisecond {
			t.Errorf("%s: a stop is answered after %v", c.variant, quickest)
		}
		t.Logf("%s: %v", c.variant, quickest)
		say("quit")
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
