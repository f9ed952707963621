package league

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Results is a file of results, which a league goes on from after an interruption: lines of JSON, the setup first,
// then a record a game in the order in which they ended. It only grows; each line is on disk before the next game
// counts.
type Results struct{ file *os.File }

// CreateResults begins a file of results; one that exists is an error.
func CreateResults(path string, s Setup) (*Results, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("begin a file of results: %w", err)
	}
	r := &Results{file}
	if err := r.append(s); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// WriteResults writes a file of results with all its records.
func WriteResults(to io.Writer, s Setup, records []Record) error {
	encoder := json.NewEncoder(to)
	if err := encoder.Encode(s); err != nil {
		return err
	}
	for _, r := range records {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// ReadResults reads a file of results. A last line without an end was being written when the program was killed, and
// is left out; whole is the length of the file without it, in bytes.
func ReadResults(path string) (s Setup, records []Record, whole int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return s, nil, 0, fmt.Errorf("read the results so far: %w", err)
	}
	defer func() { _ = file.Close() }() // it is only read
	results := bufio.NewReader(file)
	var text []byte
	if head, _ := results.Peek(1); string(head) != "\x00" { // of what is no text nothing is read, however large it is
		if text, err = io.ReadAll(results); err != nil {
			return s, nil, 0, fmt.Errorf("read the results so far: %w", err)
		}
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1] // empty, or without an end
	if len(lines) == 0 {
		return s, nil, 0, fmt.Errorf("%s holds no results: its first line is the league's setup", path)
	}
	for i, line := range lines {
		whole += int64(len(line))
		var into any = &s
		if i > 0 {
			records = append(records, Record{})
			into = &records[i-1]
		}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(into); err != nil {
			if i == 0 {
				err = errors.New("this is not the setup of a league, which files of results begin with")
			}
			return s, nil, 0, fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
	}
	return s, records, whole, nil
}

// ContinueResults opens a file of results that ReadResults has read, and cuts off what is not whole.
func ContinueResults(path string, whole int64) (*Results, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		if err = file.Truncate(whole); err != nil {
			err = errors.Join(err, file.Close())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("go on with the results so far: %w", err)
	}
	return &Results{file}, nil
}

// Keep puts a record into the file.
func (r *Results) Keep(record Record) error { return r.append(record) }

func (r *Results) append(value any) error {
	line, err := json.Marshal(value)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	if err == nil {
		err = r.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("keep the results: %w", err)
	}
	return nil
}

// Close closes the file.
func (r *Results) Close() error { return r.file.Close() }

// Check says why records cannot be those of the league: games that it does not have or has once, other players, moves
// that cannot be played.
func (l *League) Check(records []Record) error {
	fixtures := l.schedule(records).fixtures
	seen := map[int]bool{}
	for _, r := range records {
		if r.Game < 1 || r.Game > len(fixtures) {
			return fmt.Errorf("the league has no game %d, only 1 to %d", r.Game, len(fixtures))
		}
		if !l.Setup.holds(r.Game) {
			return fmt.Errorf("game %d does not belong to shard %s", r.Game, l.Setup.Shard)
		}
		if seen[r.Game] {
			return fmt.Errorf("game %d is on record twice", r.Game)
		}
		seen[r.Game] = true
		if err := l.check(fixtures[r.Game-1], r); err != nil {
			return err
		}
	}
	return nil
}
