package main

import (
	"context"
	"time"

	tableseat "draughtsman/internal/seat" // a test here calls something else a seat
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
)

// sitting is somebody who sits at a simulated table, in a browser.
type sitting struct {
	seat    *tableseat.Seat
	serving *serving
}

// sit has somebody take the human's seat at a table that is not set up yet.
func (c simCommand) sit(s *session, o *table.Options) (*sitting, error) {
	v, err := c.open("page-listen", c.PageListen, s)
	if err != nil {
		return nil, err
	}
	sits := &sitting{tableseat.New(c.humans, time.Now), v}
	v.Web.Pictures = sits.seat
	o.Human.Obeys, o.Human.Hesitations, o.Human.WaitForArm = sits.seat.Next, 0, false
	o.Watch = sits.seat.Look
	return sits, nil
}

// run has browsers answered for as long as the table runs.
func (t *sitting) run(ctx context.Context, s *session, sim *simulation.Table) error {
	t.seat.Sit(sim.Table)
	t.serving.announce(s, pageAndClients)
	return t.serving.Answer(ctx, t.seat, func(ctx context.Context) error {
		defer context.AfterFunc(ctx, sim.Stop)()
		return sim.Wait()
	})
}
