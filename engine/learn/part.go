package learn

import (
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
	"draughtsman/engine/search"
)

// Part is what the games of a file have in common: the round that they are of, and the shard of it where several
// computers play it. Games is how many games all shards have together; a file that is not one of several may get any
// number of them, and does not say it.
type Part struct {
	search.Round
	Shard   process.Shard `json:"shard,omitzero"`
	Weights uint32        `json:"weights,omitempty"` // the CRC-32 of the weights, by which computers could differ
}

// Count is how many games the file is to have.
func (p Part) Count() uint64 { return p.Shard.Count(p.Games) }

// Number is the number of the file's game k in the round, both from 0.
func (p Part) Number(k uint64) uint64 { return p.Shard.Nth(k) }

// String is the part for people.
func (p Part) String() string {
	text := ""
	if p.Rules != checkers.English {
		text = p.Rules.String() + ", "
	}
	text += fmt.Sprintf("seed %d, %d positions a move, %d where it is even, by %s", p.Seed, p.Nodes, p.Even, p.By)
	if p.Shard.IsZero() {
		return text
	}
	if p.Weights != 0 {
		text += fmt.Sprintf(" with the checksum %08x", p.Weights)
	}
	return fmt.Sprintf("%s, shard %s of %d games", text, p.Shard, p.Games)
}
