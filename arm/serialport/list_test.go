package serialport

import (
	"os"
	"path/filepath"
	"testing"

	"draughtsman/internal/testkit/expect"
)

// A port's lasting name is the one by its adapter's number, or else the one by its socket.
func TestStableNames(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"serial/by-id", "serial/by-path"} {
		expect.OK(t, os.MkdirAll(filepath.Join(root, name), 0o755))
	}
	for _, name := range []string{"ttyUSB0", "ttyUSB1"} {
		expect.OK(t, os.WriteFile(filepath.Join(root, name), nil, 0o600))
	}
	for link, to := range map[string]string{"by-id/usb-FTDI": "ttyUSB0", "by-path/pci-0": "ttyUSB0",
		"by-path/pci-1": "ttyUSB1", "by-path/pci-2": "ttyUSB7"} {
		expect.OK(t, os.Symlink(filepath.Join("../..", to), filepath.Join(root, "serial", link)))
	}
	names := stableNames(filepath.Join(root, "serial"))
	for name, want := range map[string]string{"ttyUSB0": "by-id/usb-FTDI", "ttyUSB1": "by-path/pci-1"} {
		if got := names[filepath.Join(root, name)]; got != filepath.Join(root, "serial", want) {
			t.Errorf("%s is called %q, want %s", name, got, want)
		}
	}
	if len(names) != 2 {
		t.Errorf("%v", names)
	}
	d := Device{Name: filepath.Join(root, "ttyUSB0"), Stable: names[filepath.Join(root, "ttyUSB0")]}
	if !d.Is(d.Name) || !d.Is(d.Stable) || !d.Is(filepath.Join(root, "serial/by-path/pci-0")) || d.Is("/dev/ttyUSB0") {
		t.Error("a port does not know its names")
	}
	if d.Lasting() != d.Stable || (Device{Name: "a"}).Lasting() != "a" {
		t.Error("a port's lasting name is another")
	}
}
