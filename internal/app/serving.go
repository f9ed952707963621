package app

import (
	"context"
	"errors"
	"net"
	"time"

	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/web"
)

// Serving is how clients are answered.
type Serving struct {
	Listener net.Listener
	Web      web.Options
	Games    int  // that begin by themselves; 0: game after game
	Asked    bool // no game begins by itself
	Pause    time.Duration
	Parks    func(ended error) time.Duration // that of a service; nil: the arm stands where it is
}

// Serve has games played at the table, one after the other, and answers clients, until that is interrupted.
func (t *Table) Serve(ctx context.Context, v *Serving) error {
	owner := t.Owner
	game := func() int64 { return owner.Snapshot().Game }
	recent := &robot.RecentGame{Journal: t.Kept.Record, ID: game}
	t.Player.Journal, owner.Journal = recent, recent
	v.Web.Game, v.Web.Games = recent.PDN, t.Kept.Path
	if eye, ok := t.Player.Eye.(*rig.Eye); ok {
		v.Web.Pictures = eye
	}
	plan := &shownPlan{setup: t.Player.Setup, game: game}
	listens := owner.Listens
	owner.Listens = func(e robot.Event) {
		plan.hear(e)
		listens(e)
	}
	v.Web.Plan, v.Web.Reports = plan.draw, t.means.Reviewer()
	owner.Parks, owner.Pause, owner.Stays = v.Parks, v.Pause, true
	owner.Bears = func(err error) bool { return robot.Recoverable(err) || errors.Is(err, rig.ErrGone) }
	if t.games.Games = v.Games; v.Asked {
		owner.Next = nil
	}
	return v.Answer(ctx, owner, owner.Run)
}

// Close gives the address back, if it is still open.
func (v *Serving) Close() error {
	if err := v.Listener.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Answer answers clients of a table while something runs. Where they cannot be answered any more, it is ended.
func (v *Serving) Answer(ctx context.Context, table web.Table, run func(context.Context) error) error {
	serving, cancel := context.WithCancel(ctx)
	answered := make(chan error, 1)
	go func() {
		answered <- web.Serve(serving, v.Listener, table, v.Web)
		cancel() // nobody could stop the arm any more
	}()
	err := run(serving)
	cancel()
	if gone := <-answered; gone != nil {
		return errors.Join(gone, err)
	}
	return err
}
