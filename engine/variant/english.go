package variant

import "draughtsman/engine/checkers"

// FromCheckers is a position of the board of size 8 in this package's form; First has the black pieces.
func FromCheckers(p checkers.Position) Position {
	q := Position{size: checkers.Size, turn: Player(p.Turn)}
	q.pieces[First][0], q.pieces[Second][0] = uint64(p.Black), uint64(p.White)
	q.kings[0] = uint64(p.Kings)
	return q
}

// Checkers is the position in the form of package checkers, Black for First; false where the board has another size.
func (p Position) Checkers() (checkers.Position, bool) {
	return checkers.Position{
		Black: checkers.Set(p.pieces[First][0]), White: checkers.Set(p.pieces[Second][0]),
		Kings: checkers.Set(p.kings[0]), Turn: checkers.Side(p.turn),
	}, p.size == checkers.Size
}

// FromCheckersMove is a move of package checkers in this package's form.
func FromCheckersMove(m checkers.Move) Move {
	path := m.Path()
	if len(path) == 0 {
		return Move{}
	}
	from := square(path[0] - 1)
	move := Move{from: from, to: from, size: checkers.Size}
	g := move.board()
	for _, next := range path[1:] {
		to := square(next - 1)
		for d := range diagonals {
			switch {
			case m.IsCapture() && g.leap[move.to][d] == to:
				move = move.with(d, 1, 1, to)
			case !m.IsCapture() && g.step[move.to][d] == to:
				move.path[0], move.to = uint64(d), to
			default:
				continue
			}
			break
		}
	}
	return move
}
