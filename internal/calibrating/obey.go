package calibrating

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"draughtsman/calibration"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
)

// obey carries a command out.
func (s *Service) obey(ctx context.Context, c Command) error {
	switch c := c.(type) {
	case Open:
		return s.open(ctx, c.Session)
	case Skip:
		return s.next(ctx)
	case Undo:
		s.poses.Undo()
		s.tellLens(s.now.Lens.Seen)
		return nil
	case Finish:
		return s.fitLens(ctx)
	case Corner, Turn, Find, Accept:
		return s.place(ctx, c)
	case Learn:
		return s.learn(ctx)
	case Check:
		return s.check(ctx)
	case End:
		s.ended = true
		return nil
	}
	return s.steer(ctx, c)
}

// load reads what is known of the table.
func (s *Service) load() error {
	lens, err := calibration.LoadLens(s.Table.Camera.Lens)
	switch {
	case err == nil:
		fit := LensFit{lens.Pictures, []int{}, lens.ResidualPX, lens.Lens.FocalPX, lens.FocalSpreadPX}
		s.update(func(now *Snapshot) { now.Lens.Fit = &fit })
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	known, err := calibration.Load(s.Table.Calibration)
	var redo *calibration.RedoError
	if errors.As(err, &redo) { // here
		if err = fs.ErrNotExist; redo.Rest != nil {
			known, err = *redo.Rest, nil
		}
	}
	switch {
	case err == nil && known.CheckBoard(s.Table.Board) == nil:
		s.know(known)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

// know takes over what is known now.
func (s *Service) know(known calibration.Calibration) {
	s.known = &known
	s.update(func(now *Snapshot) {
		now.Report, now.Pieces.Margins, now.Board.ArmKnown = nil, []calibration.Margin{}, known.Arm != nil
		if known.Colours != nil {
			now.Pieces.Margins = known.Colours.Margins()
		}
		if l := known.Latency; l != nil {
			now.Camera = guide.Camera{Measured: true, LeastMS: l.Least.Milliseconds(), MostMS: l.Most.Milliseconds()}
		}
		s.progress(now)
	})
}

// progress says how far the sessions have come, once one is open.
func (s *Service) progress(now *Snapshot) {
	if len(now.Sessions) > 0 {
		now.Sessions = s.stages()
	}
}

// save saves what is known now, in the place of what was known before, which is kept once.
func (s *Service) save(known calibration.Calibration) error {
	known.Made = s.Now()
	if err := s.keep(s.Table.Calibration, calibration.Kind); err != nil {
		return err
	}
	if err := known.Save(s.Table.Calibration); err != nil {
		return err
	}
	s.know(known)
	return nil
}

func (s *Service) keep(path string, kind files.Kind) error {
	if s.kept[path] || s.Keep == nil {
		return nil
	}
	s.kept[path] = true
	return s.Keep(path, kind)
}

// open goes to a session, and begins it anew.
func (s *Service) open(ctx context.Context, session Session) error {
	if !slices.ContainsFunc(s.stages(), func(t Stage) bool { return t.Session == session }) {
		return refuse("This table has no session %q.", session)
	}
	switch {
	case session == Pieces && s.known == nil, session == Checking && s.known == nil, session == Arm && s.known == nil:
		return refuse("It is not known yet where the board is: that comes first.")
	case session == Delay && (s.known == nil || s.known.Arm == nil):
		return refuse("The arm does not know the board yet: that comes first.")
	}
	if err := s.film(ctx, session); err != nil {
		return err
	}
	s.shown.Store(&guide.Shown{})
	s.update(func(now *Snapshot) { now.Session, now.Sessions = session, s.stages() })
	switch session {
	case Lens:
		s.poses = guide.NewPoses(s.Squares, strings.Contains(s.source, "%")) // numbered pictures
		s.tellLens(noTarget)
	case Board:
		setup, err := guide.Setup(s.Table)
		if err != nil {
			return err
		}
		s.placing = guide.NewPlacing(setup)
		return s.frame.Close()
	case Arm:
		s.touch = guide.NewTouching(s.Table.Board, cmp.Or(s.known.Arm, s.was))
		s.tellArm()
	}
	return nil
}

// place does what a person wants of the board's place.
func (s *Service) place(ctx context.Context, c Command) error {
	for !s.frame.There() {
		if err := s.await(ctx); err != nil {
			return err
		}
	}
	frame := *s.frame.Frame
	switch c := c.(type) {
	case Corner:
		if c.Corner < 0 || c.Corner > 3 {
			return refuse("A board has the corners 0 to 3.")
		}
		w, h := float64(frame.Image.Cols()), float64(frame.Image.Rows())
		if !(c.X >= 0 && c.Y >= 0 && c.X < w && c.Y < h) {
			return refuse("%g, %g lies outside the picture of %.0f×%.0f pixels.", c.X, c.Y, w, h)
		}
		s.placing.Set(frame, c.Corner, calibration.Pixel{X: c.X, Y: c.Y})
	case Turn:
		if !s.placing.There {
			return refuse("There is no board yet whose sides could be turned.")
		}
		s.placing.Turn()
	case Find:
		s.placing.Find()
		if err := s.film(ctx, Board); err != nil {
			return err
		}
	case Accept:
		return s.accept(ctx, c)
	}
	return s.tellBoard(frame)
}

// accept takes the board as it is placed, or as it is found in one of the next pictures, since a hand may still be in
// the first ones; and learns the pieces on it.
func (s *Service) accept(ctx context.Context, c Accept) error {
	made, err := s.placing.Take(*s.frame.Frame, s.Now())
	patience := s.Patience
	if patience == 0 && s.placing.There {
		patience = 4
	}
	for n := 1; err != nil && n < patience && !s.placing.ByHand && !s.over; n++ {
		if err := s.await(ctx); err != nil {
			return err
		}
		made, err = s.placing.Take(*s.frame.Frame, s.Now())
	}
	if err != nil {
		return refusal(err)
	}
	if before := s.known; before != nil {
		made.Latency = before.Latency
		if c.OnlyCamera {
			made.Arm, made.Touches = before.Arm, before.Touches
		} else {
			s.was = before.Arm
		}
	}
	s.redo[Board], s.redo[Pieces] = false, guide.Weakest(made.Colours.Margins()).Sigmas < guide.LeastMargin
	if err := s.save(made); err != nil {
		return err
	}
	return s.next(ctx)
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
	s.redo[Pieces] = false
	s.ended = s.Only != ""
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
	fitted := s.now.Lens.Fit != nil
	s.redo = map[Session]bool{
		Lens:   slices.ContainsFunc(report.Redo, func(r guide.Redo) bool { return r.Session == string(Lens) }),
		Board:  !report.Board.Holds || report.Lens.Fitted != fitted,
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

// InFull is what an error says, as a sentence.
func InFull(err error) string {
	text := err.Error()
	if !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
