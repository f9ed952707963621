package process

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Shard is one of several shares of work whose pieces are numbered, so that several processes, perhaps on several
// computers, do it: shard 2 of 5 does every fifth piece, from the second on. Which pieces those are does not depend on
// how many there are. A shard is number i of n, both from 1. The zero value is work that is not divided; in
// JSON it is left out by omitzero.
type Shard struct{ Number, Of int }

// ParseShard reads "2/5".
func ParseShard(text string) (Shard, error) {
	number, of, _ := strings.Cut(text, "/")
	s, err := count(number)
	n, err2 := count(of)
	if err != nil || err2 != nil || s > n {
		return Shard{}, fmt.Errorf("%q is no shard: want its number and how many there are, 1/5 to 5/5", text)
	}
	return Shard{s, n}, nil
}

// count reads a number from 1, written in the one way in which String writes it.
func count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && (n < 1 || strconv.Itoa(n) != text) {
		err = strconv.ErrSyntax
	}
	return n, err
}

// String is "2/5"; "" for work that is not divided.
func (s Shard) String() string {
	if s.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Number, s.Of)
}

// IsZero reports whether the work is not divided.
func (s Shard) IsZero() bool { return s == Shard{} }

// MarshalText is String.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is ParseShard.
func (s *Shard) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShard(string(text))
	return err
}

// Nth is the number of a piece of the whole work, from 0, that is piece k of the shard, from 0.
func (s Shard) Nth(k uint64) uint64 {
	if s.IsZero() {
		return k
	}
	return uint64(s.Number-1) + k*uint64(s.Of)
}

// Holds reports whether piece n of the whole work, from 0, belongs to the shard.
func (s Shard) Holds(n uint64) bool {
	return s.IsZero() || n%uint64(s.Of) == uint64(s.Number-1)
}

// Count is how many of so many pieces belong to the shard.
func (s Shard) Count(pieces uint64) uint64 {
	if s.IsZero() {
		return pieces
	}
	return (pieces + uint64(s.Of-s.Number)) / uint64(s.Of)
}

// All is the numbers of those of so many pieces that belong to the shard, from 0, in order.
func (s Shard) All(pieces uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for k := range s.Count(pieces) {
			if !yield(s.Nth(k)) {
				return
			}
		}
	}
}
