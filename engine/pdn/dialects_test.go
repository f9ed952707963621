package pdn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"
)

// told is a game's moves, result and hints, or its error.
func told(text string) (lines []string) {
	for g, err := range Read(strings.NewReader(text)) {
		line := fmt.Sprint(g.Moves, " ", g.Result)
		for _, h := range g.Hints {
			line += " hint: " + h.Err.Error()
		}
		if err != nil {
			line += " " + err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

// fork is a position in which a man on 10 takes 14 and 22, or 15 and 23, and lands on 26 both times.
const fork = "[FEN \"B:W14,15,22,23,32:B10,1\"]\n"

// TestDialects has what files of other programs hold that the standard does not know, a line or two of each.
func TestDialects(t *testing.T) {
	utf16 := func(order unicode.Endianness) string {
		text, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String("[White \"Müller\"]\r\n1. 11-15 22-18 1-0\r\n")
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a short capture that the next move decides", fork + "1. 10x26 23-19 2. 1-5 *", []string{"[10x17x26 23-19 1-5] *"}},
		{"the other way", fork + "1. 10x26 22-18 *", []string{"[10x19x26 22-18] *"}},
		{"one that nothing decides", fork + "1. 10x26 32-28 2. 1-5 *",
			[]string{"[] * game 1, line 2, move 1: 10x26 may mean 10x17x26, 10x19x26; write the squares on the way"}},
		{"one after which nothing is legal", fork + "1. 10x26 32-27 9-13 *",
			[]string{"[] * game 1, line 2, move 1: 10x26 may mean 10x17x26, 10x19x26; write the squares on the way"}},
		{"colons", "1. 11-15 22-18 2. 15:22 25:18 *", []string{"[11-15 22-18 15x22 25x18] *"}},
		{"many blanks in a move", "1. 11 -" + strings.Repeat(" ", 40) + "15 22-18 *", []string{"[11-15 22-18] *"}},
		{"a colon behind a number", "1:11-15 22-18 2: 15x22 *", []string{"[11-15 22-18 15x22] *"}},
		{"no-break spaces", "1.\u00a011-15\u00a022-18 2.\u202f15x22\xa025x18 *", []string{"[11-15 22-18 15x22 25x18] *"}},
		{"who stands better", "1. 11-15 +- 22-18 -+ 2. 15x22 = 25x18 -/+ 3. 12-16 ± *",
			[]string{"[11-15 22-18 15x22 25x18 12-16] *"}},
		{"UTF-16, little-endian", utf16(unicode.LittleEndian), []string{"[11-15 22-18] 1-0"}},
		{"UTF-16, big-endian", utf16(unicode.BigEndian), []string{"[11-15 22-18] 1-0"}},
		{"comments in comments", "1. 11-15 {a {b} 22-17 {c}} 22-18 *", []string{"[11-15 22-18] *"}},
		{"a brace that is left over in a comment", "1. 11-15 {a {b} 22-18 2. 15x22 {c} *", []string{"[11-15 22-18 15x22] *"}},
		{"a lone stroke as the result", "1. 11-15 22-18 -\n\n[Event \"2\"]\n1. 9-13 –\n",
			[]string{"[11-15 22-18] *", "[9-13] *"}},
		{"letters, Black at the bottom", "[GameType \"21,B,8,8,A0,0\"]\n1. c3-d4 f6-e5 2. d4:f6 *",
			[]string{"[11-15 22-18 15x22] *"}},
		{"letters, White at the bottom", "1. f6-e5 c3-d4 2. e5xc3 *", []string{"[11-15 22-18 15x22] *"}},
		{"stars as crosses", "1. 11-15 22-18 2. 15*22 25*18 1/2-1/2 *\n\n1. 11-15* 22-18*\n2. 15x22 25x18*1. 9-13 *",
			[]string{"[11-15 22-18 15x22 25x18] 1/2-1/2", "[11-15 22-18 15x22 25x18] *", "[9-13] *"}},
		{"draws", "[Result \"0.5-0.5\"] 11-15 *\n[Result \"Draw\"] 9-13 *\n[Event \"3\"] 9-13 0.5-0.5\n" +
			"[Event \"4\"] 9-14 0,5 – 0,5\n" +
			"[Event \"5\"] 10-14 drawn.\n[Event \"6\"] 10-15 Draw",
			[]string{"[11-15] 1/2-1/2", "[9-13] 1/2-1/2", "[9-13] 1/2-1/2", "[9-14] 1/2-1/2", "[10-14] 1/2-1/2",
				"[10-15] 1/2-1/2"}},
		{"what stands behind the last move", "[Event \"1\"] 11-15 1-0 White resigns\n[Event \"2\"] 11-15 1-0 \\r\\n\n" +
			"[Event \"3\"] 11-15 1-0\n[\n\n[Event \"4\"] 11-15 1-0 ### EOF\n\n[Event \"5\"]\n" +
			"[Result \"0-1\"] 11-15 Black resigns\n" +
			"[Event \"6\"] 11-15 and so on\n[Event \"7\"] 11-15 1-0\n[]\n<end>\n",
			[]string{"[11-15] 1-0", "[11-15] 1-0", "[11-15] 1-0", "[11-15] 1-0", "[11-15] 0-1",
				`[11-15] * game 6, line 10: "and" is neither a move nor a result`, "[11-15] 1-0"}},
		{"letters in a position", "[FEN \"W:Wa1,Kc3:Bd4,h8\"] 22x15 *\n[FEN \"W:Wa2:B1\"] *\n",
			[]string{"[22x15] *", `[] * game 2, line 2: position "W:Wa2:B1": "A2" is no square that is played on`}},
		{"Red's name", "[Red \"Marion Tinsley\"]\n1. 11-15 *", []string{"[11-15] *"}},
		{"a man on its king row", "[FEN \"W:W2,22:B31,11\"]\n1. 22-18 *",
			[]string{"[22-18] * hint: a man on its king row is read as a king: 2, 31"}},
		{"what programs add to a position", "[FEN \"W:W22:B11:H0:F1\"]\n1. 22-18 *", []string{"[22-18] *"}},
		{"Cyrillic letters of Windows", "[White \"\xd2\xf0\xee\xef\xe8\xed\"]\n1. 11-15 *",
			[]string{"[11-15] * hint: tag \"White\" " +
				"is not in UTF-8; it is read as Cyrillic letters of Windows (cp1251): Тропин"}},
		{"a tag that is too long in UTF-8 only", "[White \"" + strings.Repeat("\xe9 ", 2000) + "\"]\n1. 11-15 *",
			[]string{"[11-15] * game 1, line 1: the value of tag \"White\" is longer than 4096 bytes"}},
		{"Latin-1", "[White \"J\xfcrgen Stra\xdfe\"]\n1. 11-15 *", []string{"[11-15] *"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, told(c.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Tags come as people write them.
func TestTagsOfDialects(t *testing.T) {
	for text, want := range map[string]Tag{
		"[Red \"A\"] 11-15 *":                                {"Black", "A"},
		"[Black \"A\"][Red \"B\"] 11-15 *":                   {"Black", "A"},
		"[White \"\xd2\xf0\xee\xef\xe8\xed\"] 11-15 *":       {"White", "Тропин"},
		"[White \"J\xfcrgen Stra\xdfe\"] 11-15 *":            {"White", "Jürgen Straße"},
		"[Event \"\x93Queen\x92s Cup\x94\x81\x7f\"] 11-15 *": {"Event", "“Queen’s Cup”\ufffd "},
		"[Event \"\xa6\xa0Cup\"] 11-15 *":                    {"Event", "¦ Cup"},
		"[Event \"Cup\u009b1m\"] 11-15 *":                    {"Event", "Cup 1m"},
		"\xff\xfe[\x00W\x00 \x00\"\x00\xfc\x00\"\x00]\x00":   {"W", "ü"},
	} {
		for g, err := range Read(strings.NewReader(text)) {
			if err != nil || !slices.Contains(g.Tags, want) {
				t.Errorf("%q: %q, %v", text, g.Tags, err)
			}
		}
	}
}
