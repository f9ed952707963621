package robot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/planner"
)

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

	Effort *Effort `json:"effort,omitempty"` // of a Chose; nil: nothing was searched

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
	Game   checkers.RuleSet `json:"game,omitempty"` // that is played
	Turn   checkers.Side    `json:"turn"`
	Board  string           `json:"board"` // a letter a square, from 1: b and w for men, B and W for kings, or a dot
	Single checkers.Set     `json:"single,omitempty"`
	Tray   []string         `json:"tray"` // what lies in each slot, from the bottom
}

func stood(t planner.Table) *Stood {
	s := &Stood{Game: t.Position.Set, Turn: t.Position.Turn, Board: board(t.Position), Single: t.Single}
	for _, slot := range t.Tray.Slots {
		s.Tray = append(s.Tray, slot.Holds.String())
	}
	return s
}

// board is what stands on a board: a letter a square.
func board(p checkers.Position) (letters string) {
	for square := range p.Set.Board().All().All() {
		letters += p.At(square).String()
	}
	return letters
}

// position is what stood on the board.
func (s Stood) position() (p checkers.Position, err error) {
	if squares := s.Game.Board().Squares(); len(s.Board) != squares {
		return p, fmt.Errorf("the board %q has %d squares, not %d", s.Board, len(s.Board), squares)
	}
	p = s.Game.NewPosition(s.Turn)
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

// Effort is how the robot has searched for a move.
type Effort struct {
	Threads int    `json:"threads"`
	Tables  int    `json:"tables"` // with so many pieces they knew how a position ends
	Depth   int    `json:"depth"`  // plies
	Nodes   uint64 `json:"nodes"`
}

// effort is what a choice has taken, for the log; nil: nothing was searched.
func (t Thought) effort() *Effort {
	if t.Threads == 0 {
		return nil
	}
	return &Effort{t.Threads, t.Tables, t.Depth, t.Nodes}
}

// Recording is a game on paper that the arm plays on the board, both sides.
type Recording struct {
	Moves    []string `json:"moves"`
	Comments []string `json:"comments,omitempty"` // before the first move, and after each; there may be fewer
	// Pace is how long each position stands, on the table's clock, until the next move is made. 0: until NextMove.
	Pace time.Duration `json:"pace,omitempty"`
}

// RecordingOf is a game of a PDN file to be shown, and the position that it begins with.
func RecordingOf(game pdn.Game, pace time.Duration) (Recording, checkers.Position) {
	r := Recording{Pace: pace}
	_, comments := pdn.TakeClocks(game.Comments)
	r.Comments = append(r.Comments, comments[-1])
	for i, m := range game.Moves {
		r.Moves, r.Comments = append(r.Moves, m.String()), append(r.Comments, comments[i])
	}
	return r, game.Start
}
