package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
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
		`(?m)^id  joint          model    firmware  position  from  to    offset  volts  °C  holds  faults$`,
		`(?m)^1   shoulder_pan   STS3215  3\.10      1248      0     4095  0       7\.4    29  no`,
		`(?m)^6   gripper        STS3215  3\.10      1736 `,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%s\ndoes not say %s", &out, want)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 7 {
		t.Errorf("%d lines:\n%s", n, &out)
	}
	out.Reset()
	if err := (servosCommand{Port: bus.Path(), Baud: 1_000_000, JSON: true}).Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if want := `{"id":1,"joint":"shoulder_pan","state":"ok","model":"STS3215","firmware":"3.10","position":1248,"from":0,` +
		`"to":4095,`; !strings.HasPrefix(out.String(), want) || strings.Count(out.String(), "\n") != 6 {
		t.Errorf("as JSON:\n%swant it to begin with\n%s", &out, want)
	}
	for i, servo := range bus.Servos() {
		if servo.Torque || servo.EPROM > 0 {
			t.Errorf("servo %d was changed: %+v", i+1, servo)
		}
	}
	if err := (servosCommand{Port: "/dev/nowhere", Baud: 1_000_000}).Run(t.Context(), s); err == nil ||
		!strings.Contains(err.Error(), "there is no such port") {
		t.Error(err)
	}
}

// A servo whose answers to its name get lost is asked again: it is not missing, and nothing is said of rates.
func TestServosCommandAsksAgain(t *testing.T) {
	w := world.New(world.NewState(world.ServoLayout(), checkers.Position{}, 1), world.Options{Layout: world.ServoLayout()})
	lost := servos.Fault{Packets: 17, What: servos.LoseAnswer} // the sixth servo's name is asked for with the 17th
	bus, err := servos.Start(w, servos.Options{Link: filepath.Join(t.TempDir(), "arm"),
		Faults: []servos.Fault{lost, lost, lost}})
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	var out, errs bytes.Buffer
	s := &session{in: strings.NewReader(""), out: &out, err: &errs, log: zerolog.Nop()}
	if err := (servosCommand{Port: bus.Path()}).Run(t.Context(), s); err != nil {
		t.Error(err)
	}
	if !regexp.MustCompile(`(?m)^6   gripper        STS3215 `).MatchString(out.String()) || errs.Len() > 0 {
		t.Errorf("%s%s", &out, &errs)
	}
}

// The description says which servos there should be; one that has another id is named with it, and the others are
// listed all the same.
func TestServosCommandSaysWhatIsMissing(t *testing.T) {
	w := world.New(world.NewState(world.ServoLayout(), checkers.Position{}, 1), world.Options{Layout: world.ServoLayout()})
	bus, err := servos.Start(w, servos.Options{Link: filepath.Join(t.TempDir(), "arm")})
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	table := config.ServoExample()
	table.Arm.Port = bus.Path()
	nine := 9
	table.Arm.Servos.Joints = &config.Joints{Elbow: &config.Joint{ID: &nine}}
	path := filepath.Join(t.TempDir(), "table.yaml")
	if err := table.Save(path, ""); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	s := &session{in: strings.NewReader(""), out: &out, err: &errs, log: zerolog.Nop()}
	err = (servosCommand{Config: path}).Run(t.Context(), s)
	want := "nothing answers as servo 9 (elbow_flex), but something does as id 3: every servo needs the id that the " +
		"configuration gives it"
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want …%s", err, want)
	}
	for _, want := range []string{`(?m)^3   -              STS3215 `, `(?m)^9   elbow_flex     missing$`,
		`(?m)^6   gripper        STS3215 `} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("%s\ndoes not say %s", &out, want)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 8 {
		t.Errorf("%d lines:\n%s", n, &out)
	}
	gantry := config.Example()
	if err := gantry.Save(path, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range []servosCommand{{Config: path}, {}} {
		if err := c.Run(t.Context(), s); err == nil || !errors.As(err, new(*cli.UsageError)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
