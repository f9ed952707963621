package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/overlay"
	"draughtsman/vision/report"
)

type seeCommand struct {
	Images      []string `arg:"" optional:"" name:"image" help:"Pictures, or anything that a camera can be: a device number, a pattern, an address; one picture is taken of each."`
	JSON        bool     `name:"json" help:"Print one JSON object a line for each picture."`
	Squares     int      `help:"Squares along an edge of the board; found out if not given." placeholder:"N"`
	Corners     string   `help:"Where the corners of the playing area are in every picture, in pixels from its top left corner, of a board that is not found by itself. It has 8 squares along an edge, or as many as --squares says." placeholder:"X,Y,X,Y,X,Y,X,Y"`
	Calibration string   `type:"path" help:"Read with a calibration of the same camera and board." placeholder:"FILE"`
	Overlay     string   `type:"path" help:"Write pictures with what was seen drawn on them into this folder." placeholder:"DIR"`

	Score         scoredByLab `hidden:""`
	CalibrateWith scoredByLab `hidden:""`
}

func (c seeCommand) Help() string {
	return `Finds the board in each picture and reads its squares. Without a calibration
everything is told from the one picture; with one, from what was learnt of the
same camera and board. A picture that cannot be looked at is named, the others are
read, and the exit status is 1.

  draughtsman see photo.jpg
  draughtsman see --json --overlay seen/ photos/*.jpg
  draughtsman see --corners 212,80,655,96,720,470,130,455 photo.jpg
  draughtsman see --calibration calibration.yaml 0`
}

// scoredByLab is the value of a flag that says where that is now.
type scoredByLab string

// UnmarshalText refuses it.
func (*scoredByLab) UnmarshalText([]byte) error {
	return errors.New("labelled pictures are scored by `lab score LABELS.JSON`, which takes --calibrate-with, too")
}

func (c seeCommand) Run(ctx context.Context, s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Squares != 0 && (c.Squares < detect.SmallestBoard || c.Squares > detect.LargestBoard) {
		return wrongUsage("--squares %d: boards have %d to %d squares along an edge", c.Squares, detect.SmallestBoard,
			detect.LargestBoard)
	}
	if c.Overlay != "" {
		if err := files.Folder(c.Overlay, s.err); err != nil {
			return wrongUsage("--overlay: %w", err)
		}
	}
	look, err := c.looker()
	if err != nil {
		return err
	}
	return c.seeAll(ctx, s, look)
}

// usualSquares are those along an edge of a board of which nothing is said.
const usualSquares = 8

// fewPictures are so few that nobody needs to be told how many are left.
const fewPictures = 4

// seeAll looks at one picture after the other. One that cannot be looked at stops none of the others, and fails the
// command at its end.
func (c seeCommand) seeAll(ctx context.Context, s *session, look func(camera.Frame) (report.Report, error)) error {
	bar := &cli.Bar{}
	if len(c.Images) > fewPictures {
		bar = cli.BeginBar(s.err, "pictures", len(c.Images))
	}
	defer bar.Clear()
	refused, bad := 0, 0
	for _, image := range c.Images {
		record, err := c.seeOne(ctx, s, look, image)
		bar.Clear()
		var unseen *unseenError
		switch {
		case errors.As(err, &unseen) && ctx.Err() == nil && len(c.Images) > 1:
			bad++
			fmt.Fprintln(s.err, cli.Readable(err.Error()))
		case err != nil:
			return err
		default:
			if record.Refused != nil {
				refused++
			}
			if err := c.print(s, record); err != nil {
				return err
			}
		}
		bar.Add()
	}
	switch {
	case bad > 0:
		return fmt.Errorf("%d of %d pictures could not be looked at", bad, len(c.Images))
	case refused == len(c.Images) && !c.JSON:
		return errors.New("no board was read: let the picture show all of it, or say by --corners where it is")
	}
	return nil
}

// unseenError is for a picture that cannot be looked at.
type unseenError struct{ error }

func (e *unseenError) Unwrap() error { return e.error }

// check says which options do not go together.
func (c seeCommand) check() error {
	switch {
	case c.Corners != "" && c.Calibration != "":
		return wrongUsage("--corners is for pictures of which nothing else is known: leave --calibration out")
	case len(c.Images) == 0:
		return wrongUsage("name a picture")
	}
	return nil
}

// looker is how pictures are read: with a calibration or without one.
func (c seeCommand) looker() (func(camera.Frame) (report.Report, error), error) {
	if c.Corners != "" {
		board, err := placed(c.Corners, cmp.Or(c.Squares, usualSquares))
		if err != nil {
			return nil, wrongUsage("--corners %s: %w", c.Corners, err)
		}
		return func(f camera.Frame) (report.Report, error) { return report.Placed(f.Image, board, time.Now) }, nil
	}
	if c.Calibration == "" {
		return func(f camera.Frame) (report.Report, error) {
			return report.Uncalibrated(f.Image, detect.Options{Squares: c.Squares}, time.Now)
		}, nil
	}
	known, err := calibration.Load(c.Calibration)
	if err != nil {
		return nil, err
	}
	return func(f camera.Frame) (report.Report, error) { return report.Calibrated(f.Image, known, time.Now) }, nil
}

// placed is a board of so many squares along an edge, of which a list has the corners.
func placed(list string, squares int) (detect.Board, error) {
	numbers := strings.Split(list, ",")
	if len(numbers) != 8 {
		return detect.Board{}, fmt.Errorf("there are %d numbers, and four corners have eight", len(numbers))
	}
	var corners [4]calibration.Pixel
	for i, text := range numbers {
		v, err := cli.Number(text)
		if err != nil {
			return detect.Board{}, fmt.Errorf("%q is no number of pixels", text)
		}
		if i%2 == 0 {
			corners[i/2].X = v
		} else {
			corners[i/2].Y = v
		}
	}
	return detect.Placed(corners, squares)
}

func (c seeCommand) seeOne(ctx context.Context, s *session, look func(camera.Frame) (report.Report, error),
	image string) (report.Record, error) {
	frame, err := onePicture(ctx, s, image)
	if err != nil {
		return report.Record{}, &unseenError{err}
	}
	defer frame.Close()
	found, err := look(frame)
	if err != nil {
		return report.Record{}, &unseenError{fmt.Errorf("%s: %w", image, err)}
	}
	found.File = image
	return found.Record, c.draw(found, image, frame)
}

// draw draws what was seen in a picture into the folder for that, if there is one.
func (c seeCommand) draw(found report.Report, image string, frame camera.Frame) error {
	if c.Overlay == "" {
		return nil
	}
	path, err := overlay.In(c.Overlay, image)
	if err != nil {
		return refused("overlay", err)
	}
	return found.Save(path, frame.Image)
}

func (c seeCommand) print(s *session, r report.Record) error {
	if c.JSON {
		return json.NewEncoder(s.out).Encode(r)
	}
	if r.Refused != nil {
		fmt.Fprintf(s.out, "%s: %s\n", r.File, *r.Refused)
		return nil
	}
	fmt.Fprintf(s.out, "%s: %d×%d board, played on the %s squares, confidence %.2f, %.0f ms\n", r.File, r.Board.Size,
		r.Board.Size, r.PlayOn, r.Confidence, r.ElapsedMS)
	for _, row := range r.Grid {
		fmt.Fprintf(s.out, "  %s\n", strings.Join(strings.Split(row, ""), " "))
	}
	if r.FEN != nil {
		fmt.Fprintf(s.out, "  %s\n", *r.FEN)
	}
	return nil
}
