package marlin

import (
	"context"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Position is where the tool is. In mid-motion Marlin tells only where its
// motions will end: then the end is waited for. While the position is not known
// the error says why.
func (d *Driver) Position(ctx context.Context) (arm.Point, error) {
	p, err := d.position(ctx)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return p, nil
}

func (d *Driver) position(ctx context.Context) (p arm.Point, err error) {
	giveBack, err := d.conn.Take(ctx)
	if err != nil {
		return p, err
	}
	defer giveBack()
	seen := 0
	d.conn.Do(func() { err, seen = d.conn.Distrust, d.reports })
	if err != nil {
		return p, err
	}
	if err = d.conn.Ask(ctx, line.Line{Text: "M114"}); err != nil {
		return p, err
	}
	d.conn.Do(func() {
		if p = d.at; d.reports == seen {
			err = fmt.Errorf("%w: no position came to M114", arm.ErrNoAnswer)
		}
	})
	return p, err
}
