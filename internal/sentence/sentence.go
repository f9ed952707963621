// Package sentence has what is said to the people at the table, in their language. A Text keeps an English sentence
// and what it is about until somebody reads it; sentences.yaml has the translations.
package sentence

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// mostArgs is how many things a sentence may be about.
const mostArgs = 6

// Text is something that is said: a sentence, or a part of one. It is a value that can be compared: two are the same
// that say the same of the same things. The zero value says nothing.
type Text struct {
	// Key is what is said in English, with the verbs of package fmt. One without verbs is said as it stands.
	Key string
	// Args are what the verbs stand for: texts, numbers, moves, squares, durations. They can be compared, too.
	Args [mostArgs]any
}

// Say is a text. There are at most six arguments.
func Say(key string, args ...any) (t Text) {
	t.Key = key
	copy(t.Args[:], args)
	return t
}

// args are the arguments that there are.
func (t Text) args() []any {
	if n := slices.Index(t.Args[:], nil); n >= 0 {
		return t.Args[:n]
	}
	return t.Args[:]
}

// String is the text in English.
func (t Text) String() string {
	args := t.args()
	if len(args) == 0 {
		return t.whole(t.Key)
	}
	return t.whole(fmt.Sprintf(t.Key, args...))
}

// MarshalText implements encoding.TextMarshaler: programs read English.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler: what a program reads is said as it stands.
func (t *Text) UnmarshalText(text []byte) error {
	*t = Say("%s", string(text))
	return nil
}

// In is the text in a language, or in English where there are no sentences in that.
func (t Text) In(tag language.Tag) string {
	if supported(tag) == language.English {
		return t.String()
	}
	return t.in(message.NewPrinter(supported(tag), message.Catalog(catalogue())))
}

func (t Text) in(p *message.Printer) string {
	args := slices.Clone(t.args())
	for i := range args {
		switch arg := args[i].(type) {
		case Text:
			args[i] = arg.in(p)
		case time.Duration:
			args[i] = duration(arg).in(p)
		}
	}
	if len(args) == 0 && !known(t.Key) {
		return t.whole(t.Key) // which may be anything, and have a % in it
	}
	return t.whole(p.Sprintf(t.Key, args...))
}

// whole has a whole sentence, which ends like one, begin with a capital letter: it may begin with a part of one.
func (t Text) whole(text string) string {
	if !strings.HasSuffix(t.Key, ".") && !strings.HasSuffix(t.Key, "?") {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// duration is a time as it is said where it is not English.
func duration(d time.Duration) Text {
	if d >= time.Minute && d%time.Minute == 0 {
		return Say("%d minutes", int(d/time.Minute))
	}
	return Say("%d seconds", int(d.Round(time.Second)/time.Second))
}

// And is things as people list them: "18, 22 and 26".
func And[T any](things []T) Text {
	return list(things, func(but, last any) Text { return Say("%s and %s", but, last) })
}

// Or is And where one of them is meant: "18, 22 or 26".
func Or[T any](things []T) Text {
	return list(things, func(but, last any) Text { return Say("%s or %s", but, last) })
}

func list[T any](things []T, join func(but, last any) Text) (all Text) {
	for i, thing := range things {
		switch {
		case i == 0:
			all = Say("%s", thing)
		case i == len(things)-1:
			all = join(all, thing)
		default:
			all = Say("%s, %s", all, thing)
		}
	}
	return all
}
