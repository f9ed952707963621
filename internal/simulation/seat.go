package simulation

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
)

// jpegQuality is that of pictures that are turned, from 0 to 100.
const jpegQuality = 80

// restTime is how long the hand must have been at rest until it has done what it was asked for.
const restTime = 500 * time.Millisecond

// Seat is the human's seat at a simulated table, for a person elsewhere: clients see the table, and what they ask for
// the hand there does. Who plays on the other side is another program, of which the table knows the arm and nothing
// else; so what is told is what stands on the table, and whose turn that makes it. Next and Look are for the options of
// the table that is then given to Sit.
type Seat struct {
	*service.Bulletin
	sides func(game int) checkers.Side // whose seat it is
	table atomic.Pointer[table.Table]  // nil: there is none yet
	clock func() time.Time

	// What follows is read and changed under the world's lock.
	game  *checkers.Game
	games int           // that have begun
	deed  *human.Deed   // what the hand is to do next; nil: nothing
	busy  time.Duration // when it was last at work
	seen  view
}

// view is what is told of a table.
type view struct {
	game  checkers.Position // as the table's referee has it
	board checkers.Position // what stands there
	works bool              // the hand is at work
	arm   bool              // so is the arm
}

// NewSeat is a seat of a side in each game, which count from 0.
func NewSeat(sides func(game int) checkers.Side, now func() time.Time) *Seat {
	return &Seat{sides: sides, clock: now, game: checkers.NewGame(checkers.Start()), busy: -restTime,
		Bulletin: service.NewBulletin(service.Snapshot{State: service.SettingUp, Table: service.Simulated,
			Commands: []string{}, Moves: []string{}, Sentence: sentence.Say("Looking at the table.")}, now)}
}

// Sit takes a table over.
func (s *Seat) Sit(t *table.Table) {
	s.table.Store(t)
	t.Do(func(state *world.State) {
		s.Post(s.begun(state.Game), begins)
		s.tell(state, t.Layout())
	})
}

// side is the side of the game that is on.
func (s *Seat) side() checkers.Side { return s.sides(s.games) }

// Next is human.Options.Obeys: what the hand does next.
func (s *Seat) Next(*world.State) *human.Deed {
	deed := s.deed
	s.deed = nil
	return deed
}

// Look is table.Options.Watch: it looks on at every tick, and tells what has changed.
func (s *Seat) Look(state *world.State) {
	if t := s.table.Load(); t != nil {
		s.tell(state, t.Layout())
	}
}

// tell tells what has changed.
func (s *Seat) tell(state *world.State, layout world.Layout) {
	if s.deed != nil || state.Hand.AtWork {
		s.busy = state.Now
	}
	now := view{game: state.Game, works: state.Now-s.busy < restTime, arm: overBoard(state, layout), board: s.seen.board}
	if p, sound := layout.Position(state); sound {
		now.board = p
	}
	if now == s.seen {
		return
	}
	s.seen = now
	told := s.follow(state.Game)
	s.Post(told, func(now *service.Snapshot) {
		if told.Kind == robot.GameStarted {
			begins(now)
		}
		s.show(now)
	})
}

// begun is the event that a game begins.
func (s *Seat) begun(start checkers.Position) robot.Event {
	return robot.Begins(s.side().Opponent(), "", start)
}

// begins has another game be told from now on.
func begins(now *service.Snapshot) { now.Game = now.Event + 1 } // the ID of this event

// overBoard reports whether the arm is over the board, or carries something.
func overBoard(state *world.State, l world.Layout) bool {
	edge, at := l.Half()+l.Frame, state.Tool.At
	return state.Tool.Held != world.NoDisc || max(at.X, -at.X) < edge && max(at.Y, -at.Y) < edge
}

// follow takes over the game as it stands on the table, and says what has become of it: a move, moves taken back, or
// another game.
func (s *Seat) follow(p checkers.Position) robot.Event {
	before := s.game.Position()
	if p == before {
		return robot.Event{Kind: robot.Changed}
	}
	for _, m := range before.Moves() {
		if before.Play(m) == p && s.game.Play(m) == nil {
			return robot.Event{Kind: robot.Played, Side: &before.Turn, Robots: before.Turn != s.side(), Move: m, Position: p}
		}
	}
	if i := slices.Index(s.game.History(), p); i >= 0 {
		undone := s.game.Moves()[i:]
		for range undone {
			s.game.Undo()
		}
		return robot.Event{Kind: robot.TakenBack, Moves: undone, Position: p}
	}
	s.game = checkers.NewGame(p)
	return s.begun(p)
}

// show is the state of affairs.
func (s *Seat) show(now *service.Snapshot) {
	p, side := s.seen.game, s.side()
	now.Robot, now.Turn = side.Opponent().String(), p.Turn.String()
	now.Rules, now.Start, now.Moves = p.Set, s.game.Start().FEN(), checkers.Texts(s.game.Moves())
	board := s.seen.board
	board.Turn = p.Turn
	now.FEN, now.Legal, now.Outcome = board.FEN(), nil, ""
	now.Commands = []string{}
	if !s.seen.works {
		now.Commands = []string{service.NameOf(service.NewGame{})}
	}
	lost, over := p.Lost()
	agrees := board.Black == p.Black && board.White == p.White
	switch {
	case s.seen.works:
		now.State, now.Sentence = service.SettingUp, sentence.Say("Your hand is at work.")
	case over:
		now.State, now.Outcome = service.Over, lost.String()
		now.Sentence = sentence.Say("%s.", robot.EndText(lost, side.Opponent()))
	case s.seen.arm:
		now.State, now.Sentence = service.Moving, sentence.Say("The robot's arm is at work.")
	case !agrees:
		now.State = service.SettingUp
		now.Sentence = sentence.Say("What stands on the board is not what the table takes for the game.")
	case p.Turn != side:
		now.State, now.Sentence = service.Thinking, sentence.Say("The robot's turn: %s to move.", robot.SideText(p.Turn))
	default:
		now.State, now.Sentence = service.HumansTurn, robot.YourTurn(p.Turn)
		now.Legal = checkers.Texts(p.Moves())
		now.Commands = append(now.Commands, service.NameOf(service.Move{}))
	}
}

// Do has a command obeyed. A *robot.Refusal says why it is not.
func (s *Seat) Do(_ context.Context, c service.Command) (err error) {
	t := s.table.Load()
	if t == nil {
		return &robot.Refusal{Why: sentence.Say("The table is being set up.")}
	}
	t.Do(func(state *world.State) {
		if s.seen.works {
			err = &robot.Refusal{Why: sentence.Say("The hand is at work already: wait until it has done.")}
			return
		}
		switch c := c.(type) {
		case service.Move:
			err = s.move(c.Text)
		case service.NewGame:
			err = s.begin(state, c)
		default:
			err = &robot.Refusal{Why: sentence.Say("The robot is moved by another program: ask for that there.")}
		}
		s.tell(state, t.Layout())
	})
	return err
}

// move has the hand make a move.
func (s *Seat) move(text string) error {
	p := s.seen.game
	if p.Turn != s.side() {
		return &robot.Refusal{Why: sentence.Say("The robot's turn: %s to move.", robot.SideText(p.Turn))}
	}
	move, err := p.ParseMove(text)
	if err != nil {
		return &robot.Refusal{Why: sentence.Say("The move cannot be made: %s.", err.Error())}
	}
	s.deed = &human.Deed{Side: s.side(), Move: &move}
	return nil
}

// begin has the hand set a game up, or takes what stands for one.
func (s *Seat) begin(state *world.State, c service.NewGame) error {
	if c.Level != "" || c.Think != 0 || c.Clock != nil || c.SetUp {
		return &robot.Refusal{Why: sentence.Say("The robot is moved by another program: ask for that there.")}
	}
	set := *cmp.Or(c.Rules, &state.Game.Set)
	if why := robot.OnBoard(state.Game.Set.Board(), set); why != nil {
		return &service.WrongError{Refusal: why}
	}
	start := c.From(set)
	if c.AsItStands {
		start.Black, start.White, start.Kings = s.seen.board.Black, s.seen.board.White, s.seen.board.Kings
	}
	if err := robot.Playable(start); err != nil {
		return err
	}
	if len(s.game.Moves()) > 0 {
		s.games++
	}
	state.Game, state.GivenUp, s.game = start, false, checkers.NewGame(start)
	s.Post(s.begun(start), begins)
	if !c.AsItStands {
		s.deed = &human.Deed{Side: s.side(), SetUp: &start}
	}
	return nil
}

// JPEG is a picture of the table's camera, which stands behind White, and when it was received. Nothing is read of it
// here.
func (s *Seat) JPEG(ctx context.Context, v robot.View) (file []byte, received time.Time, err error) {
	t := s.table.Load()
	if t == nil {
		return nil, time.Time{}, errors.New("the table is being set up")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.StillURL(), nil)
	if err != nil {
		return nil, time.Time{}, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer answer.Body.Close() //nolint:errcheck // it was read to its end
	if answer.StatusCode != http.StatusOK {
		return nil, time.Time{}, fmt.Errorf("the camera answers %s", answer.Status)
	}
	if file, err = io.ReadAll(answer.Body); err == nil && v.Near != nil && *v.Near == checkers.Black {
		file, err = turned(file)
	}
	return file, s.clock(), err
}

// turned is a JPEG file turned by half a turn.
func turned(file []byte) ([]byte, error) {
	picture, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("the camera's picture cannot be read: %w", err)
	}
	now := image.NewRGBA(picture.Bounds())
	draw.Draw(now, now.Rect, picture, now.Rect.Min, draw.Src)
	slices.Reverse(now.Pix)
	for i := 0; i < len(now.Pix); i += 4 { // each pixel is turned, too
		slices.Reverse(now.Pix[i : i+4])
	}
	var again bytes.Buffer
	err = jpeg.Encode(&again, now, &jpeg.Options{Quality: jpegQuality})
	return again.Bytes(), err
}
