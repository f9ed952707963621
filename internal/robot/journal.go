package robot

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"draughtsman/engine/pdn"
	"draughtsman/internal/files"
)

// Journal keeps the record of the games.
type Journal interface {
	// Record keeps a game as far as it has come, in place of what was kept of it before; but one without moves takes
	// the place of none that has some: that stays, as Next has it. When it returns, the record survives a crash.
	Record(game pdn.Game) error
	// Undo is Record after moves were taken back: perhaps none are left, and those that were there do not stay.
	Undo(game pdn.Game) error
	// Next says that the game has ended, finished or not; the next Record begins another.
	Next()
	// Again takes Next back, unless another game was recorded since: the game that ended last is gone on with.
	Again()
	// Kept is how many bytes stand before the current game.
	Kept() int64
}

// File is a Journal in a PDN file. Games that stood in the file before stay in front.
type File struct {
	path     string
	finished []byte // what stands before the current game
	current  []byte
	over     bool   // the last game has ended, and none has begun since
	ended    []byte // the game that ended last, the end of finished
	endedHad bool   // it has moves
	played   bool   // the current game has moves
}

// OpenFile opens a PDN file to add games to. It need not exist.
func OpenFile(path string) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the games' file cannot be read: %w", err)
	}
	if n := len(bytes.TrimRight(text, "\n")); n > 0 {
		text = append(text[:n:n], "\n\n"...)
	}
	f := &File{path: path, finished: text}
	// Now rather than in the middle of a game: a folder that cannot be written.
	if err := f.write(); err != nil {
		return nil, err
	}
	return f, nil
}

// ReopenFile opens a PDN file to go on with its last game, which begins after so many bytes.
func ReopenFile(path string, kept int64) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the games' file cannot be read: %w", err)
	}
	if int64(len(text)) < kept {
		return nil, fmt.Errorf("%s is shorter than when the game was interrupted: put back the file that was there, or "+
			"move it away and begin a new game", path)
	}
	played, err := onlyOne(text[kept:])
	if err != nil {
		return nil, fmt.Errorf("%s was changed since the game was interrupted (%w): put back the file that was there, or "+
			"move it away and begin a new game", path, err)
	}
	return &File{path: path, finished: text[:kept:kept], current: text[kept:], played: played}, nil
}

// onlyOne refuses a text that holds more than one game, and reports whether that has moves.
func onlyOne(text []byte) (played bool, err error) {
	games := 0
	for game, err := range pdn.Read(bytes.NewReader(text)) {
		if games++; err != nil || games > 1 {
			return false, errors.Join(err, errors.New("its end is not the game that was interrupted"))
		}
		played = len(game.Moves) > 0
	}
	return played, nil
}

// Record implements Journal.
func (f *File) Record(game pdn.Game) error {
	var b bytes.Buffer
	if err := pdn.Write(&b, game); err != nil {
		return fmt.Errorf("the game cannot be written down: %w", err)
	}
	if f.played && len(game.Moves) == 0 {
		f.Next()
	}
	f.current, f.played, f.over = b.Bytes(), len(game.Moves) > 0, false
	return f.write()
}

// Undo implements Journal.
func (f *File) Undo(game pdn.Game) error {
	f.played = false
	return f.Record(game)
}

// Next implements Journal.
func (f *File) Next() {
	f.finished, f.ended, f.endedHad, f.over = append(f.finished, f.current...), f.current, f.played, true
	f.current, f.played = nil, false
}

// Again implements Journal.
func (f *File) Again() {
	if !f.over {
		return
	}
	left := len(f.finished) - len(f.ended)
	f.current, f.finished, f.played = f.ended, f.finished[:left:left], f.endedHad
	f.ended, f.endedHad, f.over = nil, false, false
}

// write replaces the file in one step and waits until it is on the disk.
func (f *File) write() error {
	text := append(f.finished[:len(f.finished):len(f.finished)], f.current...)
	if err := files.Replace(f.path, text); err != nil {
		return fmt.Errorf("the games were not written to %s: %w", f.path, err)
	}
	return nil
}

// Kept implements Journal.
func (f *File) Kept() int64 { return int64(len(f.finished)) }

// NoJournal keeps nothing.
type NoJournal struct{}

// Record implements Journal.
func (NoJournal) Record(pdn.Game) error { return nil }

// Undo implements Journal.
func (NoJournal) Undo(pdn.Game) error { return nil }

// Next implements Journal.
func (NoJournal) Next() {}

// Again implements Journal.
func (NoJournal) Again() {}

// Kept implements Journal.
func (NoJournal) Kept() int64 { return 0 }
