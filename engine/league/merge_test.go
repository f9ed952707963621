package league

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/process"
)

// parts plays a league by so many shards, one after the other, the last one first.
func parts(t *testing.T, s Setup, of int) (all []Part) {
	t.Helper()
	for i := of; i > 0; i-- {
		s.Shard = process.Shard{Number: i, Of: of}
		records := run(t, newLeague(t, s), nil, 0, &ear{})
		all = append(all, Part{File: s.Shard.String(), Setup: s, Records: records})
	}
	return all
}

// written is the files of a league that has been played.
func written(t *testing.T, l *League, records []Record) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteResults(&out, l.Setup, records); err != nil {
		t.Fatal(err)
	}
	games := NewPDN(l, &out)
	for _, r := range records {
		if err := games.Keep(r); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// With a clock that stands still, nothing tells a league that was divided from one that was not.
func TestMergedShardsAreOneLeague(t *testing.T) {
	s := small("minimax:1", "random", "alphabeta:2", "random")
	s.Opening = 2
	whole := newLeague(t, s)
	want := written(t, whole, run(t, whole, nil, 0, &ear{}))
	for _, of := range []int{1, 2, 5, 30} {
		l, records, err := Merge(parts(t, s, of), "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, written(t, l, records)); diff != "" {
			t.Errorf("%d shards (-one run +merged)\n%s", of, diff)
		}
	}
}

// The file of games of a shard is written as its games end, too.
func TestGamesOfAShardAreWrittenAtOnce(t *testing.T) {
	s := small("random", "random", "random")
	s.Shard = process.Shard{Number: 2, Of: 3}
	l := newLeague(t, s)
	records := run(t, l, nil, 0, &ear{})
	if l.Games(nil) != 4 || len(records) != 4 {
		t.Fatalf("%d games of %d", len(records), l.Games(nil))
	}
	var out bytes.Buffer
	games := NewPDN(l, &out)
	for i, r := range records {
		if err := games.Keep(r); err != nil || r.Game != 2+3*i || strings.Count(out.String(), "[Round ") != i+1 {
			t.Errorf("game %d: %v, in the file:\n%s", r.Game, err, &out)
		}
	}
}

// WriteResults writes what Results does.
func TestWriteResults(t *testing.T) {
	s := small("minimax:1", "random")
	l := newLeague(t, s)
	records := run(t, l, nil, 0, &ear{})
	records[0].Forfeits = []Forfeit{{Ply: 1, Player: "random", Kind: Failed, Why: "<&>"}}
	path := filepath.Join(t.TempDir(), "results.jsonl")
	file, err := CreateResults(path, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := file.Keep(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := WriteResults(&out, s, records); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(kept), out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNotMerged(t *testing.T) {
	for _, c := range []struct {
		change func([]Part) []Part
		want   string
	}{
		{func(p []Part) []Part { return p[:1] }, "shards 1/3 and 2/3 are missing"},
		{func(p []Part) []Part { return append(p, p[0]) }, "3/3 and 3/3 are both shard 3/3"},
		{func(p []Part) []Part { p[1].Setup.Shard = process.Shard{}; return p }, "2/3 is no shard: its work was not divided"},
		{func(p []Part) []Part { p[1].Setup.Seed++; return p }, `3/3 and 2/3 are not of one league: they differ in "seed"`},
		{func(p []Part) []Part { p[2].Setup.Players = []string{"random", "random"}; return p },
			`3/3 and 1/3 are not of one league: they differ in "players"`},
		{func(p []Part) []Part { p[0].Records, p[2].Records = p[0].Records[:3], nil; return p },
			"not all games are there: 3/3 has 3 of its 4 games, 1/3 has 0 of its 4 games"},
		{func(p []Part) []Part { p[0].Records, p[1].Records = p[1].Records, p[0].Records; return p },
			"3/3: game 2 does not belong to shard 3/3"},
	} {
		if _, _, err := Merge(c.change(parts(t, small("random", "minimax:1", "random"), 3)), ""); err == nil ||
			err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// Who meets in a round of these is known when the round before has been played.
func TestRoundsAreNotDivided(t *testing.T) {
	for _, format := range []Format{Elimination, Swiss} {
		s := small("random", "random", "random")
		s.Format, s.Shard = format, process.Shard{Number: 1, Of: 2}
		if _, err := New(s, ""); err == nil || !strings.Contains(err.Error(), "is not divided") {
			t.Errorf("%s: %v", format, err)
		}
	}
}
