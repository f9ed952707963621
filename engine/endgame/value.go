package endgame

import "fmt"

// Value is how a position ends when both sides play their best: the winner as fast, the loser as long as possible. It
// is a plain value; the zero value is a draw.
type Value uint8

// Draw is the value of a position that neither side can win.
const Draw Value = 0

// maxPlies is the longest way to the end in a table. A Value can hold one ply more, for the move before.
const maxPlies = 253

// decided is the value of a position that is over after so many plies, by a side to move that cannot: won for the
// side that moves now if they are odd.
func decided(plies int) Value { return Value(plies + 1) }

// Won reports whether the side to move wins.
func (v Value) Won() bool { return v != Draw && v%2 == 0 }

// Lost reports whether the side to move loses.
func (v Value) Lost() bool { return v%2 == 1 }

// Utility is 1, 0 or −1 for a win, a draw or a loss of the side to move.
func (v Value) Utility() int {
	switch {
	case v.Won():
		return 1
	case v.Lost():
		return -1
	}
	return 0
}

// Plies is the number of plies until a side cannot move; 0 for a draw, too.
func (v Value) Plies() int {
	if v == Draw {
		return 0
	}
	return int(v) - 1
}

// String is the value for people: "a draw", "won in 13 plies", "lost in 4 plies".
func (v Value) String() string {
	switch {
	case v == Draw:
		return "a draw"
	case v.Won():
		return fmt.Sprintf("won in %d plies", v.Plies())
	}
	return fmt.Sprintf("lost in %d plies", v.Plies())
}

// Better reports whether the side to move would rather have this value: a fast win, a slow win, a draw, a slow loss,
// a fast loss.
func (v Value) Better(than Value) bool { return v.worth() > than.worth() }

func (v Value) worth() int {
	switch {
	case v.Won():
		return 2*maxPlies - int(v)
	case v.Lost():
		return int(v) - 2*maxPlies
	}
	return 0
}

// Before is what a move is worth to its side that leads to a position with this value.
func (v Value) Before() Value {
	if v == Draw {
		return Draw
	}
	return v + 1
}
