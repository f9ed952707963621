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
	Size       int       // of the board that the game is usually played on
	GameType   int       // the number that PDN has for the game; 0 for none
	FirstAtTop bool      // in drawings; and which way they are numbered, with coordinates
	Mirrored   bool      // drawings have left and right changed, so that pieces stand on the squares of the other colour
	Style      Style     // how moves are usually written
	Corner     Corner    // where square 1 lies

	Flying     bool      // kings move and capture over any distance
	MenBack    bool      // men capture backwards, too
	Straight   bool      // captures go along rows and columns, too
	SpareKings bool      // a man cannot capture a king
	Crowning   Crowning  // of a man that comes to its king row in a capture
	Compulsory bool      // while there is a capture, nothing else is legal
	Prefer     [4]Demand // which captures are legal: those that meet the first demand best, among these the second …
	BreakOff   bool      // a capture may end after any jump
	KingRun    int       // how many steps in a row one king may take while its side has men; 0 for any number

	NoPieceLoses bool     // a player without pieces has lost, to move or not
	Repetition   int      // the game is drawn when a position stands so many times; 0 for never
	Limit        int      // the game ends when so many moves of either side in a row counted; 0 for never
	Alone        [3]uint8 // the limits where 1, 2 or 3 kings are left against one and no man is; 0 for the usual one
	Counted      Counted  // which moves count
	Majority     bool     // at the limit the player with more pieces wins
}

// Crowning says what becomes of a man that comes to its king row in a capture.
type Crowning uint8

// What can become of it. Where a capture ends there, it is crowned by all rules.
const (
	CrownEnds   Crowning = iota // it is crowned, and the capture ends
	CrownGoesOn                 // it is crowned, and goes on as a king
	CrownAtEnd                  // it goes on as a man where it can
)

// Demand is what captures are chosen by, where some have to be made before others.
type Demand uint8

// The demands. None ends a list of them.
const (
	None         Demand = iota
	Most                // the most pieces are taken
	Value               // the most is taken, a king being a little less than two men
	ByKing              // a king takes
	MostKings           // the most kings are taken
	EarliestKing        // the first king is taken the earliest
)

// Corner is where numbering begins, along the rows, as First sees the board.
type Corner uint8

// The corners, by PDN's numbers.
const (
	BottomLeft Corner = iota
	BottomRight
	TopLeft
	TopRight
)

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
		Size: 8, GameType: 21, Corner: BottomRight,
		Compulsory: true,
		Repetition: 3, Limit: 80, Counted: KingsMovesOnly,
	}
}

// CSCI561 is the game of a homework at USC, which agents play by files.
func CSCI561() Rules {
	return Rules{
		Name: "csci561", Names: [2]string{"Black", "White"}, Letters: "bw", FirstAtTop: true, Style: Algebraic,
		Size: 8, Corner: BottomRight,
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
		Size: 8, Corner: BottomRight,
		Compulsory: true, Prefer: [4]Demand{Most},
		Limit: 50, Counted: AllMoves,
	}
}

// League is the game of tournaments between programs.
func League() Rules {
	return Rules{
		Name: "league", Names: [2]string{"White", "Black"}, Letters: "wb", FirstAtTop: true, Style: Numbers,
		Size: 8, Corner: BottomRight,
		Compulsory: true, BreakOff: true, Crowning: CrownGoesOn,
		Limit: 40, Counted: NothingGained, Majority: true,
	}
}

// CheckersBot is the game of a person against a robot's program, read from boards in files. The person moves first,
// from the bottom.
func CheckersBot() Rules {
	return Rules{
		Name: "checkersbot", Names: [2]string{"Player", "Bot"}, Letters: "pb", Style: Spaced,
		Size: 8, Corner: BottomRight,
		Crowning: CrownGoesOn, NoPieceLoses: true,
		Counted: KingsMovesOnly,
	}
}

// The draughts of the world follow, by the rules that PDN's standard has numbers for. Draws that only have to be
// claimed there come by themselves here.

// Italian is dama, on a board with a light square at the left hand.
func Italian() Rules {
	r := white("italian", 22)
	r.Style, r.Mirrored = Numbers, true
	r.SpareKings, r.Prefer = true, [4]Demand{Most, ByKing, MostKings, EarliestKing}
	r.Limit = 80
	return r
}

// Pool is American pool checkers.
func Pool() Rules {
	r := English()
	r.Name, r.GameType = "pool", 23
	r.Flying, r.MenBack, r.Crowning = true, true, CrownAtEnd
	r.Alone = [3]uint8{0, 0, 26}
	return r
}

// Spanish is damas, on a board with a light square at the left hand.
func Spanish() Rules {
	r := white("spanish", 24)
	r.Style, r.Corner, r.Mirrored = Numbers, BottomRight, true
	r.Flying, r.Prefer = true, [4]Demand{Most, MostKings}
	return r
}

// Russian is shashki.
func Russian() Rules {
	r := white("russian", 25)
	r.Style = Shashki
	r.Flying, r.MenBack, r.Crowning = true, true, CrownGoesOn
	r.Limit, r.Alone = 30, [3]uint8{10, 10, 0}
	return r
}

// Brazilian is the international game on the board of size 8.
func Brazilian() Rules {
	r := International()
	r.Name, r.GameType, r.Size, r.Style = "brazilian", 26, 8, Chess
	r.Limit, r.Alone = 40, [3]uint8{10, 10, 0}
	return r
}

// Czech is dáma.
func Czech() Rules {
	r := white("czech", 29)
	r.Flying, r.Prefer = true, [4]Demand{ByKing}
	return r
}

// International is the game of the world federation (FMJD), on the board of size 10.
func International() Rules {
	r := white("international", 20)
	r.Size, r.Style = 10, Numbers
	r.Flying, r.MenBack, r.Crowning, r.Prefer = true, true, CrownAtEnd, [4]Demand{Most}
	r.Alone = [3]uint8{10, 10, 32}
	return r
}

// Frisian is frysk damjen, which captures along rows and columns, too.
func Frisian() Rules {
	r := International()
	r.Name, r.GameType = "frisian", 40
	r.Straight, r.Prefer, r.KingRun = true, [4]Demand{Value, ByKing}, 3
	r.Alone = [3]uint8{4, 14, 0}
	return r
}

// white is what most of them have in common: White begins, from the bottom.
func white(name string, gameType int) Rules {
	return Rules{
		Name: name, Names: [2]string{"White", "Black"}, Letters: "wb", Size: 8, GameType: gameType, Style: Chess,
		Corner: TopLeft, Compulsory: true,
		Repetition: 3, Limit: 50, Counted: KingsMovesOnly,
	}
}

// All is the rule sets that have a name.
func All() []Rules {
	return []Rules{English(), CSCI561(), CSC242(), League(), CheckersBot(), Italian(), Pool(), Spanish(), Russian(),
		Brazilian(), Czech(), International(), Frisian()}
}

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

// PDN is the game as PDN's tag GameType has it, "20,W,10,10,N2,0": who begins, the size, how squares are called and
// from which corner, whether the board is mirrored; "" where PDN has no number for it.
func (r Rules) PDN() string {
	if r.GameType == 0 {
		return ""
	}
	squares, mirrored := fmt.Sprintf("N%d", r.Corner), 0
	if r.Recorded(r.Size).Style != Numbers {
		squares = "A0"
	}
	if r.Mirrored {
		mirrored = 1
	}
	return fmt.Sprintf("%d,%s,%d,%d,%s,%d", r.GameType, fen(r).letter(First), r.Size, r.Size, squares, mirrored)
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
