package web

import (
	"encoding/json"
	"net/http"
	"time"
)

// problem is the answer to what cannot be done.
type problem struct {
	Error string `json:"error"` // a sentence
}

// answer writes a value as JSON. That a client does not take it is nobody's concern.
func answer(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"The answer cannot be written as JSON."}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}

// refuse says in a sentence why something cannot be done.
func refuse(w http.ResponseWriter, status int, why string) { answer(w, status, problem{why}) }

// paced gives a client writeTimeout for each piece that it is sent.
type paced struct {
	http.ResponseWriter
	now func() time.Time
}

// Write implements io.Writer.
func (p paced) Write(piece []byte) (int, error) {
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(p.now().Add(writeTimeout)) // a recorder has none
	return p.ResponseWriter.Write(piece)
}

// Unwrap is for http.ResponseController.
func (p paced) Unwrap() http.ResponseWriter { return p.ResponseWriter }
