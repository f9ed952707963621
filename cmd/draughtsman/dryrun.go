package main

import (
	"context"
	"fmt"
	"io"

	"draughtsman/arm"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/internal/terminal"
	"draughtsman/planner"
)

// rehearsal is play without an arm that moves.
type rehearsal struct {
	DryRun bool   `help:"Print what the arm would do instead of moving it; you carry it out. Without --config the program plays against itself, and nothing else is needed." group:"Dry run:"`
	Form   string `enum:"steps,table,json,gcode" default:"steps" help:"How to print it: steps as they are asked for, or each move's plan as a table, JSON or the lines for the arm." group:"Dry run:"`
	SVG    string `name:"svg" type:"path" help:"Draw each move's plan, too, numbered: game-001.svg." placeholder:"FILE" group:"Dry run:"`
}

func (r rehearsal) validate() error {
	if !r.DryRun && (r.Form != "" && r.Form != "steps" || r.SVG != "") {
		return wrongUsage("--form and --svg belong to --dry-run; give that too, or leave them out")
	}
	return nil
}

// alone plays a whole game of the program against itself at the example table, and prints its plans.
func (c playCommand) alone(ctx context.Context, s *session) error {
	return planCommand{WholeGame: true, Rules: &c.Game, Time: c.Time, Engine: c.Engine.Flags, Game: 1,
		Side: "both", Looks: "each", JSON: c.Form == "json", GCode: c.Form == "gcode", SVG: c.SVG}.Run(ctx, s)
}

// arm is one that prints, and moves nothing.
func (r rehearsal) arm(screen *terminal.Screen, table config.Table) robot.Arm {
	out := screen.Above()
	if r.Form != "steps" {
		out = io.Discard
	}
	return arm.NewDryRun(out, drivers.Limits(table), arm.Point(table.Machine.Park))
}

// printing shows events, and prints the plan of each move that the robot decides on. What another program is to read
// it keeps free of all else.
func (r rehearsal) printing(s *session, screen *terminal.Screen, table config.Table,
	setup planner.Setup) func(robot.Event) {
	if r.Form == "json" || r.Form == "gcode" {
		screen.Out = s.err
	}
	count := 0
	return func(e robot.Event) {
		screen.Tell(e)
		if e.Kind == robot.Decided {
			count++
			if err := r.print(s, table, setup, count, *e.Plan); err != nil {
				fmt.Fprintln(s.err, err)
			}
		}
	}
}

func (r rehearsal) print(s *session, table config.Table, setup planner.Setup, count int, plan planner.Plan) error {
	if r.SVG != "" {
		if err := drawOne(files.Numbered(r.SVG, count), setup, plan); err != nil {
			return err
		}
	}
	switch plans := []planner.Plan{plan}; r.Form {
	case "table":
		printText(s.out, plans)
	case "json":
		return printJSON(s.out, plans)
	case "gcode":
		return printProgram(s.out, table, plans)
	}
	return nil
}
