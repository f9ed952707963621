package pdn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Text is a file by its name, for Read. That it is empty, or no text at all, is an error.
func Text(name string, file io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(file)
	switch head, err := buffered.Peek(Head); { // a short file has no more
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s is empty", name)
	case Binary(head):
		return nil, fmt.Errorf("%s holds binary data, and is no file of games", name)
	}
	return buffered, nil
}

// Read gives one game of a file after the other, and holds no more than one in memory. Of annotations it keeps comments
// and variations. It takes collections as they are: "-" and "x" read alike, blanks inside moves, captures told jump by
// jump, results and tags that are missing, out of order or in the middle of the moves, text in Latin-1. A result among
// the tags counts before one among the moves.
//
// A game with something in it that cannot be understood comes with Faults, as far as it was understood: a move that
// cannot be played ends its moves, other faults do not. What cannot be understood of a variation is a hint. Reading
// goes on with the next game. An error of another type is the reader's own, and the last thing to come.
func Read(r io.Reader) iter.Seq2[Game, error] { return ReadWith(r, nil) }

// Others sets up games that package checkers does not play, for ReadWith: by the rule set and on the board that the
// tags Variant, or GameType, and BoardSize name, at a position, or at the usual one for "". A size or a position that
// is none is an error, and the usual one stands in its place. The hint is on the position.
type Others func(rules, size, fen string) (board Board, hint string, err error)

// ReadWith is Read for games of all rule sets and sizes. Without Others those that package checkers does not play are
// faults.
func ReadWith(r io.Reader, others Others) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		l := newLexer(decoded(r), 1)
		next, before := l.next(), ""
		for count := 1; next.kind != end; count++ {
			g := record{notes: notes{number: count}, remarks: inFront(before), others: others}
			next = g.read(l, next)
			before = g.apart
			if next.kind == end && l.failure() != nil {
				break
			}
			if g.blank() {
				count--
				continue
			}
			if !yield(g.game()) {
				return
			}
		}
		if err := l.failure(); err != nil {
			yield(Game{}, fmt.Errorf("read games: %w", err))
		}
	}
}
