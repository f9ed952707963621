package cli

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// ErrNobodyReads is why a command ends whose output nobody reads any more.
var ErrNobodyReads = errors.New("what is printed is not read any more")

// output passes on what is written and remembers the first error of doing so, however little the writer cared.
type output struct {
	to       io.Writer
	deserted func(error) // called when nobody reads any more

	mu  sync.Mutex
	err error
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil {
		o.mu.Lock()
		if o.err == nil {
			o.err = err
		}
		o.mu.Unlock()
		// A pipe without a reader, a terminal that has gone. A disk that is full stops nothing: it fails the
		// command at its end.
		if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.EIO) {
			o.deserted(ErrNobodyReads)
		}
	}
	return n, err
}

// failure is the first error of writing; nil if there was none.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// File is the file behind a writer or a reader that a command was given; nil if it is none.
func File(stream any) *os.File {
	if o, wrapped := stream.(*output); wrapped {
		stream = o.to
	}
	if k, wrapped := stream.(keyboard); wrapped {
		return k.File
	}
	file, _ := stream.(*os.File)
	return file
}

// Keyboard is a program's input. A terminal in whose background the program is, is read when it is in the foreground
// again.
func Keyboard(in *os.File) io.Reader { return keyboard{in} }

// IsScreen reports whether a person reads what is written there, or types what is read from there: whether it
// is a terminal.
func IsScreen(stream any) bool {
	file := File(stream)
	return file != nil && term.IsTerminal(int(file.Fd()))
}
