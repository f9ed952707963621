package cli

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar is a line in a terminal that says how much is done; elsewhere it is nothing, and all that it is told is lost.
// Whoever writes to the same terminal clears it before. That it could not be drawn is not worth a word.
type Bar struct {
	bar *progressbar.ProgressBar // nil for none
}

// BeginBar draws a bar of some pieces of work, where out is a terminal.
func BeginBar(out io.Writer, what string, total int) *Bar {
	if !IsScreen(out) {
		return &Bar{}
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish(), progressbar.OptionSetRenderBlankState(true),
	}
	if total > manyPieces {
		options = append(options, progressbar.OptionThrottle(100*time.Millisecond))
	}
	return &Bar{progressbar.NewOptions(total, options...)}
}

// manyPieces are so many that drawing each of them would take time from the work.
const manyPieces = 10000

// Drawn reports whether there is a terminal to draw on.
func (b *Bar) Drawn() bool { return b.bar != nil }

// Set says how much is done, of what.
func (b *Bar) Set(what string, done int) {
	if b.bar != nil {
		b.bar.Describe(what)
		_ = b.bar.Set(done)
	}
}

// Extend says how much there is to do by now.
func (b *Bar) Extend(total int) {
	if b.bar != nil {
		b.bar.ChangeMax(total)
	}
}

// Add says that another piece is done.
func (b *Bar) Add() {
	if b.bar != nil {
		_ = b.bar.Add(1)
	}
}

// Clear takes the bar away until it is told something new.
func (b *Bar) Clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
