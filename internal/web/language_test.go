package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
	"draughtsman/planner"
)

// Sentences come in the language that is asked for, and to programs that ask for none in English.
func TestLanguages(t *testing.T) {
	const turn = "Your turn: Black to move."
	german := service.Snapshot{Sentence: sentence.Say("Your turn: %s to move.", robot.SideText(0))}.Sentence.In(
		sentence.Languages()[1])
	if german == turn {
		t.Fatalf("the sentence is the same in German: %q", german)
	}
	for _, test := range []struct{ query, header, want string }{
		{"", "", turn},
		{"?lang=de", "", german},
		{"?lang=de", "fr", german},
		{"", "de-AT,de;q=0.9,en;q=0.5", german},
		{"", "pt-BR,de;q=0.5", german},
		{"?lang=tlh", "", turn},
		{"?lang=%22", ";;;", turn},
		{"?lang=en", "de", turn},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := serve(t, player.Into(t, service.HumansTurn), nil)
			var headers []string
			if test.header != "" {
				headers = []string{"Accept-Language", test.header}
			}
			_, body := d.ask(get(t, "/api/v1/state"+test.query, headers...))
			var state service.Snapshot
			if err := json.Unmarshal([]byte(body), &state); err != nil || state.Sentence.String() != test.want {
				t.Errorf("%q, %q: %q, want %q: %v", test.query, test.header, state.Sentence, test.want, err)
			}
			if m := d.listen("/api/v1/events"+test.query, headers...).event(); !strings.Contains(m.data, test.want) {
				t.Errorf("%q, %q: the stream begins with %s", test.query, test.header, m.data)
			}
		})
	}
}

// Events and refusals are said in it, too.
func TestEventsInALanguage(t *testing.T) {
	german := sentence.Languages()[1]
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		d := serve(t, p, nil)
		last := p.Snapshot().Event
		said := sentence.Say("Hint: %s.", "9-13")
		p.Tells <- robot.Event{Kind: robot.Watching, Text: said}
		synctest.Wait()
		want := said.In(german)
		_, list := d.ask(get(t, fmt.Sprintf("/api/v1/events.json?lang=de&after=%d", last)))
		if !strings.Contains(list, want) || want == said.String() {
			t.Errorf("the events are %s, want %q", list, want)
		}
		if m := d.listen(fmt.Sprintf("/api/v1/events?lang=de&after=%d", last)).event(); !strings.Contains(m.data, want) {
			t.Errorf("the event is %s, want %q", m.data, want)
		}
		why := sentence.Say("it wins a man in %d moves", 3)
		thought := robot.Thought{Result: search.Result{PV: checkers.Start().Moves()[:1]}, Why: why}
		p.Tells <- robot.Event{Kind: robot.Decided, Thought: &thought,
			Text: sentence.Say("The robot plays %s: %s.", "9-13", why)}
		synctest.Wait()
		_, state := d.ask(get(t, "/api/v1/state?lang=de"))
		for _, want := range []string{"Der Roboter zieht 9-13: das gewinnt in 3 Zügen einen Stein.",
			`"why":"das gewinnt in 3 Zügen einen Stein"`} {
			if !strings.Contains(state, want) {
				t.Errorf("the state is %s, want %s", state, want)
			}
		}
		r := post(t, write("home"), "Accept-Language", "de")
		_, body := d.ask(r)
		_, english := d.ask(post(t, write("home")))
		if whyIn(t, body) == whyIn(t, english) {
			t.Errorf("refused in German: %s", body)
		}
	})
}

// What the arm carries and what has stopped it are said in it, in the state and in the events.
func TestTransfersAndProblemsInALanguage(t *testing.T) {
	german := sentence.Languages()[1]
	synctest.Test(t, func(t *testing.T) {
		broken := fmt.Errorf("%w: nothing came for 2s; check its power and cable, then home it", arm.ErrNoAnswer)
		p := player.New(func(o *service.Options) { o.Bears = func(error) bool { return true } })
		p.Serve(t)
		synctest.Wait()
		d := serve(t, p, nil)
		expect.OK(t, p.Do(t.Context(), service.NewGame{}))
		carried := robot.TransferText(checkers.English, planner.Transfer{From: planner.Place{Square: 9},
			To: planner.Place{Square: 13}, Purpose: "carries the man"})
		said := func(what, path, want string) {
			t.Helper()
			if _, body := d.ask(get(t, path+"?lang=de")); !strings.Contains(body, want) {
				t.Errorf("the %s is in %s, want %q", what, body, want)
			}
			if _, body := d.ask(get(t, path)); strings.Contains(body, want) {
				t.Errorf("the %s is German without being asked for: %s", what, body)
			}
		}
		p.Tells <- robot.Event{Kind: robot.Carrying, Text: carried, Step: 1, Steps: 2}
		synctest.Wait()
		want := carried.In(german)
		said("transfer", "/api/v1/state", want)
		said("event", "/api/v1/events.json", want)
		p.Ends <- broken
		synctest.Wait()
		want = "Die Steuerung des Arms antwortet nicht: nothing came for 2s; prüfen Sie Strom und Kabel"
		said("problem", "/api/v1/state", want)
		said("event", "/api/v1/events.json", want)
		if text := p.Snapshot().Problem.String(); !strings.EqualFold(text, broken.Error()+".") {
			t.Errorf("in English it is %q", text)
		}
	})
}

// A spectator is told of no command: none would be obeyed.
func TestCommandsOfSpectators(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.HumansTurn), func(o *web.Options) { o.Token, o.SpectatorToken = "one", "two" })
		for token, want := range map[string]bool{"one": true, "two": false} {
			_, body := d.ask(get(t, "/api/v1/state?token="+token))
			m := d.listen("/api/v1/events?token=" + token).event()
			for _, text := range []string{body, m.data} {
				var state service.Snapshot
				if err := json.Unmarshal([]byte(text), &state); err != nil || (len(state.Commands) > 0) != want ||
					state.Spectates == want {
					t.Errorf("with the token %q: %v, %v", token, state.Commands, err)
				}
			}
		}
	})
}
