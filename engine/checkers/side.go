package checkers

// Side is one of the two players.
type Side uint8

// Black moves first, from squares 1–12.
const (
	Black Side = iota
	White
)

// Opponent is the other side.
func (s Side) Opponent() Side { return s ^ 1 }

// String is "Black" or "White".
func (s Side) String() string {
	if s == Black {
		return "Black"
	}
	return "White"
}
