package terminal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"draughtsman/internal/sentence"
)

// question is what a person at a terminal answers with a word.
type question struct {
	text    sentence.Text
	answers []word
	byEnter string          // the answer of Enter alone
	more    []sentence.Text // what ? says, a line each
}

// answer asks until one of the words has been typed, which it returns in full. The error says why there is none.
func (q question) answer(ctx context.Context, s Streams, tag language.Tag) (string, error) {
	fmt.Fprintf(s.Err, "\n%s\n", q.text.In(tag))
	writeWords(s.Err, q.answers, tag)
	for {
		fmt.Fprintf(s.Err, "%s ", sentence.Say("Your answer (Enter: %s, ?: more):", q.byEnter).In(tag))
		line, err := ReadLine(ctx, s.In)
		if err != nil {
			fmt.Fprintln(s.Err)
			return "", err
		}
		typed := strings.ToLower(strings.TrimSpace(line))
		if typed == "" {
			return q.byEnter, nil
		}
		if typed == "?" {
			for _, text := range q.more {
				fmt.Fprintln(s.Err, text.In(tag))
			}
			continue
		}
		i := slices.IndexFunc(q.answers, func(w word) bool { return typed == w.long || typed == w.short })
		if i >= 0 {
			return q.answers[i].long, nil
		}
		fmt.Fprintln(s.Err, sentence.Say("%q is none of these: type %s, or Enter alone for %s.", typed,
			sentence.Or(names(q.answers)), q.byEnter).In(tag))
	}
}

// names are words in full.
func names(words []word) (all []string) {
	for _, w := range words {
		all = append(all, w.long)
	}
	return all
}
