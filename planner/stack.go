package planner

import (
	"fmt"
	"strings"

	"draughtsman/engine/checkers"
)

// Stack is the colours of discs that lie on one another, from the bottom to the top. As text each disc is a letter, b
// or w: "bb" is two black discs. It is never changed in place.
type Stack []checkers.Side

// String is the letters from the bottom to the top.
func (s Stack) String() string {
	var b strings.Builder
	for _, side := range s {
		b.WriteByte("bw"[side])
	}
	return b.String()
}

// MarshalText writes the letters from the bottom to the top.
func (s Stack) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the letters from the bottom to the top.
func (s *Stack) UnmarshalText(text []byte) error {
	var read Stack
	for _, letter := range string(text) {
		switch letter {
		case 'b':
			read = append(read, checkers.Black)
		case 'w':
			read = append(read, checkers.White)
		default:
			return fmt.Errorf("a stack of discs is written from the bottom to the top with b for black and w for white, like "+
				"\"bb\"; %q is neither in %q", letter, text)
		}
	}
	*s = read
	return nil
}

// top is the colour of the uppermost disc; ok is false for an empty stack.
func (s Stack) top() (side checkers.Side, ok bool) {
	if len(s) == 0 {
		return 0, false
	}
	return s[len(s)-1], true
}

// with is the stack with one more disc on top.
func (s Stack) with(side checkers.Side) Stack {
	return append(append(Stack(nil), s...), side)
}

// mixes reports whether a disc of this colour would lie on one of the other.
func (s Stack) mixes(side checkers.Side) bool {
	top, ok := s.top()
	return ok && top != side
}
