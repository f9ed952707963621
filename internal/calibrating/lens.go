package calibrating

import (
	"errors"
	"io"
	"reflect"
	"strings"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/vision/detect"
)

// lens is the session that learns the camera's lens.
type lens struct {
	*eye
	poses *guide.Poses
}

func (l *lens) open() {
	l.poses = guide.NewPoses(l.Squares, strings.Contains(l.source, "%")) // numbered pictures
	l.tell(noTarget)
}

// obey does what a person wants; done: the lens is known.
func (l *lens) obey(c Command) (done bool, err error) {
	if c == (Finish{}) {
		return l.fit()
	}
	l.poses.Undo()
	l.tell(l.now.Lens.Seen)
	return false, nil
}

// see takes a picture of the target if it is wanted. After the last picture there is, and the last that is wanted, the
// lens is fitted.
func (l *lens) see(seen look) (done bool, err error) {
	if seen.err != nil {
		if !errors.Is(seen.err, io.EOF) {
			return false, seen.err
		}
		if done, err = l.fit(); err != nil && l.Only == "" {
			l.problem(err)
			return false, nil
		}
		return done, err
	}
	defer func() { err = errors.Join(err, seen.frame.Close()) }()
	var refusal *detect.Refusal
	if errors.As(seen.none, &refusal) {
		l.poses.Lost()
		l.tell(noTarget)
		return false, l.show(seen.frame, l.poses.Shown(seen.frame, nil))
	}
	if seen.none != nil {
		return false, seen.none
	}
	became, err := l.poses.Offer(seen.target, seen.frame.Image.Cols(), seen.frame.Image.Rows())
	if err != nil {
		return false, err
	}
	l.tell(becomes[became])
	err = l.show(seen.frame, l.poses.Shown(seen.frame, &seen.target))
	if err == nil && became == guide.Taken && l.poses.Enough() {
		var why error
		if done, why = l.fit(); why != nil {
			l.problem(why)
		}
	}
	return done, err
}

// What became of the last picture.
const noTarget = "nothing" // is in view

var becomes = map[guide.Seen]string{guide.Moving: "moving", guide.Same: "same", guide.Taken: "taken"}

// tell says how far it has come.
func (l *lens) tell(seen string) {
	state := LensState{Seen: seen, Taken: l.poses.Taken(), Wanted: []string{}, Fit: l.now.Lens.Fit}
	for _, w := range l.poses.Wanted() {
		state.Wanted = append(state.Wanted, w.String())
	}
	if !reflect.DeepEqual(state, l.now.Lens) {
		l.update(func(now *Snapshot) { now.Lens = state })
	}
}

// fit fits the lens to the pictures there are, and saves it.
func (l *lens) fit() (done bool, err error) {
	made, left, err := l.poses.Lens()
	if err != nil {
		return false, refusal(err)
	}
	file := calibration.LensFile{
		Version: calibration.Version, Made: l.Now(), Pictures: len(made.EachPX),
		ResidualPX: made.ResidualPX, FocalSpreadPX: made.FocalSpreadPX, Lens: made.Lens,
	}
	if err := l.keep(l.Table.Camera.Lens, calibration.LensKind); err != nil {
		return false, err
	}
	if err := file.Save(l.Table.Camera.Lens); err != nil {
		return false, err
	}
	l.knowLens(file, append([]int{}, left...))
	l.redo[Lens], l.redo[Board] = false, true // which was placed without it
	return true, nil
}
