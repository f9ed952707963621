package variant

import (
	"iter"
	"math/bits"
	"strings"
)

// Position is what stands on a board and whose turn it is. It is a plain value: copied, compared with ==, usable as a
// map key. The zero value is no position; NewPosition and Rules.Start make one.
type Position struct {
	pieces [2]set
	kings  set // the crowned ones among them
	size   uint8
	turn   Player
	runs   [2]run // of each player, where the rule set limits them
}

// run is how many steps one king has taken since its side moved another piece, and where it stands. There is none where
// the side has no men.
type run struct{ at, steps square }

// NewPosition is an empty board of an even size from MinSize to MaxSize.
func NewPosition(size int, turn Player) (Position, error) {
	if err := CheckSize(size); err != nil {
		return Position{}, err
	}
	return Position{size: uint8(size), turn: turn}, nil
}

// Size is the number of squares along an edge of the board.
func (p Position) Size() int { return int(p.size) }

// Turn is the player to move.
func (p Position) Turn() Player { return p.turn }

// At is the content of a cell; Empty where no piece can stand.
func (p Position) At(c Cell) Piece {
	s := p.board().square(c)
	if s == none {
		return Empty
	}
	return p.at(s)
}

func (p *Position) at(s square) Piece {
	for _, player := range []Player{First, Second} {
		if p.pieces[player].has(s) {
			if p.kings.has(s) {
				return King(player)
			}
			return Man(player)
		}
	}
	return Empty
}

// Put is the position with a cell's content replaced. Cells where no piece can stand stay as they are.
func (p Position) Put(c Cell, piece Piece) Position {
	if s := p.board().square(c); s != none {
		p.put(s, piece)
	}
	return p
}

func (p *Position) put(s square, piece Piece) {
	p.pieces[First].remove(s)
	p.pieces[Second].remove(s)
	p.kings.remove(s)
	if piece == Empty {
		return
	}
	p.pieces[piece.Player()].add(s)
	if piece.IsKing() {
		p.kings.add(s)
	}
}

// Count is the number of men and kings of a player.
func (p Position) Count(player Player) (men, kings int) {
	kings = p.pieces[player].shared(&p.kings)
	return p.pieces[player].len() - kings, kings
}

// uncrowned goes through the men who stand on the row where they would have been crowned, which no game can reach.
func (p *Position) uncrowned() iter.Seq[square] {
	g := p.board()
	return func(yield func(square) bool) {
		for player := range g.kingRow {
			for s := range g.kingRow[player].all() {
				if p.at(s) == Man(Player(player)) && !yield(s) {
					return
				}
			}
		}
	}
}

// String draws the board as it lies inside the program: f and s are men of First and Second, kings are in upper case;
// one row a line.
func (p Position) String() string {
	var b strings.Builder
	for row := range p.Size() {
		for column := range p.Size() {
			c := Cell{row, column}
			if column > 0 {
				b.WriteByte(' ')
			}
			if c.Playable(p.Size()) {
				b.WriteByte(".fFsS"[p.At(c)])
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Hash mixes the whole position, by rounds of 64 by 64 bit multiplication as in wyhash
// (https://github.com/wangyi-fudan/wyhash), whose constants it uses.
func (p Position) Hash() uint64 {
	h := uint64(p.turn)<<8 | uint64(p.size)
	for w := range p.board().words {
		high, low := bits.Mul64(p.pieces[First][w]^h^0xa0761d6478bd642f, p.pieces[Second][w]^0xe7037ed1a0b428db)
		high, low = bits.Mul64(high^p.kings[w]^0x8ebc6af09c88c6e3, low^p.pieces[First][w]^0x589965cc75374cc3)
		h = high ^ low
	}
	if p.runs != [2]run{} {
		runs := uint64(p.runs[0].at)<<24 | uint64(p.runs[0].steps)<<16 | uint64(p.runs[1].at)<<4 | uint64(p.runs[1].steps)
		high, low := bits.Mul64(h^0xa0761d6478bd642f, runs^0xe7037ed1a0b428db)
		h = high ^ low
	}
	return h
}

// board is the geometry of the position's board.
func (p *Position) board() *geometry { return boards[p.size/2] }
