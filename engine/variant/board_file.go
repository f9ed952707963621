package variant

import (
	"fmt"
	"io"
	"strings"
)

// boardRules is the game that .board files are for.
var boardRules = CheckersBot()

// BoardLetters is how each content of a square is written, by Piece.
const BoardLetters = "_pPbB"

// maxBoardBytes is more than any board takes, written with several blanks between its squares.
const maxBoardBytes = 1 << 14

// BoardError is what is wrong with a .board file, and where.
type BoardError struct {
	Line, Column int // in characters, from 1
	Problem      string
}

// Error says where the file is wrong, and what to do about it.
func (e *BoardError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

func wrong(line, column int, format string, args ...any) error {
	return &BoardError{Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// ReadBoard reads a .board file, a position from which the game of rule set checkersbot begins. It has a line for each
// row of the board, the top one first, and in each line a character for each square, separated by blanks:
//
//	_ b _ b _ b
//	b _ b _ b _
//	_ _ _ _ _ _
//	_ _ _ _ _ _
//	_ p _ p _ p
//	p _ p _ p _
//
// b is a man of the bot, which sits at the top, p one of the person, who sits at the bottom and moves first; B and P
// are their kings, _ is an empty square. The board has any even size from 4 to 26. Pieces stand on every second
// square, as a rule with the bottom one at the left among them; where the first piece of a file stands on one of the
// others, so do all. Lines may end in CRLF and begin or end in blanks, and empty lines may follow the last one.
//
// It gives the position, with the person, who is First, to move, and the rules, which draw it as the file does. The
// error of a malformed file is a *BoardError.
func ReadBoard(r io.Reader) (Position, Rules, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBoardBytes+1))
	if err != nil {
		return Position{}, boardRules, fmt.Errorf("reading a board: %w", err)
	}
	if len(data) > maxBoardBytes {
		return Position{}, boardRules, wrong(1, 1, "this is no board: it has more than %d bytes", maxBoardBytes)
	}
	text := strings.TrimRight(strings.TrimPrefix(string(data), "\ufeff"), " \t\r\n")
	reader := boardReader{rules: boardRules}
	board, err := reader.position(strings.Split(text, "\n"))
	return board, reader.rules, err
}

// boardReader is what is known of a file when a part of it has been read.
type boardReader struct {
	rules Rules
	first *boardSquare // with a piece
}

func (r *boardReader) position(lines []string) (Position, error) {
	var board Position
	for row, line := range lines {
		places, err := splitRow(row, line)
		if err != nil {
			return Position{}, err
		}
		end := len([]rune(strings.TrimRight(line, " \t\r"))) + 1
		if row == 0 {
			if board, err = NewPosition(len(places), First); err != nil {
				return Position{}, wrong(1, end, "%d squares make no board: want an even number from %d to %d",
					len(places), MinSize, MaxSize)
			}
		}
		size := board.Size()
		switch {
		case row == size:
			return Position{},
				wrong(row+1, 1, "a line too many: the first line has %d squares, so that the board has %d rows", size, size)
		case len(places) > size:
			return Position{}, wrong(row+1, places[size].column, "a square too many: the first line has %d", size)
		case len(places) < size:
			return Position{}, wrong(row+1, end, "%d squares, but the first line has %d", len(places), size)
		}
		for column, p := range places {
			if board, err = r.put(p, board, row, column); err != nil {
				return Position{}, err
			}
		}
	}
	if rows := len(lines); rows < board.Size() {
		return Position{}, wrong(rows+1, 1, "%s: the file ends after %d, but the first line has %d squares",
			missingRows(board.Size()-rows), rows, board.Size())
	}
	if err := boardRules.Validate(board); err != nil {
		return Position{}, wrong(1, 1, "%v", err)
	}
	return board, nil
}

// missingRows says how many rows there are not.
func missingRows(rows int) string {
	if rows == 1 {
		return "a row is missing"
	}
	return fmt.Sprintf("%d rows are missing", rows)
}

// boardSquare is a square as the file has it.
type boardSquare struct {
	line, column int // from 1
	content      Piece
}

// splitRow reads the squares of a row.
func splitRow(row int, line string) ([]boardSquare, error) {
	var places []boardSquare
	apart := true // a blank came before
	for i, r := range []rune(line) {
		switch at := strings.IndexRune(BoardLetters, r); {
		case strings.ContainsRune(" \t\r", r):
			apart = true
		case at < 0:
			return nil, wrong(row+1, i+1, "%q is not the content of a square: want _, b, B, p or P", r)
		case !apart:
			return nil, wrong(row+1, i+1, "want a blank before %q", r)
		default:
			apart = false
			places = append(places, boardSquare{row + 1, i + 1, Piece(at)})
		}
	}
	return places, nil
}

// put places what the file has in a row and a column of the drawing, from 0. The first piece tells on which squares
// pieces stand.
func (r *boardReader) put(p boardSquare, board Position, row, column int) (Position, error) {
	size, at := board.Size(), Cell{Row: row, Column: column}
	if p.content != Empty && r.first == nil {
		r.first = &p
		r.rules.Mirrored = !r.rules.Drawn(size, at).Playable(size)
	}
	cell := r.rules.Drawn(size, at)
	letter := BoardLetters[p.content]
	switch {
	case p.content == Empty:
		return board, nil
	case !cell.Playable(size):
		return board, wrong(p.line, p.column,
			"%c stands on a square of another colour than the piece in line %d, column %d: all stand on the same", letter,
			r.first.line, r.first.column)
	case row == 0 && p.content == Man(First), row == size-1 && p.content == Man(Second):
		return board, wrong(p.line, p.column, "%c stands on its king row, where it is a king: write %s", letter,
			strings.ToUpper(string(letter)))
	}
	return board.Put(cell, p.content), nil
}

// WriteBoard writes the pieces of a position as a .board file, as the rules draw it; whose turn it is a file does not
// say.
func WriteBoard(w io.Writer, rules Rules, p Position) error {
	var b strings.Builder
	for row := range p.Size() {
		for column := range p.Size() {
			if column > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte(BoardLetters[p.At(rules.Drawn(p.Size(), Cell{Row: row, Column: column}))])
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
