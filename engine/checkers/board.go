package checkers

import (
	"fmt"
	"math/bits"
)

// Board is the squares that a game is played on: how many, and where they lie.
type Board uint8

// The boards. All are numbered from Black's side along their rows, from White's left to its right.
const (
	Board8    Board = iota // 8×8 with a playing square in White's left corner
	Mirrored8              // 8×8 with one in White's right corner
	Board10                // 10×10 with one in White's left corner
)

// Boards is all of them, and MostSquares how many squares the largest has.
const (
	Boards      = 3
	MostSquares = 50
)

// The directions: four diagonal ones, of which Black's men move in the first two, White's in the last two and kings in
// all, and four along columns and rows. The opposite of d is d^opposite. Variables for them are unsigned: what is left
// of dividing a signed number takes longer to find.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	diagonals
	down = iota - 1
	right
	left
	up
	directions
	opposite = 3
)

// ways are the directions in rows and columns.
var ways = [directions][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {2, 0}, {0, 2}, {0, -2}, {-2, 0}}

// grid is what there is to know of an empty board. There is room for squares of any value, of which only the lowest
// bits count.
type grid struct {
	size, squares int
	mirrored      bool // the row at Black's side begins with a playing square
	all           Set
	kingRow       [2]Set // where a side's men are crowned
	shifts        [directions][2]shift
	next          [anySquare][directions]Square // the square beside one, 0 off the board
	jump          [anySquare][directions]leap   // all zero where it goes off the board
}

const anySquare = 1 << squareBits

// shift is by how much the number of a square changes in one direction, from some squares.
type shift struct {
	by   int
	from Set
}

// A leap is what a jump from a square in a direction goes over and where it lands.
type leap struct {
	over, landing Set
	to            Square
}

var grids = [Boards]grid{
	Board8:    newGrid(8, false),
	Mirrored8: newGrid(8, true),
	Board10:   newGrid(10, false),
}

// all8 is the squares of Board8.
const all8 Set = 1<<32 - 1

func newGrid(size int, mirrored bool) grid {
	g := grid{size: size, squares: size * size / 2, mirrored: mirrored}
	g.all = 1<<g.squares - 1
	for s := Square(1); int(s) <= g.squares; s++ {
		row, column := g.place(s)
		for d, v := range ways {
			to := g.at(row+v[0], column+v[1])
			if g.next[s][d] = to; to == 0 {
				continue
			}
			slide := &g.shifts[d][row%2]
			slide.by = int(to) - int(s)
			slide.from |= s.set()
			if landing := g.at(row+2*v[0], column+2*v[1]); landing != 0 {
				g.jump[s][d] = leap{over: to.set(), landing: landing.set(), to: landing}
			}
		}
		switch row {
		case 0:
			g.kingRow[White] |= s.set()
		case size - 1:
			g.kingRow[Black] |= s.set()
		}
	}
	return g
}

// at is the playing square at a row and a column, 0 where there is none.
func (g *grid) at(row, column int) Square {
	if row < 0 || row >= g.size || column < 0 || column >= g.size || (row+column)%2 == 0 != g.mirrored {
		return 0
	}
	return Square(row*g.size/2 + column/2 + 1)
}

func (g *grid) place(s Square) (row, column int) {
	i := int(s) - 1
	row, column = i/(g.size/2), 2*(i%(g.size/2))
	if (row%2 == 0) != g.mirrored {
		column++
	}
	return row, column
}

// beside is the squares that lie next to those of a set in a direction.
func (g *grid) beside(b Set, d uint) Set {
	s := &g.shifts[d%directions]
	return Set(bits.RotateLeft64(uint64(b&s[0].from), s[0].by) | bits.RotateLeft64(uint64(b&s[1].from), s[1].by))
}

// Size is the number of squares along an edge.
func (b Board) Size() int { return grids[b].size }

// Squares is the number of playing squares, which are numbered from 1.
func (b Board) Squares() int { return grids[b].squares }

// All is the set of the playing squares.
func (b Board) All() Set { return grids[b].all }

// At is the playing square at a row (0 at Black's side) and a column (0 at White's left), or 0 where there is none.
func (b Board) At(row, column int) Square { return grids[b].at(row, column) }

// Place is where a square lies: its row, 0 at Black's side, and its column, 0 at White's left.
func (b Board) Place(s Square) (row, column int) { return grids[b].place(s) }

// KingRow is where a side's men are crowned.
func (b Board) KingRow(s Side) Set { return grids[b].kingRow[s] }

// Beside is the squares with a neighbour in a set.
func (b Board) Beside(set Set) (all Set) {
	if b == Board8 {
		return (set.downLeft()|set.downRight())&all8 | set.upLeft() | set.upRight()
	}
	for d := range uint(diagonals) {
		all |= grids[b].beside(set, d)
	}
	return all
}

// Turned is a set as the other side sees it.
func (b Board) Turned(set Set) Set { return Set(bits.Reverse64(uint64(set)) >> (64 - b.Squares())) }

// BoardOf is the board of so many squares along an edge, Mirrored where a playing square is in White's right corner.
func BoardOf(size int, mirrored bool) (Board, error) {
	for b := range grids {
		if g := &grids[b]; g.size == size && g.mirrored == mirrored {
			return Board(b), nil
		}
	}
	return 0, fmt.Errorf("no game is played on a board of %d×%d squares with a playing square in White's %s corner", size,
		size, map[bool]string{true: "right", false: "left"}[mirrored])
}

// Game is one that is played on the board: all of them begin with the same squares occupied.
func (b Board) Game() (game RuleSet) {
	for game.Board() != b {
		game++
	}
	return game
}

// Mirrored reports whether a playing square is in White's right corner.
func (b Board) Mirrored() bool { return grids[b].mirrored }
