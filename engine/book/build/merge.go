package build

import (
	"errors"
	"fmt"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
)

// Part is a file of a shard's searches that has been read.
type Part struct {
	Name string
	By   Searches
	Has  []Found
}

// Merge is what the shards of the next round have found, in the order in which one run finds it, and the construction
// with that. base is what was found before, by the same engine and settings. Shards that are missing, there twice,
// unfinished, or of something else, are an error that names them.
func Merge(base Searches, found []Found, parts []Part) (*Construction, []Found, error) {
	files := make([]process.ShardFile, len(parts))
	has := map[string]map[checkers.Position]Found{}
	for i, p := range parts {
		files[i] = process.ShardFile{Name: p.Name, Shard: p.By.Shard}
		has[p.Name] = map[checkers.Position]Found{}
		for _, f := range p.Has {
			has[p.Name][f.Position] = f
		}
	}
	ordered, err := process.CompleteShards(files)
	if err != nil {
		return nil, nil, err
	}
	task := Task{base.Settings, parts[0].By.Positions}
	c := NewConstruction(task, found)
	round := c.Round()
	for _, p := range parts {
		wanted := Searches{Settings: base.Settings, Signature: base.Signature, Shard: p.By.Shard, Open: round.Open,
			Positions: task.Positions}
		if err := p.By.Differs(wanted); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if len(round.Missing) == 0 {
		return nil, nil, errors.New("there is nothing left to be searched for")
	}
	var joined []Found
	for _, n := range round.Missing {
		of := ordered[slices.IndexFunc(ordered, func(f process.ShardFile) bool { return f.Shard.Holds(uint64(n)) })]
		f, there := has[of.Name][round.Positions[n]]
		if !there {
			return nil, nil, fmt.Errorf("%s is not finished: build shard %s to its end", of.Name, of.Shard)
		}
		joined = append(joined, f)
	}
	for _, f := range joined {
		c.Add(f)
	}
	return c, joined, nil
}
