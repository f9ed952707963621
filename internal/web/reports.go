package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Reports work out reports of games.
type Reports interface {
	// Report is the report of a game, given as PDN, as JSON and as a page. Several goroutines may ask at once.
	Report(ctx context.Context, game string) (asJSON, page []byte, err error)
}

// errUnderWay ends the work on a report when a game begins: the computer is the robot's then.
var errUnderWay = errors.New("a game is under way")

// underWay says why there is no report yet.
const underWay = "A game is under way: its report is there when it has ended or is stopped."

// reportJSON answers with the report of the last game as JSON.
func (h *handler) reportJSON(w http.ResponseWriter, r *http.Request) {
	if file, _, ok := h.report(w, r); ok {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(file)
	}
}

// reportPage answers with the report of the last game as a page, which has a policy of its own in it.
func (h *handler) reportPage(w http.ResponseWriter, r *http.Request) {
	if _, page, ok := h.report(w, r); ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
		_, _ = w.Write(page)
	}
}

// report is the report of the last game, or says why there is none.
func (h *handler) report(w http.ResponseWriter, r *http.Request) (asJSON, page []byte, ok bool) {
	text, id := h.recorded()
	if h.Reports == nil || text == "" {
		refuse(w, http.StatusNotFound, "There is no report: no game has been recorded since the program began.")
		return nil, nil, false
	}
	if h.service.Snapshot().State.Playing() {
		refuse(w, http.StatusConflict, underWay)
		return nil, nil, false
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	go whilePlaying(ctx, h.service, func() { cancel(errUnderWay) })
	asJSON, page, err := h.Reports.Report(ctx, text)
	switch {
	case errors.Is(context.Cause(ctx), errUnderWay):
		refuse(w, http.StatusConflict, underWay)
	case err == nil:
		isOf(w, id)
		return asJSON, page, true
	case ctx.Err() != nil:
		refuse(w, http.StatusServiceUnavailable, "The program ends.")
	default:
		h.warn(fmt.Sprintf("the report of the last game cannot be made: %v", err))
		refuse(w, http.StatusInternalServerError, "The report of the last game cannot be made.")
	}
	return nil, nil, false
}

// whilePlaying does something as soon as a game is under way, unless ctx ends before.
func whilePlaying(ctx context.Context, s Table, do func()) {
	for {
		_, _, more := s.Events(s.Snapshot().Event)
		if s.Snapshot().State.Playing() {
			do()
			return
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}
