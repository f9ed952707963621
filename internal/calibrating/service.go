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

// Options are the table that is calibrated.
type Options struct {
	Table   config.Table
	Squares int // along an edge of what is shown for the lens
	Now     func() time.Time
	Log     zerolog.Logger
	// Keep keeps what a file holds that is about to be replaced.
	Keep func(path string, kind files.Kind) error
}

// Service calibrates a table. Its methods may be called by several goroutines.
type Service struct {
	Options
	jobs   chan job
	opened chan struct{} // closed when the camera is open
	camera *camera.Camera
	shown  atomic.Pointer[guide.Shown] // what is drawn on pictures

	mu      sync.Mutex
	now     Snapshot
	changed chan struct{}           // closed when the state changes
	halt    context.CancelCauseFunc // ends what is being done; nil: nothing is

	// What follows is that of Run alone.
	known   *calibration.Calibration // nil: there is none
	kept    map[string]bool          // files whose former content is kept
	placing guide.Placing
	poses   *guide.Poses
	touch   guide.Touching
	arm     *rig.Arm // nil: it is not connected
	frame   camera.Kept
	ended   bool // somebody has ended it
}

// job is a command that is carried out.
type job struct {
	do   func(context.Context) error
	done chan<- error
}

// errStopped ends what somebody has stopped.
var errStopped = errors.New("stopped")

// New has looked at nothing yet.
func New(o Options) *Service {
	return &Service{
		Options: o, jobs: make(chan job), opened: make(chan struct{}), changed: make(chan struct{}), kept: map[string]bool{},
		now: Snapshot{
			Session: Lens, Sessions: []Stage{}, Commands: []string{},
			Lens:  LensState{Seen: unseen, Wanted: []string{}},
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
func (s *Service) Do(ctx context.Context, c Command) error {
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
	j := job{done: done, do: func(ctx context.Context) error {
		if err := asked.Err(); err != nil { // whoever asked for it has left
			return err
		}
		return s.obey(ctx, c)
	}}
	if k.long {
		j.do, j.done = func(ctx context.Context) error { return s.obey(ctx, c) }, nil
	}
	select {
	case s.jobs <- j:
	case <-ctx.Done(): // nothing has been begun
		s.update(func(now *Snapshot) { now.Busy = "" })
		return ctx.Err()
	}
	if k.long {
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
	cam, err := rig.OpenCamera(ctx, s.Table, s.Log)
	if err != nil {
		return err
	}
	s.camera = cam
	close(s.opened)
	looks := make(chan look)
	looking := false // a picture is being looked at
	defer func() {
		if looking {
			_ = (<-looks).frame.Close()
		}
		err = errors.Join(err, s.letGo(), s.frame.Close(), cam.Close())
	}()
	if err := s.begin(); err != nil {
		return err
	}
	for !s.ended {
		if at := s.wanted(); at != nil && !looking {
			looking = true
			go func() { looks <- at(ctx) }()
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case j := <-s.jobs:
			s.perform(ctx, j)
		case l := <-looks:
			looking = false
			if err := s.see(l); err != nil {
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
		s.halt, now.Busy = nil, ""
		if err != nil && j.done == nil {
			now.Problem = inFull(err)
		}
	})
	if j.done != nil {
		j.done <- err
	}
}

// begin takes over what is known of the table.
func (s *Service) begin() error {
	if err := s.load(); err != nil {
		return err
	}
	first := Checking
	for _, stage := range s.stages() {
		if !stage.Done {
			first = stage.Session
			break
		}
	}
	return s.open(first)
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
	return append(stages, Stage{Checking, s.now.Report != nil && s.now.Report.Holds})
}

// after is the session that follows another one.
func (s *Service) after(session Session) Session {
	stages := s.stages()
	i := slices.IndexFunc(stages, func(t Stage) bool { return t.Session == session })
	return stages[min(i+1, len(stages)-1)].Session
}
