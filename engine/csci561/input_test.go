package csci561

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

const start = `.b.b.b.b
b.b.b.b.
.b.b.b.b
........
........
w.w.w.w.
.w.w.w.w
w.w.w.w.
`

func TestParseInput(t *testing.T) {
	want := Input{Mode: Game, Position: checkers.Start(), Left: 300 * time.Second}
	for name, text := range map[string]string{
		"as it should be":      "GAME\nBLACK\n300.0\n" + start,
		"CRLF":                 strings.ReplaceAll("GAME\nBLACK\n300.0\n"+start, "\n", "\r\n"),
		"blanks at the end":    strings.ReplaceAll("GAME\nBLACK\n300.0\n"+start, "\n", " \t\r\n"),
		"no last newline":      strings.TrimSpace("GAME\nBLACK\n300.0\n" + start),
		"empty lines after":    "GAME\nBLACK\n300.0\n" + start + "\n \n",
		"no digits after":      "GAME\nBLACK\n300.\n" + start,
		"no point":             "GAME\nBLACK\n300\n" + start,
		"with an exponent":     "GAME\nBLACK\n3e+2\n" + start,
		"more than it matters": "GAME\nBLACK\n300.0000000001\n" + start,
		"lower case":           "game\nBlack\n300\n" + start,
		"blanks before":        " GAME\n\tBLACK\n  300\n" + start,
		"a byte order mark":    "\ufeffGAME\nBLACK\n300\n" + start,
		"empty lines between":  "\nGAME\n\nBLACK\n \n300\n\r\n" + start,
	} {
		got, err := ParseInput(text)
		got.Left = got.Left.Truncate(time.Microsecond)
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestParseInputSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0.01": 10 * time.Millisecond, "5.2": 5200 * time.Millisecond,
		"1e-300": 1, "1e300": maxSeconds * time.Second, ".5": time.Second / 2,
	} {
		got, err := ParseInput("SINGLE\nWHITE\n" + text + "\n" + start)
		if err != nil || got.Left != want {
			t.Errorf("%s: %v, %v; want %v", text, got.Left, err, want)
		}
	}
}

// A man on its king row is a king.
func TestParseInputCrowns(t *testing.T) {
	got, err := ParseInput("SINGLE\nWHITE\n1\n.w......\n" + strings.Repeat("........\n", 7))
	if err != nil || got.Position.At(1) != checkers.King(checkers.White) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestParseInputErrors(t *testing.T) {
	header := "SINGLE\nBLACK\n1.0\n"
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "line 1: the text ends"},
		{"another colour", "SINGLE\nRED\n1.0\n" + start, `line 2: "RED": want BLACK or WHITE`},
		{"no time", "SINGLE\nBLACK\n0\n" + start, `line 3: "0": want the seconds left, a number above 0`},
		{"less than none", "SINGLE\nBLACK\n-1.0\n" + start, "line 3:"},
		{"infinite", "SINGLE\nBLACK\nInf\n" + start, "line 3:"},
		{"not a number", "SINGLE\nBLACK\nNaN\n" + start, "line 3:"},
		{"hexadecimal", "SINGLE\nBLACK\n0x1p4\n" + start, "line 3:"},
		{"too great", "SINGLE\nBLACK\n1e999\n" + start, "line 3:"},
		{"a comma", "SINGLE\nBLACK\n1,5\n" + start, "line 3:"},
		{"a row missing", header + strings.TrimSuffix(start, "w.w.w.w.\n"), "line 11: the text ends"},
		{"a row too many", header + start + "........\n", `line 12: "........" comes after the last row`},
		{"a short row", header + strings.Replace(start, "........", ".......", 1), `line 7: ".......": want 8 symbols`},
		{"a long row", header + strings.Replace(start, "........", ".........", 1), "line 7:"},
		{"blanks in a row", header + strings.Replace(start, "........", ". . . . ", 1), "line 7:"},
		{"another symbol", header + strings.Replace(start, "........", "...x....", 1),
			`line 7: "...x....": column d holds 'x'`},
		{"a thirteenth man", header + strings.Replace(start, "........", "....b...", 1), "13 pieces"},
		{"on a light square", header + strings.Replace(start, "........", ".b......", 1),
			`line 7: ".b......": a piece stands on b5, a light square`},
		{"carriage returns alone", strings.ReplaceAll(header+start, "\n", "\r"), "line 1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseInput(test.text)
			if err == nil {
				t.Fatalf("read as %v", got)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q, want %q in it", err, test.want)
			}
		})
	}
}

// TestInputAgain writes any input and reads it again.
func TestInputAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Mode:     Mode(rapid.IntRange(0, 1).Draw(t, "mode")),
			Position: drawPosition(t),
			Left:     time.Duration(rapid.Int64Range(1, 1e9).Draw(t, "µs")) * time.Microsecond,
		}
		got, err := ParseInput(in.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(in, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// drawPosition draws a position from a game.
func drawPosition(t *rapid.T) checkers.Position {
	p := checkers.Start()
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		legal := p.Moves()
		if len(legal) == 0 {
			break
		}
		p = p.Play(rapid.SampledFrom(legal).Draw(t, "move"))
	}
	return p
}
