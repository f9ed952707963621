package web_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
)

// message is a server-sent event.
type message struct {
	id          int64
	event, data string
}

// listener is a client of events.
type listener struct {
	t    *testing.T
	body io.ReadCloser
	read *bufio.Reader
}

// listen opens a stream of events.
func (d *desk) listen(path string, headers ...string) *listener {
	d.t.Helper()
	response, err := d.client.Do(get(d.t, path, headers...))
	expect.OK(d.t, err)
	d.t.Cleanup(func() { response.Body.Close() })
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || kind != "text/event-stream" {
		d.t.Fatalf("%s: %d, %s", path, response.StatusCode, kind)
	}
	return &listener{d.t, response.Body, bufio.NewReader(response.Body)}
}

// next is the next event; a comment has none of its fields.
func (l *listener) next() (m message) {
	l.t.Helper()
	for {
		line, err := l.read.ReadString('\n')
		expect.OK(l.t, err)
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "":
			return m
		case "id":
			if m.id, err = strconv.ParseInt(value, 10, 64); err != nil {
				l.t.Fatal(err)
			}
		case "event":
			m.event = value
		case "data":
			m.data = value
		case ":": // a comment
		default:
			l.t.Fatalf("%q is no line of an event", line)
		}
	}
}

// event is the next event that is none of heartbeats.
func (l *listener) event() message {
	l.t.Helper()
	for {
		if m := l.next(); m != (message{}) {
			return m
		}
	}
}

// say has something happen.
func (d *desk) say(texts ...string) {
	for _, text := range texts {
		d.player.Tells <- robot.Event{Kind: robot.Watching, Text: sentence.Say("%s", text)}
	}
	synctest.Wait()
}

// texts reads so many events, and returns what they say.
func (l *listener) texts(count int) (all []string) {
	l.t.Helper()
	for range count {
		m := l.event()
		var e service.Event
		if err := json.Unmarshal([]byte(m.data), &e); err != nil || e.ID != m.id || string(e.Event) != m.event {
			l.t.Fatalf("%+v: %v", m, err)
		}
		all = append(all, e.Text.String())
	}
	return all
}

// A client begins with the state of affairs, and gets every event after it. One that comes back gets what it has
// missed, once; two clients see the same, in the same order.
func TestEventsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.HumansTurn), nil)
		first, second := d.listen("/api/v1/events"), d.listen("/api/v1/events")
		last := int64(0)
		for _, l := range []*listener{first, second} {
			m := l.event()
			var now service.Snapshot
			if err := json.Unmarshal([]byte(m.data), &now); err != nil || m.event != "reset" || now.Event != m.id ||
				now.State != service.HumansTurn {
				t.Fatalf("%+v: %v", m, err)
			}
			last = m.id
		}
		d.say("one", "two", "three")
		for _, l := range []*listener{first, second} {
			if got := l.texts(3); !slices.Equal(got, []string{"one", "two", "three"}) {
				t.Errorf("got %v", got)
			}
		}
		first.body.Close()
		d.say("four", "five")
		for _, again := range []*listener{
			d.listen("/api/v1/events", "Last-Event-ID", fmt.Sprint(last+3)),
			d.listen(fmt.Sprintf("/api/v1/events?after=%d", last+3)),
			d.listen("/api/v1/events?after=1", "Last-Event-ID", fmt.Sprint(last+3)), // as a browser comes back
		} {
			if got := again.texts(2); !slices.Equal(got, []string{"four", "five"}) {
				t.Errorf("missed %v", got)
			}
			defer func() {
				if got := again.texts(1); !slices.Equal(got, []string{"six"}) {
					t.Errorf("then %v", got)
				}
			}()
		}
		d.say("six")
		if got := second.texts(3); !slices.Equal(got, []string{"four", "five", "six"}) {
			t.Errorf("the second got %v", got)
		}
	})
}

// A client that was away for too long, or whose events were of a program that ran before, begins anew.
func TestEventsThatAreMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.HumansTurn), nil)
		for range 3000 {
			d.player.Tells <- robot.Event{Kind: robot.Watching, Text: sentence.Say("again")}
		}
		synctest.Wait()
		latest := d.player.Snapshot().Event
		for _, after := range []int64{1, latest - 5000, latest + 1000} {
			l := d.listen(fmt.Sprintf("/api/v1/events?after=%d", after))
			if m := l.event(); m.event != "reset" || m.id != latest {
				t.Errorf("after %d: %s %d, want %d", after, m.event, m.id, latest)
			}
			d.say("hello")
			if got := l.texts(1)[0]; got != "hello" {
				t.Errorf("after %d: then %q", after, got)
			}
			latest++
		}
	})
}

// Who hears nothing for a while hears that the program is there.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.HumansTurn), nil)
		l := d.listen("/api/v1/events")
		l.event()
		for range 3 {
			began := time.Now()
			if m := l.next(); m != (message{}) || time.Since(began) != 5*time.Second {
				t.Errorf("%+v after %v", m, time.Since(began))
			}
		}
	})
}

// Programs without server-sent events ask for a list.
func TestEventList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		d := serve(t, p, nil)
		seen, _, _ := p.Events(0)
		before, last := seen[0].ID-1, d.player.Snapshot().Event
		d.say("one", "two")
		for path, want := range map[string]int{
			fmt.Sprintf("/api/v1/events.json?after=%d", last):     2,
			fmt.Sprintf("/api/v1/events.json?after=%d", last+1):   1,
			fmt.Sprintf("/api/v1/events?wait=0&after=%d", last+2): 0,
			"/api/v1/events.json?after=9000000000000000":          0,
			"/api/v1/events.json":                                 int(last-before) + 2,
		} {
			status, body := d.ask(get(t, path))
			var list []service.Event
			if err := json.Unmarshal([]byte(body), &list); status != 200 || err != nil || len(list) != want || list == nil {
				t.Errorf("%s: %d, %d events, want %d (%v)", path, status, len(list), want, err)
			}
		}
		for _, path := range []string{"/api/v1/events.json?after=x", "/api/v1/events?after=-1",
			"/api/v1/events?wait=0&after=1.5"} {
			status, body := d.ask(get(t, path))
			if got := whyIn(t, body); status != http.StatusBadRequest || !strings.Contains(got, "no event's ID") {
				t.Errorf("%s: %d %q", path, status, got)
			}
		}
	})
}

// Clients that never read are dropped, and meanwhile others are answered and the service goes on.
func TestEventsThatNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.HumansTurn), nil)
		for range 64 {
			d.listen("/api/v1/events")
		}
		status, body := d.ask(get(t, "/api/v1/events"))
		if whyIn(t, body); status != http.StatusServiceUnavailable {
			t.Errorf("one more: %d", status)
		}
		began := time.Now()
		for range 3000 {
			d.player.Tells <- robot.Event{Kind: robot.Watching, Text: sentence.Say("%s", strings.Repeat("x", 1000))}
		}
		if status, _ := d.ask(post(t, write("hint"))); status != http.StatusAccepted || time.Since(began) != 0 {
			t.Errorf("a command: %d after %v", status, time.Since(began))
		}
		<-time.After(10 * time.Second)
		synctest.Wait()
		l := d.listen("/api/v1/events")
		if m := l.event(); m.event != "reset" {
			t.Errorf("%+v", m)
		}
	})
}
