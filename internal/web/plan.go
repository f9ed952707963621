package web

import (
	"net/http"

	"draughtsman/internal/service"
)

// plan answers with the plan of what the arm carries out.
func (h *handler) plan(w http.ResponseWriter, _ *http.Request) {
	var drawn []byte
	var game int64
	if state := h.service.Snapshot().State; h.Plan != nil && (state == service.Moving || state == service.Held) {
		drawn, game = h.Plan()
	}
	if len(drawn) == 0 {
		refuse(w, http.StatusNotFound, "The arm carries out no plan at the moment.")
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	isOf(w, game)
	_, _ = w.Write(drawn)
}
