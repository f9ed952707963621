package playback_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/internal/testkit/playback"
)

// What was recorded reads as it went, and is played back in the same time.
func TestRecordedExchange(t *testing.T) {
	script := []playback.Step{playback.Expect("hello\n"), playback.Wait(1500 * time.Millisecond),
		playback.Say("\xffworld\r\n"), playback.Expect("bye\n")}
	talk := func(t *testing.T, steps []playback.Step) (text string, took time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			r := playback.Record(playback.New(t, steps...))
			write(t, r, "hello\n")
			read(t, r, "\xffworld\r\n")
			<-time.After(time.Second)
			write(t, r, "bye\n")
			text, took = r.String(), time.Since(began)
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
		return text, took
	}
	text, took := talk(t, script)
	if want := "> \"hello\\n\"\n+ 1.5s\n< \"\\xffworld\\r\\n\"\n+ 1s\n> \"bye\\n\"\n"; text != want {
		t.Errorf("recorded\n%s", text)
	}
	steps, err := playback.Parse("# a talk\n\n" + text)
	if err != nil {
		t.Fatal(err)
	}
	if again, same := talk(t, steps); again != text || same != took {
		t.Errorf("played back in %v, not %v:\n%s", same, took, again)
	}
	for text, says := range map[string]string{"? \"x\"": "line 1", "\n> x": "line 2", "+ soon": "soon"} {
		if _, err := playback.Parse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
