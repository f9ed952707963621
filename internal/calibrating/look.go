package calibrating

import (
	"context"
	"errors"
	"math"
	"reflect"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/overlay"
)

// look is a picture and what is found in it.
type look struct {
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
	l := look{session: s.now.Session, byHand: s.placing.ByHand}
	cam, poses, setup := s.camera, s.poses, s.placing.Setup
	if l.session != Lens && l.session != Board {
		return nil
	}
	return func(ctx context.Context) look {
		if l.frame, l.err = cam.Next(ctx); l.err != nil {
			return l
		}
		switch {
		case l.session == Lens:
			l.target, l.none = poses.Find(l.frame)
		case !l.byHand:
			l.place, l.none = learn.Detect(l.frame.Image, setup)
		}
		return l
	}
}

// see takes over what was looked at, unless another session has begun meanwhile.
func (s *Service) see(l look) error {
	if l.err != nil {
		return l.err
	}
	if l.session != s.now.Session {
		return l.frame.Close()
	}
	if w, h := l.frame.Image.Cols(), l.frame.Image.Rows(); w != s.now.Width || h != s.now.Height {
		s.update(func(now *Snapshot) { now.Width, now.Height = w, h })
	}
	if l.session == Lens {
		return errors.Join(s.seeTarget(l), l.frame.Close())
	}
	if !s.placing.ByHand && !l.byHand {
		if err := s.placing.See(l.place, l.none); err != nil {
			return errors.Join(err, l.frame.Close())
		}
		s.tellBoard(l.frame)
	}
	return s.frame.Keep(l.frame)
}

// seeTarget takes a picture of the lens's target if it is wanted.
func (s *Service) seeTarget(l look) error {
	var refusal *detect.Refusal
	if errors.As(l.none, &refusal) {
		s.poses.Lost()
		shown := s.poses.Shown(l.frame, nil)
		s.shown.Store(&shown)
		s.tellLens(unseen)
		return nil
	}
	if l.none != nil {
		return l.none
	}
	became, err := s.poses.Offer(l.target, l.frame.Image.Cols(), l.frame.Image.Rows())
	if err != nil {
		return err
	}
	shown := s.poses.Shown(l.frame, &l.target)
	s.shown.Store(&shown)
	if became == guide.Taken && s.poses.Enough() {
		err := s.fitLens()
		if err == nil {
			return nil
		}
		s.update(func(now *Snapshot) { now.Problem = inFull(err) })
	}
	s.tellLens(becomes[became])
	return nil
}

// What became of the last picture.
const unseen = "nothing" // no target is in view

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
func (s *Service) fitLens() error {
	made, left, err := s.poses.Lens()
	if err != nil {
		return refuse("%s", inFull(err))
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
	fit := LensFit{lens.Pictures, len(left), lens.ResidualPX, lens.Lens.FocalPX, lens.FocalSpreadPX}
	s.update(func(now *Snapshot) { now.Lens.Fit = &fit })
	return s.open(Board)
}

// emptyBoard is that of no picture.
func emptyBoard() BoardState { return BoardState{Corners: [][2]float64{}, Lines: [][][2]float64{}} }

// tellBoard says where the board is placed in a picture.
func (s *Service) tellBoard(frame camera.Frame) {
	p, b := s.placing, emptyBoard()
	b.Found, b.ByHand, b.ArmKnown = p.There, p.ByHand, s.now.Board.ArmKnown
	if p.There {
		b.SideKnown, b.Black = !p.Place.Guessed, int(p.Place.Black)
		for _, c := range p.Place.Corners {
			b.Corners = append(b.Corners, rounded(c))
		}
		fitted, residual, err := p.Place.Camera(frame.Image, p.Setup)
		if err != nil {
			b.Why = inFull(err)
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
	frame, err := s.camera.Peek(ctx)
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
