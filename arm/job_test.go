package arm_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
)

// diary is an arm that notes what becomes of it.
type diary struct {
	mu    sync.Mutex
	notes []string
}

func (d *diary) note(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.notes = append(d.notes, text)
}

// read is what was noted since it was read last.
func (d *diary) read() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	notes := d.notes
	d.notes = nil
	return notes
}

func (d *diary) Hold(context.Context) error   { d.note("hold"); return nil }
func (d *diary) Resume(context.Context) error { d.note("resume"); return nil }
func (d *diary) Stop(context.Context) error   { d.note("stop"); return nil }
func (d *diary) Close() error                 { d.note("close"); return nil }

// unheld is one that cannot be held.
type unheld struct{ *diary }

func (unheld) Hold(context.Context) error { return arm.ErrNotHomed }

// An arm is at rest before the program is stopped. It goes on afterwards, unless somebody else decides that. In the
// meantime nothing has become late.
func TestJob(t *testing.T) {
	for _, c := range []struct {
		name    string
		watched bool
		keep    func(*diary) arm.Closer
		want    []string
	}{
		{"an arm", false, func(d *diary) arm.Closer { return d }, []string{"hold", "stopped", "resume"}},
		{"an arm that homes", false, func(d *diary) arm.Closer { return unheld{d} }, []string{"stop", "stopped"}},
		{"an arm that is watched", true, func(d *diary) arm.Closer { return d },
			[]string{"held by the watch", "stopped", "goes on"}},
		{"none", false, nil, []string{"stopped"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var d diary
				var job arm.Job
				ctx, cancel := context.WithCancel(arm.WithJob(t.Context(), &job))
				defer cancel()
				if c.keep != nil {
					arm.JobOf(ctx).Keep(c.keep(&d))
				}
				watchdog := arm.NewWatchdog(&d, time.Second)
				go watchdog.Run(ctx, func(error) {})
				watchdog.Feed()
				watched := make(chan struct{})
				if c.watched {
					pauses, end := job.Watch()
					go func() {
						rested := <-pauses
						d.note("held by the watch")
						rested()
						d.note("goes on")
						end()
						close(watched)
					}()
				} else {
					close(watched)
				}
				began := arm.Now()
				job.Suspend(func() {
					d.note("stopped")
					<-time.After(time.Hour)
				})
				<-watched
				if late := arm.Since(began); late != 0 {
					t.Errorf("the time that has passed is %v", late)
				}
				if notes := d.read(); !slices.Equal(notes, c.want) {
					t.Errorf("what becomes of it: %q, want %q", notes, c.want)
				}
				job.Suspend(func() {}) // the watch is over
				job.Abort()
				if notes := d.read(); c.keep != nil && notes[len(notes)-1] != "close" {
					t.Errorf("a program that dies leaves it at %q", notes)
				}
				<-time.After(999 * time.Millisecond)
				before := d.read()
				<-time.After(2 * time.Millisecond)
				synctest.Wait()
				if after := d.read(); len(before) > 0 || !slices.Equal(after, []string{"stop"}) {
					t.Errorf("a second after it was fed the watchdog has done %q, and %q before", after, before)
				}
			})
		})
	}
}
