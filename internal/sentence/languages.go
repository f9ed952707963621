package sentence

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Languages are those in which there are sentences.
func Languages() []language.Tag {
	return []language.Tag{language.English, language.German, language.Spanish, language.Dutch, language.Russian,
		language.French}
}

// supported is the language of a tag, English where there are no sentences in it.
func supported(tag language.Tag) language.Tag {
	base, _ := tag.Base()
	for _, known := range Languages() {
		if is, _ := known.Base(); is == base {
			return known
		}
	}
	return language.English
}

// Named is the language of a name such as "de"; false where there are no sentences in it.
func Named(name string) (language.Tag, bool) {
	for _, known := range Languages() {
		if known.String() == name {
			return known, true
		}
	}
	return language.English, false
}

// Preferred is the language of whoever has these variables in the environment: LC_ALL comes before LC_MESSAGES, and
// that before LANG (POSIX.1-2017, 8.2). It is English where they name none, or one in which there are no sentences.
func Preferred(variable func(name string) string) language.Tag {
	names := []string{"LC_ALL", "LC_MESSAGES", "LANG"}
	set := slices.IndexFunc(names, func(name string) bool { return variable(name) != "" })
	if set < 0 {
		return language.English
	}
	name, _, _ := strings.Cut(variable(names[set]), ".") // de_DE.UTF-8
	name, _, _ = strings.Cut(name, "@")
	tag, err := language.Parse(name)
	if err != nil { // C, POSIX
		return language.English
	}
	return supported(tag)
}
