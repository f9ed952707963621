package klipper

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
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
