package watch_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/watch"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// film is what a camera sees, five looks a second, until it ends.
type film struct {
	game  checkers.RuleSet
	looks []vision.Sighting
	shown int // looks so far, those that are to come included
	ends  error
	kings checkers.Set
}

func (f *film) Look(context.Context) (vision.Sighting, error) {
	if len(f.looks) == 0 {
		return vision.Sighting{}, f.ends
	}
	next := f.looks[0]
	f.looks = f.looks[1:]
	return next, nil
}

// show adds some looks at a position.
func (f *film) show(p checkers.Position, black calibration.Shade, turned bool) {
	picture := moves.PictureOf(p, black)
	for range 5 {
		f.shown++
		s := vision.Sighting{Time: time.Unix(int64(f.shown), 0)}
		board := p.Set.Board()
		for n := range board.All().All() {
			if content := picture[n]; turned { // square 1 is seen as the last
				s.Odds[checkers.Square(board.Squares()+1)-n][content] = 1
			} else {
				s.Odds[n][content] = 1
			}
		}
		f.looks = append(f.looks, s)
	}
}

// play adds a game from the start position.
func (f *film) play(t *testing.T, black calibration.Shade, turned bool, moves ...string) {
	t.Helper()
	p := f.game.Start()
	f.show(p, black, turned)
	for _, text := range moves {
		m, err := p.ParseMove(text)
		expect.OK(t, err)
		p = p.Play(m)
		f.show(p, black, turned)
	}
}

// journal is a Journal in memory.
type journal struct {
	games   []string
	current string
	fails   error
	start   checkers.Position // of the last game
}

func (j *journal) Record(g pdn.Game) error {
	var words []string
	for _, tag := range g.Tags {
		words = append(words, tag.Value)
	}
	for _, m := range g.Moves {
		words = append(words, m.String())
	}
	j.current, j.start = strings.Join(words, " "), g.Start
	return j.fails
}

func (j *journal) Undo(g pdn.Game) error { return j.Record(g) }

func (j *journal) Next() { j.games, j.current = append(j.games, j.current), "" }

func (f *film) Kings() (checkers.Set, error) { return f.kings, nil }

func rounds(round int) []pdn.Tag { return []pdn.Tag{{Name: "Round", Value: string(rune('0' + round))}} }

func TestGamesAreKept(t *testing.T) {
	eye := &film{ends: io.EOF}
	eye.play(t, calibration.Dark, false, "11-15", "22-18", "15x22", "25x18", "8-11", "29-25")
	eye.play(t, calibration.Dark, false, "12-16", "24-20")
	kept := &journal{}
	var said []string
	w := watch.Watch{Eye: eye, Journal: kept, Tags: rounds, Tell: func(e watch.Event) {
		if e.Changes() {
			said = append(said, e.Text.String())
		}
	}}
	expect.OK(t, w.Run(t.Context()))
	kept.Next()
	want := []string{"1 11-15 22-18 15x22 25x18 8-11 29-25", "2 12-16 24-20"}
	if diff := cmp.Diff(want, kept.games); diff != "" {
		t.Error(diff)
	}
	if len(said) != 10 {
		t.Errorf("%d changes were told: %q", len(said), said)
	}
}

// Where all moves are taken back what was recorded stays, as of another game.
func TestWhatIsOnRecordStays(t *testing.T) {
	eye := &film{ends: io.EOF}
	eye.play(t, calibration.Dark, false, "11-15", "22-18")
	eye.play(t, calibration.Dark, false, "12-16", "24-20")
	kept := &journal{}
	if err := (watch.Watch{Eye: eye, Journal: kept, Tags: rounds, Tell: func(watch.Event) {}}).Run(t.Context()); err !=
		nil {
		t.Fatal(err)
	}
	kept.Next()
	if diff := cmp.Diff([]string{"1 11-15 22-18", "2 12-16 24-20"}, kept.games); diff != "" {
		t.Error(diff)
	}
}

// The first move of all, taken back, leaves no game behind.
func TestTheFirstMoveIsTakenBack(t *testing.T) {
	eye := &film{ends: io.EOF}
	eye.play(t, calibration.Dark, false, "11-15")
	eye.play(t, calibration.Dark, false, "12-16", "24-20")
	kept := &journal{}
	if err := (watch.Watch{Eye: eye, Journal: kept, Tags: rounds, Tell: func(watch.Event) {}}).Run(t.Context()); err !=
		nil {
		t.Fatal(err)
	}
	kept.Next()
	if diff := cmp.Diff([]string{"1 12-16 24-20"}, kept.games); diff != "" {
		t.Error(diff)
	}
}

// Where no start position is set up a record begins with the position that stands, whoever moves, and the next start
// position begins another game.
func TestRecordsFromTheMiddleOfAGame(t *testing.T) {
	for _, c := range []struct {
		fen    string
		kings  checkers.Set
		plays  []string
		starts string
	}{
		{"W:W21,22,25,29,31:B5,6,8,12,K24", checkers.SetOf(24), []string{"22-18", "24-20", "18-14"},
			"W:W21,22,25,29,31:B5,6,8,12,K24"},
		{"B:W21,22,25,29,31:B5,6,8,12", 0, []string{"6-10", "22-18"}, "B:W21,22,25,29,31:B5,6,8,12"},
		{"B:WK1,21,22:B5,6,8,12", 0, []string{"6-9", "21-17"}, "B:WK1,21,22:B5,6,8,12"},
	} {
		p, err := checkers.ParseFEN(c.fen)
		expect.OK(t, err)
		eye := &film{ends: io.EOF, kings: c.kings}
		eye.show(p, calibration.Dark, false)
		for _, text := range c.plays {
			m, err := p.ParseMove(text)
			expect.OK(t, err)
			p = p.Play(m)
			eye.show(p, calibration.Dark, false)
		}
		eye.play(t, calibration.Dark, false, "11-15")
		kept := &journal{}
		var starts []string
		w := watch.Watch{Eye: eye, Journal: kept, Tags: rounds, Options: moves.Options{SidesUnknown: true}}
		w.Tell = func(e watch.Event) {
			if e.Kind == moves.Accepted && len(e.Moves) == 1 {
				starts = append(starts, kept.start.FEN())
			}
		}
		expect.OK(t, w.Run(t.Context()))
		kept.Next()
		want := []string{"1 " + strings.Join(c.plays, " "), "2 11-15"}
		if diff := cmp.Diff(want, kept.games); diff != "" {
			t.Errorf("%s: %s", c.fen, diff)
		}
		if want := []string{c.starts, checkers.Start().FEN()}; !slices.Equal(starts, want) {
			t.Errorf("%s: the games begin with %q, want %q", c.fen, starts, want)
		}
	}
}

// Whoever moves first is the side that begins, wherever the calibration took Black to sit.
func TestWhoeverMovesFirstBegins(t *testing.T) {
	for game, made := range map[checkers.RuleSet]string{checkers.English: "11-15 22-18 15x22",
		checkers.Italian: "23-20 12-16 20-15 11x20", checkers.International: "32-28 19-23 28x19"} {
		for _, black := range []calibration.Shade{calibration.Dark, calibration.Light} {
			eye := &film{game: game, ends: io.EOF}
			eye.play(t, black, black == calibration.Light, strings.Fields(made)...)
			kept := &journal{}
			var last watch.Event
			w := watch.Watch{
				Eye: eye, Journal: kept, Tags: rounds, Tell: func(e watch.Event) { last = e },
				Options: moves.Options{Game: game, BlackPieces: calibration.Dark, SidesUnknown: true},
			}
			expect.OK(t, w.Run(t.Context()))
			if kept.current != "1 "+made || last.BlackPieces != black {
				t.Errorf("%v, %s: recorded %q, with Black %s", game, black, kept.current, last.BlackPieces)
			}
		}
	}
}

func TestWhatGoesWrongIsReturned(t *testing.T) {
	broken := errors.New("broken")
	for name, w := range map[string]watch.Watch{
		"camera":  {Eye: &film{ends: broken}, Journal: &journal{}},
		"journal": {Eye: &film{ends: io.EOF}, Journal: &journal{fails: broken}},
	} {
		w.Eye.(*film).play(t, calibration.Dark, false, "11-15")
		w.Tags, w.Tell = rounds, func(watch.Event) {}
		if err := w.Run(t.Context()); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
