package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"draughtsman/internal/app"
	"draughtsman/internal/robot"
	"draughtsman/internal/terminal"
	"draughtsman/internal/watch"
)

// watchPage is the page of a game that is watched.
type watchPage struct {
	table *watch.Table
	eye   atomic.Pointer[watch.Eye] // nil: it is not open yet
}

// begin takes over what records from now on.
func (p *watchPage) begin(eye *watch.Eye, recording *watch.Session) {
	p.eye.Store(eye)
	p.table.Begin(recording)
}

// JPEG implements web.Pictures.
func (p *watchPage) JPEG(ctx context.Context, v robot.View) ([]byte, time.Time, error) {
	if eye := p.eye.Load(); eye != nil {
		return eye.JPEG(ctx, v)
	}
	return nil, time.Time{}, errors.New("the start position has not been found yet")
}

// onPage records, and has browsers answered until it is interrupted: also after the pictures have ended.
func (c watchCommand) onPage(ctx context.Context, s *session, scene watch.EyeOptions, kept *app.Kept,
	shown *terminal.Watcher) (err error) {
	v, err := c.Open("listen", c.Listen, s.streams())
	if err != nil {
		return err
	}
	defer closeWith(&err, v.Close)
	means, err := c.Engine.Open(s.err)
	if err != nil {
		return wrongUsage("--tables: %w", err)
	}
	defer closeWith(&err, means.Close)
	page := &watchPage{table: watch.NewTable(time.Now)}
	shown.Table = page.table
	recent := &robot.RecentGame{Journal: kept.Record, ID: func() int64 { return page.table.Snapshot().Game }}
	v.Web.Pictures, v.Web.Game, v.Web.Games = page, recent.PDN, kept.Path
	v.Web.Reports = means.Reviewer()
	v.Announce(s.streams(), terminal.PageAndClients)
	return v.Answer(ctx, page.table, func(ctx context.Context) error {
		return c.record(ctx, s, scene, recent, shown, page)
	})
}
