package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/internal/calibrating"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// bench is a table that is calibrated, and notes what it is asked for.
type bench struct {
	colours
	mu      sync.Mutex
	heard   []calibrating.Command
	refuses string
	version int64
	changed chan struct{}
}

func (b *bench) Do(_ context.Context, c calibrating.Command) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refuses != "" {
		return &robot.Refusal{Why: sentence.Say("%s", b.refuses)}
	}
	b.heard = append(b.heard, c)
	b.version++
	close(b.changed)
	b.changed = make(chan struct{})
	return nil
}

func (b *bench) Snapshot() calibrating.Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	return calibrating.Snapshot{Version: b.version, Session: calibrating.Arm, Commands: []string{"jog", "stop"}}
}

func (b *bench) Changed(version int64) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if version != b.version {
		passed := make(chan struct{})
		close(passed)
		return passed
	}
	return b.changed
}

// calibrates serves a table that is calibrated.
func calibrates(t *testing.T, change func(*web.Options)) (*desk, *bench) {
	b := &bench{changed: make(chan struct{})}
	return serve(t, player.New(nil), func(o *web.Options) {
		o.Calibration = func() web.Calibration { return b }
		if change != nil {
			change(o)
		}
	}), b
}

// order is a request with a command of a calibration.
func order(t *testing.T, command string, headers ...string) *http.Request {
	return request(t, http.MethodPost, "/api/v1/calibration/commands", strings.NewReader(command),
		append([]string{"Content-Type", "application/json"}, headers...)...)
}

// Commands arrive with all that belongs to them, and what is wrong with one is said.
func TestCommandsOfACalibration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := calibrates(t, nil)
		for _, test := range []struct {
			text   string
			status int
			want   calibrating.Command // or
			why    string
		}{
			{`{"command":"jog","axis":"x","mm":-0.5,"motions":7}`, 202, calibrating.Jog{Axis: "x", MM: -0.5, Motions: 7}, ""},
			{`{"command":"corner","corner":2,"x":1.5,"y":3}`, 202, calibrating.Corner{Corner: 2, X: 1.5, Y: 3}, ""},
			{`{"command":"accept","only_camera":true}`, 202, calibrating.Accept{OnlyCamera: true}, ""},
			{`{"command":"open","session":"arm"}`, 202, calibrating.Open{Session: calibrating.Arm}, ""},
			{`{"command":"stop"}`, 202, calibrating.Stop{}, ""},
			{`{"command":"jog","axis":"x","mm":"1"}`, 400, nil, `"mm" is to be a number, not "1".`},
			{`{"command":"jog","by":1}`, 400, nil, `The command "jog" has no "by", but axis, mm, motions.`},
			{`{"command":"hint"}`, 400, nil, `There is no command "hint". There are open,`},
			{`[]`, 400, nil, "no JSON object"},
		} {
			before := len(b.heard)
			status, body := d.ask(order(t, test.text))
			if status != test.status {
				t.Errorf("%s: %d %s", test.text, status, body)
			}
			if test.why != "" {
				if !strings.Contains(whyIn(t, body), test.why) || len(b.heard) != before {
					t.Errorf("%s: %s", test.text, body)
				}
			} else if len(b.heard) == 0 || !reflect.DeepEqual(b.heard[len(b.heard)-1], test.want) {
				t.Errorf("%s: heard %+v", test.text, b.heard)
			}
		}
		b.refuses = "The arm has moved meanwhile."
		if status, body := d.ask(order(t, `{"command":"touch"}`)); status != 409 || whyIn(t, body) != b.refuses {
			t.Errorf("%d %s", status, body)
		}
	})
}

// Who may command a calibration is as of games, and so is how often; steps may come more often, and stop always.
func TestWhoMayCalibrate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := calibrates(t, func(o *web.Options) { o.Token, o.SpectatorToken = "s3cret", "lookonly" })
		stop, may, looks := `{"command":"stop"}`, []string{"Authorization", "Bearer s3cret"},
			[]string{"Authorization", "Bearer lookonly"}
		for _, test := range []struct {
			request *http.Request
			want    int
		}{
			{get(t, "/calibrate"), 200},
			{get(t, "/"), 200}, // which leads there
			{get(t, "/page/calibrate.js"), 200},
			{get(t, "/api/v1/calibration"), 401},
			{order(t, stop), 401},
			{order(t, stop, looks...), 403},
			{order(t, stop, append(may, "Content-Type", "text/plain")...), 415},
			{order(t, `{"command":"`+strings.Repeat("x", 70_000)+`"}`, may...), 413},
			{get(t, "/api/v1/calibration/commands", may...), 405},
			{get(t, "/api/v1/calibration/picture.jpg", looks...), 200},
		} {
			if status, body := d.ask(test.request); status != test.want {
				t.Errorf("%s %s: %d, want %d: %s", test.request.Method, test.request.URL.Path, status, test.want, body)
			}
		}
		if len(b.heard) > 0 {
			t.Errorf("it has heard %v", b.heard)
		}
		var seen calibrating.Snapshot
		_, body := d.ask(get(t, "/api/v1/calibration", looks...))
		if err := json.Unmarshal([]byte(body), &seen); err != nil || len(seen.Commands) > 0 ||
			seen.Session != calibrating.Arm {
			t.Errorf("a spectator sees %s (%v)", body, err)
		}
		count := func(command string) (obeyed int) {
			for range 60 {
				if status, _ := d.ask(order(t, command, may...)); status == 202 {
					obeyed++
				}
			}
			return obeyed
		}
		<-time.After(10 * time.Second)
		if n := count(`{"command":"touch"}`); n != 20 {
			t.Errorf("%d commands are obeyed at once", n)
		}
		if n := count(`{"command":"jog","axis":"x","mm":1}`); n != 40 {
			t.Errorf("%d steps are obeyed at once", n)
		}
		<-time.After(10 * time.Second)
		if n := count(`{"command":"corner","corner":0,"x":1,"y":1}`); n != 40 {
			t.Errorf("%d steps of a corner are obeyed at once", n)
		}
		if n := count(`{"command":"touch"}`); n != 20 {
			t.Errorf("%d commands are obeyed after a corner was dragged", n)
		}
		if n := count(stop); n != 60 {
			t.Errorf("%d times it is stopped", n)
		}
	})
}

// The state is sent at once and when it changes, the last of many changes for all of them.
func TestStatesOfACalibrationAreSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, b := calibrates(t, nil)
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		response, err := d.client.Do(get(t, "/api/v1/calibration/events").WithContext(ctx))
		expect.OK(t, err)
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		next := func() (s calibrating.Snapshot) {
			for lines.Scan() {
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					expect.OK(t, json.Unmarshal([]byte(data), &s))
					return s
				}
			}
			t.Fatal("the states end")
			return s
		}
		if s := next(); s.Version != 0 {
			t.Errorf("the first state has the version %d", s.Version)
		}
		for range 10 {
			expect.OK(t, b.Do(ctx, calibrating.Touch{}))
		}
		for states := 1; ; states++ {
			if s := next(); s.Version == 10 {
				if states > 3 {
					t.Errorf("%d states are sent of 10 that follow each other at once", states)
				}
				break
			}
		}
	})
}

// A table that is not calibrated says so.
func TestNothingIsCalibrated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.New(nil), nil)
		for _, r := range []*http.Request{get(t, "/api/v1/calibration"), get(t, "/api/v1/calibration/events"),
			get(t, "/api/v1/calibration/picture.jpg"), order(t, `{"command":"stop"}`)} {
			status, body := d.ask(r)
			if whyIn(t, body); status != 404 {
				t.Errorf("%s: %d %s", r.URL.Path, status, body)
			}
		}
	})
}
