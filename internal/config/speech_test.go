package config

import (
	"strings"
	"testing"
)

// A program that says sentences is named, and given them.
func TestSpeech(t *testing.T) {
	for _, c := range []struct {
		command []string
		want    string // of the error; "": none
	}{
		{[]string{"espeak-ng", "-v", "{language}", "{text}"}, ""},
		{[]string{"say", "--text={text}"}, ""},
		{nil, "speech.command is missing"},
		{[]string{"", "{text}"}, "speech.command is missing"},
		{[]string{"{text}"}, `speech.command has no "{text}" among its arguments`},
		{[]string{"espeak-ng", "-v", "{language}"}, `speech.command has no "{text}" among its arguments`},
	} {
		d := Example()
		d.Speech = &Speech{Command: c.command}
		err := d.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.command, err, c.want)
		}
	}
}
