package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/arms"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/planner"
)

type planCommand struct {
	FEN    string        `name:"fen" help:"The position, such as B:W18,26,27:B15; the start position if not given." placeholder:"FEN"`
	Move   string        `help:"The move, such as 11-15 or 15x22x31; the engine's choice if not given." placeholder:"MOVE"`
	Time   time.Duration `default:"1s" help:"How long the engine may think."`
	Config string        `type:"path" help:"The table's description; an example table if not given." placeholder:"FILE"`
	JSON   bool          `name:"json" xor:"form" help:"Print the plan as JSON."`
	GCode  bool          `name:"gcode" xor:"form" help:"Print the plan as the lines that would be sent to the arm."`
}

func (planCommand) Help() string {
	return `Nothing moves: the plan is worked out and checked against the arm's limits, then
printed. Heights are the tool's tip above the playing surface.

  draughtsman plan --fen 'B:W18,26,27:B15' --move 15x22x31
  draughtsman plan --fen 'B:W18,26,27:B15' --gcode
  draughtsman plan --config table.yaml --move 11-15 --json`
}

func (c planCommand) Run(ctx context.Context, s *session) error {
	position := checkers.Start()
	if c.FEN != "" {
		var err error
		if position, err = checkers.ParseFEN(c.FEN); err != nil {
			return wrongUsage("--fen: %w", err)
		}
	}
	move, err := c.move(ctx, position)
	if err != nil {
		return err
	}
	table, frame, err := c.table()
	if err != nil {
		return err
	}
	plan, err := planner.New(table.Setup(frame), planner.Table{Position: position, Tray: table.Tray}, move, planner.LookAtEnd)
	if err != nil {
		return fmt.Errorf("%s cannot be carried out: %w", move, err)
	}
	switch {
	case c.JSON:
		return json.NewEncoder(s.out).Encode(plan)
	case c.GCode:
		return c.gcode(s, table, plan)
	}
	fmt.Fprint(s.out, plan.Text())
	return nil
}

// move is the move asked for, or the engine's.
func (c planCommand) move(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	if c.Move != "" {
		move, err := position.ParseMove(c.Move)
		if err != nil {
			return checkers.Move{}, wrongUsage("--move: %w", err)
		}
		return move, nil
	}
	result, err := robot.NewEngine(engineMB).Think(ctx, checkers.NewGame(position), c.Time, func(search.Info) {})
	if err != nil {
		return checkers.Move{}, fmt.Errorf("no move to plan: %w", err)
	}
	return result.Move, nil
}

// table is the table described, and where its arm has the board.
func (c planCommand) table() (config.Table, calibration.ArmFrame, error) {
	if c.Config == "" {
		return config.Example(), config.ExampleFrame(), nil
	}
	table, known, err := loadTable(c.Config)
	if err != nil {
		return config.Table{}, calibration.ArmFrame{}, err
	}
	frame, err := frameOf(table, known)
	return table, frame, err
}

// loadTable reads a table's description and its calibration, which must be of
// the same board.
func loadTable(path string) (config.Table, calibration.Calibration, error) {
	table, err := config.Load(path)
	if err != nil {
		return config.Table{}, calibration.Calibration{}, err
	}
	known, err := calibration.Load(table.Calibration)
	if err != nil {
		return config.Table{}, calibration.Calibration{}, err
	}
	return table, known, known.CheckBoard(table.Board)
}

// frameOf is where a table's arm has the board.
func frameOf(table config.Table, known calibration.Calibration) (calibration.ArmFrame, error) {
	switch {
	case table.ByHand():
		return config.HandsFrame(), nil
	case known.Arm == nil:
		return calibration.ArmFrame{}, fmt.Errorf("the calibration %s does not know where the arm has the board: run `draughtsman calibrate arm`", table.Calibration)
	}
	return *known.Arm, nil
}

func (c planCommand) gcode(s *session, table config.Table, plan planner.Plan) error {
	var steps []arm.Step
	for _, step := range plan.Steps {
		for _, motion := range step.Motions {
			if request, ok := robot.Request(motion); ok {
				steps = append(steps, request)
			}
		}
	}
	text, err := arms.Program(table, steps)
	if err != nil {
		return err
	}
	fmt.Fprint(s.out, text)
	return nil
}
