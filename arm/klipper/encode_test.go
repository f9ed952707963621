package klipper

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/arm/session"
	"draughtsman/internal/testkit/expect"
)

var bed = Config{Limits: arm.Limits{Max: arm.Point{X: 640, Y: 520, Z: 90}, MaxSpeed: 200}}

func TestProgram(t *testing.T) {
	got, err := Program(bed, []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 300, Y: 250.5, Z: 80}, Speed: 120},
		{Verb: arm.VerbGrip},
		{Verb: arm.VerbRelease},
	})
	want := `SET_GCODE_OFFSET X=0 Y=0 Z=0
M220 S100
G90
G28 Z
G28 X Y
G90
G1 X300 Y250.5 Z80 F7200
G4 P0
M400
SET_PIN PIN=pump VALUE=1
G4 P250
M400
SET_PIN PIN=pump VALUE=0
G4 P150
M400
`
	if err != nil || got != want {
		t.Errorf("%v:\n%s", err, got)
	}
}

// takes is how long a way lasts from rest to rest.
func takes(length, speed, accel float64) time.Duration {
	t := 2 * math.Sqrt(length/accel)
	if way := speed * speed / accel; way < length {
		t = speed/accel + length/speed
	}
	return time.Duration(t * float64(time.Second))
}

// No piece takes longer than the driver promises that the tool goes on, and there are no more of them than that
// needs.
func TestPiecesEndSoon(t *testing.T) {
	if n := pieces(80, 1000, 1000); n != 2 {
		t.Errorf("%d pieces of 40 mm in 80", n)
	}
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Float64Range(0.01, 800).Draw(t, "length")
		speed := rapid.Float64Range(1, 500).Draw(t, "speed")
		accel := rapid.Float64Range(50, 20000).Draw(t, "accel")
		n := pieces(length, speed, accel)
		if n < 1 {
			t.Fatalf("%d pieces", n)
		}
		const rounding = time.Microsecond
		if got := takes(length/float64(n), speed, accel); got > pieceTime+rounding {
			t.Errorf("%d pieces take %v each", n, got)
		}
		if n > 1 && takes(length/float64(n-1), speed, accel) < pieceTime-rounding {
			t.Errorf("%d pieces, and one less would do", n)
		}
	})
}

// Pieces lie on the way, in turn, and the last ends where it ends.
func TestPiecesKeepToTheWay(t *testing.T) {
	from, to := arm.Point{X: 10, Y: 20, Z: 80}, arm.Point{X: 400, Y: 300, Z: 60}
	w := words(bed, func(a, b arm.Point, speed float64) int { return pieces(a.Distance(b), speed, 3000) })
	lines, err := w.Lines(bed.Limits, &from, []arm.Step{{Verb: arm.VerbMove, To: to, Speed: 120}})
	if err != nil || len(lines) < 5 || lines[len(lines)-1].Text != "M400" {
		t.Fatalf("%v, %v", lines, err)
	}
	last := from
	for _, l := range lines[:len(lines)-1] {
		if l.To == nil || l.To.Beside(from, to) > 1e-9 || l.To.Distance(to) >= last.Distance(to) {
			t.Fatalf("a piece from %v to %v", last, l.To)
		}
		if takes(last.Distance(*l.To), 120, 3000) > pieceTime+time.Microsecond {
			t.Errorf("from %v to %v takes too long", last, l.To)
		}
		last = *l.To
	}
	if last != to {
		t.Errorf("it ends at %v", last)
	}
}

func TestToolCommands(t *testing.T) {
	for text, may := range map[string]bool{
		"SET_PIN PIN=pump VALUE=0.7": true, "SET_SERVO SERVO=jaws ANGLE=30": true, "M106 S255": true, "M107": true,
		"PUMP_ON": true, "G1 X10": false, "FORCE_MOVE STEPPER=stepper_z DISTANCE=5 VELOCITY=5": false, "M84": false,
		"SET_PIN PIN=pump VALUE=1\nG28": false, "pump_on": false, "": false,
	} {
		c := bed
		c.Grip = []string{text}
		if _, err := c.WithDefaults(usual, tool); (err == nil) != may {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestRequestsAreJSON(t *testing.T) {
	text := encode("printer.gcode.script", scriptParams{"G1 X1\nM400"}, 7)
	var r struct {
		Version string `json:"jsonrpc"`
		Method  string
		Params  map[string]string
		ID      int
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil || strings.Count(text, "\n") != 1 || r.Version != "2.0" ||
		r.ID != 7 || r.Params["script"] != "G1 X1\nM400" {
		t.Errorf("%q: %+v, %v", text, r, err)
	}
}

// What Klipper says to a script tells whether it was carried out, refused, or whether the arm is lost.
func TestAnswers(t *testing.T) {
	refused := func(code int, message string) []string {
		return []string{fmt.Sprintf(`{"jsonrpc":"2.0","error":{"code":%d,"message":%q},"id":1}`, code, message)}
	}
	const ok = `{"jsonrpc":"2.0","result":"ok","id":1}`
	unknown := func(name string) []string {
		return []string{fmt.Sprintf(`{"method":"notify_gcode_response","params":["// Unknown command:\"%s\""]}`, name), ok}
	}
	for _, c := range []struct {
		said []string
		want error // nil: carried out
		lost bool
		says string
	}{
		{[]string{ok}, nil, false, ""},
		{[]string{`{"method":"notify_gcode_response"}`, ok}, nil, false, ""},
		{unknown("PUMP_ON"), arm.ErrRejected, false, "does not know the command PUMP_ON"},
		{unknown("ANOTHERS"), nil, false, ""},
		{refused(400, "Move out of range: 1 2 3 [0]\nmore"), arm.ErrRejected, false, "1 2 3 [0], beyond position_min"},
		{refused(400, "Must home axis first"), arm.ErrPositionLost, true, "has forgotten where the axes are"},
		{refused(400, "Printer is shutdown"), arm.ErrAlarm, true, "has shut down"},
		{refused(503, "Klippy Host not connected"), arm.ErrPositionLost, true, "was restarted, or has died"},
		{[]string{`{"method":"notify_klippy_shutdown"}`}, arm.ErrAlarm, true, "Klipper has shut down"},
		{[]string{`{"method":"notify_klippy_disconnected"}`}, arm.ErrPositionLost, true, "was restarted"},
	} {
		given := &session.Answer{Line: session.Line{Text: "given up"}}
		a, next := &session.Answer{Line: session.Line{Text: "PUMP_ON\nM400"}}, &session.Answer{}
		d := &Driver{asked: map[uint32]*reply{}, scripts: map[uint32]*session.Answer{1: a, 2: next, 3: given}}
		d.conn.Open = []*session.Answer{a, next}
		d.receive(`{"jsonrpc":"2.0","result":"ok","id":3}`) // to what was given up, and to nothing
		d.receive(`{"jsonrpc":"2.0","result":"ok","id":4}`)
		if a.Done {
			t.Error("another's answer is taken for it")
		}
		for _, text := range c.said {
			d.receive(text)
		}
		if !a.Done || next.Done != c.lost || (d.conn.Distrust != nil) != c.lost {
			t.Errorf("%q: done %v, the next %v, lost by %v", c.said, a.Done, next.Done, d.conn.Distrust)
		}
		if c.want != nil {
			expect.Error(t, a.Err, c.want, c.says)
		} else if a.Err != nil {
			t.Errorf("%q: %v", c.said, a.Err)
		}
		d.receive(`{"jsonrpc":"2.0","result":"ok","id":2}`)
		d.receive(`{"jsonrpc":"2.0","result":"ok","id":2}`) // once more, when none is open
		if !next.Done || len(d.conn.Open) > 0 {
			t.Errorf("%q: the next is not answered", c.said)
		}
	}
}

// Whatever comes over the wire, the driver makes something of it.
func FuzzReceive(f *testing.F) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","result":"ok","id":1}`,
		`{"jsonrpc":"2.0","error":{"code":400,"message":"Must home axis first: 1 2 3 [0]"},"id":1}`,
		`{"jsonrpc":"2.0","method":"notify_klippy_shutdown"}`,
		`{"jsonrpc":"2.0","method":"notify_gcode_response","params":["// Unknown command:\"X\""]}`,
		`{"jsonrpc":"2.0","method":"notify_gcode_response","params":[1]}`, `[]`, `{}`, `{"id":-1}`, "\x00",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := &Driver{scripts: map[uint32]*session.Answer{}, asked: map[uint32]*reply{}}
		d.conn.Conn = &session.Conn{}
		a := &session.Answer{Line: session.Line{Text: "M400"}}
		d.scripts[1], d.conn.Open = a, []*session.Answer{a}
		d.receive(text)
		if len(d.conn.Open) == 1 && a.Done {
			t.Errorf("%q leaves an answer open", text)
		}
	})
}
