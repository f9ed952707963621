package robot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/files"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// Log records what the robot is about to do, so that an interrupted game can go on.
type Log interface {
	// Append adds an entry. When it returns, the entry survives a crash.
	Append(Entry) error
}

// Entry is one line of a log. Which fields have a meaning depends on What.
type Entry struct {
	// N is one more than that of the entry before; 0 in logs of earlier versions.
	N    int  `json:"n,omitempty"`
	Line int  `json:"-"` // of the log that it was read from, the first being 1
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
	s.Board = board(t.Position)
	for _, slot := range t.Tray.Slots {
		s.Tray = append(s.Tray, slot.Holds.String())
	}
	return s
}

// board is what stands on a board: a letter a square.
func board(p checkers.Position) (letters string) {
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		letters += p.At(square).String()
	}
	return letters
}

// position is what stood on the board.
func (s Stood) position() (p checkers.Position, err error) {
	if len(s.Board) != checkers.Squares {
		return p, fmt.Errorf("the board %q has %d squares, not %d", s.Board, len(s.Board), checkers.Squares)
	}
	p.Turn = s.Turn
	for i, letter := range s.Board {
		for _, side := range []checkers.Side{checkers.Black, checkers.White} {
			for _, piece := range []checkers.Piece{checkers.Man(side), checkers.King(side)} {
				if string(letter) == piece.String() {
					p = p.Put(checkers.Square(i+1), piece)
				}
			}
		}
	}
	return p, nil
}

// table is the table that stood so, with a tray of these slots.
func (s Stood) table(tray planner.Tray) (t planner.Table, err error) {
	if t.Position, err = s.position(); err != nil {
		return t, err
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

// ReadLog reads the entries of a log whose lines are whole, and how many bytes of it there are up to the last of them.
// Those that are missing are told by Entry.Line: they were changed, or the last one was not written whole.
func ReadLog(text []byte) (entries []Entry, size int64) {
	read, number := int64(0), 0
	for line := range bytes.Lines(text) {
		number++
		read += int64(len(line))
		if e, err := decode(strings.TrimSuffix(string(line), "\n")); err == nil && line[len(line)-1] == '\n' {
			e.Line = number
			entries, size = append(entries, e), read
		}
	}
	return entries, size
}

// LogFile is a Log in a file. If it cannot be written the game goes on, and its entries are written later; what others
// put in its place is kept beside it.
type LogFile struct {
	// Tells is told what a person should know of that; nil: it is an error.
	Tells func(sentence.Text)

	path    string
	file    *os.File
	size    int64  // of what this program knows to be in the file, bytes
	kept    []byte // the lines of the game under way, and how the table stood before it
	unkept  int    // how many bytes at the end of those are not in the file yet
	failing bool   // which Tells was told
	number  int    // of the last entry
	left    *Stood
	now     MemoryLog
}

// logs are the logs of games. A game's has some 100 kB.
var logs = files.Kind{Name: "the log of a game", Most: 64}

// Interrupted is the game in the log that has not ended, as far as it has come; nil: there is none.
func (l *LogFile) Interrupted() *Interrupted { return l.now.Interrupted() }

// Left is the table as the last game left it; nil where that game has not ended, or the log does not say.
func (l *LogFile) Left() *Stood { return l.left }

// OpenLog opens a log to go on with, which need not exist, and returns what it says of a game that was interrupted;
// nil if there is none.
func OpenLog(path string) (*LogFile, *Interrupted, error) {
	text, err := logs.Read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("the log of the game cannot be read: %w", err)
	}
	entries, size := ReadLog(text)
	if len(entries) == 0 && !beginsLog(text) {
		return nil, nil, fmt.Errorf("%s holds something else than the log of a game, and is left as it is: name another "+
			"file for the games", path)
	}
	interrupted, err := Interruption(entries)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	log := &LogFile{path: path, kept: text[:size:size], now: MemoryLog{interrupted}}
	if n := len(entries); n > 0 {
		log.number = entries[n-1].N
	}
	if interrupted == nil && len(entries) > 0 {
		// Games that have ended stand in the games' file; what is left of them here is where their discs lie.
		log.left = entries[len(entries)-1].Stood
		log.kept = lastLine(log.kept)
	}
	if err := log.anew(); err != nil {
		return nil, nil, fmt.Errorf("the log of the game cannot be written: %w", err)
	}
	return log, interrupted, nil
}

// Mend keeps a log in which lines were damaged under another name, which it returns, and writes one in its place that
// has the game as far as it is known.
func (l *LogFile) Mend(from *Interrupted) (name string, err error) {
	text, err := logs.Read(l.path)
	if err == nil {
		name, err = files.Beside(l.path, "-damaged", text)
	}
	if err != nil {
		return "", fmt.Errorf("the damaged log of the game could not be kept: %w", err)
	}
	l.kept, l.number = nil, 0
	for _, e := range from.entries() {
		l.number++
		e.N = l.number
		line, err := e.Encode()
		if err != nil {
			return "", err
		}
		l.kept = append(l.kept, line...)
	}
	if err := l.anew(); err != nil {
		return "", fmt.Errorf("the log of the game cannot be written: %w", err)
	}
	return name, nil
}

// beginsLog reports whether a text in which no line is whole may be the beginning of a log's first line.
func beginsLog(text []byte) bool {
	sum := text[:min(len(text), 9)]
	return strings.Trim(string(sum[:min(len(sum), 8)]), "0123456789abcdef") == "" && (len(sum) < 9 || sum[8] == ' ')
}

// lastLine is the last line of some that are whole.
func lastLine(lines []byte) []byte {
	return lines[bytes.LastIndexByte(bytes.TrimSuffix(lines, []byte("\n")), '\n')+1:]
}

// anew puts all that is to be kept in the place of what the file holds.
func (l *LogFile) anew() error {
	if err := files.Replace(l.path, l.kept); err != nil {
		return err
	}
	file, err := os.OpenFile(files.Real(l.path), os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	if l.file != nil {
		err = l.file.Close()
	}
	l.file, l.size, l.unkept = file, int64(len(l.kept)), 0
	return err
}

// Append implements Log.
func (l *LogFile) Append(e Entry) error {
	l.number++
	e.N = l.number
	line, err := e.Encode()
	if err != nil {
		return err
	}
	if e.What == Began && l.unkept == 0 && l.now.Interrupted() == nil {
		l.kept = slices.Clone(lastLine(l.kept))
	}
	l.kept, l.unkept = append(l.kept, line...), l.unkept+len(line)
	if err := l.wrote(l.write()); err != nil {
		return err
	}
	return l.now.Append(e)
}

// write writes what the file lacks, and waits until it is on the disk.
func (l *LogFile) write() error {
	there, err := os.Stat(l.path)
	ours, own := l.file.Stat()
	switch {
	case own != nil:
		return own
	case errors.Is(err, fs.ErrNotExist):
		return l.anew()
	case err != nil:
		return err
	case !os.SameFile(there, ours) || ours.Size() != l.size:
		return l.besideOthers()
	}
	_, err = l.file.WriteAt(l.kept[len(l.kept)-l.unkept:], l.size)
	if err = errors.Join(err, l.file.Sync()); err != nil {
		return errors.Join(err, l.file.Truncate(l.size)) // half a line would be taken for a change by somebody else
	}
	l.size, l.unkept = l.size+int64(l.unkept), 0
	return nil
}

// besideOthers keeps what somebody else has made of the file under another name, and writes it anew.
func (l *LogFile) besideOthers() error {
	text, err := logs.Read(l.path)
	if err != nil {
		return err
	}
	name, err := files.Beside(l.path, "-changed", text)
	if err == nil {
		err = l.anew()
	}
	if err == nil && l.Tells != nil {
		l.Tells(sentence.Say("Somebody has changed %s while the game is on. What was made of it is kept in %s.", l.path,
			name))
	}
	return err
}

// wrote takes how the file was written.
func (l *LogFile) wrote(err error) error {
	switch failing := err != nil; {
	case failing && l.Tells == nil:
		return fmt.Errorf("the log of the game was not written: %w", err)
	case failing && !l.failing:
		l.Tells(sentence.Say("The log of the game cannot be written: %s. You can play on, but if the game is interrupted it "+
			"may not go on.", err.Error()))
	case l.failing && !failing:
		l.Tells(sentence.Say("The log of the game is written again."))
	}
	l.failing = err != nil
	return nil
}

// Close writes what could not be written before, and closes the file.
func (l *LogFile) Close() error {
	var err error
	if l.unkept > 0 {
		l.Tells = nil
		err = l.wrote(l.write())
	}
	return errors.Join(err, l.file.Close())
}

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
