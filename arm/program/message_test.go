package program

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/testkit/expect"
)

func TestRequestsAsTheyAreWritten(t *testing.T) {
	for want, r := range map[string]request{
		`{"id":1,"method":"home"}`: {ID: 1, Method: home},
		`{"id":7,"method":"move","params":{"x":120.5,"y":0,"z":-3.142,"speed":150}}`: {
			ID: 7, Method: move, Params: target{pointOf(arm.Point{X: 120.5, Y: -0.0001, Z: -math.Pi}), 150},
		},
		`{"id":1,"method":"identify","params":{"version":1,"limits":{"min":{"x":0,"y":0,"z":0},"max":{"x":1,"y":2,"z":3},"speed":4}}}`: {
			ID: 1, Method: identify, Params: greeting{1, limitsOf(arm.Limits{Max: arm.Point{X: 1, Y: 2, Z: 3}, MaxSpeed: 4})},
		},
	} {
		line, err := r.encode()
		if err != nil || string(line) != want+"\n" {
			t.Errorf("%s, %v; want %s", line, err, want)
		}
	}
}

// What a program writes is an answer, with whatever more in it, or an error that quotes it.
func TestParse(t *testing.T) {
	for _, line := range []string{
		`{"id":3}`, `{"id": 3, "result": null}`, ` {"jsonrpc": "2.0", "result": {"x": 1}, "id": 3, "more": [1, {}]} `,
		`{"id": 3, "error": {"code": "limit", "message": "too far", "data": 5}}`,
	} {
		a, err := parse([]byte(line))
		if err != nil || *a.ID != 3 || (a.Error != nil) != strings.Contains(line, "error") {
			t.Errorf("%s: %+v, %v", line, a, err)
		}
	}
	for _, line := range []string{
		``, `ok`, `3`, `null`, `[]`, `{}`, `{"id":null}`, `{"id":"3"}`, `{"id":3.5}`, `{"id":3} {"id":4}`,
		`{"id":3,"result":NaN}`,
		`{"id":3,"error":"limit"}`, "{\"id\":3", `Traceback (most recent call last):`,
	} {
		if a, err := parse([]byte(line)); err == nil {
			t.Errorf("%q is the answer %+v", line, a)
		}
	}
}

func TestPlaces(t *testing.T) {
	for text, want := range map[string]bool{
		`{"x":1,"y":2.5,"z":-3}`: true, `{"x":1,"y":2,"z":3,"a":4}`: true,
		``: false, `null`: false, `[1,2,3]`: false, `{"x":1,"y":2}`: false, `{"x":"1","y":2,"z":3}`: false,
		`{"x":1e999,"y":2,"z":3}`: false,
	} {
		if _, err := place(json.RawMessage(text)); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every code of the protocol is an error of the arm's, and one that is none leaves an arm that has to be homed.
func TestCodes(t *testing.T) {
	for code, want := range codes {
		if err := error(&failureError{failure{Code: code, Message: "because"}}); !errors.Is(err, want) ||
			!strings.HasSuffix(err.Error(), ": because") {
			t.Errorf("%s: %v", code, err)
		}
		if homing := arm.NeedsHoming(want); homing && kept[code] {
			t.Errorf("after %s nothing has moved, and homing is needed", code)
		}
	}
	if err := error(&failureError{failure{Code: "oops"}}); !errors.Is(err, arm.ErrPositionLost) ||
		!strings.Contains(err.Error(), `"oops"`) {
		t.Error(err)
	}
}

func TestIdentified(t *testing.T) {
	wanted := arm.Limits{Max: arm.Point{X: 100, Y: 100, Z: 100}, MaxSpeed: 100}
	const fits = `"limits":{"min":{"x":0,"y":0,"z":0},"max":{"x":100,"y":100,"z":100},"speed":100}`
	for text, want := range map[string]string{
		`{"version":1}`: "", `{"version":1,"name":"a","features":["hold","position","juggle"],"accuracy":2,` + fits + `}`: "",
		`[]`:                                              "answers identify with",
		`{"version":2}`:                                   "speaks version 2",
		`{"name":"a"}`:                                    "speaks version 0",
		`{"version":1,"features":["hold"]}`:               "hold without position",
		`{"version":1,"accuracy":0}`:                      "accuracy of 0 mm",
		`{"version":1,"accuracy":50}`:                     "accuracy of 50 mm",
		`{"version":1,"limits":{}}`:                       "a place was asked for",
		`{"version":1,` + edited(fits, "0,", "5,"):        "inside of machine.reach: make the reach smaller",
		`{"version":1,` + `"limits":[0,100]}`:             "answers identify with",
		`{"version":1,` + edited(fits, `d":100`, `d":50`): "make travel_mm_s or vertical_mm_s smaller",
		`{"version":1,` + edited(fits, `"speed":100`, `"speed":"fast"`):                  "for a speed",
		`{"version":1,` + edited(fits, `"max":{"x":100`, `"max":{"x":-100`):              "the first must be less",
		`{"version":1,` + edited(fits, `"z":100},"speed":100`, `"z":60},"speed":100000`): "make the reach smaller",
	} {
		_, err := identified(json.RawMessage(text), wanted)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// edited is the rest of an object with a text in it replaced.
func edited(text, old, by string) string { return strings.Replace(text, old, by, 1) + "}" }

// FuzzAnswers reads whatever a program may write.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"id":3,"result":{"x":1,"y":2,"z":3}}`, `{"id":3,"error":{"code":"limit","message":"no"}}`,
		`{"id":1,"result":{"holding":true}}`,
		`{"id":1,"result":{"version":1,"features":["hold","position"],"limits":{"min":{"x":0,"y":0,"z":0},"max":{"x":1,"y":1,"z":1},"speed":1}}}`,
		"\xff\x00", `{"id":9007199254740993}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		a, err := parse(line)
		if err != nil {
			return
		}
		if !json.Valid(line) {
			t.Errorf("%q is an answer and no JSON", line)
		}
		if p, err := place(a.Result); err == nil && (math.IsInf(p.X, 0) || math.IsNaN(p.Y) || math.IsInf(p.Z, 0)) {
			t.Errorf("%q is the place %v", line, p)
		}
		if a.Error != nil && !errors.Is(&failureError{*a.Error}, arm.ErrRejected) && (&failureError{*a.Error}).Error() == "" {
			t.Errorf("%q says nothing", line)
		}
		_, _ = holding(a.Result)
		if i, err := identified(a.Result, arm.Limits{Max: arm.Point{X: 1, Y: 1, Z: 1}, MaxSpeed: 1}); err == nil &&
			i.can(hold) && !i.can(position) {
			t.Errorf("%q is held blindly", line)
		}
	})
}

// The page about the protocol says what is spoken here: its methods, its codes, and a conversation of requests and
// answers.
func TestThePage(t *testing.T) {
	text, err := os.ReadFile("../../docs/arm-protocol.md")
	expect.OK(t, err)
	page := string(text)
	rows := func(heading string) (names []string) {
		_, part, _ := strings.Cut(page, "\n## "+heading+"\n")
		part, _, _ = strings.Cut(part, "\n## ")
		for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(part, -1) {
			names = append(names, m[1])
		}
		return names
	}
	methods := []string{identify, home, move, grip, release, stop, position, feel, hold, resume}
	if got := rows("Methods"); !slices.Equal(got[:len(methods)], methods) {
		t.Errorf("the page has the methods %q", got)
	}
	if got, want := slices.Sorted(slices.Values(rows("Errors"))),
		slices.Sorted(maps.Keys(codes)); !slices.Equal(got, want) {
		t.Errorf("the page has the codes %q, want %q", got, want)
	}
	asked := map[int]string{}
	for _, m := range regexp.MustCompile("(?m)^([<>]) (.*)$").FindAllStringSubmatch(page, -1) {
		if m[1] == ">" {
			var r struct {
				ID     int
				Method string
			}
			if err := json.Unmarshal([]byte(m[2]), &r); err != nil || !slices.Contains(methods, r.Method) {
				t.Errorf("%s: %v", m[2], err)
			}
			asked[r.ID] = r.Method
			continue
		}
		a, err := parse([]byte(m[2]))
		if err != nil || asked[*a.ID] == "" || a.Error != nil && codes[a.Error.Code] == nil {
			t.Errorf("%s: %v", m[2], err)
			continue
		}
		switch asked[*a.ID] {
		case position:
			_, err = place(a.Result)
		case identify:
			_, err = identified(a.Result, arm.Limits{Max: arm.Point{X: 300, Y: 300, Z: 90}, MaxSpeed: 200})
		}
		if err != nil {
			t.Error(err)
		}
		delete(asked, *a.ID)
	}
	if len(asked) > 0 {
		t.Errorf("%v is not answered", asked)
	}
}

// spoken is a port from which a text comes, at once.
type spoken struct{ io.Reader }

func (spoken) Write(p []byte) (int, error) { return len(p), nil }
func (spoken) Close() error                { return nil }

// FuzzConversations lets a program write anything: whatever it is, everything that is asked of the arm ends, and
// nothing goes on after an error of the connection.
func FuzzConversations(f *testing.F) {
	const hello = `{"id":1,"result":{"version":1,"features":["position","feel","hold"]}}` + "\n"
	f.Add(hello + `{"id":2}` + "\n" + `{"id":3,"result":{"x":0,"y":0,"z":0}}` + "\n" +
		`{"id":4,"error":{"code":"stopped"}}` + "\n")
	f.Add(hello + `{"id":2,"error":{"code":"alarm","message":"x"}}` + "\n\n\r\n" + `{"id":2}`)
	f.Add(hello + hello)
	f.Add("no")
	limits := arm.Limits{Max: arm.Point{X: 9, Y: 9, Z: 9}, MaxSpeed: 9}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Connect(t.Context(), spoken{strings.NewReader(text)},
			Config{Limits: limits, Boot: time.Second, Answer: time.Second, Homing: time.Second})
		if err != nil {
			return
		}
		for _, do := range []func() error{
			func() error { return a.Home(t.Context()) },
			func() error { return a.Move(t.Context(), arm.Point{X: 1}, 9) },
			func() error { return a.Grip(t.Context()) },
			func() error { return a.Stop(t.Context()) },
		} {
			if err := do(); errors.Is(err, arm.ErrDisconnected) {
				if err := a.Move(t.Context(), arm.Point{X: 1}, 9); err == nil {
					t.Errorf("%q: it moves over a line that is gone", text)
				}
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}
