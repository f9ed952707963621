package checkers

import (
	"fmt"
	"slices"
	"strings"
)

// RuleSet is a game, with the board that it is played on.
type RuleSet uint8

// The games, with their numbers in PDN's tag GameType.
const (
	English       RuleSet = iota // 21
	Pool                         // 23, American pool checkers
	Russian                      // 25, shashki
	Brazilian                    // 26, the international game on 64 squares
	Czech                        // 29, dáma
	Italian                      // 22, dama
	Spanish                      // 24, damas
	International                // 20, of the world federation (FMJD)
	Frisian                      // 40, frysk damjen
)

// RuleSets is all of them.
const RuleSets = 9

// sets is what there is to know of each: by which rules pieces move, who begins, how squares are called, and when
// moves of kings alone have made the game a draw.
var sets = [RuleSets]struct {
	name      string
	gameType  string // the whole tag, but of English draughts: who begins, the board, and how squares are called
	moves     Rules
	board     Board
	begins    Side
	letters   bool
	fromWhite bool   // numbers begin at White's side
	capture   string // what stands between the squares of a capture
	quiet     int    // plies without a capture or a man's move that make a draw
	alone     [3]int // and where 1, 2 or 3 kings are left against one and no man is; 0: as many
}{
	English: {name: "english", gameType: "21", begins: Black, capture: "x", quiet: 80},
	Pool: {name: "pool", gameType: "23,B,8,8,N1,0", moves: Flying | MenBack | CrownAtEnd, begins: Black, capture: "x",
		quiet: 80, alone: [3]int{0, 0, 26}},
	Russian: {name: "russian", gameType: "25,W,8,8,A0,0", moves: Flying | MenBack | CrownGoesOn, begins: White,
		letters: true, capture: ":", quiet: 30, alone: [3]int{10, 10, 0}},
	Brazilian: {name: "brazilian", gameType: "26,W,8,8,A0,0", moves: Flying | MenBack | CrownAtEnd | Most, begins: White,
		letters: true, capture: "x", quiet: 40, alone: [3]int{10, 10, 0}},
	Czech: {name: "czech", gameType: "29,W,8,8,A0,0", moves: Flying | ByKing, begins: White, letters: true, capture: "x",
		quiet: 50},
	Italian: {name: "italian", gameType: "22,W,8,8,N2,1", moves: SpareKings | Most | ByKing | MostKings | EarliestKing,
		board: Mirrored8, begins: White, capture: "x", quiet: 80},
	Spanish: {name: "spanish", gameType: "24,W,8,8,N1,1", moves: Flying | Most | MostKings, board: Mirrored8,
		fromWhite: true, begins: White, capture: "x", quiet: 50},
	International: {name: "international", gameType: "20,W,10,10,N2,0", moves: Flying | MenBack | CrownAtEnd | Most,
		board: Board10, begins: White, capture: "x", quiet: 50, alone: [3]int{10, 10, 32}},
	Frisian: {name: "frisian", gameType: "40,W,10,10,N2,0", moves: Flying | MenBack | CrownAtEnd | Straight | ThreeSteps |
		Value | ByKing, board: Board10, begins: White, capture: "x", quiet: 50, alone: [3]int{4, 14, 0}},
}

// gridOf is the board of each, and kingRows are where men are crowned there. There is room for games of any number, of
// which only the lowest bits count.
var gridOf, kingRows = func() (boards [anyGame]*grid, rows [anyGame][2]Set) {
	for s := range sets {
		boards[s] = &grids[sets[s].board]
		rows[s] = boards[s].kingRow
	}
	return boards, rows
}()

const anyGame = 1 << setBits

// RuleSetNamed is the game of a name.
func RuleSetNamed(name string) (RuleSet, error) {
	names := RuleSetNames()
	if i := slices.Index(names, name); i >= 0 {
		return RuleSet(i), nil
	}
	return 0, fmt.Errorf("there is no game %q here: want one of %s", name, strings.Join(names, ", "))
}

// RuleSetNames is the names of the games, in their order.
func RuleSetNames() []string {
	names := make([]string, RuleSets)
	for i := range names {
		names[i] = sets[i].name
	}
	return names
}

// String is the game's name: "english", "russian".
func (s RuleSet) String() string { return sets[s].name }

// MarshalText is String.
func (s RuleSet) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is RuleSetNamed.
func (s *RuleSet) UnmarshalText(text []byte) (err error) {
	*s, err = RuleSetNamed(string(text))
	return err
}

// GameType is the game in PDN's tag of that name.
func (s RuleSet) GameType() string { return sets[s].gameType }

// Board is the board that the game is played on.
func (s RuleSet) Board() Board { return sets[s].board }

// Begins is the side that moves first.
func (s RuleSet) Begins() Side { return sets[s].begins }

// NewPosition is an empty board with a side to move.
func (s RuleSet) NewPosition(turn Side) Position {
	return Position{Mover: Mover{Turn: turn, Set: s, Rules: sets[s].moves}}
}

// Of is a position with the same pieces and turn in this game.
func (s RuleSet) Of(p Position) Position {
	p.Set, p.Rules = s, sets[s].moves
	return p
}

// Start is the start position: all but the two rows in the middle are full of men.
func (s RuleSet) Start() Position {
	p := s.NewPosition(sets[s].begins)
	g := p.grid()
	side := Set(1)<<s.Board().PiecesASide() - 1
	p.Black, p.White = side, g.all&^(g.all>>s.Board().PiecesASide())
	return p
}

// IsStart reports whether it is the start position of its game.
func (p Position) IsStart() bool { return p == p.Set.Start() }

// QuietPlies is how many plies in a row without a capture or a man's move make the game a draw, but for Alone.
func (s RuleSet) QuietPlies() int { return sets[s].quiet }

// Alone is QuietPlies where 1, 2 or 3 kings are left against one and no man is; 0: the same.
func (s RuleSet) Alone() [3]int { return sets[s].alone }

// MostQuietPlies is QuietPlies, or Alone, where a position stands.
func (p Position) MostQuietPlies() int {
	few, many := p.Black.Len(), p.White.Len()
	if few > many {
		few, many = many, few
	}
	set := &sets[p.Set]
	if few == 1 && many <= len(set.alone) && p.Kings == p.Occupied() && set.alone[many-1] > 0 {
		return set.alone[many-1]
	}
	return set.quiet
}

// Letters reports whether squares are called by letters, which count as White sees them, and not by numbers.
func (s RuleSet) Letters() bool { return sets[s].letters }
