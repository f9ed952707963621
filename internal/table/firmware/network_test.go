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
	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// visitor is a client of a board in a network, which it tells lines or messages.
type visitor struct {
	t     *testing.T
	say   func(string)
	lines chan string
}

// boardInNetwork switches a board on whose time passes as fast as it can.
func boardInNetwork(t *testing.T, o Options) *Board {
	t.Helper()
	w, b := boardAtRest(t, o)
	playback.Run(t, w, b)
	return b
}

// boardAtRest switches a board on at a world whose time nobody lets pass yet.
func boardAtRest(t *testing.T, o Options) (*world.World, *Board) {
	t.Helper()
	l := world.DefaultLayout()
	w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1, Speed: world.Max})
	b, err := Start(w, o)
	expect.OK(t, err)
	return w, b
}

// visit connects to a board, which may take note of that later: a client that has to hear what another causes has been
// answered before.
func visit(t *testing.T, b *Board) *visitor {
	t.Helper()
	scheme, host, _ := strings.Cut(b.Path(), "://")
	v := &visitor{t: t, lines: make(chan string, 1000)}
	if scheme == "tcp" {
		conn, err := net.Dial("tcp", host)
		expect.OK(t, err)
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
	expect.OK(t, err)
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
	const again = 50 * time.Millisecond
	for range patience / again {
		v.say("?")
		for after := time.After(again); after != nil; {
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
		b := boardInNetwork(t, Options{Protocol: gantry.FluidNC, Listen: address})
		visit(t, b).up() // nobody who asks while it starts is left
		one, two := visit(t, b), visit(t, b)
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
	v := visit(t, boardInNetwork(t, Options{Protocol: gantry.FluidNC, Listen: "ws://127.0.0.1:0"}))
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
	b := boardInNetwork(t, Options{Listen: "tcp://127.0.0.1:0", Relay: true})
	one, two := visit(t, b), visit(t, b)
	one.up()
	two.up()
	one.say("$I\n")
	one.hears("[VER:")
	two.hears("[VER:")
}

// call asks Moonraker something.
func (v *visitor) call(id int, method, params string) {
	v.t.Helper()
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": json.RawMessage(params),
		"id": id})
	expect.OK(v.t, err)
	v.say(string(text))
}

// readyKlipper is a client of a Klipper that has started; the time of its world passes when the test says so.
func readyKlipper(t *testing.T) (pass func(time.Duration), b *Board, v *visitor) {
	t.Helper()
	w, b := boardAtRest(t, Options{Protocol: Klipper})
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	v = visit(t, b)
	pass = func(d time.Duration) {
		t.Helper()
		v.call(0, "server.info", "{}")
		v.hears(`"id":0`) // and so what was asked before it has come
		expect.OK(t, w.Advance(d))
	}
	pass(klipperConnects)
	v.call(1, "server.info", "{}")
	if got := v.hears(`"id":1`); !strings.Contains(got, `"klippy_state":"ready"`) {
		t.Fatalf("after %v: %s", klipperConnects, got)
	}
	return pass, b, v
}

func TestKlipperSaysWhatItSays(t *testing.T) {
	pass, _, v := readyKlipper(t)
	for i, c := range []struct {
		method, params, says string
		takes                time.Duration
	}{
		{"printer.gcode.script", `{"script":"G1 X100 F6000"}`,
			`"error":{"code":400,"message":"Must home axis first: 100.000 0.000 0.000 [0.000]"}`, 0},
		{"printer.gcode.script", `{"script":"G28 Z\nG28 X Y"}`, `"result":"ok"`, 20 * time.Second},
		{"printer.objects.query", `{"objects":{"toolhead":["homed_axes","position"]}}`,
			`"toolhead":{"homed_axes":"xyz","position":[640,520,90,0]}`, 0},
		{"printer.gcode.script", `{"script":"G1 X641"}`, `Move out of range: 641.000 520.000 90.000 [0.000]`, 0},
		{"printer.gcode.script", `{"script":"NO_SUCH_THING"}`, `"result":"ok"`, 0},
		{"printer.gcode.script", `{"script":"SET_PIN PIN=valve VALUE=1"}`, `The value 'valve' is not valid for PIN`, 0},
		{"printer.gcode.script", `{"script":"G20"}`, `Machine does not support G20 (inches) command`, 0},
		{"printer.no.such.method", `{}`, `"code":-32601`, 0},
		{"printer.emergency_stop", `{}`, `"result":"ok"`, 0},
		{"printer.info", `{}`,
			`"state":"shutdown","state_message":"Shutdown due to webhooks request\nOnce the underlying`, 0},
		{"printer.gcode.script", `{"script":"G1 X1"}`, `Printer is shutdown`, 0},
	} {
		v.call(100+i, c.method, c.params)
		if c.takes > 0 {
			pass(c.takes)
		}
		if got := v.hears(`"id":` + itoa(100+i)); !strings.Contains(got, c.says) {
			t.Errorf("%s %s: %s, want %s", c.method, c.params, got, c.says)
		}
	}
	v.call(2, "printer.firmware_restart", "{}")
	v.hears("notify_klippy_disconnected")
	v.call(3, "printer.info", "{}")
	if got := v.hears(`"id":3`); !strings.Contains(got, `"code":503,"message":"Klippy Host not connected"`) {
		t.Errorf("%s", got)
	}
	pass(klipperRestarts + klipperConnects)
	v.hears("notify_klippy_ready")
}

func itoa(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// In a shutdown M400 is answered as if all motions had ended; both clients are told.
func TestKlipperShutdownEndsWaits(t *testing.T) {
	pass, b, v := readyKlipper(t)
	other := visit(t, b)
	v.call(10, "printer.gcode.script", `{"script":"G28"}`)
	pass(20 * time.Second)
	v.hears(`"id":10`)
	v.call(11, "printer.gcode.script", `{"script":"G1 X10 F60\nM400"}`)
	pass(time.Second) // of the ten minutes that 630 mm take at 1 mm/s
	other.call(1, "printer.emergency_stop", "{}")
	if got := v.hears(`"id":11`); !strings.Contains(got, `"result":"ok"`) {
		t.Errorf("%s", got)
	}
	other.hears("notify_klippy_shutdown")
}
