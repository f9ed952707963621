package variant

import (
	"fmt"
	"strings"
)

// Rules is a rule set: a plain value, compared with ==. Take one that has a name and change what is to be different.
type Rules struct {
	Name       string
	Names      [2]string // what the players are called, by Player
	Letters    string    // the men of First and of Second in drawings, lower case
	FirstAtTop bool      // in drawings; and which way they are numbered, with coordinates
	Mirrored   bool      // drawings have left and right changed, so that pieces stand on the squares of the other colour
	Style      Style     // how moves are usually written

	Compulsory  bool // while there is a capture, nothing else is legal
	Most        bool // only captures that take the most pieces are legal
	BreakOff    bool // a capture may end after any jump
	CrownGoesOn bool // a man that is crowned in a capture goes on as a king

	NoPieceLoses bool    // a player without pieces has lost, to move or not
	Repetition   int     // the game is drawn when a position stands so many times; 0 for never
	Limit        int     // the game ends when so many moves of either side in a row counted; 0 for never
	Counted      Counted // which moves count
	Majority     bool    // at the limit the player with more pieces wins
}

// Counted says which moves go towards the limit of a rule set. Any other move begins the count again.
type Counted uint8

// What can count.
const (
	AllMoves       Counted = iota
	NothingGained          // neither a capture nor a crowning
	KingsMovesOnly         // neither a capture nor a man's move
)

// English is the standard game (WCDF, ACF): what the robot plays. Draws have to be claimed there; here they come by
// themselves.
func English() Rules {
	return Rules{
		Name: "english", Names: [2]string{"Black", "White"}, Letters: "bw", FirstAtTop: true, Style: Numbers,
		Compulsory: true,
		Repetition: 3, Limit: 80, Counted: KingsMovesOnly,
	}
}

// CSCI561 is the game of a homework at USC, which agents play by files.
func CSCI561() Rules {
	return Rules{
		Name: "csci561", Names: [2]string{"Black", "White"}, Letters: "bw", FirstAtTop: true, Style: Algebraic,
		Compulsory: true,
		Repetition: 3, Limit: 50, Counted: NothingGained,
	}
}

// CSC242 is the game of a project at Rochester, for the console. Its limit is there to be changed: 0 for none.
//
// The project has the game drawn "if there is no winner after 50 moves", and never says whose. It is taken for 50
// moves of both players together, 25 each, since a move is what one player does in one turn wherever else the project
// speaks of one: "a player may move a single piece", captures "in a single move", a king's "next move", "your move".
// A move that wins is not too late when it is the fiftieth.
func CSC242() Rules {
	return Rules{
		Name: "csc242", Names: [2]string{"Black", "White"}, Letters: "bw", FirstAtTop: true, Style: Lettered,
		Compulsory: true, Most: true,
		Limit: 50, Counted: AllMoves,
	}
}

// League is the game of tournaments between programs.
func League() Rules {
	return Rules{
		Name: "league", Names: [2]string{"White", "Black"}, Letters: "wb", FirstAtTop: true, Style: Numbers,
		Compulsory: true, BreakOff: true, CrownGoesOn: true,
		Limit: 40, Counted: NothingGained, Majority: true,
	}
}

// CheckersBot is the game of a person against a robot's program, read from boards in files. The person moves first,
// from the bottom.
func CheckersBot() Rules {
	return Rules{
		Name: "checkersbot", Names: [2]string{"Player", "Bot"}, Letters: "pb", Style: Spaced,
		CrownGoesOn: true, NoPieceLoses: true,
		Counted: KingsMovesOnly,
	}
}

// All is the rule sets that have a name.
func All() []Rules { return []Rules{English(), CSCI561(), CSC242(), League(), CheckersBot()} }

// Names is the names of the rule sets.
func Names() []string {
	var names []string
	for _, r := range All() {
		names = append(names, r.Name)
	}
	return names
}

// Named is the rule set of a name.
func Named(name string) (Rules, error) {
	for _, r := range All() {
		if r.Name == name {
			return r, nil
		}
	}
	return Rules{}, fmt.Errorf("there is no rule set %q: want one of %s", name, strings.Join(Names(), ", "))
}

// Letter is how a piece is drawn: men in lower case, kings in upper case, a full stop for an empty square.
func (r Rules) Letter(p Piece) byte {
	switch {
	case p == Empty:
		return '.'
	case p.IsKing():
		return r.Letters[p.Player()] - 'a' + 'A'
	default:
		return r.Letters[p.Player()]
	}
}

// Drawn is the place of a cell in a drawing of a board, and the cell of a place in one: rows from the top, columns
// from the left.
func (r Rules) Drawn(size int, c Cell) Cell {
	if !r.FirstAtTop {
		c = c.Turned(size)
	}
	if r.Mirrored {
		c.Column = size - 1 - c.Column
	}
	return c
}

// Start is the start position on a board of a size: all but the two rows in the middle are full of men.
func (r Rules) Start(size int) (Position, error) {
	p, err := NewPosition(size, First)
	if err != nil {
		return Position{}, err
	}
	n := square(size / 2 * (size/2 - 1))
	for s := range n {
		p.put(s, FirstMan)
		p.put(square(p.board().squares)-1-s, SecondMan)
	}
	return p, nil
}
