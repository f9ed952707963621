package main

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"draughtsman/engine/variant"
	"draughtsman/internal/cli"
)

// Boards are drawn with a letter for each row, A at the top, and a number for each column. square says what stands on
// a square of the drawing.

// grid is a board with lines between its squares and columns from 1.
func grid(size int, square func(row, column int) string) string {
	var b strings.Builder
	columnNumbers(&b, size, 1, "  ", " ")
	rule := " " + strings.Repeat("+-", size) + "+\n"
	b.WriteString(rule)
	for row := range size {
		b.WriteByte(rowLetter(row))
		for column := range size {
			b.WriteByte('|')
			b.WriteString(square(row, column))
		}
		b.WriteString("|\n" + rule)
	}
	return b.String()
}

// plain is a board of one character a square and columns from 0.
func plain(size int, square func(row, column int) string) string {
	var b strings.Builder
	columnNumbers(&b, size, 0, "  ", "")
	for row := range size {
		b.WriteByte(rowLetter(row))
		b.WriteByte(' ')
		for column := range size {
			b.WriteString(square(row, column))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// columnNumbers writes the head of a board, the tens of its numbers above their units.
func columnNumbers(b *strings.Builder, size, first int, indent, between string) {
	last := first + size - 1
	for unit := 10; unit >= 1; unit /= 10 {
		if unit > last {
			continue
		}
		line := indent
		for number := first; number <= last; number++ {
			digit := " "
			if number >= unit || unit == 1 {
				digit = strconv.Itoa(number / unit % 10)
			}
			line += digit + between
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// rowLetter is the letter of a row; a board has 26 at most.
func rowLetter(row int) byte { return byte('A' + row) }

// lastMove shows what stands on a cell, with the marks of a game's last move where a screen has colours.
func lastMove(out io.Writer, moves []variant.Move) func(variant.Cell, string) string {
	if len(moves) == 0 || !cli.Colours(out) {
		return func(_ variant.Cell, text string) string { return text }
	}
	last := moves[len(moves)-1]
	return func(c variant.Cell, text string) string {
		return cli.Marked(text, slices.Contains(last.Captured(), c), c == last.From() || c == last.To())
	}
}
