package pdn

import (
	"errors"
	"regexp"
	"slices"
	"strconv"

	"draughtsman/engine/checkers"
)

// mostBoards is how many boards a game may still be: a few captures in doubt one after the other.
const mostBoards = 32

// several is a game on its way as long as it may be more than one. A capture that is written by some of its squares,
// and letters that may count from either side, leave several boards; those on which the moves go on are kept.
type several struct {
	boards   []Board
	doubts   []doubt
	lettered bool // squares have been named by letters
}

// doubt is a move that could mean several.
type doubt struct {
	token
	number int // of the move
	ply    int // how many were played before it
	err    error
}

// play plays the legal move that a token names, on every board on which there is one.
func (s *several) play(t token, number int) error {
	if hasLetter(t.text) && !s.lettered {
		s.lettered = true
		for _, b := range slices.Clone(s.boards) {
			if turned := b.Turned(); turned != nil {
				s.boards = append(s.boards, turned)
			}
		}
	}
	var inDoubt, wrong error
	ply := s.boards[0].Plies()
	on := s.boards[:0] // those that go on, in the place of all
	var others []Board
	for _, b := range s.boards {
		also, err := b.Play(t.text)
		switch {
		case also != nil:
			inDoubt = err
			others = append(others, also...)
		case err != nil:
			if wrong == nil {
				wrong = err
			}
			continue
		}
		on = append(on, b)
	}
	if len(on) == 0 {
		return wrong
	}
	if inDoubt != nil {
		s.doubts = append(s.doubts, doubt{t, number, ply, inDoubt})
	}
	on = append(on, others...)
	s.boards = on[:min(len(on), mostBoards)]
	return nil
}

// decide leaves one board, and gives the doubt that cuts the game short: nil where one is left, or all that are left
// have the same moves.
func (s *several) decide() *doubt {
	first := s.boards[0]
	same := first.Plies()
	for _, b := range s.boards[1:] {
		same = min(same, first.Common(b))
	}
	s.boards = s.boards[:1]
	for i := range s.doubts {
		if d := &s.doubts[i]; d.ply == same && same < first.Plies() {
			first.CutTo(same)
			return d
		}
	}
	return nil
}

func (s *several) legal(text string) bool {
	return slices.ContainsFunc(s.boards, func(b Board) bool { return b.Legal(text) })
}

func (s *several) isPart(text string) bool {
	return slices.ContainsFunc(s.boards, func(b Board) bool { return b.IsPart(text) })
}

func (s *several) anew() Board { return s.boards[0].Anew() }

func (s *several) secondBegins() bool { return s.boards[0].SecondBegins() }

// hasLetter says that a move names its squares by letters.
func hasLetter(text string) bool { return text != "" && text[0] >= 'a' }

func (b *board) Play(text string) (others []Board, err error) {
	m, err := b.parse(text)
	var inDoubt *checkers.DoubtError
	if err != nil && errors.As(err, &inDoubt) {
		m = inDoubt.Moves[0]
		seen := []checkers.Position{b.at.Play(m)}
		for _, other := range inDoubt.Moves[1:] {
			if to := b.at.Play(other); !slices.Contains(seen, to) {
				seen = append(seen, to)
				others = append(others, &board{start: b.start, at: to, fromBlack: b.fromBlack,
					moves: append(slices.Clone(b.moves), other)})
			}
		}
	} else if err != nil {
		return nil, err
	}
	b.moves = append(b.moves, m)
	b.at = b.at.Play(m)
	return others, err
}

// Turned is the same game with letters that count from the other side, in games that have numbers.
func (b *board) Turned() Board {
	if b.start.Set.Letters() {
		return nil
	}
	t := *b
	t.fromBlack, t.moves, t.room = !b.fromBlack, slices.Clone(b.moves), nil
	return &t
}

func (b *board) Plies() int { return len(b.moves) }

func (b *board) CutTo(plies int) {
	b.moves, b.at = b.moves[:plies:plies], b.start
	for _, m := range b.moves {
		b.at = b.at.Play(m)
	}
}

func (b *board) From(plies int) Board {
	f := *b
	for _, m := range b.moves[:plies] {
		f.start = f.start.Play(m)
	}
	f.moves, f.room = b.moves[plies:], nil
	return &f
}

func (b *board) Common(other Board) int {
	o, same := other.(*board), 0
	for same < min(len(b.moves), len(o.moves)) && b.moves[same] == o.moves[same] {
		same++
	}
	return same
}

// numbered is a move with the squares' numbers for letters: a1 is a square in the left corner of the side at the
// bottom.
func (b *board) numbered(text string) string {
	if !hasLetter(text) {
		return text
	}
	set, board, last := b.start.Set, b.start.Set.Board(), b.start.Set.Board().Size()-1
	return lettered.ReplaceAllStringFunc(text, func(name string) string {
		rank, err := strconv.Atoi(name[1:])
		row, column := last+1-rank, int(name[0]-'a')
		if b.fromBlack {
			row, column = last-row, last-column
		}
		square := board.At(row, column)
		if err != nil || square == 0 {
			return name // no square that is played on
		}
		return set.Number(square)
	})
}

var lettered = regexp.MustCompile(`[a-z][0-9]{1,2}`)
