package uarm_test

import (
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/uarm"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// Opening the port resets the arm; what comes while it starts is lost, and what it says meanwhile is Marlin's.
func TestConnectToAnArmThatStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, playback.Join([]playback.Step{playback.Expect("#1 P2203\n#2 P2203\n#3 P2203\n"),
			playback.Say(banner)},
			ask("#4 P2203", "$4 ok V3.2.0\r\n"), ask("#5 M2122 V1", "$5 ok\n"),
			ask("#6 M2400 S0", "echo:Unknown command: \"M2400 S0\"\n"))) // an old firmware does without
		if d.Version() != "V3.2.0" {
			t.Errorf("version %q", d.Version())
		}
		expect.Error(t, d.Move(t.Context(), there, 100), arm.ErrNotHomed, "")
	})
}

func TestConnectFails(t *testing.T) {
	for name, c := range map[string]struct {
		said   string
		want   error
		says   string
		within time.Duration
	}{
		"nothing answers": {"", arm.ErrNoAnswer, "not one byte", 10 * time.Second},
		"Grbl": {"\r\nGrbl 1.1h ['$' for help]\r\n", arm.ErrWrongFirmware,
			"Grbl answers at this port, not uArm", time.Second},
		"Grbl, without greeting": {"error:1\r\n", arm.ErrWrongFirmware, "Grbl answers", time.Second},
		"Marlin": {"echo:Unknown command: \"#1 P2203\"\nok\n", arm.ErrWrongFirmware,
			"Marlin answers at this port, not uArm", time.Second},
		"noise":         {"\xe0\xfe\x9c\n", arm.ErrWrongFirmware, "baud rate", 10 * time.Second},
		"a halted arm":  {"Error:Printer halted. kill() called!\n", arm.ErrAlarm, "switch it off", time.Second},
		"only a banner": {banner, arm.ErrNoAnswer, "no version came", 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps := playback.Join([]playback.Step{playback.Expect("#1 P2203\n")}, deaf(),
					[]playback.Step{playback.Say(c.said)})
				began := time.Now()
				_, err := uarm.Connect(t.Context(), playback.New(t, steps...), config)
				expect.Error(t, err, c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestConnectRefusesConfigurations(t *testing.T) {
	for name, change := range map[string]func(*uarm.Config){
		"the home point is out of reach": func(c *uarm.Config) { c.Rest.X = 400 },
		"a tool that moves":              func(c *uarm.Config) { c.Grip = []string{"G0 X0"} },
		"a tool that never was":          func(c *uarm.Config) { c.Grip = []string{"M112"} },
		"no room":                        func(c *uarm.Config) { c.Limits.Max.Z = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			changed := config
			change(&changed)
			if _, err := uarm.Connect(t.Context(), playback.New(t), changed); err == nil {
				t.Error("it is accepted")
			}
		})
	}
}
