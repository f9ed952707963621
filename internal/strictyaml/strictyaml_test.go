package strictyaml

import "testing"

func TestErrorsNameTheLine(t *testing.T) {
	var into struct {
		Name   string  `yaml:"name"`
		Height float64 `yaml:"height"`
	}
	for text, want := range map[string]string{
		"name: a\nheight: 7\n":      "",
		"name: a\nheigth: 7\n":      `line 2: unknown field "heigth"`,
		"name: a\nheight: tall\n":   "line 2: a number is wanted here",
		"height: 7\nname: [a, b]\n": "line 2: a text is wanted here",
	} {
		got := ""
		if err := Decode([]byte(text), &into); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
