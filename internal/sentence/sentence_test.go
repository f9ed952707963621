package sentence

import (
	"encoding/json"
	"testing"
	"time"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
)

func TestTexts(t *testing.T) {
	squares := []checkers.Square{18, 22, 26}
	move := checkers.Start().Moves()[0]
	takenBack := func(n int) Text { return Say("Takes back %s", Say("%d moves", n)) }
	for _, c := range []struct {
		name, english, tongue, want string
		text                        Text
	}{
		{"nothing", "", "de", "", Text{}},
		{"no arguments", "Something is moving.", "de", "Etwas bewegt sich.", Say("Something is moving.")},
		{"what nobody has translated", "100% of %s", "de", "100% of %s", Say("100% of %s")},
		{"a text in a text", "Still to do: Something is moving.", "fr", "Reste à faire : Quelque chose bouge.",
			Say("Still to do: %s", Say("Something is moving."))},
		{"a part begins the sentence", "The white disc for square 18 lies beside its place; fetching it from there.", "nl",
			"De witte schijf voor veld 18 ligt naast haar plaats; ze wordt daar opgehaald.",
			Say("%s for %s lies beside its place; fetching it from there.", Say("The white disc"),
				Say("square %s", checkers.Square(18)))},
		{"a list", "squares 18, 22 and 26 are not as they should be", "de",
			"die Felder 18, 22 und 26 sind nicht, wie sie sein sollen",
			Say("squares %s are not as they should be", And(squares))},
		{"a list of one", "18", "es", "18", And(squares[:1])},
		{"a move", "The robot plays " + move.String() + ".", "ru", "Робот ходит " + move.String() + ".",
			Say("The robot plays %s.", move)},
		{"an argument that is said twice",
			"a light piece went from 22 to 17, which is not a legal move. Put it back on 22.", "es",
			"Una ficha clara fue de 22 a 17, y esa jugada no es legal. Devuélvala a 22.",
			Say("%[1]s went from %[2]s to %[3]s, which is not a legal move. Put it back on %[2]s.", Say("a light piece"),
				squares[1], checkers.Square(17))},
		{"seconds", "White has 30s left.", "de", "Weiß hat noch 30 Sekunden.", Say("%s has %v left.", Say("White"),
			30*time.Second)},
		{"a minute", "Black has 1m0s left.", "ru", "Чёрные: осталось времени — 1 минута.",
			Say("%s has %v left.", Say("Black"), time.Minute)},
		{"a number with decimals", "+1.50 men", "fr", "+1,50 pion", Say("%+.2f men", 1.5)},
		{"Russian: one", "Takes back 21 moves", "ru", "Возвращает 21 ход", takenBack(21)},
		{"Russian: few", "Takes back 3 moves", "ru", "Возвращает 3 хода", takenBack(3)},
		{"Russian: many", "Takes back 12 moves", "ru", "Возвращает 12 ходов", takenBack(12)},
		{"German: one", "Takes back 1 moves", "de", "Nimmt 1 Zug zurück", takenBack(1)},
		{"German: other", "Takes back 4 moves", "de", "Nimmt 4 Züge zurück", takenBack(4)},
		{"a language that nobody knows", "Something is moving.", "fi", "Something is moving.", Say("Something is moving.")},
		{"a language of a country", "Something is moving.", "de-AT", "Etwas bewegt sich.", Say("Something is moving.")},
	} {
		t.Run(c.name, func(t *testing.T) {
			english := c.english
			if c.name == "an argument that is said twice" { // and begins the sentence
				english = "A" + english[1:]
			}
			if got := c.text.String(); got != english {
				t.Errorf("in English %q, want %q", got, english)
			}
			if got := c.text.In(language.MustParse(c.tongue)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Texts are the same that say the same, and English to programs.
func TestTextsAreValues(t *testing.T) {
	a, b := Say("Still to do: %s", Say("1 move")), Say("Still to do: %s", Say("1 move"))
	if a != b || a == Say("Still to do: %s", Say("%d moves", 2)) {
		t.Error("texts are not the same that say the same")
	}
	text, err := json.Marshal(struct{ Sentence Text }{a})
	if want := `{"Sentence":"Still to do: 1 move"}`; err != nil || string(text) != want {
		t.Errorf("as JSON %s (%v), want %s", text, err, want)
	}
	var again struct{ Sentence Text }
	if err := json.Unmarshal(text, &again); err != nil || again.Sentence.String() != a.String() {
		t.Errorf("read again it is %v (%v)", again.Sentence, err)
	}
}

func TestPreferred(t *testing.T) {
	for _, c := range []struct {
		variables map[string]string
		want      language.Tag
	}{
		{nil, language.English},
		{map[string]string{"LANG": "de_DE.UTF-8"}, language.German},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_MESSAGES": "ru_RU"}, language.Russian},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_MESSAGES": "ru_RU", "LC_ALL": "C.UTF-8"}, language.English},
		{map[string]string{"LC_ALL": "ca_ES@valencia"}, language.English},
		{map[string]string{"LC_ALL": "", "LANG": "nl_BE@euro"}, language.Dutch},
		{map[string]string{"LANG": "POSIX"}, language.English},
		{map[string]string{"LANG": "fr"}, language.French},
		{map[string]string{"LANG": "es_MX.UTF-8"}, language.Spanish},
	} {
		if got := Preferred(func(name string) string { return c.variables[name] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.variables, got, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, tag := range Languages() {
		if got, ok := Named(tag.String()); !ok || got != tag {
			t.Errorf("%v is %v, %t", tag, got, ok)
		}
	}
	if tag, ok := Named("fi"); ok {
		t.Errorf("fi is %v", tag)
	}
	if got := Say("Something is moving.").In(language.Und); got != "Something is moving." {
		t.Errorf("in no language: %q", got)
	}
}
