package web

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"
)

// pdnType is what games are sent as: browsers show it.
const pdnType = "text/plain; charset=utf-8"

// game answers with the game that was recorded last, as far as it has come.
func (h *handler) game(w http.ResponseWriter, _ *http.Request) {
	text, id := h.recorded()
	if text == "" {
		refuse(w, http.StatusNotFound, "No game has been recorded since the program began.")
		return
	}
	w.Header().Set("Content-Type", pdnType)
	isOf(w, id)
	_, _ = w.Write([]byte(text))
}

// recorded is the game that was recorded last, and its ID; "": there is none.
func (h *handler) recorded() (text string, id int64) {
	if h.Game == nil {
		return "", 0
	}
	return h.Game()
}

// isOf says in an answer's header which game it is of, as the state names it; 0: nobody knows.
func isOf(w http.ResponseWriter, game int64) {
	if game != 0 {
		w.Header().Set("X-Game", strconv.FormatInt(game, 10))
	}
}

// games answers with the games' file.
func (h *handler) games(w http.ResponseWriter, r *http.Request) {
	if h.Games == "" {
		refuse(w, http.StatusNotFound, "The games at this table are kept nowhere.")
		return
	}
	file, err := os.Open(h.Games)
	if errors.Is(err, fs.ErrNotExist) {
		refuse(w, http.StatusNotFound, "No game has been kept yet.")
		return
	}
	if err == nil {
		defer file.Close() //nolint:errcheck // it is only read
		var about fs.FileInfo
		if about, err = file.Stat(); err == nil && about.Mode().IsRegular() {
			w.Header().Set("Content-Type", pdnType)
			http.ServeContent(w, r, "", about.ModTime(), file)
			return
		}
	}
	h.warn(fmt.Sprintf("the games' file %s cannot be read: %v", h.Games, err))
	refuse(w, http.StatusInternalServerError, "The games' file cannot be read.")
}

// warn says what goes wrong.
func (h *handler) warn(text string) {
	if h.Warns != nil {
		h.Warns(text)
	}
}
