package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot/rig"
)

type calibrateCommand struct {
	Board  calibrateBoardCommand  `cmd:"" help:"Learn where the camera sees the board, and what the pieces look like."`
	Pieces calibratePiecesCommand `cmd:"" help:"Learn board and pieces from one picture and what is known to stand on it."`
	Arm    calibrateArmCommand    `cmd:"" help:"Learn where the arm has the board, from three or more touched squares."`
}

func (calibrateCommand) Help() string {
	return `The camera first, then the arm; either may be done again when it has been moved.

  draughtsman calibrate board --config table.yaml
  draughtsman calibrate arm --config table.yaml`
}

type calibrateBoardCommand struct {
	Config string `required:"" type:"path" help:"The table's description." placeholder:"FILE"`
	Park   bool   `help:"Home the arm and park it out of the picture first."`
	Yes    bool   `short:"y" help:"Ask nothing: the start position is on the table."`
	JSON   bool   `name:"json" help:"Print the result as JSON."`
}

func (calibrateBoardCommand) Help() string {
	return `Set up the start position, take your hands away, and run:

  draughtsman calibrate board --config table.yaml

What is learnt goes into the calibration file that the description names. The arm
must not hide the board: --park lets it home and move out of the picture.`
}

func (c calibrateBoardCommand) Run(ctx context.Context, s *session) error {
	table, err := config.Load(c.Config)
	if err != nil {
		return err
	}
	if !c.Yes {
		fmt.Fprint(s.err, "Set up the start position, take your hands away, and press Enter. ")
		if _, err := bufio.NewReader(s.in).ReadString('\n'); err != nil {
			fmt.Fprintln(s.err)
			return errors.New("the input ended before anybody pressed Enter: use --yes when nobody is there to do it")
		}
	}
	before, err := loadIfThere(table.Calibration)
	if err != nil {
		return err
	}
	if c.Park {
		if err := park(ctx, s, table); err != nil {
			return err
		}
	}
	cam, err := rig.OpenCamera(ctx, table, s.log)
	if err != nil {
		return err
	}
	defer cam.Close()
	made, err := rig.CalibrateBoard(ctx, table, cam, before, time.Now())
	if err != nil {
		return err
	}
	if err := made.Save(table.Calibration); err != nil {
		return err
	}
	return c.print(s, table, made)
}

func (c calibrateBoardCommand) print(s *session, table config.Table, made calibration.Calibration) error {
	eye := made.Camera.Eye()
	if c.JSON {
		return json.NewEncoder(s.out).Encode(map[string]any{
			"file": table.Calibration, "residual_px": made.CameraResidualPX,
			"tilt_deg": made.Camera.Tilt() * 180 / math.Pi, "focal_px": made.Camera.Lens.FocalPX,
			"eye_mm": [3]float64{eye.X, eye.Y, eye.Z},
		})
	}
	fmt.Fprintf(s.out, "The board was found; its lines fit to %.2f px. The camera stands %.0f mm above the board, %.0f° from the vertical.\nWritten to %s.\n",
		made.CameraResidualPX, eye.Z, made.Camera.Tilt()*180/math.Pi, table.Calibration)
	if made.Arm == nil {
		fmt.Fprintf(s.out, "Next: draughtsman calibrate arm --config %s\n", c.Config)
	}
	return nil
}

// loadIfThere is nil where there is no calibration yet.
func loadIfThere(path string) (*calibration.Calibration, error) {
	known, err := calibration.Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &known, err
}

type calibrateArmCommand struct {
	Config string   `required:"" type:"path" help:"The table's description." placeholder:"FILE"`
	Touch  []string `sep:"none" help:"A square and where the arm's tip touches the middle of it, in arm mm; three or more. Without any, the arm is jogged by hand." placeholder:"SQUARE=X,Y,Z"`
	JSON   bool     `name:"json" help:"Print the result as JSON."`
}

func (calibrateArmCommand) Help() string {
	return `Measured points:

  draughtsman calibrate arm --config table.yaml \
      --touch 1=410.2,398.0,12.1 --touch 4=170.9,401.5,12.0 --touch 29=449.1,160.3,12.2

Without --touch, the arm homes and you steer its tip to the middle of each of
four squares: "x 10" moves 10 mm along x, "z -5" 5 mm down; Enter takes the
point, "done" ends after three or more. The board must be empty there.`
}

func (c calibrateArmCommand) Run(ctx context.Context, s *session) error {
	touches, err := parseTouches(c.Touch)
	if err != nil {
		return wrongUsage("%w", err)
	}
	table, known, err := loadTable(c.Config)
	if err != nil {
		return err
	}
	if len(touches) == 0 {
		if touches, err = jog(ctx, s, table); err != nil {
			return err
		}
	}
	frame, err := calibration.FitArm(table.Board, touches)
	if err != nil {
		return err
	}
	known.Arm = &frame
	known.Made = time.Now()
	if err := known.Save(table.Calibration); err != nil {
		return err
	}
	return c.print(s, table, frame, touches)
}

func (c calibrateArmCommand) print(s *session, table config.Table, frame calibration.ArmFrame, touches []calibration.Touch) error {
	type miss struct {
		Square int     `json:"square"`
		MissMM float64 `json:"miss_mm"`
	}
	var misses []miss
	for _, t := range touches {
		off, err := frame.Miss(table.Board, t)
		if err != nil {
			return err
		}
		misses = append(misses, miss{t.Square, off})
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(map[string]any{
			"file": table.Calibration, "residual_mm": frame.ResidualMM, "scale": frame.Scale, "touches": misses,
		})
	}
	fmt.Fprintf(s.out, "The board lies in the arm's frame; the touches fit to %.2f mm (scale %.4f).\n", frame.ResidualMM, frame.Scale)
	for _, m := range misses {
		fmt.Fprintf(s.out, "  square %2d: %.2f mm off\n", m.Square, m.MissMM)
	}
	fmt.Fprintf(s.out, "Written to %s.\n", table.Calibration)
	return nil
}

// parseTouches reads SQUARE=X,Y,Z.
func parseTouches(texts []string) ([]calibration.Touch, error) {
	var touches []calibration.Touch
	for _, text := range texts {
		name, place, _ := strings.Cut(text, "=")
		square, err := checkers.ParseSquare(name)
		if err != nil {
			return nil, fmt.Errorf("--touch %s: %w", text, err)
		}
		numbers := strings.Split(place, ",")
		var at [3]float64
		for i := range at {
			if len(numbers) != len(at) {
				return nil, fmt.Errorf("--touch %s: want SQUARE=X,Y,Z, such as 1=410.2,398.0,12.1", text)
			}
			if at[i], err = strconv.ParseFloat(strings.TrimSpace(numbers[i]), 64); err != nil || math.IsNaN(at[i]) || math.IsInf(at[i], 0) {
				return nil, fmt.Errorf("--touch %s: %q is not a number of millimetres", text, numbers[i])
			}
		}
		touches = append(touches, calibration.Touch{Square: int(square), At: calibration.ArmPoint{X: at[0], Y: at[1], Z: at[2]}})
	}
	return touches, nil
}

// jogSquares are asked for in turn: the playable squares nearest to the board's
// four corners, so that every other square lies between them.
var jogSquares = []int{4, 29, 1, 32}

// jogSpeed is how fast a jogged arm moves, mm/s.
const jogSpeed = 25

// jog lets a person steer the arm's tip to squares.
func jog(ctx context.Context, s *session, table config.Table) ([]calibration.Touch, error) {
	driver, err := rig.OpenArm(ctx, table, s.log)
	if err != nil {
		return nil, err
	}
	defer driver.Close()
	fmt.Fprintln(s.err, "Homing…")
	if err := driver.Home(ctx); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(s.in)
	var touches []calibration.Touch
	for _, square := range jogSquares {
		at, done, err := jogTo(ctx, s, driver, lines, square)
		if err != nil {
			return nil, err
		}
		if done {
			break
		}
		touches = append(touches, calibration.Touch{Square: square, At: at})
	}
	return touches, nil
}

// jogArm is what jogging needs of an arm.
type jogArm interface {
	Move(ctx context.Context, to arm.Point, speed float64) error
	arm.Positioner
}

// jogTo steers the tip to one square; done says that no more are wanted.
func jogTo(ctx context.Context, s *session, driver jogArm, lines *bufio.Scanner, square int) (at calibration.ArmPoint, done bool, err error) {
	for {
		position, err := driver.Position(ctx)
		if err != nil {
			return calibration.ArmPoint{}, false, err
		}
		fmt.Fprintf(s.err, "square %d, tip at %v > ", square, position)
		if !lines.Scan() {
			fmt.Fprintln(s.err)
			return calibration.ArmPoint{}, false, errors.Join(errors.New("the input ended before three squares were touched; nothing was written"), lines.Err())
		}
		line := strings.TrimSpace(lines.Text())
		switch line {
		case "":
			return calibration.ArmPoint(position), false, nil
		case "done":
			return calibration.ArmPoint{}, true, nil
		}
		target, err := jogged(position, line)
		if err != nil {
			fmt.Fprintln(s.err, err)
			continue
		}
		if err := driver.Move(ctx, target, jogSpeed); errors.Is(err, arm.ErrLimit) {
			fmt.Fprintln(s.err, err)
		} else if err != nil {
			return calibration.ArmPoint{}, false, err
		}
	}
}

// jogged is a point moved by what was typed: an axis and millimetres.
func jogged(p arm.Point, line string) (arm.Point, error) {
	axis, text, _ := strings.Cut(line, " ")
	by, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return p, fmt.Errorf(`%q: type an axis and millimetres such as "x 10", Enter to take the point, or "done"`, line)
	}
	switch axis {
	case "x":
		p.X += by
	case "y":
		p.Y += by
	case "z":
		p.Z += by
	default:
		return p, fmt.Errorf("%q is not an axis: x, y or z", axis)
	}
	return p, nil
}
