package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/planner"
)

// printText prints plans for people, and what several take in all.
func printText(out io.Writer, plans []planner.Plan) {
	var takes time.Duration
	transfers, path := 0, 0.0
	for i, plan := range plans {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprint(out, plan.Text())
		takes, transfers, path = takes+plan.Takes, transfers+len(plan.Steps), path+plan.PathMM
	}
	if len(plans) > 1 {
		fmt.Fprintf(out, "\nIn all %d plans: %d transfers, %.1f s, %.2f m of way.\n", len(plans), transfers, takes.Seconds(),
			path/1000)
	}
}

// printJSON prints plans for other programs, a line each.
func printJSON(out io.Writer, plans []planner.Plan) error {
	encoder := json.NewEncoder(out)
	for _, plan := range plans {
		if err := encoder.Encode(plan); err != nil {
			return err
		}
	}
	return nil
}

// printProgram prints plans as what would be sent to the table's arm.
func printProgram(out io.Writer, table config.Table, plans []planner.Plan) error {
	if table.ByHand() {
		return errors.New("nothing is sent to an arm here: a person moves the pieces at this table (arm.driver: hands)")
	}
	var steps []arm.Step
	for _, plan := range plans {
		for _, step := range plan.Steps {
			for _, motion := range step.Motions {
				if request, ok := robot.Request(motion); ok {
					steps = append(steps, request)
				}
			}
		}
	}
	text, err := drivers.Program(table, steps)
	if err != nil {
		return err
	}
	fmt.Fprint(out, text)
	return nil
}

// draw draws each plan into a file, if that is asked for.
func (c planCommand) draw(setup planner.Setup, plans []planner.Plan) error {
	if c.SVG == "" {
		return nil
	}
	for i, plan := range plans {
		path := c.SVG
		if len(plans) > 1 {
			path = files.Numbered(path, i+1)
		}
		if err := drawOne(path, setup, plan); err != nil {
			return err
		}
	}
	return nil
}

func drawOne(path string, setup planner.Setup, plan planner.Plan) error {
	if err := mayWrite("svg", path, drawings); err != nil {
		return err
	}
	return files.ReplaceBy(path, func(to io.Writer) error { return planner.Draw(to, setup, plan, false) })
}
