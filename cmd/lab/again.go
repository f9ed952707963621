package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"draughtsman/engine/pdn"
	"draughtsman/internal/app"
	"draughtsman/internal/terminal"
	"draughtsman/internal/watch"
)

type againCommand struct {
	Readings string `arg:"" type:"existingfile" help:"A file that draughtsman watch --readings has written."`
	PDN      string `name:"pdn" type:"path" help:"Add the games to this file." placeholder:"FILE"`
}

func (againCommand) Help() string {
	return `Records a game once more from what was read of its pictures, without them: to see why
a move was believed or not, and what a change to the program makes of it.

  draughtsman watch --camera game.mp4 --readings game.jsonl
  lab again game.jsonl`
}

// Run records until the readings end.
func (c againCommand) Run(ctx context.Context, s *terminal.Streams) (err error) {
	file, err := os.Open(c.Readings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	readings, err := watch.OpenReadings(file)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Readings, err)
	}
	kept, err := app.OpenRecord(c.PDN, s.Err)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	shown := terminal.NewWatcher(*s, false)
	again := watch.Watch{Eye: readings, Journal: kept.Record, Tell: shown.Tell,
		Tags:    func(int) []pdn.Tag { return []pdn.Tag{{Name: "Event", Value: "Recorded again by Draughtsman"}} },
		Options: readings.Options}
	if err := again.Run(ctx); err != nil {
		return fmt.Errorf("%s: %w", c.Readings, err)
	}
	return shown.End(c.PDN)
}
