package service

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// Player plays at a table: a *robot.Robot.
type Player interface {
	Home(ctx context.Context) error
	Play(ctx context.Context, s robot.Settings) (checkers.Outcome, error)
	Resume(ctx context.Context, s robot.Settings, from *robot.Interrupted) (checkers.Outcome, error)
	GiveUp(from *robot.Interrupted) error
	Standing(ctx context.Context, empty checkers.Position) (checkers.Position, error)
}

// Hand makes the human's moves at a table where nobody sits.
type Hand interface {
	// Move has a legal move of a position begun. A *robot.Refusal says why it is not.
	Move(at checkers.Position, move checkers.Move) error
}

// Clock is that of a table whose time can go faster.
type Clock interface {
	Paces() (times, most float64) // as fast as ours; most is 1 where that cannot be changed
	SetPace(times float64, now time.Time)
}

// Log is what an interrupted game goes on from.
type Log interface {
	robot.Log
	Interrupted() *robot.Interrupted // nil: no game was interrupted
}

// Options are what a service is made of.
type Options struct {
	// Player is asked by Run alone. It tells its events to Service.Tell, and receives its orders from Service.Orders.
	// nil: the table is not calibrated.
	Player  Player
	Game    checkers.RuleSet // that is played there, until a NewGame says otherwise
	Hand    Hand             // nil: people make their moves themselves
	Clock   Clock            // nil: the table is a real one
	Log     Log
	Journal robot.Journal // the player's
	// Settings are those of a game that is asked for: how long the robot thinks, and the tags of its record. The error
	// is a *WrongError for a level that there is not.
	Settings func(NewGame) (robot.Settings, error)
	// Next is the game, or the showing of one, that begins by itself when Run begins, and after each that has ended;
	// false: Run ends. nil: all are asked for.
	Next func() (Command, bool)
	// Begins is told that a game begins, or goes on that began before the program; nil: nobody is. One that is stopped and
	// goes on is still the same, and one that is shown is none that is played.
	Begins func()
	// Stays has Run go on where no more game begins by itself, until clients ask for one.
	Stays bool
	// Pause is how long a game that has ended stays on the board until the next begins by itself.
	Pause time.Duration
	// Bears reports whether the service goes on after what has ended a game, as one that was stopped; nil: after
	// nothing. What it does not bear ends Run.
	Bears func(error) bool
	// Parks is for how long the arm may home and park when Run is ended for a reason; 0, as of nil: it stands where it
	// is.
	Parks func(ended error) time.Duration
	// Listens is told every event as well, by the goroutine that plays; nil: nobody is.
	Listens func(robot.Event)
	Says    func(sentence.Text) // what goes on between games; nil: nobody is told
	Now     func() time.Time
}

// Service owns a table.
type Service struct {
	Options
	games  games
	board  *Bulletin
	orders chan robot.Order
	jobs   chan job
	taught atomic.Bool // the human is told what its moves lose

	// Guarded by board.mu:

	halt  context.CancelCauseFunc
	asked bool // a job was asked for, and the state does not show it yet
}

// errStopped ends a game that somebody has stopped.
var errStopped = errors.New("stopped")

// New makes a service. Options.Player may be set later, before Run.
func New(o Options) *Service {
	s := &Service{Options: o, orders: make(chan robot.Order), jobs: make(chan job, 1),
		board: NewBulletin(Snapshot{State: NotCalibrated, Moves: []string{},
			Sentence: sentence.Say("The table is not calibrated: run `draughtsman calibrate all` first.")}, o.Now)}
	s.games = games{Options: &s.Options, post: s.update}
	return s
}

// Orders is where the player receives what it is asked for in the human's turn.
func (s *Service) Orders() <-chan robot.Order { return s.orders }

// Teaches reports whether the human is to be told what a move of its loses before the robot answers.
func (s *Service) Teaches() bool { return s.taught.Load() }

// Tell takes an event over.
func (s *Service) Tell(e robot.Event) {
	s.update(e, func(now *Snapshot) { now.take(e) })
	if s.Listens != nil {
		s.Listens(e)
	}
}

// Snapshot is the state of affairs.
func (s *Service) Snapshot() Snapshot {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	now := s.board.now.clone()
	now.Hand, now.Speed, now.Teaches = s.Hand != nil, s.speed(), s.Teaches()
	if now.FEN == "" && now.Wanted == "" {
		now.Rules = s.Game
	}
	now.Commands = now.Commands[:0:0]
	for _, name := range Names() {
		if s.board.now.refuses(name, &s.Options) == (sentence.Text{}) {
			now.Commands = append(now.Commands, name)
		}
	}
	return now
}

// Events returns what has happened after the event with an ID, and a channel that is closed when there is more. missed
// reports that some of it is no longer known, or that the ID is of a program that ran before: a client reads the
// Snapshot again.
func (s *Service) Events(id int64) (list []Event, missed bool, more <-chan struct{}) {
	return s.board.Events(id)
}

// update changes the state of affairs, and makes an event of it.
func (s *Service) update(e robot.Event, change func(*Snapshot)) {
	s.board.Post(e, func(now *Snapshot) {
		change(now)
		if s.Log != nil {
			now.Interrupted = s.Log.Interrupted() != nil
		}
		if now.State.Playing() {
			s.asked = false
		}
	})
}

// Do has a command obeyed, and returns when it is begun. A *robot.Refusal says why it is not obeyed.
func (s *Service) Do(ctx context.Context, c Command) error {
	name := NameOf(c)
	if name == "" {
		return &robot.Refusal{Why: sentence.Say("There is no such command: %s.", fmt.Sprintf("%T", c))}
	}
	if name == nameStop {
		s.stop()
		return nil
	}
	switch c.(type) {
	case Continue, robot.GoOn:
		if c = (Continue{}); s.pausing() {
			c = robot.GoOn{}
		}
	}
	if teach, ok := c.(Teach); ok {
		return s.teach(teach.On)
	}
	if order, ok := c.(robot.Command); ok {
		return s.order(ctx, name, order)
	}
	switch c := c.(type) {
	case Move:
		return s.move(c.Text)
	case Speed:
		return s.setSpeed(c.Times)
	}
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if why := s.board.now.refuses(name, &s.Options); why != (sentence.Text{}) {
		return &robot.Refusal{Why: why}
	}
	switch now := s.board.now; {
	case !begins(c) || givesUp(c):
	case now.State.Playing():
		return &robot.Refusal{Why: underWay}
	case now.Interrupted && now.State != Over: // one that is over is about to be closed
		return errInterrupted
	}
	if s.asked {
		return &robot.Refusal{Why: sentence.Say("The robot has just been asked for something else.")}
	}
	next, err := s.games.job(c)
	if err != nil {
		return err
	}
	playing := s.board.now.State.Playing()
	if (playing || s.board.now.State == Stopped) && begins(c) { // the arm may stand anywhere
		next = s.games.homing(next)
	}
	s.asked = true
	s.jobs <- next // which has room, since no other was asked for
	if playing && s.halt != nil {
		s.halt(errStopped)
	}
	return nil
}

// teach has the human be told what its moves lose, or no longer.
func (s *Service) teach(on bool) error {
	now := s.board.Snapshot()
	if why := now.refuses(nameTeach, &s.Options); why != (sentence.Text{}) {
		return &robot.Refusal{Why: why}
	}
	s.taught.Store(on)
	s.update(robot.Event{Kind: robot.Changed}, func(*Snapshot) {})
	return nil
}

// pausing reports whether the game stands until the human goes on.
func (s *Service) pausing() bool {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	return s.board.now.pauses()
}

// move has the hand make a move.
func (s *Service) move(text string) error {
	s.board.mu.Lock()
	why, now := s.board.now.refuses(nameMove, &s.Options), s.board.now
	s.board.mu.Unlock()
	if why != (sentence.Text{}) {
		return &robot.Refusal{Why: why}
	}
	position, err := now.Rules.ParseFEN(now.FEN)
	if err != nil {
		return err
	}
	move, err := position.ParseMove(text)
	if err != nil {
		return &robot.Refusal{Why: sentence.Say("The move cannot be made: %s.", err.Error())}
	}
	return s.Hand.Move(position, move)
}

// speed is how fast the table's time goes; nil where that cannot be changed.
func (o *Options) speed() *Pace {
	if o.Clock == nil {
		return nil
	}
	times, most := o.Clock.Paces()
	if most <= 1 {
		return nil
	}
	return &Pace{times, most}
}

// setSpeed has the table's time go faster or slower.
func (s *Service) setSpeed(times float64) error {
	now := s.Snapshot()
	if why := now.refuses(nameSpeed, &s.Options); why != (sentence.Text{}) {
		return &robot.Refusal{Why: why}
	}
	if !(times >= 1 && times <= now.Speed.Most) {
		return &WrongError{&robot.Refusal{
			Why: sentence.Say("The table's time goes at most %g times as fast as ours, and at least once.", now.Speed.Most)}}
	}
	s.Clock.SetPace(times, s.Now())
	said := sentence.Say("The table's time goes %g times as fast as ours.", times)
	s.update(robot.Event{Kind: robot.Changed, Text: said}, func(*Snapshot) {})
	return nil
}

// order passes a command on to the player in the human's turn.
func (s *Service) order(ctx context.Context, name string, c robot.Command) error {
	answers := make(chan error, 1)
	for {
		s.board.mu.Lock()
		why, changed := s.board.now.refuses(name, &s.Options), s.board.changed
		s.board.mu.Unlock()
		if why != (sentence.Text{}) {
			return &robot.Refusal{Why: why}
		}
		select {
		case s.orders <- robot.Order{Command: c, Answer: func(err error) { answers <- err }}:
			return s.answer(ctx, answers)
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("the robot did not hear it: %w", ctx.Err())
		}
	}
}

// answer waits for what the player says to an order. A player that stops in the middle of it says nothing.
func (s *Service) answer(ctx context.Context, answers <-chan error) error {
	for {
		s.board.mu.Lock()
		state, changed := s.board.now.State, s.board.changed
		s.board.mu.Unlock()
		if !state.Playing() {
			select {
			case err := <-answers:
				return err
			default:
				return &robot.Refusal{Why: sentence.Say("The game was stopped before that was done.")}
			}
		}
		select {
		case err := <-answers:
			return err
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("the robot has not answered: %w", ctx.Err())
		}
	}
}

// stop stops the arm and the game.
func (s *Service) stop() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.halt != nil {
		s.halt(errStopped)
	}
}

// Run homes the arm and plays, as it is asked to, until ctx ends, or something happens that the service does not bear.
// Where games follow each other by themselves and no more does, it returns nil.
func (s *Service) Run(ctx context.Context) error {
	if s.Player == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	err := s.run(ctx)
	if ctx.Err() == nil || s.Parks == nil {
		return err
	}
	if within := s.Parks(context.Cause(ctx)); within > 0 {
		parking, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
		defer cancel()
		if why := s.Player.Home(parking); why != nil {
			return &UnparkedError{why}
		}
		return fmt.Errorf("%w: %w", ErrParked, err)
	}
	return err
}

// ErrParked says that the arm was parked when Run was ended.
var ErrParked = errors.New("the arm is parked")

// UnparkedError says why the arm could not be parked when Run was ended.
type UnparkedError struct{ why error }

func (e *UnparkedError) Error() string { return "the arm could not be parked: " + e.why.Error() }

// Unwrap is why.
func (e *UnparkedError) Unwrap() error { return e.why }

func (s *Service) run(ctx context.Context) error {
	first := s.games.home
	if s.Log.Interrupted() != nil {
		first = s.games.goOn
	}
	stopped, err := s.perform(ctx, first)
	for err == nil {
		next, again, why := s.next(ctx, stopped)
		if why != nil || !again {
			return why
		}
		stopped, err = s.perform(ctx, next)
	}
	return err
}

// next is what is done next: by itself, unless somebody has stopped what was done last, or because somebody asks for
// it. It is false where nothing more is done.
func (s *Service) next(ctx context.Context, stopped bool) (next job, again bool, err error) {
	var due <-chan time.Time // never
	if s.Next != nil && !stopped {
		timer := time.NewTimer(s.pause())
		defer timer.Stop()
		due = timer.C
	}
	select {
	case next := <-s.jobs:
		return next, true, nil
	case <-due:
		game, more := s.Next()
		switch {
		case !more && s.Stays:
			return s.next(ctx, true)
		case !more:
			return nil, false, nil
		}
		next, err := s.byItself(game)
		return next, true, err
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
}

// byItself is a game that begins by itself, unless somebody has asked for something else at the same time.
func (s *Service) byItself(c Command) (job, error) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.asked {
		return <-s.jobs, nil
	}
	s.asked = true
	return s.games.job(c)
}

// pause is how long the next game waits that begins by itself.
func (s *Service) pause() time.Duration {
	if s.Snapshot().State == Over {
		return s.Pause
	}
	return 0
}

// perform does a job until it is done, or stopped: by somebody, or by something that the service bears. Then no other
// follows by itself.
func (s *Service) perform(ctx context.Context, do job) (stopped bool, err error) {
	working, halt := context.WithCancelCause(ctx)
	defer halt(nil)
	s.halts(halt)
	defer s.rests()
	err = do(working)
	s.halts(nil)
	var refusal *robot.Refusal
	switch {
	case err == nil:
		return false, nil
	case ctx.Err() != nil:
		return false, err
	case errors.As(err, &refusal):
		s.games.rest(refusal.Why, sentence.Text{})
	case errors.Is(context.Cause(working), errStopped):
		said := sentence.Say("The arm is stopped where it is. Going on homes it first.")
		if s.Log.Interrupted().MayHold() {
			said = sentence.Say("The arm is stopped where it is. Going on homes it first, and a disc that it holds may fall " +
				"then: take it from the tool before, and lay it where it was.")
		}
		s.games.rest(said, sentence.Text{})
	case s.Bears != nil && s.Bears(err):
		s.games.rest(sentence.Say("The game is stopped."), sentence.Say("%s.", robot.ProblemText(err)))
	default:
		return false, err
	}
	return true, nil
}

// halts has Stop end what is done now; nil: nothing is.
func (s *Service) halts(halt context.CancelCauseFunc) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	s.halt, s.board.now.Interrupted = halt, s.Log.Interrupted() != nil
}

// rests has the next job be asked for, unless it was while the last one came to its end.
func (s *Service) rests() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	s.asked = len(s.jobs) > 0
}

// begins reports whether a command begins a game, or the showing of one.
func begins(c Command) bool {
	switch c.(type) {
	case NewGame, Show:
		return true
	}
	return false
}

// givesUp reports whether such a command gives up the game that there is.
func givesUp(c Command) bool {
	switch c := c.(type) {
	case NewGame:
		return c.GiveUp
	case Show:
		return c.GiveUp
	}
	return false
}
