package boardfile

import (
	"fmt"
	"io"
	"strings"

	"draughtsman/engine/variant"
)

// maxBytes is more than any board takes, written with several blanks between its squares.
const maxBytes = 1 << 14

// Read reads a file: a position with the person, who is variant.First, to move, and the rules, which draw it as the
// file does. Lines may end in CRLF and begin or end in blanks, and empty lines may follow the last one. The error of a
// malformed file is an *Error.
func Read(r io.Reader) (variant.Position, variant.Rules, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return variant.Position{}, rules, fmt.Errorf("reading a board: %w", err)
	}
	if len(data) > maxBytes {
		return variant.Position{}, rules, wrong(1, 1, "this is no board: it has more than %d bytes", maxBytes)
	}
	text := strings.TrimRight(strings.TrimPrefix(string(data), "\ufeff"), " \t\r\n")
	reader := reader{rules: rules}
	board, err := reader.position(strings.Split(text, "\n"))
	return board, reader.rules, err
}

// reader is what is known of a file when a part of it has been read.
type reader struct {
	rules variant.Rules
	first *place // with a piece
}

func (r *reader) position(lines []string) (variant.Position, error) {
	var board variant.Position
	for row, line := range lines {
		places, err := split(row, line)
		if err != nil {
			return variant.Position{}, err
		}
		end := len([]rune(strings.TrimRight(line, " \t\r"))) + 1
		if row == 0 {
			if board, err = variant.NewPosition(len(places), variant.First); err != nil {
				return variant.Position{}, wrong(1, end, "%d squares make no board: want an even number from %d to %d",
					len(places), variant.MinSize, variant.MaxSize)
			}
		}
		size := board.Size()
		switch {
		case row == size:
			return variant.Position{},
				wrong(row+1, 1, "a line too many: the first line has %d squares, so that the board has %d rows", size, size)
		case len(places) > size:
			return variant.Position{}, wrong(row+1, places[size].column, "a square too many: the first line has %d", size)
		case len(places) < size:
			return variant.Position{}, wrong(row+1, end, "%d squares, but the first line has %d", len(places), size)
		}
		for column, p := range places {
			if board, err = r.put(p, board, row, column); err != nil {
				return variant.Position{}, err
			}
		}
	}
	if rows := len(lines); rows < board.Size() {
		return variant.Position{}, wrong(rows+1, 1, "%s: the file ends after %d, but the first line has %d squares",
			missing(board.Size()-rows), rows, board.Size())
	}
	if err := rules.Validate(board); err != nil {
		return variant.Position{}, wrong(1, 1, "%v", err)
	}
	return board, nil
}

// missing says how many rows there are not.
func missing(rows int) string {
	if rows == 1 {
		return "a row is missing"
	}
	return fmt.Sprintf("%d rows are missing", rows)
}

// place is a square as the file has it.
type place struct {
	line, column int // from 1
	content      variant.Piece
}

// split reads the squares of a row.
func split(row int, line string) ([]place, error) {
	var places []place
	apart := true // a blank came before
	for i, r := range []rune(line) {
		switch at := strings.IndexRune(letters, r); {
		case strings.ContainsRune(" \t\r", r):
			apart = true
		case at < 0:
			return nil, wrong(row+1, i+1, "%q is not the content of a square: want _, b, B, p or P", r)
		case !apart:
			return nil, wrong(row+1, i+1, "want a blank before %q", r)
		default:
			apart = false
			places = append(places, place{row + 1, i + 1, variant.Piece(at)})
		}
	}
	return places, nil
}

// put places what the file has in a row and a column of the drawing, from 0. The first piece tells on which squares
// pieces stand.
func (r *reader) put(p place, board variant.Position, row, column int) (variant.Position, error) {
	size, at := board.Size(), variant.Cell{Row: row, Column: column}
	if p.content != variant.Empty && r.first == nil {
		r.first = &p
		r.rules.Mirrored = !r.rules.Drawn(size, at).Playable(size)
	}
	cell := r.rules.Drawn(size, at)
	letter := letters[p.content]
	switch {
	case p.content == variant.Empty:
		return board, nil
	case !cell.Playable(size):
		return board, wrong(p.line, p.column,
			"%c stands on a square of another colour than the piece in line %d, column %d: all stand on the same", letter,
			r.first.line, r.first.column)
	case row == 0 && p.content == variant.Man(variant.First), row == size-1 && p.content == variant.Man(variant.Second):
		return board, wrong(p.line, p.column, "%c stands on its king row, where it is a king: write %s", letter,
			strings.ToUpper(string(letter)))
	}
	return board.Put(cell, p.content), nil
}
