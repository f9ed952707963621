package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/internal/terminal"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/overlay"
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

type scoreCommand struct {
	Labels        []string `arg:"" type:"path" name:"labels.json" help:"Files of labels; the pictures that they describe lie beside them."`
	CalibrateWith string   `help:"Make a calibration from one picture of each setup and read the others with it (first-of-setup, second-of-setup, third-of-setup, or each-of-setup in turn)." placeholder:"PICTURE"`
	Squares       int      `help:"Squares along an edge of the boards; found out if not given." placeholder:"N"`
	JSON          bool     `name:"json" help:"Print one JSON object."`
	Overlay       string   `type:"path" help:"Write pictures with what was seen drawn on them into this folder." placeholder:"DIR"`
}

func (scoreCommand) Help() string {
	return `Reads each picture as draughtsman see does, and counts by source how many boards,
squares and kings were read rightly.

  lab score labels.json
  lab score labels.json --calibrate-with first-of-setup`
}

// Run reads labelled pictures and prints how well that went.
func (c scoreCommand) Run(s *terminal.Streams) error {
	if c.Squares != 0 && (c.Squares < detect.SmallestBoard || c.Squares > detect.LargestBoard) {
		return cli.WrongUsage("--squares %d: boards have %d to %d squares along an edge", c.Squares, detect.SmallestBoard,
			detect.LargestBoard)
	}
	if c.CalibrateWith != "" && !slices.Contains(ofSetup, c.CalibrateWith) {
		return cli.WrongUsage("--calibrate-with %s: want %s", c.CalibrateWith, strings.Join(ofSetup, ", "))
	}
	if c.Overlay != "" {
		if err := files.Folder(c.Overlay, s.Err); err != nil {
			return cli.WrongUsage("--overlay: %w", err)
		}
	}
	var all scored
	for _, path := range c.Labels {
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
		return json.NewEncoder(s.Out).Encode(all)
	}
	if err := scoring.Write(s.Out, all.Totals); err != nil {
		return err
	}
	return scoring.WriteLeftOut(s.Out, all.LeftOut)
}

// scoreSetup reads the pictures of one setup; it returns none where there is none beside the calibration's.
func (c scoreCommand) scoreSetup(directory string, setup []scoring.Label) ([]scoring.Mark, error) {
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
func (c scoreCommand) scoreWith(directory string, setup []scoring.Label, which int) ([]scoring.Mark, error) {
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
func (c scoreCommand) scoreAll(directory string, labels []scoring.Label,
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

// scoreOne looks at a picture, draws what was seen into the folder for that, if there is one, and marks it.
func (c scoreCommand) scoreOne(path string, l scoring.Label,
	look func(camera.Frame) (report.Report, error)) (scoring.Mark, error) {
	frame, err := report.Load(path)
	if err != nil {
		return scoring.Mark{}, err
	}
	defer frame.Close()
	found, err := look(frame)
	if err != nil {
		return scoring.Mark{}, fmt.Errorf("%s: %w", path, err)
	}
	if c.Overlay != "" {
		drawing, err := overlay.In(c.Overlay, path)
		if err != nil {
			return scoring.Mark{}, cli.WrongUsage("--overlay: %w", err)
		}
		if err := found.Save(drawing, frame.Image); err != nil {
			return scoring.Mark{}, err
		}
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
