package csci561

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"draughtsman/engine/checkers"
)

// Memory is what an agent remembers of a game from one of its moves to the next. The zero value is that of a new game.
type Memory struct {
	Moves int // that the agent has made
	// Past is the positions since the last capture or crowning, the oldest first: those before the one that stands
	// now can come again.
	Past []checkers.Position
}

const movesKey = "moves "

// greatestMoves is beyond the length of every game: there are 24 captures and 24 crownings at most, and a draw after
// each 50 turns without.
const greatestMoves = 50 * 50

// String is playdata.txt: the number of moves, then a position a line.
func (m Memory) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%d\n", movesKey, m.Moves)
	for _, p := range m.Past {
		b.WriteString(p.FEN() + "\n")
	}
	return b.String()
}

// ParseMemory reads playdata.txt; what is not one is no memory at all.
func ParseMemory(text string) Memory {
	all := lines(text)
	if len(all) == 0 || len(all) > DrawnAfter+2 {
		return Memory{}
	}
	count, found := strings.CutPrefix(all[0], movesKey)
	moves, err := strconv.Atoi(count)
	if !found || err != nil || moves < 0 || moves > greatestMoves {
		return Memory{}
	}
	m := Memory{Moves: moves}
	for _, line := range all[1:] {
		p, err := checkers.ParseFEN(line)
		if err != nil {
			return Memory{}
		}
		m.Past = append(m.Past, p)
	}
	return m
}

// Before is what the memory tells of the game before a position: the past that leads there by legal moves. A memory
// of another game tells nothing.
func (m Memory) Before(p checkers.Position) Memory {
	if len(m.Past) == 0 || !follows(m.Past[len(m.Past)-1], p) {
		return Memory{}
	}
	line := sinceChange(append(slices.Clone(m.Past), p))
	return Memory{Moves: m.Moves, Past: line[:len(line)-1]}
}

// After is what to remember once a move has been made in a position.
func (m Memory) After(p checkers.Position, move checkers.Move) Memory {
	past := append(slices.Clone(m.Past), p, p.Play(move))
	return Memory{Moves: m.Moves + 1, Past: sinceChange(past)}
}

// sinceChange is the end of a line of positions in which each follows from the one before by a legal move that
// neither captures nor crowns.
func sinceChange(line []checkers.Position) []checkers.Position {
	first := len(line) - 1
	for first > 0 && quiet(line[first-1], line[first]) && follows(line[first-1], line[first]) {
		first--
	}
	return line[first:]
}

// follows reports whether a legal move leads from one position to another.
func follows(before, after checkers.Position) bool {
	for _, m := range before.Moves() {
		if before.Play(m) == after {
			return true
		}
	}
	return false
}
