package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
	"draughtsman/engine/search"
)

// quick are settings for tests, and searches what is made by them.
var (
	quick    = book.Settings{Nodes: 40, Margin: 8, Plausible: 60, Seed: 3}
	searches = Searches{Settings: quick, Signature: 9}
)

// file is one of searches.
func file(t testing.TB, by Searches, found []Found) []byte {
	t.Helper()
	first, err := by.begin()
	if err != nil {
		t.Fatal(err)
	}
	b := bytes.NewBuffer(first)
	for _, f := range found {
		if err := Append(b, f); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// build builds on by one run, with an end after so many positions searched, 0 for none.
func build(t testing.TB, positions, threads, end int, found []Found) (*Construction, []Found) {
	t.Helper()
	c := NewConstruction(Task{quick, positions}, found)
	stop := errors.New("stop")
	for len(c.Round().Missing) > 0 {
		round := c.Round()
		var missing []checkers.Position
		for _, n := range round.Missing {
			missing = append(missing, round.Positions[n])
		}
		err := Search(t.Context(), missing, quick, threads, func(f Found) error {
			found = append(found, f)
			c.Add(f)
			if len(found) == end {
				return stop
			}
			return nil
		})
		if errors.Is(err, stop) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return c, found
}

func written(t testing.TB, c *Construction) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Book(9).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestEveryWayMakesTheSameBook builds in one run, by threads, with stops, at first a smaller one, and by shards.
func TestEveryWayMakesTheSameBook(t *testing.T) {
	const positions = 40
	c, found := build(t, positions, 1, 0, nil)
	want, all := written(t, c), file(t, searches, found)
	same := func(name string, c *Construction, found []Found) {
		t.Helper()
		if !bytes.Equal(written(t, c), want) || !bytes.Equal(file(t, searches, found), all) {
			t.Errorf("%s: another book, or other searches", name)
		}
	}
	c, found = build(t, positions, 3, 0, nil)
	same("by threads", c, found)
	_, found = build(t, positions, 1, 23, nil)
	c, found = build(t, positions, 2, 0, found)
	same("stopped", c, found)
	_, found = build(t, positions-15, 1, 0, nil)
	c, found = build(t, positions, 1, 0, found)
	same("a smaller one first", c, found)

	_, found = build(t, positions, 1, 12, nil) // so that it is stopped within a round
	rounds := 0
	for {
		round := NewConstruction(Task{quick, positions}, found).Round()
		if len(round.Missing) == 0 {
			break
		}
		next, joined, err := Merge(searches, found, shards(t, round, positions, 3))
		if err != nil {
			t.Fatal(err)
		}
		c, found = next, append(found, joined...)
		rounds++
	}
	if rounds < 3 {
		t.Errorf("only %d rounds", rounds)
	}
	same("by shards", c, found)
	if b, err := book.Read(want); err != nil || b.Positions != positions {
		t.Errorf("%+v, %v", b, err)
	}
}

// shards are what so many shards find of a round, the last one first.
func shards(t testing.TB, round Round, positions, of int) (parts []Part) {
	t.Helper()
	for number := of; number >= 1; number-- {
		by := searches
		by.Shard, by.Open, by.Positions = process.Shard{Number: number, Of: of}, round.Open, positions
		p := Part{Name: fmt.Sprintf("part%d", number), By: by}
		s := newSearcher(quick)
		for _, n := range round.Missing {
			if !by.Shard.Holds(uint64(n)) {
				continue
			}
			f, err := expand(t.Context(), s, round.Positions[n], quick)
			if err != nil {
				t.Fatal(err)
			}
			p.Has = append(p.Has, f)
		}
		parts = append(parts, p)
	}
	return parts
}

func TestMergeRefuses(t *testing.T) {
	const positions = 20
	_, found := build(t, 8, 1, 0, nil)
	good := func() []Part {
		return shards(t, NewConstruction(Task{quick, positions}, found).Round(), positions, 2)
	}
	if _, _, err := Merge(searches, found, good()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, says string
		spoil      func([]Part) []Part
	}{
		{"missing", "shard 1/2 is missing", func(p []Part) []Part { return p[:1] }},
		{"doubled", "part2 and part2 are both shard 2/2", func(p []Part) []Part { return append(p, p[0]) }},
		{"unfinished", "part2 is not finished: build shard 2/2 to its end", func(p []Part) []Part {
			p[0].Has = p[0].Has[1:]
			return p
		}},
		{"another seed", "part1: its searches were made with other settings, seed 4", func(p []Part) []Part {
			p[1].By.Seed++
			return p
		}},
		{"another engine", "part1: its searches were made by another version of the engine", func(p []Part) []Part {
			p[1].By.Signature++
			return p
		}},
		{"another round", "part1: it is shard \"1/2\" after ", func(p []Part) []Part {
			p[1].By.Open--
			return p
		}},
		{"another book", "for a book of 21", func(p []Part) []Part {
			p[1].By.Positions++
			return p
		}},
		{"no shards", "there are no shards to join", func([]Part) []Part { return nil }},
	} {
		if _, _, err := Merge(searches, found, c.spoil(good())); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}

// TestExpandDependsOnThePositionAlone searches a position before and after another one.
func TestExpandDependsOnThePositionAlone(t *testing.T) {
	settings := book.Settings{Nodes: 2000}
	s := newSearcher(settings)
	p := position(t, "11-15 22-18")
	var results []Found
	for _, at := range []checkers.Position{p, checkers.Start(), p} {
		f, err := expand(t.Context(), s, at, settings)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, f)
	}
	if diff := cmp.Diff(results[0], results[2], cmp.AllowUnexported(checkers.Move{})); diff != "" {
		t.Error(diff)
	}
	if len(results[1].Moves) != 7 {
		t.Errorf("%d moves of the start", len(results[1].Moves))
	}
}

// TestExpandSeesWhatFollows has a move that gives a man away, one that makes a king, and one that ends the game.
func TestExpandSeesWhatFollows(t *testing.T) {
	for _, c := range []struct {
		fen, move   string
		least, most int
	}{
		{"B:W26,27,31,32:B1,2,3,18", "18-22", -search.Win, -40},
		{"B:W32:B1,2,26", "26-31", 100, search.Win},
		{"B:W18:B14", "14x23", search.Win, search.Win},
	} {
		p, err := checkers.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		f, err := expand(t.Context(), newSearcher(quick), p, book.Settings{Nodes: 3000})
		if err != nil {
			t.Fatal(err)
		}
		seen := false
		for _, m := range f.Moves {
			if m.Move.String() == c.move {
				seen = true
				if m.Score < c.least || m.Score > c.most {
					t.Errorf("%s: %s is worth %d, want %d to %d", c.fen, c.move, m.Score, c.least, c.most)
				}
			}
		}
		if !seen {
			t.Errorf("%s: %s is not among %v", c.fen, c.move, f.Moves)
		}
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	err := Search(ctx, []checkers.Position{checkers.Start()}, book.Usual(), 2, func(Found) error { return nil })
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

// TestResumeKeepsWholePositions cuts a file of searches off within a position.
func TestResumeKeepsWholePositions(t *testing.T) {
	_, found := build(t, 8, 1, 0, nil)
	whole := file(t, searches, found)
	path := filepath.Join(t.TempDir(), "searches")
	resume := func(content []byte, by Searches) ([]Found, []byte, error) {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		got, err := Resume(f, by)
		if err == nil && len(got) == len(found)-1 {
			err = Append(f, found[len(found)-1])
		}
		left, readErr := os.ReadFile(path)
		return got, left, errors.Join(err, readErr)
	}
	if book.Holds(whole) {
		t.Error("searches are taken for a book")
	}
	if got, _, err := resume(nil, searches); err != nil || len(got) != 0 {
		t.Errorf("a new file has %d, %v", len(got), err)
	}
	if got, left, err := resume(whole[:len(whole)-3], searches); err != nil || len(got) != 7 || !bytes.Equal(left, whole) {
		t.Errorf("cut off: %d, %v", len(got), err)
	}
	other := searches
	other.Seed++
	if _, left, err := resume(whole, other); err == nil || !bytes.Equal(left, whole) {
		t.Errorf("other settings go on: %v", err)
	}
	other = searches
	other.Signature++
	if _, _, err := resume(whole, other); !errors.Is(err, ErrOtherEngine) {
		t.Errorf("another engine goes on: %v", err)
	}
	damaged := bytes.Clone(whole)
	damaged[len(damaged)-1] ^= 1
	if _, _, err := resume(damaged, searches); err == nil || !strings.Contains(err.Error(), "damaged after 7 positions") {
		t.Errorf("damaged: %v", err)
	}
}
