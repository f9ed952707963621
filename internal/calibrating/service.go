package calibrating

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision/camera"
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
	Options
	jobs   chan job
	opened chan struct{} // closed when the camera is open
	camera atomic.Pointer[camera.Camera]
	shown  atomic.Pointer[guide.Shown] // what is drawn on pictures

	mu      sync.Mutex
	now     Snapshot
	changed chan struct{}           // closed when the state changes
	halt    context.CancelCauseFunc // ends what is being done; nil: nothing is

	// What follows is that of Run alone.
	known   *calibration.Calibration // nil: there is none
	was     *calibration.ArmFrame    // where the arm had the board before it was placed anew; nil: nobody knows
	redo    map[Session]bool         // a look has found that what is known does not hold
	kept    map[string]bool          // files whose former content is kept
	placing guide.Placing
	poses   *guide.Poses
	touch   guide.Touching
	arm     *rig.Arm // nil: it is not connected
	source  string   // of the camera
	over    bool     // no more pictures come from it
	looking bool     // a picture is being looked at
	begin   func()   // begins to look at the next one, if this session wants it and none is being looked at
	looks   chan look
	frame   camera.Kept
	ended   bool // somebody has ended it
}

// job is a command that is carried out.
type job struct {
	do   func(context.Context) error
	done chan<- error // has room
	told bool         // nobody waits for the outcome: the state tells it
}

// errStopped ends what somebody has stopped.
var errStopped = errors.New("stopped")

// New has looked at nothing yet.
func New(o Options) *Service {
	return &Service{
		Options: o, jobs: make(chan job), opened: make(chan struct{}), changed: make(chan struct{}), looks: make(chan look),
		redo: map[Session]bool{}, kept: map[string]bool{},
		now: Snapshot{
			Session: Lens, Sessions: []Stage{}, Commands: []string{},
			Lens:  LensState{Seen: noTarget, Wanted: []string{}},
			Board: emptyBoard(), Pieces: PiecesState{[]calibration.Margin{}},
			Arm: ArmState{At: []float64{}, Squares: guide.TouchSquares, Touches: []guide.TouchOff{}},
		},
	}
}

// Snapshot is the state of affairs.
func (s *Service) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now.clone()
	now.Commands = []string{}
	for _, k := range kinds {
		if s.refused(k) == nil {
			now.Commands = append(now.Commands, k.name)
		}
	}
	return now
}

// Changed is closed when the state is another one than that of a version.
func (s *Service) Changed(version int64) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Version != version {
		passed := make(chan struct{})
		close(passed)
		return passed
	}
	return s.changed
}

// update changes the state of affairs.
func (s *Service) update(change func(*Snapshot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.change(change)
}

// change is update for who holds the lock.
func (s *Service) change(change func(*Snapshot)) {
	change(&s.now)
	s.now.Version++
	close(s.changed)
	s.changed = make(chan struct{})
}

// refused is why a command of a kind is not obeyed now.
func (s *Service) refused(k kind) error {
	switch now := s.now; {
	case k.name == "stop":
		return nil
	case now.Busy != "":
		return refuse("Something is being done already (%s): wait until it is finished.", now.Busy)
	case k.session != "" && k.session != now.Session:
		return refuse("That belongs to another session: this is %s.", now.Session)
	case k.homed && !now.Arm.Homed:
		return refuse("The arm does not know where it is: let it home first.")
	case k.name == "done" && !now.Arm.Enough:
		return refuse("The arm does not know the board yet: touch three squares or more.")
	case k.name == "redo" && len(now.Arm.Touches) == 0:
		return refuse("No square was touched yet.")
	case k.name == "approach" && !now.Arm.CanGuess:
		return refuse("Where the square is can be guessed once two others were touched.")
	case k.name == "undo" && now.Lens.Taken == 0:
		return refuse("No picture was taken yet.")
	}
	return nil
}

// Do has a command obeyed. It returns when it is done, or, where that takes long, begun; then the state says what comes
// of it. A *Refusal says why it is not obeyed.
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
	if err := s.refused(k); err != nil {
		s.mu.Unlock()
		return err
	}
	s.change(func(now *Snapshot) { now.Busy, now.Problem = k.name, "" })
	s.mu.Unlock()
	done := make(chan error, 1)
	asked := ctx
	j := job{done: done, told: k.long && !waits}
	j.do = func(ctx context.Context) error {
		if err := asked.Err(); err != nil && !j.told { // whoever asked for it has left
			return err
		}
		return s.obey(ctx, c)
	}
	select {
	case s.jobs <- j:
	case <-ctx.Done(): // nothing has been begun
		s.update(func(now *Snapshot) { now.Busy = "" })
		return ctx.Err()
	}
	if j.told {
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

// Run calibrates the table, as it is asked to, until that is ended, or ctx is, or no pictures come any
// more.
func (s *Service) Run(ctx context.Context) (err error) {
	s.begin = func() {
		if at := s.wanted(); at != nil && !s.looking {
			s.looking = true
			go func() { s.looks <- at(ctx) }()
		}
	}
	defer func() {
		if cam := s.camera.Load(); cam != nil {
			err = errors.Join(err, cam.Close())
		}
		if s.looking {
			_ = (<-s.looks).frame.Close()
		}
		err = errors.Join(err, s.letGo(), s.frame.Close())
	}()
	if err := s.start(ctx); err != nil {
		return err
	}
	for !s.ended {
		s.begin()
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case j := <-s.jobs:
			s.perform(ctx, j)
		case l := <-s.looks:
			s.looking = false
			if err := s.see(ctx, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// perform carries a command out, and says what becomes of it.
func (s *Service) perform(ctx context.Context, j job) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.mu.Lock()
	s.halt = cancel
	s.mu.Unlock()
	err := j.do(ctx)
	if err != nil && errors.Is(context.Cause(ctx), errStopped) {
		err = refuse("It was stopped.")
	}
	cancel(nil)
	s.update(func(now *Snapshot) {
		if s.halt = nil; !s.ended { // then nothing else is obeyed
			now.Busy = ""
		}
		if err != nil && j.told {
			now.Problem = InFull(err)
		}
	})
	j.done <- err
}

// start takes over what is known of the table, looks whether it holds, and opens the first session where it does not.
func (s *Service) start(ctx context.Context) error {
	if err := s.load(); err != nil {
		return err
	}
	switch {
	case s.Only == Arm || s.Only == Delay: // so that what is wrong with its port is said at once
		if err := s.connect(ctx); err != nil {
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

// stages are the sessions of this table, and how far they have come.
func (s *Service) stages() []Stage {
	known := s.known
	if known == nil {
		known = &calibration.Calibration{}
	}
	stages := []Stage{{Lens, s.now.Lens.Fit != nil}, {Board, s.known != nil}, {Pieces, known.Colours != nil}}
	if !s.Table.ByHand() {
		stages = append(stages, Stage{Arm, known.Arm != nil}, Stage{Delay, known.Latency != nil})
	}
	for i := range stages {
		stages[i].Done = stages[i].Done && !s.redo[stages[i].Session]
	}
	return append(stages, Stage{Checking, s.now.Report != nil && s.now.Report.Holds})
}

// undone is the first session that is not done, or the last one.
func undone(stages []Stage) Session {
	i := slices.IndexFunc(stages, func(t Stage) bool { return !t.Done })
	if i < 0 {
		return Checking
	}
	return stages[i].Session
}

// next goes to the next session that is not done, or ends where there is only one.
func (s *Service) next(ctx context.Context) error {
	if s.ended = s.Only != ""; s.ended {
		return nil
	}
	stages := s.stages()
	i := slices.IndexFunc(stages, func(t Stage) bool { return t.Session == s.now.Session })
	return s.open(ctx, undone(stages[i+1:]))
}
