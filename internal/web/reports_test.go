package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// reporter takes its time for a report.
type reporter struct {
	takes   time.Duration
	fails   error
	started atomic.Int32
}

func (r *reporter) Report(ctx context.Context, game string) (asJSON, page []byte, err error) {
	r.started.Add(1)
	select {
	case <-time.After(r.takes):
		return fmt.Appendf(nil, "{%q:1}", game), []byte("<!DOCTYPE html>" + game), r.fails
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// A report is there between games. While one is under way, or once one begins, it is refused.
func TestReports(t *testing.T) {
	for _, state := range service.States() {
		t.Run(string(state), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reports := &reporter{takes: 4 * time.Second}
				d := serve(t, player.Into(t, state), func(o *web.Options) {
					o.Reports, o.Game = reports, func() (string, int64) { return "1. 11-15 *", 7 }
				})
				for path, want := range map[string]string{"json": `{"1. 11-15 *":1}`, "html": "<!DOCTYPE html>1. 11-15 *"} {
					status, body := d.ask(get(t, "/api/v1/report."+path))
					if !state.Playing() {
						if status != http.StatusOK || body != want {
							t.Errorf("%s: %d %q", path, status, body)
						}
						continue
					}
					if got := whyIn(t, body); status != http.StatusConflict || !strings.Contains(got, "under way") {
						t.Errorf("%s: %d %q", path, status, got)
					}
				}
				if n := reports.started.Load(); state.Playing() && n > 0 {
					t.Errorf("it is worked on %d times while the robot plays", n)
				}
			})
		})
	}
}

// The work on a report ends as soon as a game begins.
func TestReportsGiveWayToGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.Over), func(o *web.Options) {
			o.Reports, o.Game = &reporter{takes: time.Hour}, func() (string, int64) { return "1. 11-15 *", 7 }
		})
		go func() {
			<-time.After(time.Second)
			if err := d.player.Do(t.Context(), service.NewGame{}); err != nil {
				t.Error(err)
			}
		}()
		began := time.Now()
		status, body := d.ask(get(t, "/api/v1/report.json"))
		if took := time.Since(began); status != http.StatusConflict || took != time.Second {
			t.Errorf("%d after %v: %s", status, took, body)
		}
	})
}

// What there is not is said; the page of a report may use what its own policy allows.
func TestReportsThatAreMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text, reports := "", &reporter{}
		var warned []string
		d := serve(t, player.Into(t, service.Over), func(o *web.Options) {
			o.Reports, o.Game = reports, func() (string, int64) { return text, 7 }
			o.Warns = func(text string) { warned = append(warned, text) }
		})
		if status, body := d.ask(get(t, "/api/v1/report.html")); status != http.StatusNotFound {
			t.Errorf("%d %s", status, body)
		} else {
			whyIn(t, body)
		}
		text = "1. 11-15 *"
		response, err := d.client.Do(get(t, "/api/v1/report.html"))
		expect.OK(t, err)
		response.Body.Close()
		if id := response.Header.Get("X-Game"); id != "7" {
			t.Errorf("the report is said to be of game %q", id)
		}
		if policy := response.Header.Get("Content-Security-Policy"); policy != "frame-ancestors 'none'" {
			t.Errorf("the policy is %q", policy)
		}
		reports.fails = errors.New("no idea")
		status, body := d.ask(get(t, "/api/v1/report.json"))
		if whyIn(t, body); status != http.StatusInternalServerError || len(warned) != 1 {
			t.Errorf("%d %s, warned %v", status, body, warned)
		}
	})
}

// The plan is there while the arm carries it out.
func TestPlan(t *testing.T) {
	for _, state := range service.States() {
		synctest.Test(t, func(t *testing.T) {
			drawn := []byte("<svg/>")
			d := serve(t, player.Into(t, state), func(o *web.Options) {
				o.Plan = func(bool) ([]byte, int64) { return drawn, 7 }
			})
			status, body := d.ask(get(t, "/api/v1/plan.svg"))
			if moves := state == service.Moving || state == service.Held; !moves {
				if whyIn(t, body); status != http.StatusNotFound {
					t.Errorf("%s: %d %s", state, status, body)
				}
				return
			}
			if status != http.StatusOK || body != "<svg/>" {
				t.Errorf("%s: %d %s", state, status, body)
			}
			drawn = nil
			if status, body := d.ask(get(t, "/api/v1/plan.svg")); status != http.StatusNotFound {
				t.Errorf("%s, with no plan: %d %s", state, status, body)
			}
		})
	}
}
