package world

import (
	"math"
	"math/rand/v2"

	"draughtsman/engine/checkers"
)

// Layout is the table's furniture: what never moves during a game. All lengths are in millimetres.
type Layout struct {
	Board        checkers.Board
	Square       float64 // side of one square
	Frame        float64 // width of the rim outside the playing area
	DiscDiameter float64
	DiscHeight   float64
	Slots        []Slot // places beside the board, by slot number from 0
	Mount        Mount  // how the arm stands to the board
	FlatKings    bool   // kings are one disc like any other: the players know them, and State.Game
}

// Slot is a place beside the board where a disc, or a stack, may stand.
type Slot struct {
	At     Point         // on the table's surface
	Spares int           // discs that stand here at the start; 0 for a capture slot
	Side   checkers.Side // whose spares
}

// DefaultLayout is the table that the project ships: LayoutOf a board of 8×8, with squares of 40 mm, discs of
// 31 × 7 mm, 16 capture slots at White's right (slots 0–7 nearer the board and 8–15 outside them, each from Black's end
// to White's), 8 spare slots with two discs each at White's left (16–19 black, 20–23 white outside them).
func DefaultLayout() Layout { return LayoutOf(checkers.Board8) }

// LayoutOf is a table with a playing area of 320 mm: the more squares, the smaller are they and the discs. Beside each
// row are two capture slots, and beside all but two at either end two spare slots.
func LayoutOf(board checkers.Board) Layout {
	size := board.Size()
	l := Layout{Board: board, Square: 320 / float64(size), Frame: 14, DiscHeight: 7, Mount: DefaultMount()}
	l.DiscDiameter = l.Square * 31 / 40
	for _, x := range []float64{205, 241} {
		for row := range size {
			l.Slots = append(l.Slots, Slot{At: Point{x, l.rowY(row), 0}})
		}
	}
	for side, x := range []float64{-205, -241} {
		for row := 2; row < size-2; row++ {
			l.Slots = append(l.Slots, Slot{At: Point{x, l.rowY(row), 0}, Spares: 2, Side: checkers.Side(side)})
		}
	}
	return l
}

// ServoLayout is a table for an arm of servos that stands behind Black's edge: squares of 30 mm, discs of 23 × 7 mm,
// ten capture slots at White's right, and four spare slots with two discs each at White's left, with room for fingers
// between them. The board's middle is 220 mm in front of the arm's axis, its surface 10 mm above the arm's foot.
func ServoLayout() Layout {
	l := Layout{
		Square: 30, Frame: 14, DiscDiameter: 23, DiscHeight: 7,
		Mount: Mount{Turn: math.Pi / 2, Origin: Point{X: 220, Z: 10}},
	}
	for _, x := range []float64{150, 190} {
		for row := range 5 {
			l.Slots = append(l.Slots, Slot{At: Point{x, 95 - 38*float64(row), 0}})
		}
	}
	for row := range 4 {
		l.Slots = append(l.Slots, Slot{At: Point{-150, 57 - 38*float64(row), 0}, Spares: 2, Side: checkers.Side(row / 2)})
	}
	return l
}

// Half is half the edge of the playing area.
func (l Layout) Half() float64 { return float64(l.Board.Size()) * l.Square / 2 }

// Area is where the board, its frame included, and the tray are: the corners of a rectangle that holds them.
func (l Layout) Area() (low, high Point) {
	edge := l.Half() + l.Frame
	low, high = Point{X: -edge, Y: -edge}, Point{X: edge, Y: edge}
	for _, s := range l.Slots {
		r := l.DiscDiameter / 2
		low.X, low.Y = min(low.X, s.At.X-r), min(low.Y, s.At.Y-r)
		high.X, high.Y = max(high.X, s.At.X+r), max(high.Y, s.At.Y+r)
	}
	return low, high
}

// Centre is the middle of a playable square, on the playing surface.
func (l Layout) Centre(s checkers.Square) Point {
	row, column := l.Board.Place(s)
	return Point{X: (float64(column) - float64(l.Board.Size()-1)/2) * l.Square, Y: l.rowY(row)}
}

func (l Layout) rowY(row int) float64 {
	return (float64(l.Board.Size()-1)/2 - float64(row)) * l.Square
}

// SquareAt is the playable square whose area holds a point, or 0. The second answer reports whether the point is over
// the playing area at all.
func (l Layout) SquareAt(p Point) (checkers.Square, bool) {
	column := int(math.Floor((p.X + l.Half()) / l.Square))
	row := int(math.Floor((l.Half() - p.Y) / l.Square))
	on := column >= 0 && column < l.Board.Size() && row >= 0 && row < l.Board.Size()
	return l.Board.At(row, column), on
}

// squareJitter and slotJitter are how far from its centre a piece stands when the board has just been set up, as a
// share of a square.
const (
	squareJitter = 0.04
	slotJitter   = 0.01
)

// Discs are the pieces of a position as somebody careful sets them up: near the centres of their squares, with the
// spares in their slots. A king's second disc is one more disc.
func (l Layout) Discs(p checkers.Position, random *rand.Rand) []Disc {
	var discs []Disc
	stand := func(side checkers.Side, at Point, jitter float64, height int) {
		at = at.plus(around(2*math.Pi*random.Float64(), jitter*l.Square*math.Sqrt(random.Float64())))
		for range height {
			discs = append(discs, Disc{ID: len(discs), Side: side, At: at})
			at.Z += l.DiscHeight
		}
	}
	for s := range l.Board.All().All() {
		switch piece := p.At(s); {
		case piece.IsKing():
			stand(piece.Side(), l.Centre(s), squareJitter, 2)
		case piece != checkers.Empty:
			stand(piece.Side(), l.Centre(s), squareJitter, 1)
		}
	}
	for _, slot := range l.Slots {
		stand(slot.Side, slot.At, slotJitter, slot.Spares)
	}
	return discs
}

// Position is what really stands on the playable squares; turn is who is to move. A disc belongs to the square whose
// centre is nearest; two discs or more of one side on a square are a king, and the uppermost disc says whose; kings
// that do not look it are those of the game that have stayed where they were. What is held in the air stands nowhere.
// The second answer is false where the discs are no position: something on a square that is not playable, a stack of
// more than two, or a stack of both sides.
func (l Layout) Position(s *State) (checkers.Position, bool) {
	type stack struct {
		discs [2]int // by side
		top   Disc
	}
	var squares [checkers.MostSquares + 1]stack
	sound := true
	inHand := s.Disc(s.Hand.Held)
	for _, d := range s.Discs {
		if s.inTheAir(d.ID) || inHand != nil && d.At.Z > inHand.At.Z && d.At.Beside(inHand.At) <= l.DiscDiameter/4 {
			continue
		}
		square, on := l.SquareAt(d.At)
		if !on {
			continue
		}
		if square == 0 {
			sound = false
			continue
		}
		k := &squares[square]
		if k.discs[0]+k.discs[1] == 0 || d.At.Z > k.top.At.Z {
			k.top = d
		}
		k.discs[d.Side]++
	}
	p := checkers.Position{Mover: s.Game.Mover}
	for i := 1; i <= l.Board.Squares(); i++ {
		k := squares[i]
		n := k.discs[0] + k.discs[1]
		if n == 0 {
			continue
		}
		piece := checkers.Man(k.top.Side)
		if k.discs[k.top.Side] > 1 {
			piece = checkers.King(k.top.Side)
		}
		if at := checkers.Square(i); l.FlatKings && s.Game.At(at) == checkers.King(k.top.Side) {
			piece = s.Game.At(at)
		}
		p = p.Put(checkers.Square(i), piece)
		sound = sound && n <= 2 && k.discs[k.top.Side] == n
	}
	return p, sound
}

// inTheAir reports whether a disc hangs on the tool or is between the fingers.
func (s *State) inTheAir(id int) bool { return id == s.Tool.Held || id == s.Hand.Held }
