// Package search plays English draughts: it makes the game and its knowledge of it one instance of the search in
// zerosum.
package search

import (
	"cmp"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search/zerosum"
)

// What is searched, for how long, and what comes of it.
type (
	// Searcher finds moves; see zerosum.Searcher. It is not safe for use by several goroutines at once.
	Searcher = zerosum.Searcher[checkers.Position, checkers.Move]
	// Request is what to search and for how long.
	Request = zerosum.Request[checkers.Position]
	// Result is the best move known, its score in hundredths of a man, and how it was found.
	Result = zerosum.Result[checkers.Move]
	// Info is a Result on the way there, after each finished depth.
	Info = Result
	// Options are the size and the parts of a Searcher.
	Options = zerosum.Options
)

// Win is the score of a game won at once; a win n plies away scores Win−n, a loss n−Win, a draw 0.
const Win = zerosum.Win

// ErrNoMoves says that the side to move has lost: it has no legal move.
var ErrNoMoves = zerosum.ErrNoMoves

// New is a searcher of English draughts that evaluates by the learnt weights which come with the program. It knows a
// repetition, the draw after 40 moves by each side without a capture or a man's move, and the endgame tables that
// come with the program.
func New(options Options) *Searcher { return NewKnowing(endgame.Shipped(), options) }

// NewKnowing is New with other endgame tables.
func NewKnowing(tables *endgame.Tables, options Options) *Searcher {
	return Searchers(tables, options)(checkers.English)
}

// NewWith is a searcher of a game with other weights, nil for Foundation alone, and the endgame tables that come with
// the program.
func NewWith(game checkers.RuleSet, weights *Weights, options Options) *Searcher {
	return newSearcher(game, English{Weights: weights, Tables: endgame.Shipped()}, options)
}

func newSearcher(game checkers.RuleSet, english English, options Options) *Searcher {
	if game == checkers.English {
		return zerosum.New(english, english, game.QuietPlies(), options)
	}
	return zerosum.New(limited{english}, limited{english}, game.QuietPlies(), options)
}

// Searchers are searchers of the games of package checkers, each made when it is first asked for. They evaluate by the
// weights that come with the program, and know endgame tables; nil: those of the program.
func Searchers(tables *endgame.Tables, options Options) func(checkers.RuleSet) *Searcher {
	var made [checkers.RuleSets]*Searcher
	return func(game checkers.RuleSet) *Searcher {
		if made[game] == nil {
			weights, _ := LearntBy(game.Board(), game.Start().Rules)
			made[game] = newSearcher(game, English{Weights: weights, Tables: cmp.Or(tables, endgame.Shipped())}, options)
		}
		return made[game]
	}
}

// Distance is the number of plies to the end of the game that a score promises; false where the score is an estimate
// or a draw.
func Distance(score int) (plies int, decided bool) { return zerosum.Distance(score) }

// Certain reports whether a score is a win or a loss, whether or not it says in how many plies.
func Certain(score int) bool { return zerosum.Certain(score) }
