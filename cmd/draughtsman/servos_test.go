package main

import (
	"bytes"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/table/world"
)

// A person looks at the servos of an arm that was never homed.
func TestServosCommand(t *testing.T) {
	w := world.New(world.NewState(world.ServoLayout(), checkers.Position{}, 1), world.Options{Layout: world.ServoLayout()})
	bus, err := servos.Start(w, servos.Options{Link: filepath.Join(t.TempDir(), "arm")})
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	var out bytes.Buffer
	s := &session{in: strings.NewReader(""), out: &out, err: io.Discard, log: zerolog.Nop()}
	if err := (servosCommand{Port: bus.Path(), Baud: 1_000_000}).Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^id  model    firmware  position  from  to    offset  volts  °C  holds  faults$`,
		`(?m)^1   STS3215  3\.10      1248      0     4095  0       7\.4    29  no`,
		`(?m)^6   STS3215  3\.10      1736 `,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%s\ndoes not say %s", &out, want)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 7 {
		t.Errorf("%d lines:\n%s", n, &out)
	}
	for i, servo := range bus.Servos() {
		if servo.Torque || servo.EPROM > 0 {
			t.Errorf("servo %d was changed: %+v", i+1, servo)
		}
	}
	if err := (servosCommand{Port: "/dev/nowhere", Baud: 1_000_000}).Run(t.Context(), s); err == nil || !strings.Contains(err.Error(), "there is no such port") {
		t.Error(err)
	}
}
