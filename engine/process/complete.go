package process

import (
	"errors"
	"fmt"
	"strings"
)

// ShardFile is a file, or a folder, with what a shard has made.
type ShardFile struct {
	Name  string
	Shard Shard
}

// CompleteShards orders files by their shards. Those that are not all shards of the same work, each once, are an error
// that names what is missing, is there twice, or does not belong to the others.
func CompleteShards(files []ShardFile) ([]ShardFile, error) {
	if len(files) == 0 {
		return nil, errors.New("there are no shards to join")
	}
	of := files[0].Shard.Of
	ordered := make([]ShardFile, of)
	for _, f := range files {
		switch s := f.Shard; {
		case s.IsZero():
			return nil, fmt.Errorf("%s is no shard: its work was not divided", f.Name)
		case s.Of != of:
			return nil, fmt.Errorf("%s is shard %s and %s is shard %s: they do not belong together", files[0].Name,
				files[0].Shard, f.Name, s)
		case !ordered[s.Number-1].Shard.IsZero():
			return nil, fmt.Errorf("%s and %s are both shard %s", ordered[s.Number-1].Name, f.Name, s)
		default:
			ordered[s.Number-1] = f
		}
	}
	if err := missing(ordered); err != nil {
		return nil, err
	}
	return ordered, nil
}

// missingNamed is how many shards that are missing are named.
const missingNamed = 10

// missing says which shards are not there.
func missing(ordered []ShardFile) error {
	var names []string
	for i, f := range ordered {
		if f.Shard.IsZero() {
			names = append(names, Shard{i + 1, len(ordered)}.String())
		}
	}
	switch n := len(names); {
	case n == 0:
		return nil
	case n == 1:
		return fmt.Errorf("shard %s is missing", names[0])
	case n <= missingNamed:
		return fmt.Errorf("shards %s and %s are missing", strings.Join(names[:n-1], ", "), names[n-1])
	default:
		return fmt.Errorf("shards %s and %d more are missing", strings.Join(names[:missingNamed], ", "), n-missingNamed)
	}
}
