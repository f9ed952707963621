package pdn_test

import (
	"os"
	"path/filepath"
	"testing"

	"draughtsman/engine/pdn"
)

func TestHolds(t *testing.T) {
	for text, holds := range map[string]bool{
		"":                                   true,
		"\n\n":                               true,
		"[Event \"x\"]\n\n1. 11-15 *\n":      true,
		"{my games} [Event \"x\"]":           true,
		"; my games\n% and more\n1. 11-15":   true,
		"1.11-15 22-18":                      true,
		"1. c3-d4 f6-e5":                     true,
		"*":                                  true,
		"# A table\ncamera:\n  source: 0\n":  false,
		"camera: {source: 0}":                false,
		"[1, 2, 3]":                          false,
		"{\"event\": \"setup\"}\n{\"event\"": false,
		"{\"event\": \"setup\"}\n":           false,
		"\xff\xd8\xff\xe0\x00\x10JFIF":       false,
		"%PDF-1.3\n3 0 obj\n<</Type /Page":   false,
		"Dear reader,":                       false,
		"1. buy milk":                        false,
		"\xff\xfe[\x00W\x00 \x00\"\x00":      true,
		"\xfe\xff\x00[\x00W\x00 \x00\"\x00":  true,
		"\xff\xfeD\x00e\x00a\x00r\x00":       false,
	} {
		if got := pdn.Holds([]byte(text)); got != holds {
			t.Errorf("%q: %v", text, got)
		}
	}
	files, err := filepath.Glob("testdata/*.pdn")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !pdn.Holds(text) {
			t.Errorf("%s is not taken for games", path)
		}
	}
}

func TestBinary(t *testing.T) {
	for head, want := range map[string]bool{
		"": false, "1. 11-15 *": false, "\xff\xfe1\x00.\x00": false, "\xfe\xff\x001\x00.": false,
		"[White \"J\xfcrgen\"]": false, "\x7fELF\x02\x00": true, "\x00\x00": true,
	} {
		if got := pdn.Binary([]byte(head)); got != want {
			t.Errorf("%q: %v", head, got)
		}
	}
}
