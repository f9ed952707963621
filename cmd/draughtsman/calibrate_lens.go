package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
)

type calibrateLensCommand struct {
	onTable
	lensPictures
	JSON bool `name:"json" help:"Print the result as JSON."`
}

// lensPictures say what is shown to the camera.
type lensPictures struct {
	Camera  string `help:"Take the pictures from here, not from the description's camera: anything that a camera can be, such as numbered pictures poses/%02d.jpg." placeholder:"SOURCE"`
	Squares int    `help:"Squares along an edge of what is shown: 9 for the printed target, 8 for a game board." default:"9" placeholder:"N"`
}

func (calibrateLensCommand) Help() string {
	return `Print the target (draughtsman calibrate target), fix it to something flat, and
show it to the camera; or show a game board, with --squares 8. Each time it is held
still in a new pose, a picture is taken. Watch the picture file: it shows where the
target has been and where it should come.

At the keyboard: Enter ends the session with the pictures there are; undo forgets
the last one.

  draughtsman calibrate lens --config table.yaml
  draughtsman calibrate lens --config table.yaml --camera poses/%02d.jpg --squares 8`
}

// Run learns the lens.
func (c calibrateLensCommand) Run(ctx context.Context, s *session) error {
	if err := c.validate(); err != nil {
		return err
	}
	return converse(ctx, s, c.onTable, func(ctx context.Context, d dialogue) error {
		lens, left, err := d.lens(ctx, c.lensPictures)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(d.out).Encode(map[string]any{
				"file": d.table.Camera.Lens, "pictures": lens.Pictures, "left_out": left, "residual_px": lens.ResidualPX,
				"focal_px": lens.Lens.FocalPX, "focal_spread_px": lens.FocalSpreadPX, "k1": lens.Lens.K1,
			})
		}
		d.tellLens(lens, left)
		return nil
	})
}

func (l lensPictures) validate() error {
	if l.Squares < detect.SmallestBoard || l.Squares > detect.LargestBoard {
		return wrongUsage("--squares %d: boards have %d to %d squares along an edge", l.Squares, detect.SmallestBoard,
			detect.LargestBoard)
	}
	return nil
}

// tellLens says what a lens is worth.
func (d dialogue) tellLens(lens calibration.LensFile, left []int) {
	if len(left) > 0 {
		fmt.Fprintf(d.out, "Left out, because the target was bent or moving: %s.\n",
			strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(left), "["), "]"))
	}
	worth := "as good as it gets"
	switch relative := 1000 * lens.ResidualPX / float64(lens.Lens.Width); {
	case relative > 0.8:
		worth = "coarse, and will do: a flatter target and more light make it better"
	case relative > 0.3:
		worth = "good"
	}
	fmt.Fprintf(d.out, "The lens fits %d pictures to %.2f px, which is %s. Focal length %.1f ± %.1f px, bend "+
		"%+.3f.\nWritten to %s.\n",
		lens.Pictures, lens.ResidualPX, worth, lens.Lens.FocalPX, lens.FocalSpreadPX, lens.Lens.K1, d.table.Camera.Lens)
}

// lens takes the pictures, fits the lens and saves it; left are the numbers of the pictures that were not used.
func (d dialogue) lens(ctx context.Context, from lensPictures) (lens calibration.LensFile, left []int, err error) {
	source := d.table.Camera.Source
	var cam *camera.Camera
	if from.Camera == "" {
		cam, err = d.camera(ctx)
	} else {
		source = from.Camera
		cam, err = camera.Open(ctx, source, camera.Options{Log: d.log, GiveUp: d.table.Camera.GiveUp})
	}
	if err != nil {
		return lens, nil, err
	}
	defer cam.Close()
	shown := "the game board"
	if from.Squares == guide.TargetSquares {
		shown = "the target"
	}
	d.console.say("Lens: show %s (%d×%d squares) to the camera; each time it is held still, a picture is taken.\nThe "+
		"picture to watch: %s", shown, from.Squares, from.Squares, d.on.picture())
	poses := guide.NewPoses(from.Squares, strings.Contains(source, "%"))
	if err := d.collect(ctx, cam, poses); err != nil {
		return lens, nil, err
	}
	made, left, err := poses.Lens()
	if err != nil {
		return lens, left, err
	}
	lens = calibration.LensFile{
		Version: calibration.Version, Made: time.Now(), Pictures: len(made.EachPX),
		ResidualPX: made.ResidualPX, FocalSpreadPX: made.FocalSpreadPX, Lens: made.Lens,
	}
	if err := d.keepBefore(d.table.Camera.Lens, calibration.LensKind); err != nil {
		return lens, left, err
	}
	return lens, left, lens.Save(d.table.Camera.Lens)
}

// collect takes pictures until there are enough, or no more, or the person says so.
func (d dialogue) collect(ctx context.Context, cam *camera.Camera, poses *guide.Poses) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer d.console.now("")
	seen := looks(ctx, cam, func(f camera.Frame) (detect.Board, error) { return poses.Find(f) })
	keys := d.console.keys
	for !poses.Enough() {
		select {
		case l := <-seen:
			if l.last && errors.Is(l.err, io.EOF) {
				return nil
			}
			if l.last {
				return l.err
			}
			err := d.pose(l, poses)
			if closing := l.frame.Close(); err == nil {
				err = closing
			}
			if err != nil {
				return err
			}
		case k, more := <-keys:
			if !more || k.name == keyEnd {
				keys = nil // nobody is there to type: the pictures decide
				continue
			}
			text, complete, _ := d.console.take(k)
			switch {
			case !complete:
			case text == "":
				return nil
			case text == "undo":
				poses.Undo()
				d.console.say("The last picture is forgotten.")
			default:
				d.console.say("%v", errNotUnderstood(text, "Enter ends the session, undo forgets the last picture"))
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// pose looks at one picture.
func (d dialogue) pose(l look[detect.Board], poses *guide.Poses) error {
	var refusal *detect.Refusal
	words := guide.Words{}
	var shown *detect.Board
	switch {
	case errors.As(l.err, &refusal):
		words.Banner = poses.Lost()
	case l.err != nil:
		return l.err
	default:
		shown = &l.seen
		became, err := poses.Offer(l.seen, l.frame.Image.Cols(), l.frame.Image.Rows())
		if err != nil {
			return err
		}
		switch became {
		case guide.Taken:
			count, granted := poses.Taken()
			words.Banner, words.Fine = fmt.Sprintf("picture %d is taken", count), true
			text := "another view"
			if len(granted) > 0 {
				text = guide.Wishes(granted)
			}
			d.console.say("Picture %d: %s.", count, text)
		case guide.Same:
			words.Banner = "seen so before: tilt it, or bring it elsewhere"
		case guide.Moving:
			words.Banner = "hold it still"
		}
	}
	count, _ := poses.Taken()
	if tilts := guide.Tilts(poses.Wanted()); len(tilts) > 0 {
		words.Caption = "tilt it: " + guide.Wishes(tilts)
	}
	if d.console.screen {
		d.console.now("%d taken; %s. Wanted: %s", count, words.Banner, guide.Wishes(poses.Wanted()))
	}
	return d.show(l.frame, poses.Shown(l.frame, shown), words)
}
