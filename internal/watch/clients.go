package watch

import (
	"context"
	"sync/atomic"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/vision/moves"
)

// Table lets clients ask and watch a game that two people play and a camera sees: internal/web serves it as it serves
// a table at which a robot plays.
type Table struct {
	*service.Bulletin
	session atomic.Pointer[Session] // nil: nothing is recorded yet
}

// NewTable is a table of which nothing is recorded yet.
func NewTable(now func() time.Time) *Table {
	return &Table{Bulletin: service.NewBulletin(service.Snapshot{State: service.NotCalibrated, Table: service.Watched,
		Commands: []string{}, Moves: []string{}, Sentence: sentence.Say("Looking at the table.")}, now)}
}

// Waits says why nothing is recorded yet.
func (t *Table) Waits(why string) {
	said := sentence.Say("%s", why)
	t.Post(robot.Event{Kind: robot.Watching, Text: said}, func(now *service.Snapshot) { now.Sentence = said })
}

// Begin takes over the session that records from now on. Its events are to be told Tell.
func (t *Table) Begin(s *Session) {
	t.session.Store(s)
	t.Post(robot.Event{Kind: robot.Changed}, func(now *service.Snapshot) {
		now.State, now.Commands = service.SettingUp, commands(nil)
	})
}

// commands are those that are obeyed where so many moves are on record.
func commands(made []checkers.Move) []string {
	names := []string{service.NameOf(service.NewGame{}), service.NameOf(service.Move{})}
	if len(made) > 0 {
		names = append(names, service.NameOf(service.Correct{}), service.NameOf(robot.TakeBack{}))
	}
	return names
}

// Tell takes an event of the session over.
func (t *Table) Tell(e Event) {
	switch e.Kind {
	case moves.Moving, moves.Obstructed, moves.Settling:
		return // hands come and go, and whose turn it is stays the same
	}
	told := eventsOf(e)
	for _, one := range told[:len(told)-1] {
		t.Post(one, func(*service.Snapshot) {})
	}
	t.Post(told[len(told)-1], func(now *service.Snapshot) { take(now, e) })
}

// eventsOf is what an event is to clients: one or more.
func eventsOf(e Event) (list []robot.Event) {
	what := robot.Event{Kind: robot.Watching, Text: e.Text}
	switch e.Kind {
	case moves.Accepted:
		p := positionBefore(e)
		for _, m := range e.Verdict.Moves {
			by := p.Turn
			p = p.Play(m)
			list = append(list, robot.Event{Kind: robot.Played, Side: &by, Move: m, Position: p})
		}
	case moves.Corrected:
		what.Kind, what.Moves, what.Position = robot.Corrected, e.Moves, e.Position
	case moves.TakenBack:
		what.Kind, what.Moves, what.Position = robot.TakenBack, e.Undone, e.Position
	case moves.NewGame:
		what.Kind, what.Position = robot.GameStarted, e.Position
	}
	if list == nil {
		list = append(list, what)
	}
	if e.Outcome != nil && e.Changes() {
		list = append(list, robot.Event{Kind: robot.GameOver, Text: sentence.Say("%s.", robot.OutcomeText(*e.Outcome)),
			Outcome: *e.Outcome})
	}
	return list
}

// positionBefore is the position before the moves that an event has put on record.
func positionBefore(e Event) checkers.Position {
	p := e.Start
	for _, m := range e.Moves[:len(e.Moves)-len(e.Verdict.Moves)] {
		p = p.Play(m)
	}
	return p
}

// take takes over what an event says.
func take(now *service.Snapshot, e Event) {
	now.Sentence, now.Outcome = e.Text, ""
	now.Start, now.FEN, now.Turn = e.Start.FEN(), e.Position.FEN(), e.Position.Turn.String()
	now.Rules = e.Start.Set
	now.Moves, now.Legal = checkers.Texts(e.Moves), checkers.Texts(e.Position.Moves())
	now.Commands, now.Wanted = commands(e.Moves), ""
	if e.Kind == moves.NewGame || now.Game == 0 {
		now.Game = now.Event + 1 // that of this event
	}
	switch {
	case e.Awaited:
		now.State, now.Legal, now.Wanted = service.SettingUp, nil, now.FEN
	case e.Outcome != nil:
		now.State, now.Outcome, now.Legal = service.Over, e.Outcome.String(), nil
		if e.Changes() {
			now.Sentence = sentence.Say("%s.", robot.OutcomeText(*e.Outcome))
		}
	default:
		now.State = service.HumansTurn
	}
}

// Do has a command obeyed. A *robot.Refusal says why it is not.
func (t *Table) Do(_ context.Context, c service.Command) error {
	s := t.session.Load()
	if s == nil {
		return &robot.Refusal{Why: sentence.Say("Nothing is recorded yet: the table is being looked at.")}
	}
	return obey(s, c)
}

func obey(s *Session, c service.Command) error {
	switch c := c.(type) {
	case service.Move:
		return s.Add(c.Text)
	case service.Correct:
		return s.Correct(c.Ply, c.Text)
	case robot.TakeBack:
		return s.TakeBack(c.Plies)
	case service.NewGame:
		switch {
		case c.Level != "" || c.Think != 0 || c.Clock != nil || c.SetUp:
			return &robot.Refusal{Why: sentence.Say("No robot plays here: a new game has a position and nothing else.")}
		case c.AsItStands:
			return s.GoOnAsItStands(c.Start.Turn)
		}
		return s.NewGame(c.Start)
	}
	return &robot.Refusal{Why: sentence.Say("No robot plays here: two people do, and their game is recorded.")}
}
