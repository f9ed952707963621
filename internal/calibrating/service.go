package calibrating

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
)

// Options are the table that is calibrated, and what of it.
type Options struct {
	Table      config.Table
	Squares    int     // along an edge of what is shown for the lens
	LensCamera string  // where that is seen: what a camera can be; "": by the table's camera
	Only       Session // the only one there is, which ends the calibrating; "": whatever does not hold
	Again      bool    // the board is to be placed again even if it is where it was
	Patience   int     // in how many pictures a board is looked for that is accepted; 0: in 4, if the first shows one
	LongSteps  bool    // a step of the arm may have any length: whoever asks for it sits beside it
	Now        func() time.Time
	Log        zerolog.Logger
	// Keep keeps what a file holds that is about to be replaced.
	Keep func(path string, kind files.Kind) error
	// Show is given each picture that is looked at, with what its session shows in it, and keeps neither; an error ends
	// the calibrating. It may ask for the state of affairs. nil: nobody watches.
	Show func(camera.Frame, guide.Shown) error
}

// Service calibrates a table. Its methods may be called by several goroutines.
type Service struct {
	*eye
	jobs  chan func(context.Context) // each is a command that is carried out
	halt  context.CancelCauseFunc    // ends what is being done; nil: nothing is. Guarded by mu
	lens  lens
	board board
	arm   steering
	ended bool // somebody has ended it
}

// errStopped ends what somebody has stopped.
var errStopped = errors.New("stopped")

// New has looked at nothing yet.
func New(o Options) *Service {
	e := &eye{
		opened: make(chan struct{}), looks: make(chan look),
		record: &record{
			Options: o, redo: map[Session]bool{}, kept: map[string]bool{},
			affairs: affairs{changed: make(chan struct{}), now: Snapshot{
				Session: Lens, Sessions: []Stage{}, Commands: []string{},
				Lens:  LensState{Seen: noTarget, Wanted: []string{}},
				Board: emptyBoard(), Pieces: PiecesState{[]calibration.Margin{}},
				Arm: ArmState{At: []float64{}, Squares: asked(o.Table), Touches: []guide.TouchOff{}},
			}},
		},
	}
	return &Service{eye: e, jobs: make(chan func(context.Context)), lens: lens{eye: e}, board: board{eye: e},
		arm: steering{eye: e}}
}

// Do has a command obeyed. It returns when it is done, or, where that takes long, begun; then the state says what comes
// of it. A *robot.Refusal says why it is not obeyed.
func (s *Service) Do(ctx context.Context, c Command) error { return s.ask(ctx, c, false) }

// Perform is Do, but returns when the command is done, however long that takes, and what has come of it.
func (s *Service) Perform(ctx context.Context, c Command) error { return s.ask(ctx, c, true) }

func (s *Service) ask(ctx context.Context, c Command, waits bool) error {
	k, ok := kindOf(c)
	if !ok {
		return refuse("There is no such command.")
	}
	if k.name == "stop" {
		s.stop()
		return nil
	}
	s.mu.Lock()
	if err := s.now.refuses(k); err != nil {
		s.mu.Unlock()
		return err
	}
	s.change(func(now *Snapshot) { now.Busy, now.Problem = k.name, "" })
	s.mu.Unlock()
	done, told := make(chan error, 1), k.long && !waits // nobody waits for the outcome: the state tells it
	job := func(within context.Context) {
		done <- s.perform(within, told, func(within context.Context) error {
			if err := ctx.Err(); err != nil && !told { // whoever asked for it has left
				return err
			}
			return s.obey(within, k, c)
		})
	}
	select {
	case s.jobs <- job:
	case <-ctx.Done(): // nothing has been begun
		s.update(func(now *Snapshot) { now.Busy = "" })
		return ctx.Err()
	}
	if told {
		return nil
	}
	return <-done // at the end of the program, too
}

// stop ends what is being done: the arm is stopped with it.
func (s *Service) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.halt != nil {
		s.halt(errStopped)
	}
}

// Run calibrates the table, as it is asked to, until that is ended, or ctx is, or no pictures come any more.
func (s *Service) Run(ctx context.Context) (err error) {
	s.begin = func() {
		if find := s.finder(); find != nil && !s.looking && !s.over {
			s.look(ctx, find)
		}
	}
	defer func() { err = errors.Join(err, s.close(), s.arm.letGo(), s.board.frame.Close()) }()
	if err := s.start(ctx); err != nil {
		return err
	}
	for !s.ended {
		s.begin()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case job := <-s.jobs:
			job(ctx)
		case l := <-s.looks:
			if err := s.see(ctx, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// perform carries a command out, and tells what becomes of it if nobody else does.
func (s *Service) perform(ctx context.Context, told bool, do func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.mu.Lock()
	s.halt = cancel
	s.mu.Unlock()
	err := do(ctx)
	if err != nil && errors.Is(context.Cause(ctx), errStopped) {
		err = refuse("It was stopped.")
	}
	s.update(func(now *Snapshot) {
		if s.halt = nil; !s.ended { // then nothing else is obeyed
			now.Busy = ""
		}
		if err != nil && told {
			now.Problem = InFull(err)
		}
	})
	return err
}

// start takes over what is known of the table, looks whether it holds, and opens the first session where it does not.
func (s *Service) start(ctx context.Context) error {
	if err := s.load(); err != nil {
		return err
	}
	switch {
	case s.Only == Arm || s.Only == Delay: // so that what is wrong with its port is said at once
		if err := s.arm.connect(ctx); err != nil {
			return err
		}
	case s.Only == "" && s.known != nil:
		s.update(func(now *Snapshot) { now.Busy = "check" })
		err := s.check(ctx)
		s.update(func(now *Snapshot) { now.Busy = "" })
		if err != nil {
			return err
		}
		s.redo[Board] = s.redo[Board] || s.Again
	}
	if s.Only != "" {
		return s.open(ctx, s.Only)
	}
	return s.open(ctx, undone(s.stages()))
}

// obey carries a command out.
func (s *Service) obey(ctx context.Context, k kind, c Command) (err error) {
	done := false
	switch k.session {
	case Lens:
		done, err = s.lens.obey(c)
	case Board:
		done, err = s.board.obey(ctx, c)
	case Pieces:
		return s.learn(ctx)
	case Arm, Delay:
		done, err = s.arm.obey(ctx, c)
	case Checking:
		return s.check(ctx)
	}
	switch c := c.(type) {
	case Open:
		return s.open(ctx, c.Session)
	case End:
		s.ended = true
	case Skip:
		done = true
	}
	return s.after(ctx, done, err)
}

// after goes to the next session that is not done if this one is, or ends where there is only one.
func (s *Service) after(ctx context.Context, done bool, err error) error {
	if !done {
		return err
	}
	if s.ended = s.Only != ""; s.ended {
		return err
	}
	stages := s.stages()
	i := slices.IndexFunc(stages, func(t Stage) bool { return t.Session == s.now.Session })
	return errors.Join(s.open(ctx, undone(stages[i+1:])), err)
}

// open goes to a session, and begins it anew.
func (s *Service) open(ctx context.Context, session Session) error {
	if err := s.opens(session); err != nil {
		return err
	}
	if err := s.film(ctx, session); err != nil {
		return err
	}
	s.shown.Store(&guide.Shown{})
	s.update(func(now *Snapshot) { now.Session, now.Sessions = session, s.stages() })
	switch session {
	case Lens:
		s.lens.open()
	case Board:
		return s.board.open()
	case Arm:
		s.arm.open()
	}
	return nil
}

// finder finds in the next picture what its session wants to see all the time; nil: this one does not.
func (s *Service) finder() func(*look) {
	poses, byHand, setup := s.lens.poses, s.board.byHand, s.board.setup
	switch {
	case s.now.Session == Lens:
		return func(l *look) { l.target, l.none = poses.Find(l.frame) }
	case s.now.Session == Board && byHand:
		return func(l *look) { l.byHand = true }
	case s.now.Session == Board:
		return func(l *look) { l.place, l.none = learn.Detect(l.frame.Image, setup) }
	case s.now.Session == Arm && s.Show != nil:
		return func(*look) {}
	}
	return nil
}

// see has a session take over what was looked at for it.
func (s *Service) see(ctx context.Context, l look) error {
	fresh, err := s.fresh(l)
	if !fresh || err != nil {
		return err
	}
	switch l.session {
	case Lens:
		done, err := s.lens.see(l)
		return s.after(ctx, done, err)
	case Board:
		return s.board.see(l)
	}
	return s.arm.see(l)
}

// learn learns the pieces from the next picture of the start position that will do.
func (s *Service) learn(ctx context.Context) error {
	if err := s.film(ctx, Pieces); err != nil {
		return err
	}
	var made calibration.Calibration
	err := s.camera.Load().Try(ctx, func(frame camera.Frame) (err error) {
		if made, err = learn.Pieces(frame.Image, *s.known, s.Now()); err != nil {
			return err
		}
		_, drawing, err := guide.Check(frame, s.Table, made, nil)
		return errors.Join(err, s.show(frame, guide.ShownReport(made, drawing)))
	})
	if err != nil {
		return err
	}
	s.redo[Pieces], s.ended = false, s.Only != ""
	return s.save(made)
}

// check looks at the table until everything holds or enough was seen.
func (s *Service) check(ctx context.Context) error {
	if err := s.film(ctx, Checking); err != nil {
		return err
	}
	report, err := guide.LookToCheck(ctx, s.camera.Load(), s.Table, *s.known, s.show)
	if err != nil {
		return err
	}
	s.redo = map[Session]bool{
		Lens:   slices.ContainsFunc(report.Redo, func(r guide.Redo) bool { return r.Session == string(Lens) }),
		Board:  !report.Board.Holds || report.Lens.Fitted != (s.now.Lens.Fit != nil),
		Pieces: report.Board.Holds && !report.Pieces.Holds,
		Arm:    !report.Arm.Holds,
	}
	s.ended = s.Only != ""
	s.update(func(now *Snapshot) {
		now.Report = &report
		s.progress(now)
	})
	return nil
}
