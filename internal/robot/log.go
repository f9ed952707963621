package robot

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/planner"
)

// Log records what the robot is about to do, so that an interrupted game can go on.
type Log interface {
	// Append adds an entry. When it returns, the entry survives a crash.
	Append(Entry) error
}

// Entry is one line of a log. Which fields have a meaning depends on What.
type Entry struct {
	What What `json:"what"`

	// Of a Began.
	Robot checkers.Side `json:"robot,omitempty"` // the robot's side
	Tags  []pdn.Tag     `json:"tags,omitempty"`  // of the record
	Kept  int64         `json:"kept,omitempty"`  // bytes of the games' file before this game
	SetUp bool          `json:"setup,omitempty"` // the robot sets the game up
	Start string        `json:"start,omitempty"` // FEN of the position that the game starts from; "": the usual one

	Move string `json:"move,omitempty"` // of a Chose and a Moved
	Task string `json:"task,omitempty"` // of a Planned, for people

	Shows *Recording `json:"shows,omitempty"` // a recorded game that is shown

	Clock Clock `json:"clock,omitzero"`

	Left *[2]time.Duration `json:"left,omitempty"` // of a Moved: what each side has left on its clock

	// Of a GoingBack: how many of the last moves, and whether the human puts the pieces back.
	Plies  int  `json:"plies,omitempty"`
	ByHand bool `json:"by_hand,omitempty"`

	Outcome *checkers.Outcome `json:"outcome,omitempty"` // of a Concluded

	// Stood is the table when the game began and when it ended; after a Moved, a Chose, a Planned, a Settled, a
	// GoingBack and a TookBack, as it is or will be after the task. From is the table when a Planned task begins.
	Stood *Stood `json:"stood,omitempty"`
	From  *Stood `json:"from,omitempty"`

	Transfers []planner.Transfer `json:"transfers,omitempty"` // of a Chose and a Planned

	// of a Run and a Done: the transfer of the task, from 0
	Step     int               `json:"step"`
	Phase    Phase             `json:"phase,omitempty"`    // of a Run
	Transfer *planner.Transfer `json:"transfer,omitempty"` // of a Run
	Held     bool              `json:"held,omitempty"`     // of a Run: the disc, if the tool has it, is only set down
}

// What an entry says.
type What string

// The entries of a game, in the order in which they come.
const (
	Began   What = "began"   // a game, or its setting up
	Planned What = "planned" // a task that is no move: how the robot will put the table in order
	Settled What = "settled" // that task is complete
	Chose   What = "chose"   // a task that is a move, and how it will be carried out
	Run     What = "run"     // the arm is about to move
	Done    What = "done"    // a transfer came about
	Moved   What = "moved"   // either side; the move is complete
	Ended   What = "ended"   // the game is over, or was given up

	GoingBack What = "going back" // the last moves, as they are asked to be; tasks may follow
	TookBack  What = "took back"  // those moves: they no longer count
	Concluded What = "concluded"  // by resignation or agreement
)

// Phase is what a run of the arm is for.
type Phase string

// The phases of a transfer.
const (
	Taking  Phase = "taking"  // on the way to a disc, and taking hold of it
	Setting Phase = "setting" // on the way to its place, and letting go
	Leaving Phase = "leaving" // with an empty tool, out of the picture
)

// Stood is what an entry keeps of a planner.Table. What stands on the board need not be a position of a game.
type Stood struct {
	Turn   checkers.Side `json:"turn"`
	Board  string        `json:"board"` // a letter a square, from 1: b and w for men, B and W for kings, or a dot
	Single checkers.Set  `json:"single,omitempty"`
	Tray   []string      `json:"tray"` // what lies in each slot, from the bottom
}

func stood(t planner.Table) *Stood {
	s := &Stood{Turn: t.Position.Turn, Single: t.Single}
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		s.Board += t.Position.At(square).String()
	}
	for _, slot := range t.Tray.Slots {
		s.Tray = append(s.Tray, slot.Holds.String())
	}
	return s
}

// table is the table that stood so, with a tray of these slots.
func (s Stood) table(tray planner.Tray) (t planner.Table, err error) {
	if len(s.Board) != checkers.Squares {
		return t, fmt.Errorf("the board %q has %d squares, not %d", s.Board, len(s.Board), checkers.Squares)
	}
	t.Position.Turn = s.Turn
	for i, letter := range s.Board {
		for _, side := range []checkers.Side{checkers.Black, checkers.White} {
			for _, piece := range []checkers.Piece{checkers.Man(side), checkers.King(side)} {
				if string(letter) == piece.String() {
					t.Position = t.Position.Put(checkers.Square(i+1), piece)
				}
			}
		}
	}
	if len(s.Tray) != len(tray.Slots) {
		return t, fmt.Errorf("the tray had %d slots then and has %d now", len(s.Tray), len(tray.Slots))
	}
	t.Single, t.Tray = s.Single, tray
	t.Tray.Slots = nil
	for i, holds := range s.Tray {
		slot := tray.Slots[i]
		slot.Holds = nil
		if err := slot.Holds.UnmarshalText([]byte(holds)); err != nil {
			return t, err
		}
		t.Tray.Slots = append(t.Tray.Slots, slot)
	}
	return t, nil
}

// Encode is an entry as a line: its sum, and the entry as JSON. A line that was not written whole does not have the
// sum that it begins with.
func (e Entry) Encode() ([]byte, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("an entry of the log cannot be written down: %w", err)
	}
	return fmt.Appendf(nil, "%08x %s\n", crc32.ChecksumIEEE(text), text), nil
}

// decode reads a line without its end.
func decode(line string) (e Entry, err error) {
	sum, text, _ := strings.Cut(line, " ")
	if sum != fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(text))) {
		return e, errors.New("it was changed, or not written whole")
	}
	return e, json.Unmarshal([]byte(text), &e)
}

// ReadLog reads a log's entries, and how many bytes of it they are. A last line that was not written whole does not
// count; any other is an error.
func ReadLog(r io.Reader) (entries []Entry, size int64, err error) {
	lines := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return entries, size, nil // what is left of the line was not written whole
		}
		if err != nil {
			return nil, 0, fmt.Errorf("the log cannot be read: %w", err)
		}
		e, err := decode(strings.TrimSuffix(line, "\n"))
		if err != nil {
			if _, more := lines.Peek(1); errors.Is(more, io.EOF) {
				return entries, size, nil
			}
			return nil, 0, fmt.Errorf("line %d of the log is no use (%w): move the log away, set up a new game", number, err)
		}
		entries, size = append(entries, e), size+int64(len(line))
	}
}

// LogFile is a Log in a file.
type LogFile struct {
	file *os.File
	left *Stood
	now  MemoryLog
}

// Interrupted is the game in the log that has not ended, as far as it has come; nil: there is none.
func (l *LogFile) Interrupted() *Interrupted { return l.now.Interrupted() }

// Left is the table as the last game left it; nil where that game has not ended, or the log does not say.
func (l *LogFile) Left() *Stood { return l.left }

// OpenLog opens a log to go on with, which need not exist, and returns what it says of a game that was interrupted;
// nil if there is none.
func OpenLog(path string) (_ *LogFile, _ *Interrupted, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("the log of the game cannot be opened: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	entries, size, err := ReadLog(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	interrupted, err := Interruption(entries)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := anyEntries(file, entries, path); err != nil {
		return nil, nil, err
	}
	log := &LogFile{file: file, now: MemoryLog{interrupted}}
	if interrupted == nil && len(entries) > 0 {
		// Games that have ended stand in the games' file; what is left of them here is where their discs lie.
		last := entries[len(entries)-1]
		log.left = last.Stood
		line, err := last.Encode()
		if err != nil {
			return nil, nil, err
		}
		if err := renameio.WriteFile(path, line, 0o644); err != nil {
			return nil, nil, fmt.Errorf("the log of the game cannot be written: %w", err)
		}
		if err := file.Close(); err != nil {
			return nil, nil, err
		}
		if log.file, err = os.OpenFile(path, os.O_RDWR, 0o644); err != nil {
			return nil, nil, fmt.Errorf("the log of the game cannot be opened: %w", err)
		}
		file, size = log.file, int64(len(line))
	}
	if err := errors.Join(file.Truncate(size), file.Sync(), syncFolder(filepath.Dir(path))); err != nil {
		return nil, nil, fmt.Errorf("the log of the game cannot be written: %w", err)
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return nil, nil, fmt.Errorf("the log of the game cannot be written: %w", err)
	}
	return log, interrupted, nil
}

// anyEntries refuses a file that holds neither entries nor the beginning of one.
func anyEntries(file *os.File, entries []Entry, path string) error {
	info, err := file.Stat()
	if err != nil || len(entries) > 0 || info.Size() == 0 {
		return err
	}
	sum := make([]byte, 9)
	n, err := file.ReadAt(sum, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: the log cannot be read: %w", path, err)
	}
	if strings.Trim(string(sum[:min(n, 8)]), "0123456789abcdef") != "" || n == 9 && sum[8] != ' ' {
		return fmt.Errorf("%s holds something else than the log of a game, and is left as it is: name another file for the "+
			"games", path)
	}
	return nil
}

// syncFolder syncs a file's folder, so that a new file is found again after a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, fs.ErrInvalid) { // some file systems have nothing to sync
		err = nil
	}
	return errors.Join(err, folder.Close())
}

// Append implements Log.
func (l *LogFile) Append(e Entry) error {
	line, err := e.Encode()
	if err != nil {
		return err
	}
	if _, err := l.file.Write(line); err != nil {
		return fmt.Errorf("the log of the game was not written: %w", err)
	}
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("the log of the game may not be on the disk: %w", err)
	}
	return l.now.Append(e)
}

// Close closes the file.
func (l *LogFile) Close() error { return l.file.Close() }

// MemoryLog is a Log that lasts as long as the program.
type MemoryLog struct{ now *Interrupted }

// Interrupted is the game that has not ended, as far as it has come; nil: there is none.
func (l *MemoryLog) Interrupted() *Interrupted { return l.now }

// Append implements Log.
func (l *MemoryLog) Append(e Entry) error {
	if e.What != Ended || l.now != nil {
		l.now = l.now.after(e)
	}
	return nil
}

// NoLog keeps nothing: a game that is interrupted is lost.
type NoLog struct{}

// Append implements Log.
func (NoLog) Append(Entry) error { return nil }
