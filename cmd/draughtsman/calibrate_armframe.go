package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/cli"
	"draughtsman/internal/drivers"
)

type calibrateArmCommand struct {
	onTable
	Touch []string `sep:"none" help:"A square, as the game numbers it, and where the arm's tip touches the middle of it, in arm mm; three or more. Without any, the arm is jogged by hand." placeholder:"SQUARE=X,Y,Z"`
	JSON  bool     `name:"json" help:"Print the result as JSON."`
}

func (calibrateArmCommand) Help() string {
	return `The arm homes, and you steer its tip to the middle of each of four squares, which
must be empty:

  arrow keys           left, right, away and near: the arm's x and y
  Page up, Page down   up and down: its z
  + and -              the step, from 0.1 to 50 mm
  Enter                the tip touches the square: take the point
  x 10, z -5           10 mm along x, 5 mm down
  go                   to 20 mm above the square, as far as it can be guessed by now
  square 12            touch this square instead
  redo                 forget the last point
  done                 three or more points are enough

Measured points need no keys:

  draughtsman calibrate arm --config table.yaml \
      --touch 1=410.2,398.0,12.1 --touch 4=170.9,401.5,12.0 --touch 29=449.1,160.3,12.2`
}

// Run learns where the arm has the board.
func (c calibrateArmCommand) Run(ctx context.Context, s *session) error {
	table, known, err := app.Load(c.Config, "arm")
	if err != nil {
		return err
	}
	touches, err := parseTouches(c.Touch, table.Game)
	if err != nil {
		return wrongUsage("%w", err)
	}
	if table.ByHand() {
		return errors.New("where moves are carried out by hand (arm.driver: hands) there is no arm to calibrate")
	}
	limits := drivers.Limits(table)
	for i, t := range touches {
		if err := limits.Check(arm.Point(t.At), limits.MaxSpeed); err != nil {
			return wrongUsage("--touch %s: %w", c.Touch[i], err)
		}
	}
	return c.locked(s, func(d dialogue) error {
		if len(touches) == 0 {
			return d.only(ctx, calibrating.Arm, calibrating.Options{}, nil, c.JSON)
		}
		if err := calibrating.SaveArm(d.options(calibrating.Options{}), known, touches); err != nil {
			return err
		}
		return d.print(calibrating.Arm, calibrating.Snapshot{}, c.JSON)
	})
}

// parseTouches reads SQUARE=X,Y,Z, with squares as a game numbers them.
func parseTouches(texts []string, game checkers.RuleSet) ([]calibration.Touch, error) {
	var touches []calibration.Touch
	for _, text := range texts {
		name, place, _ := strings.Cut(text, "=")
		square, err := game.ParseSquare(name)
		if err != nil {
			return nil, fmt.Errorf("--touch %s: %w", text, err)
		}
		numbers := strings.Split(place, ",")
		var at [3]float64
		for i := range at {
			if len(numbers) != len(at) {
				return nil, fmt.Errorf("--touch %s: want SQUARE=X,Y,Z, such as 1=410.2,398.0,12.1", text)
			}
			if at[i], err = cli.Number(numbers[i]); err != nil {
				return nil, fmt.Errorf("--touch %s: %q is not a number of millimetres", text, numbers[i])
			}
		}
		touches = append(touches, calibration.Touch{Square: int(square),
			At: calibration.ArmPoint{X: at[0], Y: at[1], Z: at[2]}})
	}
	return touches, nil
}
