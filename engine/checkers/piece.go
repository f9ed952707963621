package checkers

// Piece is the content of a square.
type Piece uint8

// The contents that a square can have.
const (
	Empty Piece = iota
	BlackMan
	BlackKing
	WhiteMan
	WhiteKing
)

// Man is a side's man.
func Man(s Side) Piece { return BlackMan + 2*Piece(s) }

// King is a side's king.
func King(s Side) Piece { return BlackKing + 2*Piece(s) }

// Side is the piece's owner; it means nothing for Empty.
func (p Piece) Side() Side {
	if p >= WhiteMan {
		return White
	}
	return Black
}

// IsKing reports whether the piece is a crowned one.
func (p Piece) IsKing() bool { return p == BlackKing || p == WhiteKing }

// String is ".", "b", "B", "w" or "W": men in lower case, kings in upper case.
func (p Piece) String() string { return string(".bBwW"[p]) }
