package web

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"golang.org/x/text/language"

	"draughtsman/internal/calibrating"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
)

// Most bytes of a command.
const (
	mostOfShow = 1 << 20 // a game with all its comments
	mostOfAny  = 64 << 10
)

// commandTimeout is how long a client is kept waiting until the robot has heard its command.
const commandTimeout = 10 * time.Second

// command has a command obeyed, and answers with the state of affairs.
func (h *handler) command(w http.ResponseWriter, r *http.Request) {
	parse := func(text []byte) (service.Command, error) { return ParseCommand(text, h.service.Snapshot().Rules) }
	obey(h.door, w, r, parse, h.service.Do, func() any { return h.stateFor(r) })
}

// obey has the command of a request obeyed, and answers with the state that it has come to.
func obey[C any](d *door, w http.ResponseWriter, r *http.Request, parse func([]byte) (C, error),
	do func(context.Context, C) error, state func() any) {
	text, done := d.hear(w, r)
	if done == nil {
		return
	}
	defer done()
	c, err := parse(text)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTimeout)
	defer cancel()
	if err := do(ctx, c); err != nil {
		refuse(w, statusOf(err), inWords(err, languageOf(r)))
		return
	}
	answer(w, http.StatusAccepted, state())
}

// hear is the text of a command, if it may be given now, and what is called when it is answered; otherwise it says why
// not, and returns nil. Whoever wants the arm to stop is heard however many clients are being answered, and however
// often they command.
func (d *door) hear(w http.ResponseWriter, r *http.Request) (text []byte, done func()) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "A command is JSON: send the header Content-Type: application/json.")
		return nil, nil
	}
	text, status, err := readCommand(w, r)
	if err != nil {
		refuse(w, status, err.Error())
		return nil, nil
	}
	name, rates := nameIn(text), &d.rates
	if name == service.NameOf(service.Stop{}) {
		return text, func() {}
	}
	if calibrating.IsStep(name) {
		rates = &d.steps
	}
	if !rates.allow(clientOf(r)) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, "Too many commands: wait a second.")
		return nil, nil
	}
	return text, answering(w, r)
}

// readCommand reads the text of a command, or says why it does not, with the status to answer with.
func readCommand(w http.ResponseWriter, r *http.Request) (text []byte, status int, err error) {
	text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, mostOfShow))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over), len(text) > mostOfAny && nameIn(text) != service.NameOf(service.Show{}):
		return nil, http.StatusRequestEntityTooLarge,
			refusal("A command has at most %d bytes, and one with a game %d.", mostOfAny, mostOfShow)
	case err != nil:
		return nil, http.StatusRequestTimeout, refusal("The command did not arrive in time.")
	}
	return text, 0, nil
}

// statusOf is the status of an answer to a command that is not obeyed.
func statusOf(err error) int {
	var refusal *robot.Refusal
	var wrong *service.WrongError
	switch {
	case errors.As(err, &wrong):
		return http.StatusBadRequest
	case errors.As(err, &refusal):
		return http.StatusConflict
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	case errors.Is(err, context.Canceled): // by the client, who reads no answer, or since the program ends
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// inWords is an error as a sentence: a refusal is one, in the language of who is refused.
func inWords(err error, in language.Tag) string {
	var refusal *robot.Refusal
	switch {
	case errors.As(err, &refusal):
		return service.ErrorIn(err, in)
	case errors.Is(err, context.DeadlineExceeded):
		return "The robot has not heard it in time: try again when it is at rest."
	case errors.Is(err, context.Canceled):
		return "The program ends."
	}
	return "The command cannot be obeyed: " + err.Error() + "."
}
