package pdn

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
)

// gameType is PDN's number for English draughts.
const gameType = "21"

// Error says what in a file cannot be understood, and where.
type Error struct {
	Game int // its number in the file, the first being 1
	Line int // the first being 1
	Move int // the number of the move, 0 where the fault is in no move
	Err  error
}

// Error names game, line and move.
func (e *Error) Error() string {
	if e.Move == 0 {
		return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Err)
	}
	return fmt.Sprintf("game %d, line %d, move %d: %v", e.Game, e.Line, e.Move, e.Err)
}

// Unwrap is what is wrong there.
func (e *Error) Unwrap() error { return e.Err }

// Read gives one game of a file after the other, and holds no more than one in
// memory. Comments, variations and annotations are skipped, "-" and "x" read
// alike, missing results and tags accepted; a result among the tags counts
// before one that ends the moves.
//
// A game that cannot be understood comes as far as it was, with an *Error;
// reading goes on with the next one. An error of another type is the reader's
// own, and the last thing to come.
func Read(r io.Reader) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		l := newLexer(r)
		next := l.next()
		for number := 1; next.kind != end; number++ {
			g := record{number: number}
			next = g.read(l, next)
			if next.kind == end && l.failure() != nil {
				break
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

// record is a game on its way out of a file.
type record struct {
	number int
	tags   []Tag // all of them
	start  checkers.Position
	at     checkers.Position // after the moves so far
	moves  []checkers.Move
	begun  bool   // the moves have begun
	result Result // at the end of the moves
	err    *Error // the first fault
}

// read reads the game that begins with a token, and gives the one after it.
func (g *record) read(l *lexer, t token) token {
	for ; t.kind != end; t = l.next() {
		switch t.kind {
		case broken:
			g.fail(t.line, 0, errors.New(t.text))
		case tag:
			if g.begun || g.has(t.text) {
				return t
			}
			g.tags = append(g.tags, Tag{t.text, t.value})
			g.setUp(t)
		case word:
			if !g.begun {
				g.begin()
			}
			result, ends := parseResult(t.text)
			if ends {
				g.result = result
				return l.next()
			}
			g.play(t)
		}
	}
	return t
}

func (g *record) has(name string) bool {
	return slices.ContainsFunc(g.tags, func(t Tag) bool { return strings.EqualFold(t.Name, name) })
}

// setUp heeds a tag that says how the game begins.
func (g *record) setUp(t token) {
	switch strings.ToLower(t.text) {
	case "gametype":
		if kind, _, _ := strings.Cut(t.value, ","); strings.TrimSpace(kind) != gameType {
			g.fail(t.line, 0, fmt.Errorf("GameType %q is not English draughts, which is %q", t.value, gameType))
		}
	case "fen":
		p, err := checkers.ParseFEN(t.value)
		if err != nil {
			g.fail(t.line, 0, err)
		}
		g.start = p
	}
}

// begin takes the position that the moves begin at.
func (g *record) begin() {
	g.begun = true
	if !g.has("FEN") {
		g.start = checkers.Start()
	}
	g.at = g.start
}

// play makes the move that a word names, or skips a move's number. After a
// fault nothing can be played any more.
func (g *record) play(t token) {
	if g.err != nil || strings.Trim(t.text, "0123456789.") == "" {
		return
	}
	// Marks of strength stand behind a move.
	m, err := g.at.ParseMove(strings.TrimRight(t.text, "*+#"))
	if err != nil {
		plies := len(g.moves)
		if g.start.Turn == checkers.White {
			plies++
		}
		g.fail(t.line, plies/2+1, err)
		return
	}
	g.moves = append(g.moves, m)
	g.at = g.at.Play(m)
}

func (g *record) fail(line, move int, err error) {
	if g.err == nil {
		g.err = &Error{Game: g.number, Line: line, Move: move, Err: err}
	}
}

func (g *record) game() (Game, error) {
	if !g.begun {
		g.begin()
	}
	game := Game{Start: g.start, Moves: g.moves, Result: g.result}
	for _, t := range g.tags {
		if !derived(t.Name) {
			game.Tags = append(game.Tags, t)
		} else if result, known := parseResult(t.Value); known && result != Unfinished && strings.EqualFold(t.Name, "Result") {
			game.Result = result
		}
	}
	if g.err != nil {
		return game, g.err
	}
	return game, nil
}
