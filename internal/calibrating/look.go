package calibrating

import (
	"context"
	"errors"
	"io"
	"math"
	"reflect"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/overlay"
)

// look is a picture and what is found in it.
type look struct {
	from    *camera.Camera
	session Session
	byHand  bool // the board was placed by a person, and not looked for
	frame   camera.Frame
	target  detect.Board    // of the lens
	place   learn.Detection // of the board
	none    error           // why there is nothing
	err     error           // why there is no picture
}

// wanted looks at the next picture for a session that does so all the time; nil: this one does not. It takes its time,
// and commands are obeyed meanwhile.
func (s *Service) wanted() func(context.Context) look {
	l := look{from: s.camera.Load(), session: s.now.Session, byHand: s.placing.ByHand}
	poses, setup := s.poses, s.placing.Setup
	if s.over || l.session != Lens && l.session != Board && (l.session != Arm || s.Show == nil) {
		return nil
	}
	return func(ctx context.Context) look {
		if l.frame, l.err = l.from.Next(ctx); l.err != nil {
			return l
		}
		switch {
		case l.session == Lens:
			l.target, l.none = poses.Find(l.frame)
		case l.session == Board && !l.byHand:
			l.place, l.none = learn.Detect(l.frame.Image, setup)
		}
		return l
	}
}

// await looks at the next picture, for a session that does so all the time.
func (s *Service) await(ctx context.Context) error {
	s.begin()
	select {
	case l := <-s.looks:
		s.looking = false
		return s.see(ctx, l)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// film opens the camera of a session, unless it is open. What has an end begins anew. The arm is steered without
// pictures where there are none.
func (s *Service) film(ctx context.Context, session Session) error {
	table, before := s.Table, s.camera.Load()
	if session == Lens && s.LensCamera != "" { // which the table's settings are not meant for
		table.Camera = config.Camera{Source: s.LensCamera, GiveUp: table.Camera.GiveUp}
	}
	if before != nil && table.Camera.Source == s.source && !before.Ends() {
		return nil
	}
	cam, err := rig.OpenCamera(ctx, table, s.Log)
	s.source, s.over = table.Camera.Source, err != nil
	switch {
	case err != nil && s.Only == Arm:
		return ctx.Err()
	case err != nil:
		return err
	}
	s.camera.Store(cam)
	if before != nil {
		return before.Close()
	}
	close(s.opened)
	return nil
}

// show draws on pictures what belongs to them, and shows one of them to whoever watches.
func (s *Service) show(frame camera.Frame, shown guide.Shown) error {
	s.shown.Store(&shown)
	if s.Show == nil {
		return nil
	}
	return s.Show(frame, shown)
}

// see takes over what was looked at, unless another session has begun meanwhile.
func (s *Service) see(ctx context.Context, l look) error {
	current := l.session == s.now.Session && l.from == s.camera.Load()
	switch {
	case l.err != nil && current:
		return s.unseen(ctx, l)
	case l.err != nil:
		return nil
	case !current:
		return l.frame.Close()
	}
	if w, h := l.frame.Image.Cols(), l.frame.Image.Rows(); w != s.now.Width || h != s.now.Height {
		s.update(func(now *Snapshot) { now.Width, now.Height = w, h })
	}
	switch l.session {
	case Lens:
		return errors.Join(s.seeTarget(ctx, l), l.frame.Close())
	case Arm:
		return errors.Join(s.show(l.frame, *s.shown.Load()), l.frame.Close())
	}
	err := s.frame.Keep(l.frame)
	if !s.placing.ByHand && !l.byHand {
		err = errors.Join(err, s.placing.See(l.place, l.none))
	}
	return errors.Join(err, s.tellBoard(l.frame))
}

// unseen is what follows when there are no more pictures. A file's last one stays; one of targets tells the lens. For
// the arm a person needs none.
func (s *Service) unseen(ctx context.Context, l look) error {
	s.over = true
	ended := errors.Is(l.err, io.EOF)
	switch {
	case l.session == Arm, ended && l.session == Board && s.frame.There():
		return nil
	case ended && l.session == Lens:
		err := s.fitLens(ctx)
		if err == nil || s.Only != "" {
			return err
		}
		s.update(func(now *Snapshot) { now.Problem = InFull(err) })
		return nil
	}
	return l.err
}

// seeTarget takes a picture of the lens's target if it is wanted.
func (s *Service) seeTarget(ctx context.Context, l look) error {
	var refusal *detect.Refusal
	if errors.As(l.none, &refusal) {
		s.poses.Lost()
		s.tellLens(noTarget)
		return s.show(l.frame, s.poses.Shown(l.frame, nil))
	}
	if l.none != nil {
		return l.none
	}
	became, err := s.poses.Offer(l.target, l.frame.Image.Cols(), l.frame.Image.Rows())
	if err != nil {
		return err
	}
	s.tellLens(becomes[became])
	if err := s.show(l.frame, s.poses.Shown(l.frame, &l.target)); err != nil {
		return err
	}
	if became == guide.Taken && s.poses.Enough() {
		if err := s.fitLens(ctx); err != nil {
			s.update(func(now *Snapshot) { now.Problem = InFull(err) })
		}
	}
	return nil
}

// What became of the last picture.
const noTarget = "nothing" // is in view

var becomes = map[guide.Seen]string{guide.Moving: "moving", guide.Same: "same", guide.Taken: "taken"}

// tellLens says how far the lens's session has come.
func (s *Service) tellLens(seen string) {
	lens := LensState{Seen: seen, Wanted: []string{}, Fit: s.now.Lens.Fit}
	lens.Taken, _ = s.poses.Taken()
	for _, w := range s.poses.Wanted() {
		lens.Wanted = append(lens.Wanted, w.String())
	}
	if !reflect.DeepEqual(lens, s.now.Lens) {
		s.update(func(now *Snapshot) { now.Lens = lens })
	}
}

// fitLens fits the lens to the pictures there are, saves it and goes on to the next session.
func (s *Service) fitLens(ctx context.Context) error {
	made, left, err := s.poses.Lens()
	if err != nil {
		return refusal(err)
	}
	lens := calibration.LensFile{
		Version: calibration.Version, Made: s.Now(), Pictures: len(made.EachPX),
		ResidualPX: made.ResidualPX, FocalSpreadPX: made.FocalSpreadPX, Lens: made.Lens,
	}
	if err := s.keep(s.Table.Camera.Lens, calibration.LensKind); err != nil {
		return err
	}
	if err := lens.Save(s.Table.Camera.Lens); err != nil {
		return err
	}
	fit := LensFit{lens.Pictures, append([]int{}, left...), lens.ResidualPX, lens.Lens.FocalPX, lens.FocalSpreadPX}
	s.update(func(now *Snapshot) { now.Lens.Fit = &fit })
	s.redo[Lens], s.redo[Board] = false, true // which was placed without it
	return s.next(ctx)
}

// emptyBoard is that of no picture.
func emptyBoard() BoardState { return BoardState{Corners: [][2]float64{}, Lines: [][][2]float64{}} }

// tellBoard says and shows where the board is placed in a picture.
func (s *Service) tellBoard(frame camera.Frame) error {
	p, b := s.placing, emptyBoard()
	b.Found, b.ByHand, b.ArmKnown = p.There, p.ByHand, s.now.Board.ArmKnown
	if p.There {
		b.SideKnown, b.Black = !p.Place.Guessed, int(p.Place.Black)
		for _, c := range p.Place.Corners {
			b.Corners = append(b.Corners, rounded(c))
		}
		fitted, residual, err := p.Place.Camera(frame.Image, p.Setup)
		if err != nil {
			b.Why = InFull(err)
		} else {
			b.ResidualPX = math.Round(100*residual) / 100
			for _, line := range overlay.Lattice(fitted, p.Setup.Board) {
				var points [][2]float64
				for _, at := range line {
					points = append(points, rounded(at))
				}
				b.Lines = append(b.Lines, points)
			}
		}
	}
	if !reflect.DeepEqual(b, s.now.Board) {
		s.update(func(now *Snapshot) { now.Board = b })
	}
	if !p.There {
		return s.show(frame, guide.Shown{})
	}
	return s.show(frame, guide.ShownPlace(frame, p.Place, p.Setup))
}

// rounded is a pixel to a tenth.
func rounded(p calibration.Pixel) [2]float64 {
	return [2]float64{math.Round(10*p.X) / 10, math.Round(10*p.Y) / 10}
}

// JPEG is the next picture that arrives, with what its session shows in it if drawn is set, and when it was received.
func (s *Service) JPEG(ctx context.Context, drawn bool) (file []byte, received time.Time, err error) {
	select {
	case <-s.opened:
	case <-ctx.Done():
		return nil, time.Time{}, ctx.Err()
	}
	frame, err := s.camera.Load().Peek(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer func() { err = errors.Join(err, frame.Close()) }()
	if shown := s.shown.Load(); drawn && shown != nil {
		file, err = shown.JPEG(frame)
	} else {
		file, err = overlay.JPEG(frame.Image)
	}
	return file, frame.Time, err
}
