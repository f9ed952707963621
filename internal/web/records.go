package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/service"
)

// pdnType is what games are sent as: browsers show it.
const pdnType = "text/plain; charset=utf-8"

// records answers with what is kept of games, and with what belongs to the one that is played.
type records struct {
	*door
	service Table
}

// game answers with the game that was recorded last, as far as it has come, or with the one that is asked for.
func (d records) game(w http.ResponseWriter, r *http.Request) {
	text, id, ok := d.asked(w, r, "No game has been recorded since the program began.")
	if !ok {
		return
	}
	w.Header().Set("Content-Type", pdnType)
	isOf(w, id)
	_, _ = w.Write([]byte(text))
}

// recorded is the game that was recorded last, and its ID; "": there is none.
func (d records) recorded() (text string, id int64) {
	if d.Game == nil {
		return "", 0
	}
	return d.Game()
}

// isOf says in an answer's header which game it is of, as the state names it; 0: nobody knows.
func isOf(w http.ResponseWriter, game int64) {
	if game != 0 {
		w.Header().Set("X-Game", strconv.FormatInt(game, 10))
	}
}

// games answers with the games' file.
func (d records) games(w http.ResponseWriter, r *http.Request) {
	file, about := d.file(w)
	if file == nil {
		return
	}
	defer file.Close() //nolint:errcheck // it is only read
	w.Header().Set("Content-Type", pdnType)
	http.ServeContent(w, r, "", about.ModTime(), file)
}

// file opens the games' file, or refuses the request.
func (d records) file(w http.ResponseWriter) (file *os.File, about fs.FileInfo) {
	if d.Games == "" {
		refuse(w, http.StatusNotFound, "The games at this table are kept nowhere.")
		return nil, nil
	}
	file, err := os.Open(d.Games)
	if errors.Is(err, fs.ErrNotExist) {
		refuse(w, http.StatusNotFound, "No game has been kept yet.")
		return nil, nil
	}
	if err == nil {
		if about, err = file.Stat(); err == nil && about.Mode().IsRegular() {
			return file, about
		}
		_ = file.Close() // it is only read
	}
	d.unreadable(w, err)
	return nil, nil
}

// unreadable refuses a request, since the games' file is not what it should be.
func (d records) unreadable(w http.ResponseWriter, err error) {
	d.warn(fmt.Sprintf("the games' file %s cannot be read: %v", d.Games, err))
	refuse(w, http.StatusInternalServerError, "The games' file cannot be read.")
}

// legal answers with the moves that are legal now, or were in the place of one that was made: ?ply= is its number, from
// 1. One more than there are is the next move, which is meant where none is given.
func (d records) legal(w http.ResponseWriter, r *http.Request) {
	now := d.service.Snapshot()
	ply, err := len(now.Moves)+1, error(nil)
	if given := r.URL.Query(); given.Has("ply") {
		ply, err = strconv.Atoi(given.Get("ply"))
	}
	if err != nil || ply < 1 || ply > len(now.Moves)+1 {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("?ply= is the number of a move, of both sides: 1 to %d.",
			len(now.Moves)+1))
		return
	}
	position, err := before(now, ply)
	if err != nil {
		d.warn(fmt.Sprintf("the moves of the game cannot be gone through: %v", err))
		refuse(w, http.StatusInternalServerError, "The moves of the game cannot be gone through.")
		return
	}
	answer(w, http.StatusOK, checkers.Texts(position.Moves()))
}

// before is the position before a move with a number, from 1.
func before(now service.Snapshot, ply int) (checkers.Position, error) {
	position := now.Rules.Start()
	if now.Start != "" {
		var err error
		if position, err = now.Rules.ParseFEN(now.Start); err != nil {
			return position, err
		}
	}
	for _, text := range now.Moves[:ply-1] {
		move, err := position.ParseMove(text)
		if err != nil {
			return position, err
		}
		position = position.Play(move)
	}
	return position, nil
}

// plan answers with the plan of what the arm carries out.
func (d records) plan(w http.ResponseWriter, r *http.Request) {
	var drawn []byte
	var game int64
	if state := d.service.Snapshot().State; d.Plan != nil && (state == service.Moving || state == service.Held) {
		_, near := nearOf(r)
		drawn, game = d.Plan(near != nil && *near == checkers.Black)
	}
	if len(drawn) == 0 {
		refuse(w, http.StatusNotFound, "The arm carries out no plan at the moment.")
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	isOf(w, game)
	_, _ = w.Write(drawn)
}

// Reports work out reports of games.
type Reports interface {
	// Report is the report of a game, given as PDN, as JSON and as a page. Several goroutines may ask at once.
	Report(ctx context.Context, game string) (asJSON, page []byte, err error)
}

// errUnderWay ends the work on a report when a game begins: the computer is the robot's then.
var errUnderWay = errors.New("a game is under way")

// underWay says why there is no report yet.
const underWay = "A game is under way: its report is there when it has ended or is stopped."

// report answers with the report of the last game, or the one that is asked for, as JSON, or as a page, which has a
// policy of its own in it.
func (d records) report(asPage bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		const none = "There is no report: no game has been recorded since the program began."
		text, id, ok := d.asked(w, r, none)
		switch {
		case !ok:
			return
		case d.Reports == nil:
			refuse(w, http.StatusNotFound, none)
			return
		case d.service.Snapshot().State.Playing():
			refuse(w, http.StatusConflict, underWay)
			return
		}
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(nil)
		go whilePlaying(ctx, d.service, func() { cancel(errUnderWay) })
		file, page, err := d.Reports.Report(ctx, text)
		switch {
		case errors.Is(context.Cause(ctx), errUnderWay):
			refuse(w, http.StatusConflict, underWay)
			return
		case err != nil && ctx.Err() != nil:
			refuse(w, http.StatusServiceUnavailable, "The program ends.")
			return
		case err != nil:
			d.warn(fmt.Sprintf("the report of a game cannot be made: %v", err))
			refuse(w, http.StatusInternalServerError, "The report cannot be made.")
			return
		}
		isOf(w, id)
		w.Header().Set("Content-Type", "application/json")
		if asPage {
			file = page
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
		}
		_, _ = w.Write(file)
	}
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
