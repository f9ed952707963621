package boardfile

import "fmt"

// Error is what is wrong with a file, and where.
type Error struct {
	Line, Column int // in characters, from 1
	Problem      string
}

// Error says where the file is wrong, and what to do about it.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

func wrong(line, column int, format string, args ...any) error {
	return &Error{Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}
