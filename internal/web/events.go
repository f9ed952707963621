package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/text/language"

	"draughtsman/internal/service"
)

// heartbeat is the time after which a client to which nothing is sent is sent a comment, so that both know that the
// other is there. A page believes in what it shows for little longer.
const heartbeat = 5 * time.Second

// pace is the time between two things that a client is sent: what happens meanwhile goes out together. While the robot
// thinks, something happens many times a second, and each time every client would have to be woken.
const pace = 50 * time.Millisecond

// reset is the name of the event that has the state of affairs in place of events that are no longer known.
const reset = "reset"

// eventList answers with the events after one, which are known.
func (h *handler) eventList(w http.ResponseWriter, r *http.Request) {
	after, _, err := afterOf(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	list, _, _ := h.service.Events(after)
	said := make([]service.Event, len(list))
	for i, e := range list {
		said[i] = eventFor(e, languageOf(r))
	}
	answer(w, http.StatusOK, said)
}

// afterOf is the ID of the last event that a client has, if it names one.
func afterOf(r *http.Request) (id int64, named bool, err error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	if text == "" {
		return 0, false, nil
	}
	if id, err = strconv.ParseInt(text, 10, 64); err != nil || id < 0 {
		return 0, true, refusal("%q is no event's ID: it is to be a whole number.", shortened(text))
	}
	return id, true, nil
}

// eventStream sends a client one event after the other, as they happen: server-sent events, as
// https://html.spec.whatwg.org/multipage/server-sent-events.html has them.
func (h *handler) eventStream(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("wait") == "0" {
		h.eventList(w, r)
		return
	}
	after, named, err := afterOf(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	c := reader{after: after, known: named, in: languageOf(r), state: func() service.Snapshot { return h.stateFor(r) }}
	h.follow(w, r, func(s *stream) (<-chan struct{}, error) { return c.catchUp(s, h.service) })
}

// follow sends a client what there is, and what comes, for as long as it reads: send sends what there is by now, and
// returns a channel that is closed when there is more.
func (d *door) follow(w http.ResponseWriter, r *http.Request, send func(*stream) (<-chan struct{}, error)) {
	if !d.events.take() {
		refuseForNow(w, "events", mostEventStreams)
		return
	}
	defer d.events.leave()
	s := stream{w: w, control: http.NewResponseController(w)}
	w.Header().Set("Content-Type", "text/event-stream")
	if s.open() != nil || r.Method == http.MethodHead {
		return
	}
	beats := time.NewTicker(heartbeat)
	defer beats.Stop()
	for {
		more, err := send(&s)
		if err != nil {
			return // the client is gone, or does not read
		}
		select {
		case <-more:
			select {
			case <-time.After(pace):
			case <-r.Context().Done():
				return
			}
		case <-beats.C:
			if s.comment() != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// refuseForNow refuses a client when there are as many as there may be.
func refuseForNow(w http.ResponseWriter, what string, most int) {
	w.Header().Set("Retry-After", "10")
	refuse(w, http.StatusServiceUnavailable, fmt.Sprintf("%d clients are sent %s already: try again later.", most, what))
}

// stream is what one client is sent.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// open begins the answer.
func (s *stream) open() error {
	s.w.WriteHeader(http.StatusOK)
	return s.comment()
}

// comment sends what clients pass over.
func (s *stream) comment() error {
	if _, err := s.w.Write([]byte(":\n\n")); err != nil {
		return err
	}
	return s.control.Flush()
}

// send sends an event.
func (s *stream) send(id int64, name string, data any) error {
	text, err := json.Marshal(data)
	if err == nil {
		_, err = fmt.Fprintf(s.w, "id: %d\nevent: %s\ndata: %s\n\n", id, name, text)
	}
	return err
}

// reader is a client that reads events.
type reader struct {
	after int64 // the last event that it was sent
	known bool  // it has the state of affairs up to there
	in    language.Tag
	state func() service.Snapshot // of affairs, as it is sent it
}

// catchUp sends what has happened since, and returns a channel that is closed when there is more. A client that has
// missed something, or that had its events from a program that ran before this one, is sent the state of affairs.
func (c *reader) catchUp(s *stream, from Table) (more <-chan struct{}, err error) {
	list, missed, more := from.Events(c.after)
	for !c.known || missed {
		now := c.state()
		if err := s.send(now.Event, reset, now); err != nil {
			return nil, err
		}
		c.after, c.known = now.Event, true
		list, missed, more = from.Events(c.after)
	}
	for _, e := range list {
		if err := s.send(e.ID, string(e.Event), eventFor(e, c.in)); err != nil {
			return nil, err
		}
		c.after = e.ID
	}
	return more, s.control.Flush()
}
