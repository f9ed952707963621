package learn

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"draughtsman/engine/process"
)

// partFile is a file with the first games of a part, and its name.
func partFile(t *testing.T, part Part, games uint64) (name string, file []byte) {
	t.Helper()
	var out bytes.Buffer
	if err := WriteHead(&out, part); err != nil {
		t.Fatal(err)
	}
	for k := range games {
		for _, game := range play(t, part.Number(k), part.Number(k)+1) {
			if err := WriteGame(&out, game); err != nil {
				t.Fatal(err)
			}
		}
	}
	return fmt.Sprintf("%d.games", part.Shard.Number), out.Bytes()
}

// shards are the files of all shards of so many games, in the wrong order.
func shards(t *testing.T, of int, games uint64) (sources []Source) {
	t.Helper()
	part := Part{Round: round, Weights: 7}
	part.Games = games
	for i := of; i > 0; i-- {
		part.Shard = process.Shard{Number: i, Of: of}
		name, file := partFile(t, part, part.Count())
		sources = append(sources, Source{name, bytes.NewReader(file)})
	}
	return sources
}

func TestMergedShardsAreOneRun(t *testing.T) {
	const games = 7
	_, want := partFile(t, Part{Round: round}, games)
	for _, of := range []int{1, 2, 3, 9} {
		var got bytes.Buffer
		n, err := Merge(&got, shards(t, of, games))
		if err != nil || n != games || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%d shards: %d games in %d bytes, %v; want %d in %d", of, n, got.Len(), err, games, len(want))
		}
	}
}

func TestWhatIsNotMerged(t *testing.T) {
	part := Part{Round: round, Shard: process.Shard{Number: 2, Of: 2}}
	part.Games = 5
	file := func(change func(*Part), games uint64) []byte {
		p := part
		change(&p)
		_, text := partFile(t, p, games)
		return text
	}
	same := func(*Part) {}
	for what, test := range map[string]struct {
		second []byte
		want   string
	}{
		"nothing played":     {file(same, 0), "not all games are there: b has 0 of its 2 games"},
		"unfinished":         {file(same, 1), "not all games are there: b has 1 of its 2 games"},
		"cut off":            {file(same, 2)[:len(file(same, 2))-3], "not all games are there: b has 1 of its 2 games"},
		"more":               {file(same, 3), "b has 3 games, more than the 2 of its shard"},
		"doubled":            {file(func(p *Part) { p.Shard.Number = 1 }, 3), "a and b are both shard 1/2"},
		"of another number":  {file(func(p *Part) { p.Shard.Of = 3 }, 2), "a is shard 1/2 and b is shard 2/3"},
		"whole":              {file(func(p *Part) { p.Shard = process.Shard{} }, 5), "b is no shard"},
		"with another seed":  {file(func(p *Part) { p.Seed++ }, 2), "a and b are not of one round: seed 5,"},
		"with other weights": {file(func(p *Part) { p.Weights++ }, 2), "with the checksum 00000001, shard 2/2 of 5 games"},
		"of more games":      {file(func(p *Part) { p.Games++ }, 3), "shard 2/2 of 6 games"},
		"no self-play":       {[]byte("once\n"), "b: this is no file of self-play"},
	} {
		first := file(func(p *Part) { p.Shard.Number = 1 }, 3)
		_, err := Merge(new(bytes.Buffer), []Source{{"a", bytes.NewReader(first)}, {"b", bytes.NewReader(test.second)}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", what, err, test.want)
		}
	}
	_, err := Merge(new(bytes.Buffer), shards(t, 3, 4)[:1])
	if err == nil || err.Error() != "shards 1/3 and 2/3 are missing" {
		t.Error(err)
	}
}

// Whoever learns from one shard alone would take it for a round.
func TestAShardIsNoRound(t *testing.T) {
	for _, s := range shards(t, 2, 2) {
		if _, _, err := Read(s.From); err == nil || !strings.Contains(err.Error(), "join it with the others first") {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}
