package grbl_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// keepLog keeps what a driver logs, which several goroutines do.
func keepLog(c *grbl.Config) *bytes.Buffer {
	var log bytes.Buffer
	c.Log = zerolog.New(zerolog.SyncWriter(&log))
	return &log
}

// warned is what is logged as a warning, once everything has been said.
func warned(t *testing.T, log *bytes.Buffer) (texts []string) {
	t.Helper()
	synctest.Wait()
	for entry := range strings.Lines(log.String()) {
		var e struct{ Level, Message string }
		expect.OK(t, json.Unmarshal([]byte(entry), &e))
		if e.Level == "warn" {
			texts = append(texts, e.Message)
		}
	}
	return texts
}

const (
	halGreeting   = "\r\nGrblHAL 1.1f ['$' or '$HELP' for help]\r\n"
	fluidGreeting = "\r\nGrbl 3.7 [FluidNC v3.7.12 (wifi) '$' for help]\r\n"
	sound         = "$1=255\r\n$13=0\r\n$20=1\r\n$21=1\r\n$22=1\r\n$23=0\r\n$30=1000\r\n$32=0\r\n" +
		"$110=12000\r\n$111=12000\r\n$112=4800\r\n$130=640\r\n$131=520\r\n$132=90\r\n"
)

// A setting with which something will go wrong one day is told at once, with the line that mends it; one that the
// controller does not have is not.
func TestWarnings(t *testing.T) {
	for name, c := range map[string]struct {
		greeting, settings string
		change             func(*grbl.Config)
		want               []string
	}{
		"all is well":                     {greeting, sound, nil, nil},
		"grblHAL's $21 and $22 are masks": {halGreeting, sound + "$22=77\r\n$21=3\r\n$302=192.168.5.1\r\n", nil, nil},
		"FluidNC has few settings": {fluidGreeting, "$20=1\r\n$21=1\r\n$22=1\r\n$110=12000.000\r\n$112=4800.000\r\n",
			nil, nil},
		"motors are switched off": {greeting, sound + "$1=25\r\n", nil, []string{
			"the motors are switched off 25 ms after each motion ($1=25): Z sinks, and the place is lost without a word; send " +
				"$1=255"}},
		"no soft limits": {greeting, sound + "$20=0\r\n", nil, []string{
			"soft limits are switched off in the controller ($20=0): only the program's own limits hold; send $20=1"}},
		"no hard limits": {greeting, sound + "$21=0\r\n", nil, []string{
			"limit switches do not stop the machine ($21=0): it goes on against its frame, and the place is lost without a " +
				"word; send $21=1"}},
		"no homing": {halGreeting, sound + "$22=4\r\n", nil, []string{
			"homing is switched off in the controller ($22=0): the arm cannot be homed; send $22=1"}},
		"laser mode": {greeting, sound + "$32=1\r\n", nil, []string{
			"laser mode is on ($32=1): the spindle's output is off whenever the machine stands still, and a tool on it lets " +
				"go; send $32=0"}},
		"FluidNC is mended in its file": {fluidGreeting, sound + "$21=0\r\n", nil, []string{
			"limit switches do not stop the machine ($21=0): it goes on against its frame, and the place is lost without a " +
				"word; write hard_limits: true, for each motor, into its configuration file"}},
		"more than the spindle's most": {greeting, sound, func(c *grbl.Config) { c.Grip = []string{"M3 S12000"} }, []string{
			"the tool is switched on with S12000, and S1000 is fully on already ($30=1000): it gets no more than that; send " +
				"$30=12000"}},
		"as much as the spindle's most": {greeting, sound, func(c *grbl.Config) { c.Grip = []string{"M3 S1000"} }, nil},
		"the most of several lines, their words in any order": {greeting, sound,
			func(c *grbl.Config) { c.Grip = []string{"M3S1100", "S12000M04P1", "M4 P1 S1200", "M30 S13000"} }, []string{
				"the tool is switched on with S12000, and S1000 is fully on already ($30=1000): it gets no more than that; send " +
					"$30=12000"}},
		"each axis by what is asked of it": {greeting, sound,
			func(c *grbl.Config) { c.AxisSpeed = arm.Point{X: 200, Y: 200, Z: 80} }, nil},
		"an axis that is really slow": {greeting, sound + "$111=9000\r\n",
			func(c *grbl.Config) { c.AxisSpeed = arm.Point{X: 200, Y: 200, Z: 80} }, []string{
				"axis Y goes at most 150.0 mm/s ($111=9000), and 200.0 mm/s are asked of it: it takes longer than planned; lower " +
					"travel_mm_s, or raise $111 if the motor can"}},
		"Z that is really slow": {greeting, sound, func(c *grbl.Config) { c.AxisSpeed = arm.Point{X: 200, Y: 200, Z: 81} },
			[]string{
				"axis Z goes at most 80.0 mm/s ($112=4800), and 81.0 mm/s are asked of it: it takes longer than planned; lower " +
					"vertical_mm_s, or raise $112 if the motor can"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				changed := config
				changed.AxisSpeed = arm.Point{X: 200, Y: 200, Z: 80}
				log := keepLog(&changed)
				if c.change != nil {
					c.change(&changed)
				}
				d, err := grbl.Connect(t.Context(), playback.New(t, playback.Say(c.greeting), playback.Expect("$$\n"),
					playback.Say(c.settings+"ok\r\n")), changed)
				expect.OK(t, err)
				defer closeDriver(t, d)
				if diff := cmp.Diff(c.want, warned(t, log)); diff != "" {
					t.Errorf("warnings (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A machine that homes to where the configured reach cannot be is refused, and nothing but homing has moved it.
func TestReachOfTheWrongSign(t *testing.T) {
	negative := func(c *grbl.Config) {
		c.Limits.Min, c.Limits.Max = arm.Point{X: -640, Y: -520, Z: -90}, arm.Point{X: -2, Y: -2, Z: -2}
	}
	for name, c := range map[string]struct {
		dir, at string
		change  func(*grbl.Config)
		says    string
	}{
		"negative coordinates": {"$23=0", "-2.000,-2.000,-2.000", func(c *grbl.Config) { c.Limits.Min.X = 40 },
			"machine.reach is 40.0 to 640.0 mm along X, and homing ended at -2.0 mm: a homed Grbl has negative coordinates, " +
				"which is the likely cause; set the reach to what it says, here about -602 to -2 mm"},
		"negative coordinates, homed to the low end": {"$23=7", "-638.000,-518.000,-88.000", nil,
			"a homed Grbl has negative coordinates"},
		"only Z is negative": {"$23=0", "638.000,518.000,-2.000", nil, "along Z"},
		"positive coordinates": {"$23=0", "638.000,518.000,88.000", negative,
			"this controller counts upwards"},
		"negative, and so configured":              {"$23=0", "-2.000,-2.000,-2.000", negative, ""},
		"negative, low end, and so configured":     {"$23=3", "-638.000,-518.000,-2.000", negative, ""},
		"positive, and so configured":              {"$23=0", "638.000,518.000,88.000", nil, ""},
		"zero at the low end":                      {"$23=7", "2.000,2.000,2.000", nil, ""},
		"zero at the low end, configured negative": {"$23=7", "2.000,2.000,2.000", negative, "counts upwards"},
		// 10 mm and the pull-off of 2 mm are no other sign.
		"just at zero, from where it goes down": {"$23=0", "12.000,260.000,45.000", nil, "negative coordinates"},
		"just not at zero":                      {"$23=0", "12.001,260.000,45.000", nil, ""},
		"just not below zero":                   {"$3=0", "-12.000,260.000,45.000", nil, ""},
		"just below zero":                       {"$3=0", "-12.001,260.000,45.000", nil, "negative coordinates"},
		"just at zero, from where it goes up":   {"$23=1", "-12.000,-260.000,-45.000", negative, "counts upwards"},
		"just not above zero":                   {"$3=0", "12.000,-260.000,-45.000", negative, ""},
		"just above zero":                       {"$3=0", "12.001,-260.000,-45.000", negative, "counts upwards"},
		"a reach of both signs": {"$3=0", "-13.000,260.000,45.000", func(c *grbl.Config) {
			c.Limits.Min.X = -12
		}, ""},
		"a reach of both signs, below zero": {"$3=0", "13.000,-260.000,-45.000", func(c *grbl.Config) {
			negative(c)
			c.Limits.Max.X = 12
		}, ""},
		"homed to the middle by a macro":        {"$23=0", "320.000,260.000,45.000", nil, ""},
		"it is not known at which end it homes": {"$3=0", "-2.000,-2.000,88.000", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				changed := config
				if c.change != nil {
					c.change(&changed)
				}
				d, err := grbl.Connect(t.Context(), playback.New(t,
					playback.Say(greeting), playback.Expect("$$\n"),
					playback.Say(strings.NewReplacer("$23=0", c.dir, "$20=1", "$20=0").Replace(sound)+"$27=2.000\r\nok\r\n"),
					playback.Answer('?', "<Idle|MPos:"+c.at+"|FS:0,0>\r\n"), playback.Expect("$H\n"), playback.Say("ok\r\n"),
				), changed)
				expect.OK(t, err)
				defer closeDriver(t, d)
				err = d.Home(t.Context())
				if c.says == "" {
					if err != nil {
						t.Error(err)
					}
					return
				}
				expect.Error(t, err, arm.ErrLimit, c.says)
				if arm.NeedsHoming(err) {
					t.Errorf("%v is no reason to home again", err)
				}
				expect.Error(t, d.Move(t.Context(), changed.Limits.Max, 100), arm.ErrNotHomed, "")
			})
		})
	}
}
