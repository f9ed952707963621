package league

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/variant"
	"draughtsman/internal/testkit/expect"
)

// TestPerson compares what stands in the terminal with a golden file.
func TestPerson(t *testing.T) {
	spec, err := ParsePlayer("person:Ann", "")
	if err != nil {
		t.Fatal(err)
	}
	rules := variant.League()
	game := newGame(t, rules, 6)
	var out bytes.Buffer
	terminal := NewTerminal(strings.NewReader("?\n\nhelp me\n6-9\n 6-8 \n"), &out)
	for _, side := range []variant.Player{variant.First, variant.Second} {
		p, err := spec.Sit(context.Background(), Seat{Rules: rules, Size: 6, Side: side, Terminal: terminal})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Choose(context.Background(), game, time.Minute)
		if side == variant.Second {
			if !errors.Is(err, ErrLeft) {
				t.Errorf("at the end of the input: %v, want %v", err, ErrLeft)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	expect.Golden(t, "testdata/person.txt", out.String())
}

func TestPersonIsLate(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	still, typed := io.Pipe()
	defer func() { _ = typed.Close() }()
	var out bytes.Buffer
	rules := variant.English()
	p := person{name: "Ann", seat: Seat{Rules: rules, Size: 8, Terminal: NewTerminal(still, &out)}}
	if _, err := p.Choose(ctx, newGame(t, rules, 8), 0); !errors.Is(err, ErrLate) ||
		!strings.HasSuffix(out.String(), "The time is up.\n") {
		t.Errorf("%v after\n%s", err, out.String())
	}
}

// TestBoardAsDrawn has First at the bottom, as the checkers bot does.
func TestBoardAsDrawn(t *testing.T) {
	rules := variant.CheckersBot()
	p := newGame(t, rules, 4).Position().Put(variant.Cell{Row: 1, Column: 2}, variant.SecondKing)
	want := "   b   b     8 7\n" +
		" .   .       6 5\n" +
		"   B   .     4 3\n" +
		" p   p       2 1\n"
	if got := Board(rules, p, nil); got != want {
		t.Errorf("\n%swant\n%s", got, want)
	}
}
