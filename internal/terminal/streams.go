// Package terminal is what command lines show at a terminal, and ask there: a line with the state of affairs, boards,
// questions, words that are typed in a game, single keys, sentences that are said aloud, and where clients are
// answered. From anything else than a terminal lines are read, and to anything else lines are written.
package terminal

import (
	"io"

	"github.com/rs/zerolog"
)

// Streams are where a command reads and writes, and how it logs.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Log      zerolog.Logger
}
