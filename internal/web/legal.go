package web

import (
	"fmt"
	"net/http"
	"strconv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/service"
)

// legal answers with the moves that are legal now, or were in the place of one that was made: ?ply= is its number, from
// 1. One more than there are is the next move, which is meant where none is given.
func (h *handler) legal(w http.ResponseWriter, r *http.Request) {
	now := h.service.Snapshot()
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
		h.warn(fmt.Sprintf("the moves of the game cannot be gone through: %v", err))
		refuse(w, http.StatusInternalServerError, "The moves of the game cannot be gone through.")
		return
	}
	answer(w, http.StatusOK, checkers.Texts(position.Moves()))
}

// before is the position before a move with a number, from 1.
func before(now service.Snapshot, ply int) (checkers.Position, error) {
	position := checkers.Start()
	if now.Start != "" {
		var err error
		if position, err = checkers.ParseFEN(now.Start); err != nil {
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
