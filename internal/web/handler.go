package web

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"draughtsman/internal/service"
)

// Most clients that are sent something all the time.
const (
	mostEventStreams   = 64
	mostPictureStreams = 16
)

// door lets clients in.
type door struct {
	Options
	rates  rates // of commands
	steps  rates // of an arm that is steered, and of corners that are dragged
	events seats

	reading sync.Mutex // of whoever goes through the games' file
}

// handler answers clients of a table.
type handler struct {
	*door
	service Table
	records records
	bench   bench
	table   *gallery
}

// Handler answers clients of a table, as docs/api.md says. Who may ask it is up to the options alone: Serve also
// bounds connections, and what each of them may take.
func Handler(s Table, o Options) http.Handler {
	d := &door{Options: o,
		rates:  rates{now: o.Now, most: mostCommands, perSecond: commandsPerSecond},
		steps:  rates{now: o.Now, most: mostSteps, perSecond: stepsPerSecond},
		events: make(seats, mostEventStreams)}
	viewers := make(seats, mostPictureStreams)
	h := &handler{door: d, service: s, records: records{d, s}, bench: bench{door: d},
		table: newGallery(func() Pictures { return o.Pictures }, viewers, o.Now)}
	h.bench.gallery = newGallery(h.bench.pictures, viewers, o.Now)
	mux := http.NewServeMux()
	for _, r := range h.routes() {
		mux.HandleFunc(r.method+" "+r.path, r.answer)
		mux.HandleFunc(r.path, wrongMethod(r.method))
	}
	files, err := readPage()
	if err != nil {
		panic("the page is part of the program, and cannot be read: " + err.Error())
	}
	for _, path := range []string{pagePath + "{$}", calibratePath, pageRoot} {
		mux.HandleFunc(http.MethodGet+" "+path, h.page(files))
		mux.HandleFunc(path, wrongMethod(http.MethodGet))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "There is nothing at "+r.URL.Path+".")
	})
	return h.guarded(mux)
}

// route is what can be asked for.
type route struct {
	method, path string
	answer       http.HandlerFunc
}

func (h *handler) routes() []route {
	return []route{
		{http.MethodGet, "/api/v1/state", h.state},
		{http.MethodGet, "/api/v1/events", h.eventStream},
		{http.MethodGet, "/api/v1/events.json", h.eventList},
		{http.MethodPost, "/api/v1/commands", h.command},
		{http.MethodGet, "/api/v1/legal.json", h.records.legal},
		{http.MethodGet, "/api/v1/picture.jpg", h.table.picture},
		{http.MethodGet, "/api/v1/picture.mjpg", h.table.film},
		{http.MethodGet, "/api/v1/game.pdn", h.records.game},
		{http.MethodGet, "/api/v1/games.pdn", h.records.games},
		{http.MethodGet, "/api/v1/games.json", h.records.list},
		{http.MethodPost, "/api/v1/positions", h.records.positions},
		{http.MethodGet, "/api/v1/plan.svg", h.records.plan},
		{http.MethodGet, "/api/v1/report.json", h.records.report(false)},
		{http.MethodGet, "/api/v1/report.html", h.records.report(true)},
		{http.MethodGet, "/api/v1/calibration", h.bench.state},
		{http.MethodGet, "/api/v1/calibration/events", h.bench.events},
		{http.MethodPost, "/api/v1/calibration/commands", h.bench.command},
		{http.MethodGet, "/api/v1/calibration/picture.jpg", h.bench.gallery.picture},
		{http.MethodGet, "/api/v1/calibration/picture.mjpg", h.bench.gallery.film},
	}
}

// wrongMethod answers who asks a path in another way than it can be asked.
func wrongMethod(method string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", method)
		refuse(w, http.StatusMethodNotAllowed, "What is at "+r.URL.Path+" is asked for by "+method+".")
	}
}

// warn says what goes wrong.
func (d *door) warn(text string) {
	if d.Warns != nil {
		d.Warns(text)
	}
}

// state answers with the state of affairs.
func (h *handler) state(w http.ResponseWriter, r *http.Request) {
	answer(w, http.StatusOK, h.stateFor(r))
}

// set reports whether a parameter of a request switches something on.
func set(r *http.Request, name string) bool {
	value := strings.ToLower(r.URL.Query().Get(name))
	return value == "1" || value == "true"
}

// seats bound how many clients have something at a time.
type seats chan struct{}

// take takes a seat, which leave gives back; false: there is none.
func (s seats) take() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s seats) leave() { <-s }

// Table is what clients ask and watch: a *service.Service, or what has no robot to command.
type Table interface {
	// Snapshot is the state of affairs.
	Snapshot() service.Snapshot
	// Events returns what has happened after the event with an ID, and a channel that is closed when there is more.
	// missed reports that some of it is no longer known.
	Events(id int64) (list []service.Event, missed bool, more <-chan struct{})
	// Do has a command obeyed, and returns when it is begun. A *robot.Refusal says why it is not obeyed.
	Do(ctx context.Context, c service.Command) error
}
