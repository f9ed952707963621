package sentence

import (
	_ "embed" // sentences.yaml
	"errors"
	"fmt"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"

	"draughtsman/internal/files"
)

//go:embed sentences.yaml
var sentencesYAML []byte

// translations are a sentence in all languages.
type translations struct {
	English string `yaml:"en"`
	German  forms  `yaml:"de"`
	Spanish forms  `yaml:"es"`
	Dutch   forms  `yaml:"nl"`
	Russian forms  `yaml:"ru"`
	French  forms  `yaml:"fr"`
}

// in is the translation into a language; nil: there is none.
func (t translations) in(tag language.Tag) forms {
	return map[language.Tag]forms{language.German: t.German, language.Spanish: t.Spanish, language.Dutch: t.Dutch,
		language.Russian: t.Russian, language.French: t.French}[tag]
}

// forms are a translation: one text, or one for each plural of the number that is the first argument, in the order of
// plurals.
type forms []string

// UnmarshalYAML implements yaml.InterfaceUnmarshaler.
func (f *forms) UnmarshalYAML(decode func(any) error) error {
	var one string
	if err := decode(&one); err == nil {
		*f = forms{one}
		return nil
	}
	var several []string
	err := decode(&several)
	*f = several
	return err
}

// plurals are the plural forms of a language (Unicode CLDR, Language Plural Rules) of whole numbers below a million.
func plurals(tag language.Tag) []string {
	if tag == language.Russian {
		return []string{"one", "few", "many"}
	}
	return []string{"one", "other"}
}

// message is a translation as the catalogue has it.
func (f forms) message(tag language.Tag) (catalog.Message, error) {
	names := plurals(tag)
	switch {
	case len(f) == 1:
		return catalog.String(f[0]), nil
	case len(f) != len(names):
		return nil, fmt.Errorf("%d plural forms, not %d", len(f), len(names))
	}
	var cases []any
	for i, form := range f {
		cases = append(cases, names[i], form)
	}
	if names[len(names)-1] != "other" {
		cases = append(cases, "other", f[len(f)-1])
	}
	return plural.Selectf(1, "%d", cases...), nil
}

// readSentences reads the translations.
func readSentences(text []byte) ([]translations, error) {
	var list struct {
		Sentences []translations `yaml:"sentences"`
	}
	err := files.DecodeYAML(text, &list)
	return list.Sentences, err
}

// build is the catalogue of translations.
func build(list []translations) (catalog.Catalog, error) {
	builder := catalog.NewBuilder(catalog.Fallback(language.English))
	var all error
	for _, tag := range Languages()[1:] {
		for _, t := range list {
			said, err := t.in(tag).message(tag)
			if err == nil {
				err = builder.Set(tag, t.English, said)
			}
			if err != nil {
				all = errors.Join(all, fmt.Errorf("%q in %v: %w", t.English, tag, err))
			}
		}
	}
	return builder, all
}

// read is the catalogue, and the keys in it. It is read when somebody wants another language than English.
var read = sync.OnceValues(func() (catalog.Catalog, map[string]bool) {
	list, err := readSentences(sentencesYAML)
	var built catalog.Catalog
	if err == nil {
		built, err = build(list)
	}
	if err != nil {
		panic("sentences.yaml: " + err.Error()) // it is part of the program, and tests read it
	}
	keys := map[string]bool{}
	for _, t := range list {
		keys[t.English] = true
	}
	return built, keys
})

func catalogue() catalog.Catalog {
	built, _ := read()
	return built
}

func known(key string) bool {
	_, keys := read()
	return keys[key]
}
