package learn

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// A file of self-play is a line of JSON that tells its part of a round, and after it the games in order: the number of
// a game's samples, and then the samples, all little-endian.

// sample is a Sample as it is written, with sets of as many bits as the board has squares.
type sample[S uint32 | uint64] struct {
	Black, White, Kings S
	Score               int16
	Result              int8
	Turn                uint8
}

// sampleSize is how many bytes a sample takes in a round.
func sampleSize(round search.Round) int {
	if isLarge(round.Rules) {
		return binary.Size(sample[uint64]{})
	}
	return binary.Size(sample[uint32]{})
}

func isLarge(rules checkers.RuleSet) bool { return rules.Board().Squares() > 32 }

// mostSamples is more than a game has: a greater number is not one of ours.
const mostSamples = 4096

// WriteHead begins a file.
func WriteHead(w io.Writer, part Part) error {
	head, err := json.Marshal(part)
	if err != nil {
		return err
	}
	_, err = w.Write(append(head, '\n'))
	return err
}

// WriteGame adds a game to a file.
func WriteGame(w io.Writer, game Game) error {
	if len(game) > 0 && isLarge(game[0].Position.Set) {
		return writeGame[uint64](w, game)
	}
	return writeGame[uint32](w, game)
}

func writeGame[S uint32 | uint64](w io.Writer, game Game) error {
	out := make([]sample[S], len(game))
	for i, s := range game {
		p := s.Position
		out[i] = sample[S]{S(p.Black), S(p.White), S(p.Kings), s.Score, s.Result, uint8(p.Turn)}
	}
	block, err := binary.Append(binary.LittleEndian.AppendUint32(nil, uint32(len(out))), binary.LittleEndian, out)
	if err != nil {
		return err
	}
	_, err = w.Write(block)
	return err
}

// Read is the round of a file with all its games, and the games. A file of a shard is an error. The last error of the
// games is io.ErrUnexpectedEOF if the file was cut off within one.
func Read(from io.Reader) (search.Round, iter.Seq2[Game, error], error) {
	part, games, err := ReadPart(from)
	if err == nil && !part.Shard.IsZero() {
		err = fmt.Errorf("it is shard %s: join it with the others first", part.Shard)
	}
	return part.Round, games, err
}

// longestRound is how many bytes a file's first line has at most: what has none may be large.
const longestRound = 1 << 16

// ReadPart is Read for files of shards, too.
func ReadPart(from io.Reader) (Part, iter.Seq2[Game, error], error) {
	in := bufio.NewReaderSize(from, longestRound)
	var part Part
	head, err := in.ReadSlice('\n')
	if err != nil || json.Unmarshal(head, &part) != nil {
		return part, nil, errors.New("this is no file of self-play: it does not begin with its round")
	}
	read := readGame[uint32]
	if isLarge(part.Rules) {
		read = readGame[uint64]
	}
	return part, func(yield func(Game, error) bool) {
		for number := 1; ; number++ {
			game, err := read(in, part.Rules)
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(nil, fmt.Errorf("game %d: %w", number, err))
				return
			case !yield(game, nil):
				return
			}
		}
	}, nil
}

// readGame reads one game; io.EOF where the file ends before it.
func readGame[S uint32 | uint64](in io.Reader, of checkers.RuleSet) (Game, error) {
	var count uint32
	if err := binary.Read(in, binary.LittleEndian, &count); err != nil {
		return nil, err
	}
	if count > mostSamples {
		return nil, fmt.Errorf("%d positions in a game: the file is damaged", count)
	}
	written := make([]sample[S], count)
	if err := binary.Read(in, binary.LittleEndian, written); errors.Is(err, io.EOF) {
		return nil, io.ErrUnexpectedEOF
	} else if err != nil {
		return nil, err
	}
	game := make(Game, count)
	for i, s := range written {
		p := of.NewPosition(checkers.Side(s.Turn & 1))
		p.Black, p.White, p.Kings = checkers.Set(s.Black), checkers.Set(s.White), checkers.Set(s.Kings)
		if err := p.Validate(); err != nil {
			return nil, fmt.Errorf("position %d: %w: the file is damaged", i+1, err)
		}
		game[i] = Sample{Position: p, Score: s.Score, Result: s.Result}
	}
	return game, nil
}

// Resume makes a file of self-play ready for more games of its part, and says how many it has: an empty file is begun,
// one that was cut off within a game loses that game. A file of another part is left as it is, with an error.
func Resume(file *os.File, part Part) (games uint64, err error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	if info.Size() == 0 {
		return 0, WriteHead(file, part)
	}
	before, all, err := ReadPart(file)
	if err != nil {
		return 0, err
	}
	if before != part {
		return 0, fmt.Errorf("its games were played with other settings: %s", before)
	}
	head, err := json.Marshal(part)
	if err != nil {
		return 0, err
	}
	size := int64(len(head) + 1)
	for game, err := range all {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		size += int64(4 + len(game)*sampleSize(part.Round))
		games++
	}
	if err := file.Truncate(size); err != nil {
		return 0, err
	}
	_, err = file.Seek(size, io.SeekStart)
	return games, err
}

// Holds reports whether a file that begins so is one of self-play.
func Holds(head []byte) bool {
	line, _, found := bytes.Cut(head, []byte{'\n'})
	var part Part
	return found && json.Unmarshal(line, &part) == nil && part.Nodes > 0
}
