package variant

// Player is one of the two players.
type Player uint8

// First moves first and sits at row 0.
const (
	First Player = iota
	Second
)

// Opponent is the other player.
func (p Player) Opponent() Player { return p ^ 1 }

// String is "first" or "second"; Rules.Names has what a game calls them.
func (p Player) String() string {
	if p == First {
		return "first"
	}
	return "second"
}

// Piece is the content of a square.
type Piece uint8

// The contents that a square can have.
const (
	Empty Piece = iota
	FirstMan
	FirstKing
	SecondMan
	SecondKing
)

// Man is a player's man.
func Man(p Player) Piece { return FirstMan + 2*Piece(p) }

// King is a player's king.
func King(p Player) Piece { return FirstKing + 2*Piece(p) }

// Player is the piece's owner; it means nothing for Empty.
func (p Piece) Player() Player {
	if p >= SecondMan {
		return Second
	}
	return First
}

// IsKing reports whether the piece is a crowned one.
func (p Piece) IsKing() bool { return p == FirstKing || p == SecondKing }
