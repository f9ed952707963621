package klipper

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// What answers and is not a Klipper that could be used is told from one.
func TestConnectFails(t *testing.T) {
	for name, c := range map[string]struct {
		answer string // to the first request; %d is its id
		is     error
		says   string
	}{
		"silence":        {"", arm.ErrNoAnswer, "not one byte came from the port"},
		"another server": {`{"hello":"world"}`, arm.ErrWrongFirmware, "Klipper was looked for"},
		"no Moonraker":   {`{"jsonrpc":"2.0","result":{},"id":%d}`, arm.ErrWrongFirmware, "what answers is not Moonraker"},
		"a login": {`{"jsonrpc":"2.0","error":{"code":-32602,"message":"Unauth` + `orized"},"id":%d}`, arm.ErrRejected,
			"trusted_clients"},
	} {
		t.Run(name, func(t *testing.T) {
			near, far := net.Pipe()
			go func() {
				in := bufio.NewScanner(far)
				for in.Scan() {
					answer := c.answer
					if strings.Contains(answer, "%d") {
						answer = fmt.Sprintf(answer, 1)
					}
					if answer != "" {
						_, _ = fmt.Fprintln(far, answer)
					}
				}
			}()
			config := bed
			config.Answer = 50 * time.Millisecond
			_, err := Connect(t.Context(), near, config)
			if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}

// Klipper that has gone while it is asked is one that was restarted: its answer may come before Moonraker tells
// everybody.
func TestKlipperGoesWhileItIsAsked(t *testing.T) {
	near, far := net.Pipe()
	go func() {
		for in := bufio.NewScanner(far); in.Scan(); {
			var asked struct {
				Method string
				ID     int
			}
			if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
				return
			}
			answer := `"result":{"klippy_state":"ready","state":"ready"}`
			if asked.Method == "printer.objects.query" {
				answer = `"error":{"code":503,"message":"Klippy Host not connected"}`
			}
			_, _ = fmt.Fprintf(far, `{"jsonrpc":"2.0",%s,"id":%d}`+"\n", answer, asked.ID)
		}
	}()
	d := &Driver{cfg: bed, scripts: map[uint32]*session.Answer{}, asked: map[uint32]*reply{}}
	d.Arm = d.conn.Start(near, session.Dialect{Limits: bed.Limits, Split: session.Messages()}, d.receive)
	defer d.Close()
	d.cfg.Answer = 5 * time.Second
	d.conn.Do(func() { d.conn.Distrust = nil }) // as after homing
	if state, why, err := d.state(t.Context()); state != "ready" || why != "" || err != nil {
		t.Errorf("its state is %q, %q, %v", state, why, err)
	}
	_, err := d.status(t.Context())
	if !errors.Is(err, arm.ErrPositionLost) || !strings.Contains(err.Error(), "Klipper was restarted, or has died") {
		t.Errorf("%v", err)
	}
	d.conn.Do(func() {
		if d.conn.Distrust == nil {
			t.Error("its position is trusted")
		}
	})
}
