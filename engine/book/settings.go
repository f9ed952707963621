package book

// Settings are what a book depends on, beside the engine that searches for it.
type Settings struct {
	// Nodes is how many positions are looked at for each move that is not clearly worse than another one.
	Nodes uint64 `json:"nodes"`
	// Margin is how much worse than the best a move may be, in hundredths of a man, to be in the book, and to be
	// followed at the turns of the side that a book is for.
	Margin int `json:"margin"`
	// Plausible is how much worse than the best a move of the other side may be to be followed.
	Plausible int `json:"plausible"`
	// Seed decides which of two positions that are equally cheap to reach comes first.
	Seed uint64 `json:"seed"`
}

// Usual is the settings of the book that comes with the program.
func Usual() Settings { return Settings{Nodes: 100_000, Margin: 8, Plausible: 60, Seed: 1} }

const (
	// plyCost is what a ply costs. A move that is worse than the best one costs as much more as it is worse, in
	// hundredths of a man: a tenth of a man is a ply.
	plyCost = 10
	// ballotCost is what the positions after three moves cost that games may be made to begin with: as much as three
	// plies beyond the three that they are, since most games begin freely.
	ballotCost = 6 * plyCost
	// roundSpread is how much more than the cheapest a position of the same round may cost.
	roundSpread = plyCost
	// smallestRound is the number of positions that a round may have however little is known, and roundShare the part
	// of the positions known that it may have later: small rounds choose better, large ones can be shared by more.
	smallestRound = 32
	roundShare    = 4
	// halfWeight is how much worse than the best, in hundredths of a man, a move is that is played half as often.
	halfWeight = 4
	// fullWeight is the weight of the best move.
	fullWeight = 100
)
