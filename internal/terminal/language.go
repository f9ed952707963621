package terminal

import (
	"os"
	"strings"

	"golang.org/x/text/language"

	"draughtsman/internal/cli"
	"draughtsman/internal/sentence"
)

// Language says in which language a person is told what goes on.
type Language struct {
	Lang string `name:"lang" help:"The language of what is said to you: en, de, es, nl, ru or fr; that of LC_ALL, LC_MESSAGES or LANG, if not given." placeholder:"LANGUAGE"`
}

// Tag is that language.
func (l Language) Tag() language.Tag {
	if l.Lang == "" {
		return sentence.Preferred(os.Getenv)
	}
	tag, _ := sentence.Named(l.Lang) // which check has found to be one
	return tag
}

// Check says what is wrong with the language that is asked for.
func (l Language) Check() error {
	if _, known := sentence.Named(l.Lang); known || l.Lang == "" {
		return nil
	}
	var names []string
	for _, tag := range sentence.Languages() {
		names = append(names, tag.String())
	}
	return cli.WrongUsage("--lang %s: there are sentences in %s", l.Lang, strings.Join(names, ", "))
}
