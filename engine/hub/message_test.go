package hub

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line string
		want Message
	}{
		{"", Message{}},
		{"hub\r\n", Msg("hub")},
		{"  go   think ", Msg("go", "think", "")},
		{"level move-time=1", Msg("level", "move-time", "1")},
		{`pos pos=Wbee moves="1-5 9x2x6"`, Msg("pos", "pos", "Wbee", "moves", "1-5 9x2x6")},
		{`param name=book value="" type=bool`, Msg("param", "name", "book", "value", "", "type", "bool")},
		{`id author="a = b"country=FR`, Msg("id", "author", "a = b", "country", "FR")},
		{"set-param name=x value=a=b", Msg("set-param", "name", "x", "value", "a=b")},
	} {
		got, err := Parse(c.line)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got)\n%s", c.line, err, diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"=1", "is not a command"},
		{`"go" think`, "is not a command"},
		{"level =1", "is not an argument"},
		{`pos "B"`, "is not an argument"},
		{`pos moves="1-5`, "no closing quote"},
	} {
		if _, err := Parse(c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.line, err, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	m := Msg("level", "depth", "7", "move-time", "0.25", "moves", "0", "time", "soon", "inc", "-1")
	if n, err := m.Int("depth", 1); n != 7 || err != nil {
		t.Errorf("depth %d, %v", n, err)
	}
	if d, err := m.Seconds("move-time"); d != 250*time.Millisecond || err != nil {
		t.Errorf("move-time %v, %v", d, err)
	}
	if n, err := m.Int("nodes", 1); n != 0 || err != nil {
		t.Errorf("nodes %d, %v", n, err)
	}
	if _, err := m.Int("moves", 1); err == nil {
		t.Error("moves=0 is read")
	}
	for _, name := range []string{"time", "inc"} {
		if _, err := m.Seconds(name); err == nil {
			t.Errorf("%s=%s is read", name, m.Value(name))
		}
	}
	for _, text := range []string{"NaN", "inf", "1e300"} {
		if d, err := Msg("level", "time", text).Seconds("time"); err == nil {
			t.Errorf("time=%s is %v", text, d)
		}
	}
}
