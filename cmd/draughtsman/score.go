package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/report"
	scoring "draughtsman/vision/score"
)

// ofSetup are the pictures of a setup that scoring can calibrate with.
var ofSetup = []string{"first-of-setup", "second-of-setup", "third-of-setup", eachOfSetup}

// eachOfSetup is every picture in turn.
const eachOfSetup = "each-of-setup"

// scored is what scoring prints as JSON.
type scored struct {
	Totals   []scoring.Total   `json:"totals"`
	LeftOut  []scoring.LeftOut `json:"left_out"` // setups without a picture beside the calibration's
	Pictures []scoring.Mark    `json:"pictures"`
}

// score reads labelled pictures and prints how well that went.
func (c seeCommand) score(s *session) error {
	var all scored
	for _, path := range c.Score {
		labels, err := scoring.Load(path)
		if err != nil {
			return err
		}
		for _, setup := range scoring.Setups(labels) {
			marks, err := c.scoreSetup(filepath.Dir(path), setup)
			if err != nil {
				return err
			}
			if marks == nil {
				all.LeftOut = append(all.LeftOut, scoring.LeftOut{Source: setup[0].Source, Setup: setup[0].Setup,
					Pictures: len(setup)})
			}
			all.Pictures = append(all.Pictures, marks...)
		}
	}
	if len(all.Pictures) == 0 {
		return errors.New("no pictures to score: no setup has one left beside the calibration's; leave --calibrate-with out")
	}
	all.Totals = scoring.Totals(all.Pictures)
	if c.JSON {
		return json.NewEncoder(s.out).Encode(all)
	}
	if err := scoring.Write(s.out, all.Totals); err != nil {
		return err
	}
	return scoring.WriteLeftOut(s.out, all.LeftOut)
}

// scoreSetup reads the pictures of one setup; it returns none where there is none beside the calibration's.
func (c seeCommand) scoreSetup(directory string, setup []scoring.Label) ([]scoring.Mark, error) {
	switch which := slices.Index(ofSetup, c.CalibrateWith); {
	case c.CalibrateWith == "":
		return c.scoreAll(directory, setup, func(f camera.Frame) (report.Report, error) {
			return report.Uncalibrated(f.Image, detect.Options{Squares: c.Squares}, time.Now)
		})
	case len(setup) < 2:
		return nil, nil
	case c.CalibrateWith == eachOfSetup:
		var marks []scoring.Mark
		for i := range setup {
			more, err := c.scoreWith(directory, setup, i)
			if err != nil {
				return nil, err
			}
			marks = append(marks, more...)
		}
		return marks, nil
	case len(setup) <= which:
		return nil, nil
	default:
		return c.scoreWith(directory, setup, which)
	}
}

// scoreWith calibrates with one picture of a setup and reads the others.
func (c seeCommand) scoreWith(directory string, setup []scoring.Label, which int) ([]scoring.Mark, error) {
	one := setup[which]
	others := slices.Delete(slices.Clone(setup), which, which+1)
	known, err := calibrationFrom(filepath.Join(directory, one.File), one)
	if err != nil {
		reason := fmt.Sprintf("no calibration from %s: %v", filepath.Base(one.File), err)
		return c.scoreAll(directory, others, func(camera.Frame) (report.Report, error) {
			return report.Report{Record: report.Record{Refused: &reason}}, nil
		})
	}
	return c.scoreAll(directory, others, func(f camera.Frame) (report.Report, error) {
		return report.Calibrated(f.Image, known, time.Now)
	})
}

// scoreAll looks at pictures and marks what was seen.
func (c seeCommand) scoreAll(directory string, labels []scoring.Label,
	look func(camera.Frame) (report.Report, error)) ([]scoring.Mark, error) {
	marks := make([]scoring.Mark, 0, len(labels))
	for _, l := range labels {
		m, err := c.scoreOne(filepath.Join(directory, l.File), l, look)
		if err != nil {
			return nil, err
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// calibrationFrom makes a calibration from a labelled picture.
func calibrationFrom(path string, l scoring.Label) (calibration.Calibration, error) {
	frame, err := report.Load(path)
	if err != nil {
		return calibration.Calibration{}, err
	}
	defer frame.Close()
	found, err := detect.Find(frame.Image, detect.Options{Squares: l.Squares})
	if err != nil {
		return calibration.Calibration{}, err
	}
	return learn.FromBoard(frame.Image, found, l.GridFrom(found.Corners), time.Now())
}

func (c seeCommand) scoreOne(path string, l scoring.Label, look func(camera.Frame) (report.Report,
	error)) (scoring.Mark,
	error) {
	frame, err := report.Load(path)
	if err != nil {
		return scoring.Mark{}, err
	}
	defer frame.Close()
	found, err := look(frame)
	if err != nil {
		return scoring.Mark{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := c.draw(found, path, frame); err != nil {
		return scoring.Mark{}, err
	}
	return scoring.Judge(l, answerOf(found.Record)), nil
}

func answerOf(r report.Record) scoring.Answer {
	a := scoring.Answer{Grid: r.Grid, PlayOn: r.PlayOn, Confidence: r.Confidence,
		Elapsed: time.Duration(r.ElapsedMS * float64(time.Millisecond))}
	if r.Refused != nil {
		a.Refused = *r.Refused
	}
	if r.Board != nil {
		a.Squares, a.Corners = r.Board.Size, r.Board.Corners
	}
	return a
}
