package learn

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"draughtsman/engine/process"
)

// Source is a file of a shard.
type Source struct {
	Name string
	From io.Reader
}

// Merge writes the file that has the games of all shards of a round, which is what one run writes, and says how many
// they are. Shards that are missing, there twice, of another round or without all their games are an error that names
// them.
func Merge(to io.Writer, sources []Source) (games uint64, err error) {
	readers, err := open(sources)
	if err != nil {
		return 0, err
	}
	for _, r := range readers {
		defer r.stop()
	}
	whole := readers[0].part
	total := whole.Games
	whole.Games, whole.Shard, whole.Weights = 0, process.Shard{}, 0
	if err := WriteHead(to, whole); err != nil {
		return 0, err
	}
	for n := range total {
		game, found, err := readers[n%uint64(len(readers))].read()
		if err != nil {
			return 0, err
		}
		if !found {
			break
		}
		if err := WriteGame(to, game); err != nil {
			return 0, err
		}
	}
	return total, finished(readers)
}

// reader reads the games of a shard one by one.
type reader struct {
	name  string
	part  Part
	games uint64 // read so far
	next  func() (Game, error, bool)
	stop  func()
}

// open reads what the files of shards begin with, and orders them.
func open(sources []Source) ([]*reader, error) {
	files, all := make([]process.ShardFile, len(sources)), map[process.Shard]*reader{}
	for i, s := range sources {
		part, games, err := ReadPart(s.From)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		r := &reader{name: s.Name, part: part}
		r.next, r.stop = iter.Pull2(games)
		files[i], all[part.Shard] = process.ShardFile{Name: s.Name, Shard: part.Shard}, r
	}
	files, err := process.CompleteShards(files)
	if err != nil {
		return nil, err
	}
	readers := make([]*reader, len(files))
	for i, f := range files {
		readers[i] = all[f.Shard]
		first, own := readers[0].part, readers[i].part
		first.Shard = own.Shard
		if own != first {
			return nil, fmt.Errorf("%s and %s are not of one round: %s; %s", readers[0].name, f.Name, readers[0].part, own)
		}
	}
	return readers, nil
}

// read is the next game; false where the file has none, or not all of it.
func (r *reader) read() (Game, bool, error) {
	game, err, more := r.next()
	switch {
	case !more, errors.Is(err, io.ErrUnexpectedEOF):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("%s: %w", r.name, err)
	}
	r.games++
	return game, true, nil
}

// finished reads what is left, and says which shards have not all their games, or more.
func finished(readers []*reader) error {
	var unfinished []string
	for _, r := range readers {
		for more := true; more; {
			var err error
			if _, more, err = r.read(); err != nil {
				return err
			}
		}
		switch want := r.part.Count(); {
		case r.games > want:
			return fmt.Errorf("%s has %d games, more than the %d of its shard", r.name, r.games, want)
		case r.games < want:
			unfinished = append(unfinished, fmt.Sprintf("%s has %d of its %d games", r.name, r.games, want))
		}
	}
	if len(unfinished) > 0 {
		return fmt.Errorf("not all games are there: %s", strings.Join(unfinished, ", "))
	}
	return nil
}
