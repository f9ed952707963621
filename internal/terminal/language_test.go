package terminal

import (
	"testing"

	"golang.org/x/text/language"
)

// The flag says which language it is; otherwise the environment does.
func TestLanguage(t *testing.T) {
	t.Setenv("LANG", "nl_NL.UTF-8")
	for flag, want := range map[string]language.Tag{"": language.Dutch, "ru": language.Russian, "en": language.English} {
		if got := (Language{flag}).Tag(); got != want {
			t.Errorf("--lang %q: %v, want %v", flag, got, want)
		}
	}
	t.Setenv("LANG", "")
	if got := (Language{}).Tag(); got != language.English {
		t.Errorf("where nobody says: %v", got)
	}
}
