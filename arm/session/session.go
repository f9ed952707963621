package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
)

// Line is one line for a controller.
type Line struct {
	Text  string        // without its end
	Takes time.Duration // for how long its answer may let wait though all is well
	Rest  time.Duration // that is let pass after its answer
	Moves bool          // it is a motion
	To    *arm.Point    // where a motion ends
	Turn  *arm.Point    // a corner: nothing is sent behind it before the machine is sure to come by there
}

// Answer is what becomes of a line that was sent.
type Answer struct {
	Line          // that was sent
	Number uint32 // that Frame gave it; 0: none
	Wire   string // the bytes that went out
	Done   bool
	Said   string // what came with it
	Err    error  // why the line did not do what it says
}

// Dialect is what differs from controller to controller.
type Dialect struct {
	// Words are the lines of what an arm can do, and Limits hold below them.
	Words  Words
	Limits arm.Limits

	// Split cuts what comes from the controller, and hands on each whole answer with the lock held. Nil: at the ends
	// of lines.
	Split func(p []byte, emit func(answer string))
	// Bytes and Lines are how much may be sent and not answered yet, 0 for no bound.
	Bytes, Lines int
	// Room, if there is one, returns when the controller can take one more line, however many it has answered.
	Room func(ctx context.Context) error
	// Frame is a line as its bytes go out, with its end; it may number it. Nil ends the text with \n alone.
	Frame func(a *Answer) string
	// Every is the time between two calls of Watch while an answer is awaited.
	Every time.Duration
	// Watch is called to ask how the controller is, or to tell why the answer cannot come any more.
	Watch func(a *Answer, since time.Time) error
	// Urgent, if there is one, tells with the lock held that Tend should be called at once, which does what an answer
	// needs before it can come.
	Urgent func() bool
	Tend   func(ctx context.Context) error

	// Listen makes sure that the controller takes lines; Home then finds the position.
	Listen, Home func(ctx context.Context) error
	// Halt brings the machine to rest at once, also while somebody else waits for an answer, and reports whether that
	// may have cut short what it was doing. Answers that come meanwhile are Stopping.
	Halt func(ctx context.Context) (cut bool, err error)
	// Abort is Halt without waiting, for the end of the connection, of a machine that is homing or carries out steps.
	Abort func(homing bool) []byte
	// Arrived makes sure, when motions have been answered, that the tool stands where they should have brought it.
	Arrived func(ctx context.Context, to arm.Point) error
	// Turns makes sure, when the lines before a corner are answered, that the tool comes by there. Only Words that
	// are Unsure need it.
	Turns func(ctx context.Context, corner arm.Point) error
	// Where is the tool's place at rest, read anew from whatever the machine measures it with; nil if it cannot tell.
	// It leaves a controller that knows it, too.
	Where func(ctx context.Context) (*arm.Point, error)
	// Live: Where can be asked in mid-motion as well.
	Live bool
	// Off is by how many mm Where may be wrong, and a stopped tool beside its way.
	Off float64
	// Rough: motors that Halt stops may lose steps, so that the machine is homed before it goes on.
	Rough bool

	// Shared is that of a Config; Where is needed for it.
	Shared bool

	// Log receives every line that is sent, at debug level.
	Log zerolog.Logger
}

// Session is a connection to a controller that answers every line once, and what is known of it: which answers are
// missing and whether its word about the position can be trusted. The exported fields other than Conn are guarded by
// its lock.
type Session struct {
	*Conn
	dialect Dialect
	turn    Turn       // to send lines
	sending sync.Mutex // lines are opened in the order in which they are written

	Open     []*Answer   // to lines that were sent and are not answered, oldest first
	Distrust error       // why the position is not known; nil while it is
	Version  string      // of the firmware, in its own words
	Stopping error       // a motion is being interrupted: nothing may follow it
	Stopped  error       // a motion was interrupted: until homing nothing moves
	At       *arm.Point  // where the tool was brought last; nil: not known
	Way      []arm.Point // corners of the way that it is on; nil: not known
	Halted   bool        // it has shut itself down for good: only a restart leads back
	Homing   bool
	Carrying bool // steps are being carried out
	held     bool // by Hold, until Resume

	talking bool      // somebody has the word: see speak
	halted  bool      // it was brought to rest, and its place has not been read since
	rest    time.Time // when it came to rest last
}

// Start begins a conversation in which the position is not known yet. As with New, receive is called with the lock
// held; it hands answers on with Answered.
func (s *Session) Start(port io.ReadWriteCloser, d Dialect, receive func(line string)) Arm {
	if d.Frame == nil {
		d.Frame = func(a *Answer) string { return a.Text + "\n" }
	}
	if d.Split == nil {
		d.Split = lines()
	}
	s.dialect, s.turn, s.Distrust = d, make(Turn, 1), arm.ErrNotHomed
	s.Conn = newConn(port, d.Split, receive)
	go s.read()
	r := &runner{s: s}
	return Arm{arm.Single{Runner: r}, r, s}
}

// Begin carries out what begins a conversation, up to three times if the controller restarts meanwhile: some boards
// start more than once when their port is opened.
func Begin(do func() error) (err error) {
	for range 3 {
		if err = do(); !errors.Is(err, arm.ErrPositionLost) {
			break
		}
	}
	return err
}

// Take waits for the right to send lines; give it back with the function.
func (s *Session) Take(ctx context.Context) (giveBack func(), err error) {
	end, err := s.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.speak(ctx); err != nil {
		end()
		return nil, err
	}
	return func() {
		s.fallSilent()
		end()
	}, nil
}

// speak waits for its turn to talk with the controller. Who has the turn gives it up while the arm is held, so that a
// question can be asked in between.
func (s *Session) speak(ctx context.Context) error {
	for {
		err := s.Wait(ctx, time.Hour, func() bool {
			if s.talking || s.err != nil {
				return false
			}
			s.talking = true
			return true
		})
		if !errors.Is(err, ErrTimeout) {
			return err
		}
	}
}

// fallSilent ends the turn that speak began.
func (s *Session) fallSilent() { s.Do(func() { s.talking = false }) }

// Send writes one line, which is then open until it is answered.
func (s *Session) Send(l Line) (*Answer, error) {
	return s.send(l, func() error { return nil })
}

// SendReady is Send unless Barred has a reason against it at that very moment.
func (s *Session) SendReady(l Line) (*Answer, error) { return s.send(l, s.Barred) }

// send is Send unless there is a reason against it at that very moment.
func (s *Session) send(l Line, against func() error) (*Answer, error) {
	s.sending.Lock()
	defer s.sending.Unlock()
	a := &Answer{Line: l}
	var err error
	s.Do(func() {
		if err = against(); err != nil {
			return
		}
		if n := len(s.Open); n > 0 {
			a.Takes += s.Open[n-1].Takes // it has to wait for those before
		}
		a.Wire = s.dialect.Frame(a)
		s.Open = append(s.Open, a)
	})
	if err != nil {
		return nil, err
	}
	s.dialect.Log.Debug().Str("line", a.Text).Msg("to the arm")
	if err := s.Write([]byte(a.Wire)); err != nil {
		return nil, s.Lost(err)
	}
	return a, nil
}

// Answered gives an answer to the oldest line that waits for one, and says whether there was one. Call it inside
// receive or Do.
func (s *Session) Answered(err error) bool {
	return len(s.Open) > 0 && s.Deliver(s.Open[0], err)
}

// Deliver gives an answer to one line, wherever it stands among those that wait for one, and says whether it does.
// Call it inside receive or Do.
func (s *Session) Deliver(a *Answer, err error) bool {
	i := slices.Index(s.Open, a)
	if i < 0 {
		return false
	}
	s.Open = slices.Concat(s.Open[:i], s.Open[i+1:])
	a.Done, a.Err = true, err
	return true
}

// Lose ends the trust in the position, and every wait for an answer. The first reason is kept. Call it inside receive
// or Do.
func (s *Session) Lose(reason error) {
	if s.Distrust == nil || s.Homing && errors.Is(s.Distrust, arm.ErrNotHomed) {
		s.Distrust = reason
	}
	for _, a := range s.Open {
		a.Done, a.Err = true, reason
	}
	s.Open = nil
}

// Lost is Lose for who is outside; it returns the reason.
func (s *Session) Lost(reason error) error {
	s.Do(func() { s.Lose(reason) })
	return reason
}

// ShutDown is a controller that shuts itself down for good. Call it inside receive or Do.
func (s *Session) ShutDown(reason error) {
	if !s.Halted {
		s.Halted, s.Distrust = true, nil // nothing that was wrong before matters as much
		s.Lose(reason)
	}
}

// Dead is the reason of a controller that has shut itself down; nil: it has not.
func (s *Session) Dead() (reason error) {
	s.Do(func() {
		if s.Halted {
			reason = s.Distrust
		}
	})
	return reason
}

// Restarted is a reset that nobody here asked for. Call it inside receive or Do.
func (s *Session) Restarted() {
	if s.Halted {
		s.Halted, s.Distrust = false, nil
	}
	s.Stopped, s.Stopping = nil, nil
	s.Lose(fmt.Errorf("%w: its controller restarted (a dip of its supply, or its reset button); home it before it "+
		"moves again", arm.ErrPositionLost))
}

// Ready is the error where lines that move something may not be sent now.
func (s *Session) Ready() (err error) {
	s.Do(func() { err = s.Barred() })
	return err
}

// Barred is Ready for who is inside Do or Wait.
func (s *Session) Barred() error {
	if err := s.trouble(); err != nil {
		return err
	}
	if s.held || s.halted && s.Carrying { // also when it was let go before anybody looked
		return errHeld
	}
	return nil
}

// trouble is the error where the arm has to be homed, or to come to rest, before anything may move. Call it inside Do.
func (s *Session) trouble() error {
	switch {
	case s.Distrust != nil && (!s.Homing || !errors.Is(s.Distrust, arm.ErrNotHomed)):
		return s.Distrust
	case s.Stopped != nil:
		return s.Stopped
	}
	return s.Stopping
}

// Exchange sends lines, as many at a time as the controller's buffers hold and no more than up to the next corner,
// and returns when all are answered. After an error no more are sent, and motions that were sent behind a refused one
// are stopped.
func (s *Session) Exchange(ctx context.Context, lines []Line) (first error) {
	var waiting []*Answer
	var corner *arm.Point
	bytes, moving := 0, false
	settle := func() {
		a := waiting[0]
		err := s.Await(ctx, a)
		bytes -= len(a.Wire)
		waiting = waiting[1:]
		if err == nil && a.Rest > 0 {
			err = s.Pause(ctx, a.Rest)
		}
		switch {
		case first != nil:
		case err == nil:
			moving = moving || a.Moves
		default:
			first = s.refused(err, moving, waiting)
		}
	}
	full := func(next string) bool {
		d := s.dialect
		return d.Lines > 0 && len(waiting) >= d.Lines || d.Bytes > 0 && bytes+len(next)+1 > d.Bytes
	}
	for _, l := range lines {
		for first == nil && len(waiting) > 0 && (corner != nil || full(l.Text)) {
			settle()
		}
		if first == nil && corner != nil {
			first = s.dialect.Turns(ctx, *corner)
		}
		if first == nil && s.dialect.Room != nil {
			first = s.dialect.Room(ctx)
		}
		if first != nil {
			break
		}
		a, err := s.SendReady(l)
		if err != nil {
			first = err
			break
		}
		waiting, bytes, corner = append(waiting, a), bytes+len(a.Wire), l.Turn
	}
	for len(waiting) > 0 {
		settle()
	}
	return first
}

// refused is an error after which lines that were sent behind are waited for. Motions among them would begin where
// nobody wants them to. One before it may still go on, to a place at which nobody waits.
func (s *Session) refused(err error, moving bool, behind []*Answer) error {
	switch {
	case !errors.Is(err, arm.ErrRejected):
		return err
	case slices.ContainsFunc(behind, func(a *Answer) bool { return a.Moves }):
	case moving:
		return s.Lost(fmt.Errorf("%w, in the middle of a motion: %w; home it before it moves again", arm.ErrPositionLost,
			err))
	default:
		return err
	}
	return Both(err, cmp.Or(s.halt(context.Background()), s.Ready()))
}

// Both is an error with another that came of handling it, in one sentence; the other may be nil.
func Both(err, also error) error {
	if also == nil {
		return err
	}
	return fmt.Errorf("%w, and %w", err, also)
}

// Ask sends a line that moves nothing, also after a stop, and returns what comes with its answer. When ctx ends, the
// answer is still owed.
func (s *Session) Ask(ctx context.Context, l Line) (said string, err error) {
	a, err := s.Send(l)
	if err != nil {
		return "", err
	}
	err = s.await(ctx, a, true)
	s.Do(func() { said = a.Said })
	return said, err
}

// Await waits for an answer and watches meanwhile that the controller lives. When ctx ends the machine is brought to
// rest; when something else stops it the wait is over too.
func (s *Session) Await(ctx context.Context, a *Answer) error {
	err := s.await(ctx, a, false)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return s.Interrupt(ctx)
	}
	return err
}

func (s *Session) await(ctx context.Context, a *Answer, atRest bool) error {
	since := arm.Now()
	for {
		var outcome error
		var over, urgent bool
		err := s.Wait(ctx, s.dialect.Every, func() bool {
			over = a.Done || s.Stopped != nil && !atRest
			if outcome = a.Err; !a.Done {
				outcome = s.Stopped
			}
			urgent = s.dialect.Urgent != nil && s.dialect.Urgent()
			return over || urgent
		})
		switch {
		case err == nil && over:
			return outcome
		case err == nil:
			err = s.dialect.Tend(ctx)
		case errors.Is(err, ErrTimeout):
			err = s.dialect.Watch(a, since)
		}
		if err != nil {
			return err
		}
	}
}
