package files

import (
	"strings"
	"testing"
	"time"
)

func TestErrorsNameTheLine(t *testing.T) {
	var into struct {
		Name   string  `yaml:"name"`
		Height float64 `yaml:"height"`
	}
	for text, want := range map[string]string{
		"name: a\nheight: 7\n":           "",
		"name: a\nheigth: 7\n":           `line 2: unknown field "heigth"`,
		"name: a\nheight: tall\n":        "line 2: a number is wanted here",
		"height: 7\nname: [a, b]\n":      "line 2: a text is wanted here",
		"":                               "it is empty: no key is in it",
		"# name: a\n":                    "it is empty: no key is in it",
		"---\n":                          "it is empty: no key is in it",
		"7\n":                            "line 1: a group of keys is wanted here",
		"- name: a\n":                    "line 1: a group of keys is wanted here",
		"name: \x1b[31m\n":               `line 1 holds binary data (0x1b): it is no file for this program`,
		"\x7fELF\x02\x01\x01\x00\n":      "it holds binary data, and is no file for this program",
		"\xff\xd8\xff\xe0":               "line 1 is not in UTF-8: save the file in that encoding",
		"\ufeffname: a\r\nheight: 7\r\n": "",
		"\ufeff# one\r\n# two\r\nheight: tall\r\n": "line 3: a number is wanted here",
		"\xff\xfe#\x00\n\x00x\x00:\x00 \x001\x00":  `line 2: unknown field "x"`,
	} {
		got := ""
		if err := DecodeYAML([]byte(text), &into); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Numbers are written in decimal figures: none is taken for another than a person means.
func TestNumbersAreDecimal(t *testing.T) {
	for text, fits := range map[string]bool{"16": true, "-16.5": true, "+.5": true, "1e3": true, "0": true, "-0.0": true,
		"0x10": false, "0o20": false, "0b11": false, "045": false, "-007": false, "1_000": false} {
		var into struct {
			Arm struct {
				Speeds []float64 `yaml:"speeds"`
			} `yaml:"arm"`
		}
		err := DecodeYAML([]byte("# an arm\narm:\n  speeds: [1, "+text+"]\n"), &into)
		if fits != (err == nil) || !fits && !strings.HasPrefix(err.Error(), "line 3: speeds[2] is "+text+", which is no ") {
			t.Errorf("%s: %v, %v", text, err, into)
		}
	}
}

func TestTimesNameKeyAndLine(t *testing.T) {
	var into struct {
		Name  string `yaml:"name"`
		Rests []struct {
			Pause time.Duration `yaml:"pause,omitempty"`
		} `yaml:"rests"`
		Wait *struct {
			Most time.Duration `yaml:"most"`
		} `yaml:"wait"`
	}
	for text, want := range map[string]string{
		"name: soon\nwait:\n  most: 2s\n": "",
		"name: soon\nwait:\n  most: soon\n": "line 3: most is soon; a time with its unit is wanted, such as " +
			"250ms or 2s",
		"wait: {most: 250}\n": "line 1: most is 250; a time with its unit is wanted, such as " +
			"250ms or 2s",
		"rests:\n  - pause: 1s\n  - pause: \"1 day\"\n": `line 3: pause is "1 day"; a time with its unit is wanted, such as 250ms or 2s`,
		"rests:\n  - pause: [1s]\n": "line 2: pause is [1s]; a time with its unit is wanted, such as " +
			"250ms or 2s",
		"rests: 3\nwait:\n  most: 1s\n": "line 1: a list is wanted here",
		"name: [\n":                     "line 1: sequence end token ']' not found",
	} {
		got := ""
		if err := DecodeYAML([]byte(text), &into); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	text := []byte("# a table\nversion: 1\narm:\n  driver: grbl\n  baud: -1\nlist: [1]\n")
	for key, want := range map[string]int{"version": 2, "arm": 3, "arm.baud": 5, "arm.port": 0, "version.arm": 0,
		"list.baud": 0, "": 0} {
		if got := yamlLine(text, key); got != want {
			t.Errorf("%q is on line %d, want %d", key, got, want)
		}
	}
	if got := yamlLine([]byte("a: ["), "a"); got != 0 {
		t.Errorf("line %d of what is no YAML", got)
	}
}
