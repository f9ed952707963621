package calibrating

import (
	"errors"
	"io/fs"
	"slices"

	"draughtsman/calibration"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
)

// record is what is known of a table, and where it is kept. It is the business of Service.Run.
type record struct {
	Options
	affairs
	known *calibration.Calibration // nil: there is none
	was   *calibration.ArmFrame    // where the arm had the board before it was placed anew; nil: nobody knows
	redo  map[Session]bool         // a look has found that what is known does not hold
	kept  map[string]bool          // files whose former content is kept
}

// load reads what is known of the table.
func (r *record) load() error {
	lens, err := calibration.LoadLens(r.Table.Camera.Lens)
	switch {
	case err == nil:
		r.knowLens(lens, []int{})
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	known, err := guide.Known(r.Table.Calibration)
	if err == nil && known != nil && known.CheckBoard(r.Table.Board) == nil {
		r.know(*known)
	}
	return err
}

// know takes over what is known now.
func (r *record) know(known calibration.Calibration) {
	r.known = &known
	r.update(func(now *Snapshot) {
		now.Report, now.Pieces.Margins, now.Board.ArmKnown = nil, []calibration.Margin{}, known.Arm != nil
		if known.Colours != nil {
			now.Pieces.Margins = known.Colours.Margins()
		}
		now.Camera = guide.CameraOf(known)
		r.progress(now)
	})
}

// knowLens takes over what is known of the lens; left are the numbers of the pictures that were not used.
func (r *record) knowLens(lens calibration.LensFile, left []int) {
	r.update(func(now *Snapshot) {
		now.Lens.Fit = &LensFit{lens.Pictures, left, lens.ResidualPX, lens.Lens.FocalPX, lens.FocalSpreadPX}
	})
}

// save saves what is known now, in the place of what was known before, which is kept once.
func (r *record) save(known calibration.Calibration) error {
	known.Made = r.Now()
	if err := r.keep(r.Table.Calibration, calibration.Kind); err != nil {
		return err
	}
	if err := known.Save(r.Table.Calibration); err != nil {
		return err
	}
	r.know(known)
	return nil
}

// SaveArm saves where the arm has the board by touches that were measured before.
func SaveArm(o Options, known calibration.Calibration, touches []calibration.Touch) error {
	r := record{Options: o, kept: map[string]bool{}, affairs: affairs{changed: make(chan struct{})}}
	return r.saveArm(known, touches)
}

func (r *record) saveArm(known calibration.Calibration, touches []calibration.Touch) error {
	frame, err := calibration.FitArm(r.Table.Board, touches)
	if err != nil {
		return err
	}
	known.Arm, known.Touches = &frame, touches
	return r.save(known)
}

func (r *record) keep(path string, kind files.Kind) error {
	if r.kept[path] || r.Keep == nil {
		return nil
	}
	r.kept[path] = true
	return r.Keep(path, kind)
}

// progress says how far the sessions have come, once one is open.
func (r *record) progress(now *Snapshot) {
	if len(now.Sessions) > 0 {
		now.Sessions = r.stages()
	}
}

// stages are the sessions of this table, and how far they have come.
func (r *record) stages() []Stage {
	known := r.known
	if known == nil {
		known = &calibration.Calibration{}
	}
	stages := []Stage{{Lens, r.now.Lens.Fit != nil}, {Board, r.known != nil}, {Pieces, known.Colours != nil}}
	if !r.Table.ByHand() {
		stages = append(stages, Stage{Arm, known.Arm != nil}, Stage{Delay, known.Latency != nil})
	}
	for i := range stages {
		stages[i].Done = stages[i].Done && !r.redo[stages[i].Session]
	}
	return append(stages, Stage{Checking, r.now.Report != nil && r.now.Report.Holds})
}

// undone is the first session that is not done, or the last one.
func undone(stages []Stage) Session {
	i := slices.IndexFunc(stages, func(t Stage) bool { return !t.Done })
	if i < 0 {
		return Checking
	}
	return stages[i].Session
}

// opens is why a session cannot be opened.
func (r *record) opens(session Session) error {
	switch {
	case !slices.ContainsFunc(r.stages(), func(t Stage) bool { return t.Session == session }):
		return refuse("This table has no session %q.", session)
	case session != Lens && session != Board && r.known == nil && session != Delay:
		return refuse("It is not known yet where the board is: that comes first.")
	case session == Delay && (r.known == nil || r.known.Arm == nil):
		return refuse("The arm does not know the board yet: that comes first.")
	}
	return nil
}
