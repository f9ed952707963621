package robot

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"draughtsman/engine/pdn"
	"draughtsman/internal/files"
	"draughtsman/internal/sentence"
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

// File is a Journal in a PDN file. What others have in the file stays, also what they write while a game is on: the
// program replaces nothing but the text that it has written itself.
type File struct {
	teller
	path    string
	kept    int    // what stands before the current game, bytes
	written []byte // the current game, as this program has written it last; empty: it has not
	current []byte // as it is to be kept
	owed    []byte // games before it that could not be written yet
	played  bool   // the current game has moves
	over    bool   // it has ended
}

// Records are files of games. 64 MB are a hundred thousand games.
var Records = files.Kind{Name: "games in PDN", Most: 64, Holds: pdn.Holds}

// OpenFile opens a PDN file to add games to. It need not exist.
func OpenFile(path string) (*File, error) {
	f := &File{path: path}
	// Now rather than in the middle of a game: a folder that cannot be written.
	return f, f.write()
}

// ReopenFile opens a PDN file to go on with a game that was interrupted. Where the file does not have it as this
// program has written it, because somebody has changed it or taken it away, the game is added once more.
func ReopenFile(path string, from *Interrupted) (*File, error) {
	if line, whole := from.Damaged(); line > 0 && whole {
		if text, err := Records.Read(path); err == nil && from.Kept <= int64(len(text)) {
			known, err := (&Interrupted{start: from.lost.start, Moves: from.lost.moves}).Game()
			if known.Tags = from.Tags; err == nil {
				if written, record := own(text, int(from.Kept), known); written != nil {
					from.recover(record)
				}
			}
		}
	}
	game, err := from.Game()
	if err != nil {
		return nil, err
	}
	game.Tags = from.Tags
	f := &File{path: path}
	err = Records.Change(path, func(now []byte) ([]byte, error) {
		var plies int
		f.kept, f.written, plies = find(now, from.Kept, game)
		f.current, f.played = f.written, plies > 0
		now, f.kept, _ = f.with(now)
		return now, nil
	})
	return f, f.wrote(err)
}

// find is where a text has a game that was interrupted, as this program has written it, and how many moves it has
// there; nil where nothing of it is there. Where it is not where it began, others have written before it.
func find(text []byte, kept int64, game pdn.Game) (at int, written []byte, plies int) {
	if kept <= int64(len(text)) {
		if written, found := own(text, int(kept), game); written != nil {
			return int(kept), written, len(found.Moves)
		}
	}
	for at = bytes.LastIndexByte(text, '['); at >= 0; at = bytes.LastIndexByte(text[:at], '[') {
		written, found := own(text, at, game)
		if behind := len(game.Moves) - len(found.Moves); written != nil && (behind == 0 || behind == 1) {
			return at, written, len(found.Moves)
		}
	}
	return len(text), nil, 0
}

// beginsGame are the ends of what stands before a game: nothing, a byte order mark or an empty line.
var beginsGame = regexp.MustCompile(`(?:^|^\x{feff}|\n\r?\n)$`)

// own is the game that begins in a text, if that is what this program has written of one that was interrupted, and
// nobody has added a word. It may have some moves more, or fewer, when the program ended between log and record.
func own(text []byte, at int, game pdn.Game) (written []byte, found pdn.Game) {
	_, moves, _ := bytes.Cut(text[at:], []byte("\n\n"))
	_, rest, whole := bytes.Cut(moves, []byte("\n\n"))
	before := text[:at]
	if at > len("\n\r\n") {
		before = text[at-len("\n\r\n") : at]
	}
	if !whole || !beginsGame.Match(before) {
		return nil, found
	}
	written = text[at : len(text)-len(rest)]
	for read, err := range pdn.Read(bytes.NewReader(written)) {
		found = read
		if err != nil || found.Start != game.Start {
			return nil, found
		}
		tags, both := slices.Clone(found.Tags), min(len(found.Moves), len(game.Moves))
		if n := len(tags) - 1; n >= 0 && tags[n].Name == pdn.TerminationTag {
			tags = tags[:n] // which the players have agreed on since
		}
		left, _ := pdn.TakeClocks(found.Comments)
		found.Comments, found.Variations = pdn.PutClocks(nil, left), nil
		var again bytes.Buffer
		if err := pdn.Write(&again, found); err != nil || !bytes.Equal(again.Bytes(), written) ||
			!slices.Equal(tags, game.Tags) || !slices.Equal(found.Moves[:both], game.Moves[:both]) {
			return nil, found
		}
		return written, found
	}
	return nil, found
}

// Record implements Journal.
func (f *File) Record(game pdn.Game) error {
	text, err := textOf(game)
	if err != nil {
		return err
	}
	if f.over || f.played && len(game.Moves) == 0 {
		f.begin()
	}
	f.current, f.played = text, len(game.Moves) > 0
	return f.write()
}

// textOf is a game in PDN.
func textOf(game pdn.Game) ([]byte, error) {
	var b bytes.Buffer
	if err := pdn.Write(&b, game); err != nil {
		return nil, fmt.Errorf("the game cannot be written down: %w", err)
	}
	return b.Bytes(), nil
}

// begin has another game follow the one before.
func (f *File) begin() {
	if bytes.Equal(f.written, f.current) {
		f.kept, f.written = f.kept+len(f.written), nil
	} else { // it takes the place of what was written of it together with the game that begins
		f.owed = append(f.owed, f.current...)
	}
	f.current, f.over = nil, false
}

// Undo implements Journal.
func (f *File) Undo(game pdn.Game) error {
	f.played = false
	return f.Record(game)
}

// Next implements Journal.
func (f *File) Next() { f.over = true }

// Again implements Journal.
func (f *File) Again() { f.over = false }

// write replaces the file in one step and waits until it is on the disk.
func (f *File) write() error {
	kept, there := 0, true
	err := Records.Change(f.path, func(now []byte) (text []byte, err error) {
		text, kept, there = f.with(now)
		return text, nil
	})
	if err == nil {
		f.kept = kept
	}
	if err == nil && !there && f.Tells != nil {
		f.Tells(sentence.Say("Somebody has changed the game under way in %s: it is added once more, as it is played.",
			f.path))
	}
	return f.wrote(err)
}

// with is a text with the current game in the place of what was written of it, and behind all others where that is not
// there any more; and what stands before it, bytes.
func (f *File) with(now []byte) (text []byte, kept int, there bool) {
	own := slices.Concat(f.owed, f.current)
	at := f.kept
	if at > len(now) || !bytes.HasPrefix(now[at:], f.written) {
		at = bytes.LastIndex(now, f.written)
	}
	if len(f.written) > 0 && at >= 0 {
		return slices.Concat(now[:at], own, now[at+len(f.written):]), at + len(f.owed), true
	}
	text = slices.Clone(now)
	for len(text) > 0 && !bytes.HasSuffix(text, []byte("\n\n")) {
		text = append(text, '\n')
	}
	return append(text, own...), len(text) + len(f.owed), len(f.written) == 0
}

// wrote takes how the file was written.
func (f *File) wrote(err error) error {
	if err == nil {
		f.written, f.owed = f.current, nil
		return f.says(nil, sentence.Say("The games are written to %s again.", f.path))
	}
	return f.says(fmt.Errorf("the games were not written to %s: %w", f.path, err), sentence.Say("The games cannot be "+
		"written to %s: %s. You can play on: they are written as soon as that is possible.", f.path, err.Error()))
}

// Close writes what could not be written before. The error has it, where that does not succeed now either.
func (f *File) Close() error {
	if !f.failing {
		return nil
	}
	f.Tells, f.failing = nil, false
	if err := f.write(); err != nil {
		return fmt.Errorf("%w; this is what the file lacks:\n\n%s%s", err, f.owed, f.current)
	}
	return nil
}

// Kept implements Journal.
func (f *File) Kept() int64 {
	if f.over {
		return int64(f.kept + len(f.written))
	}
	return int64(f.kept)
}

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
