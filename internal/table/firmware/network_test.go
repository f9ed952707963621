package firmware

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simworld"
)

// visitor is a client of a board in a network, which it tells lines or messages.
type visitor struct {
	t     *testing.T
	say   func(string)
	lines chan string
}

// boardInNetwork switches a board on whose time passes so fast.
func boardInNetwork(t *testing.T, o Options, speed float64) *Board {
	t.Helper()
	l := world.DefaultLayout()
	w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1, Speed: speed})
	b, err := Start(w, o)
	if err != nil {
		t.Fatal(err)
	}
	simworld.Run(t, w, b)
	return b
}

// visit connects to a board.
func visit(t *testing.T, b *Board) *visitor {
	t.Helper()
	scheme, host, _ := strings.Cut(b.Path(), "://")
	v := &visitor{t: t, lines: make(chan string, 1000)}
	if scheme == "tcp" {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		v.say = func(text string) {
			if _, err := io.WriteString(conn, text); err != nil {
				t.Error(err)
			}
		}
		go func() {
			defer close(v.lines)
			for in := bufio.NewScanner(conn); in.Scan(); {
				v.lines <- in.Text()
			}
		}()
		return v
	}
	address := "ws://" + host
	if scheme == "moonraker" {
		address += "/websocket"
	}
	socket, response, err := websocket.Dial(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.Body != nil {
		_ = response.Body.Close()
	}
	t.Cleanup(func() { _ = socket.CloseNow() })
	v.say = func(text string) {
		if err := socket.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
			t.Error(err)
		}
	}
	go func() {
		defer close(v.lines)
		for {
			kind, data, err := socket.Read(context.Background())
			if err != nil {
				return
			}
			text := strings.TrimRight(string(data), "\r\n")
			if kind == websocket.MessageBinary {
				text = "binary " + text
			}
			v.lines <- text
		}
	}()
	return v
}

// hears waits for a line that has something in it.
func (v *visitor) hears(part string) string {
	v.t.Helper()
	for after := time.After(patience); ; {
		select {
		case text, ok := <-v.lines:
			if !ok {
				v.t.Fatalf("hung up before %q came", part)
			}
			if strings.Contains(text, part) {
				return text
			}
		case <-after:
			v.t.Fatalf("%q does not come", part)
		}
	}
}

// up asks for the status until it comes: a controller that boots says nothing.
func (v *visitor) up() {
	v.t.Helper()
	for range 100 {
		v.say("?")
		for after := time.After(patience / 100); after != nil; {
			select {
			case text := <-v.lines:
				if strings.Contains(text, "<") {
					return
				}
			case <-after:
				after = nil
			}
		}
	}
	v.t.Fatal("it does not start")
}

// quiet fails if something has come that has something in it.
func (v *visitor) quiet(part string) {
	v.t.Helper()
	for {
		select {
		case text := <-v.lines:
			if strings.Contains(text, part) {
				v.t.Errorf("it hears %q", text)
			}
		default:
			return
		}
	}
}

// Each client gets the answers to its own lines, and all get the greeting.
func TestClientsGetTheirOwnAnswers(t *testing.T) {
	for _, address := range []string{"tcp://127.0.0.1:0", "ws://127.0.0.1:0"} {
		b := boardInNetwork(t, Options{Protocol: FluidNC, Listen: address}, world.Max)
		one, two := visit(t, b), visit(t, b)
		one.up()
		one.say("$X\n")
		one.hears("ok")
		two.quiet("ok")
		two.quiet("<")
		two.say("G4 ") // half a line, which the other's does not end
		one.say("NONSENSE\n")
		one.hears("error:")
		two.say("P0\r\n") // one line, not two
		two.hears("ok")
		two.say("?")
		two.hears("<")
		one.quiet("ok")
		one.say("\x18")
		one.hears("FluidNC")
		two.hears("FluidNC")
	}
}

// Over a WebSocket numbers are told in text frames, and everything else in binary ones.
func TestFramesOfFluidNC(t *testing.T) {
	v := visit(t, boardInNetwork(t, Options{Protocol: FluidNC, Listen: "ws://127.0.0.1:0"}, world.Max))
	if got := v.hears("CURRENT_ID"); got != "CURRENT_ID:0" {
		t.Errorf("%q", got)
	}
	v.up()
	v.say("?")
	if got := v.hears("<"); !strings.HasPrefix(got, "binary ") {
		t.Errorf("%q", got)
	}
}

// A relay gives everything to everybody.
func TestRelayTellsAll(t *testing.T) {
	b := boardInNetwork(t, Options{Listen: "tcp://127.0.0.1:0", Relay: true}, world.Max)
	one, two := visit(t, b), visit(t, b)
	one.up()
	two.hears("<")
}

// call asks Moonraker something.
func (v *visitor) call(id int, method, params string) {
	v.t.Helper()
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": json.RawMessage(params),
		"id": id})
	if err != nil {
		v.t.Fatal(err)
	}
	v.say(string(text))
}

// klipperReadyFor is a client of a Klipper that has started.
func klipperReadyFor(t *testing.T, speed float64) (*Board, *visitor) {
	t.Helper()
	b := boardInNetwork(t, Options{Protocol: Klipper}, speed)
	v := visit(t, b)
	asks := time.NewTicker(10 * time.Millisecond)
	defer asks.Stop()
	for over := time.After(patience); ; {
		v.call(1, "server.info", "{}")
		if strings.Contains(v.hears(`"id":1`), `"klippy_state":"ready"`) {
			return b, v
		}
		select {
		case <-asks.C:
		case <-over:
			t.Fatal("Klipper does not start")
		}
	}
}

func TestKlipperSaysWhatItSays(t *testing.T) {
	_, v := klipperReadyFor(t, 8)
	for i, c := range []struct{ method, params, says string }{
		{"printer.gcode.script", `{"script":"G1 X100 F6000"}`,
			`"error":{"code":400,"message":"Must home axis first: 100.000 0.000 0.000 [0.000]"}`},
		{"printer.gcode.script", `{"script":"G28 Z\nG28 X Y"}`, `"result":"ok"`},
		{"printer.objects.query", `{"objects":{"toolhead":["homed_axes","position"]}}`,
			`"toolhead":{"homed_axes":"xyz","position":[640,520,90,0]}`},
		{"printer.gcode.script", `{"script":"G1 X641"}`, `Move out of range: 641.000 520.000 90.000 [0.000]`},
		{"printer.gcode.script", `{"script":"NO_SUCH_THING"}`, `"result":"ok"`},
		{"printer.gcode.script", `{"script":"SET_PIN PIN=valve VALUE=1"}`, `The value 'valve' is not valid for PIN`},
		{"printer.gcode.script", `{"script":"G20"}`, `Machine does not support G20 (inches) command`},
		{"printer.no.such.method", `{}`, `"code":-32601`},
		{"printer.emergency_stop", `{}`, `"result":"ok"`},
		{"printer.info", `{}`, `"state":"shutdown","state_message":"Shutdown due to webhooks request\nOnce the underlying`},
		{"printer.gcode.script", `{"script":"G1 X1"}`, `Printer is shutdown`},
	} {
		v.call(100+i, c.method, c.params)
		if got := v.hears(`"id":` + string(json.RawMessage(itoa(100+i)))); !strings.Contains(got, c.says) {
			t.Errorf("%s %s: %s, want %s", c.method, c.params, got, c.says)
		}
	}
	v.call(2, "printer.firmware_restart", "{}")
	v.hears("notify_klippy_disconnected")
	v.call(3, "printer.info", "{}")
	if got := v.hears(`"id":3`); !strings.Contains(got, `"code":503,"message":"Klippy Host not connected"`) {
		t.Errorf("%s", got)
	}
	v.hears("notify_klippy_ready")
}

func itoa(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// In a shutdown M400 is answered as if all motions had ended; both clients are told.
func TestKlipperShutdownEndsWaits(t *testing.T) {
	b, v := klipperReadyFor(t, 50)
	other := visit(t, b)
	v.call(10, "printer.gcode.script", `{"script":"G28"}`)
	v.hears(`"id":10`)
	const longer = 630 * time.Second // at 1 mm/s, on the board's clock
	if longer/50 < patience {
		t.Fatal("the motion would end by itself")
	}
	v.call(11, "printer.gcode.script", `{"script":"G1 X10 F60\nM400"}`)
	v.call(12, "printer.info", "{}")
	v.hears(`"id":12`) // and so the script before it has come
	other.call(1, "printer.emergency_stop", "{}")
	if got := v.hears(`"id":11`); !strings.Contains(got, `"result":"ok"`) {
		t.Errorf("%s", got)
	}
	other.hears("notify_klippy_shutdown")
}
