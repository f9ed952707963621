package drivers

import (
	"strings"
	"testing"

	"draughtsman/arm/serialport"
	"draughtsman/internal/config"
)

// Where an arm is that was unplugged: at the port that a person names, where its adapter is by its number, or else
// where it was; and which ports have come is said.
func TestPlace(t *testing.T) {
	arm := serialport.Device{Name: "/dev/ttyUSB0", VendorID: "0403", ProductID: "6001", SerialNumber: "A50285BI",
		Stable: "/dev/serial/by-id/usb-FTDI_A50285BI-if00-port0"}
	nameless := serialport.Device{Name: "/dev/ttyUSB0", VendorID: "1a86", ProductID: "7523"}
	moved := func(d serialport.Device, name, stable string) serialport.Device {
		d.Name, d.Stable = name, stable
		return d
	}
	for name, test := range map[string]struct {
		was, is         []serialport.Device
		port, described string // the description's port then, and now
		want, appeared  string
	}{
		"it came back under its name": {was: []serialport.Device{nameless}, is: []serialport.Device{nameless},
			port: "/dev/ttyUSB0", want: "/dev/ttyUSB0"},
		"under another, with a number": {was: []serialport.Device{arm},
			is: []serialport.Device{moved(arm, "/dev/ttyUSB1", arm.Stable)}, port: "/dev/ttyUSB0", want: "/dev/ttyUSB1",
			appeared: arm.Stable + " has appeared"},
		"and something else has its name": {was: []serialport.Device{arm},
			is:   []serialport.Device{nameless, moved(arm, "/dev/ttyUSB1", arm.Stable)},
			port: "/dev/ttyUSB0", want: "/dev/ttyUSB1", appeared: arm.Stable + " has appeared"},
		"without a number nobody knows": {was: []serialport.Device{nameless},
			is: []serialport.Device{moved(nameless, "/dev/ttyUSB1", "/dev/serial/by-path/pci-0")}, port: "/dev/ttyUSB0",
			want: "/dev/ttyUSB0", appeared: "/dev/serial/by-path/pci-0 has appeared"},
		"but a person": {was: []serialport.Device{nameless}, is: []serialport.Device{moved(nameless, "/dev/ttyUSB1", "")},
			port: "/dev/ttyUSB0", described: "/dev/ttyUSB1", want: "/dev/ttyUSB1", appeared: "/dev/ttyUSB1 has appeared"},
		"named by what stays": {was: []serialport.Device{arm}, is: []serialport.Device{arm}, port: arm.Stable,
			want: "/dev/ttyUSB0"},
		"in a network": {was: []serialport.Device{arm}, is: []serialport.Device{arm}, port: "tcp://gantry:23",
			want: "tcp://gantry:23"},
	} {
		t.Run(name, func(t *testing.T) {
			there := test.was
			table := config.Example()
			table.Arm.Port = test.port
			p := placeOf(table, func() ([]serialport.Device, error) { return there, nil })
			there = test.is
			described := table
			if test.described != "" {
				described.Arm.Port = test.described
			}
			if got := p.Now(described).Arm.Port; got != test.want {
				t.Errorf("it is looked for at %s, want %s", got, test.want)
			}
			if got := p.Appeared(); test.appeared == "" && got != "" || !strings.HasPrefix(got, test.appeared) {
				t.Errorf("%q, want %q…", got, test.appeared)
			}
		})
	}
}
