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
