package web

import (
	"net/http"

	"golang.org/x/text/language"

	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// languages finds the best of those in which there are sentences.
var languages = language.NewMatcher(sentence.Languages())

// languageOf is the language that a client reads: what it names as ?lang=, or else in the header Accept-Language. It is
// English for those that name none, as programs do.
func languageOf(r *http.Request) language.Tag {
	_, index := language.MatchStrings(languages, r.URL.Query().Get("lang"), r.Header.Get("Accept-Language"))
	return sentence.Languages()[index]
}

// said is a text in a language.
func said(t sentence.Text, in language.Tag) sentence.Text {
	if t == (sentence.Text{}) {
		return t
	}
	return sentence.Say("%s", t.In(in))
}

// stateFor is the state of affairs for who sends a request: in its language, and with the commands that it may give.
func (h *handler) stateFor(r *http.Request) service.Snapshot {
	now := h.service.Snapshot()
	in := languageOf(r)
	now.Sentence, now.Problem = said(now.Sentence, in), said(now.Problem, in)
	if now.Thought != nil {
		thought := *now.Thought
		thought.Why = said(thought.Why, in)
		now.Thought = &thought
	}
	if now.Progress != nil {
		progress := *now.Progress
		progress.Transfer = said(progress.Transfer, in)
		now.Progress = &progress
	}
	if h.roleOf(r) != commander {
		now.Commands, now.Spectates = []string{}, true
	}
	return now
}

// eventFor is an event in a language.
func eventFor(e service.Event, in language.Tag) service.Event {
	e.Text = said(e.Text, in)
	return e
}
