package checkers

import (
	"fmt"
	"strings"
)

// RuleSet is a game that is played on this board.
type RuleSet uint8

// The games, with their numbers in PDN's tag GameType.
const (
	English   RuleSet = iota // 21
	Pool                     // 23, American pool checkers
	Russian                  // 25, shashki
	Brazilian                // 26, the international game on 64 squares
	Czech                    // 29, dáma
)

// RuleSets is all of them.
const RuleSets = 5

// sets is what there is to know of each: by which rules pieces move, who begins, how squares are called, and when
// moves of kings alone have made the game a draw. English and pool checkers number the squares from Black's side.
var sets = [RuleSets]struct {
	name     string
	gameType string // the whole tag, but of English draughts: who begins, the board, and how squares are called
	moves    Rules
	begins   Side
	letters  bool
	capture  string // what stands between the squares of a capture
	quiet    int    // plies without a capture or a man's move that make a draw
	alone    [3]int // and where 1, 2 or 3 kings are left against one and no man is; 0: as many
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
}

// RuleSetNamed is the game of a name.
func RuleSetNamed(name string) (RuleSet, error) {
	var names []string
	for s := range RuleSet(RuleSets) {
		if sets[s].name == name {
			return s, nil
		}
		names = append(names, sets[s].name)
	}
	return 0, fmt.Errorf("there is no game %q on this board: want one of %s", name, strings.Join(names, ", "))
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

// Start is the start position: twelve men each.
func (s RuleSet) Start() Position {
	p := s.NewPosition(sets[s].begins)
	p.Black, p.White = 0x00000fff, 0xfff00000
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

// Name is what a square is called: its number, or the letter of its column and its row as White sees them.
func (s RuleSet) Name(square Square) string {
	if !sets[s].letters {
		return square.String()
	}
	return string([]byte{byte('a' + square.Column()), byte('8' - square.Row())})
}
