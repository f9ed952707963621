package csci561

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"draughtsman/engine/checkers"
)

// Mode says what the time left is for.
type Mode uint8

// The time is for one move, or for all the moves of a game still to come.
const (
	Single Mode = iota
	Game
)

// String is "SINGLE" or "GAME".
func (m Mode) String() string {
	if m == Single {
		return "SINGLE"
	}
	return "GAME"
}

// Input is what an agent is asked.
type Input struct {
	Mode     Mode
	Position checkers.Position // the agent has the move
	Left     time.Duration     // CPU time that the agent may still use, above 0
}

// Lines of input.txt, counted from 0.
const (
	modeLine = iota
	sideLine
	timeLine
	boardLine
	inputLines = boardLine + 8
)

// maxSeconds is the greatest number of seconds that is told from more.
const maxSeconds = 1e9

// ParseInput reads input.txt as people write it too: with a byte order mark, blanks and empty lines between what it
// says, words in lower case, a man on its king row, who is a king. Its error names the line and what is wrong there.
func ParseInput(text string) (Input, error) {
	in, line, err := parseInput(strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n"))
	if err != nil {
		return Input{}, fmt.Errorf("line %d: %w", line+1, err)
	}
	return in, nil
}

// parseInput reads the lines that are not empty; line is the one at fault, counted from 0 with the empty ones.
func parseInput(text []string) (in Input, line int, err error) {
	read := 0
	for i, t := range text {
		if t = strings.TrimSpace(t); t == "" {
			continue
		}
		if read == inputLines {
			return in, i, fmt.Errorf("%.40q comes after the last row of the board", t)
		}
		if err := in.read(read, t); err != nil {
			return in, i, err
		}
		line, read = i, read+1
	}
	if read < inputLines {
		return in, line + min(read, 1),
			fmt.Errorf("the text ends; want SINGLE or GAME, BLACK or WHITE, the seconds left and %d "+
				"rows of the board", checkers.Board8.Size())
	}
	in.Position, _ = in.Position.Crowned()
	return in, line, in.Position.Validate()
}

// read takes a line in.
func (in *Input) read(line int, text string) (err error) {
	switch line {
	case modeLine:
		switch strings.ToUpper(text) {
		case Single.String():
			in.Mode = Single
		case Game.String():
			in.Mode = Game
		default:
			return fmt.Errorf("%.40q: want SINGLE or GAME", text)
		}
	case sideLine:
		switch strings.ToUpper(text) {
		case "BLACK":
			in.Position.Turn = checkers.Black
		case "WHITE":
			in.Position.Turn = checkers.White
		default:
			return fmt.Errorf("%.40q: want BLACK or WHITE", text)
		}
	case timeLine:
		in.Left, err = parseSeconds(text)
	default:
		in.Position, err = putRow(in.Position, line-boardLine, text)
	}
	return err
}

// parseSeconds reads a number above 0 in decimal digits.
func parseSeconds(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if strings.Trim(text, "0123456789.eE+-") != "" || err != nil || !(seconds > 0) {
		return 0, fmt.Errorf("%.40q: want the seconds left, a number above 0 such as 100.0", text)
	}
	return max(1, time.Duration(math.Round(min(seconds, maxSeconds)*float64(time.Second)))), nil
}

// putRow puts the pieces of a row on the board.
func putRow(p checkers.Position, row int, symbols string) (checkers.Position, error) {
	if len(symbols) != checkers.Board8.Size() {
		return p, fmt.Errorf("%.40q: want %d symbols of .wWbB", symbols, checkers.Board8.Size())
	}
	for column, symbol := range []byte(symbols) {
		if symbol == '.' {
			continue
		}
		piece := strings.IndexByte("bBwW", symbol)
		if piece < 0 {
			return p, fmt.Errorf("%.40q: column %c holds %q; want one of .wWbB", symbols, 'a'+column, symbol)
		}
		s := checkers.Board8.At(row, column)
		if s == 0 {
			return p, fmt.Errorf("%.40q: a piece stands on %c%d, a light square", symbols, 'a'+column, len(symbols)-row)
		}
		p = p.Put(s, checkers.BlackMan+checkers.Piece(piece))
	}
	return p, nil
}

// String is input.txt. The time left is rounded up to a millionth of a second, so that it is never 0.
func (in Input) String() string {
	var b strings.Builder
	microseconds := (in.Left + time.Microsecond - 1) / time.Microsecond
	fmt.Fprintf(&b, "%s\n%s\n%d.%06d\n", in.Mode, strings.ToUpper(in.Position.Turn.String()), microseconds/1e6,
		microseconds%1e6)
	for row := range checkers.Board8.Size() {
		for column := range checkers.Board8.Size() {
			symbol := "."
			if s := checkers.Board8.At(row, column); s != 0 {
				symbol = in.Position.At(s).String()
			}
			b.WriteString(symbol)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
