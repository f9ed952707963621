package serialport

import (
	"cmp"
	"fmt"
	"path/filepath"

	"go.bug.st/serial"
	"go.bug.st/serial/enumerator"
)

// Device is a serial port that the computer has. The USB fields are empty for ports that are not on USB, or tell
// nothing of themselves.
type Device struct {
	Name         string // what Open takes
	VendorID     string // four hexadecimal digits
	ProductID    string
	Manufacturer string
	Product      string
	SerialNumber string
	Stable       string // a name that stays when others are plugged in first; "": there is none
}

// Is reports whether a name is the port's.
func (d Device) Is(name string) bool {
	if name == d.Name || name == d.Stable {
		return true
	}
	to, err := filepath.EvalSymlinks(name)
	return err == nil && to == d.Name
}

// Same reports whether it is the same adapter as another was: one with its serial number.
func (d Device) Same(as Device) bool {
	return as.SerialNumber != "" && d.SerialNumber == as.SerialNumber && d.VendorID == as.VendorID &&
		d.ProductID == as.ProductID
}

// Lasting is the name to be written down: the one that stays, or else the one it has now.
func (d Device) Lasting() string { return cmp.Or(d.Stable, d.Name) }

// String is the name with what is known of the device behind it.
func (d Device) String() string {
	text := d.Name
	if d.VendorID != "" {
		text += fmt.Sprintf("  USB %s:%s", d.VendorID, d.ProductID)
	}
	for _, s := range []string{d.Manufacturer, d.Product, d.SerialNumber} {
		if s != "" {
			text += "  " + s
		}
	}
	return text
}

// List is all serial ports, pseudo-terminals excepted.
func List() ([]Device, error) {
	names, err := serial.GetPortsList()
	if err != nil {
		return nil, fmt.Errorf("list the serial ports: %w", err)
	}
	// The details fail as a whole when one device's are illegible, and leave out the names of ports that are no
	// devices: names come first.
	details := map[string]*enumerator.PortDetails{}
	if found, err := enumerator.GetDetailedPortsList(); err == nil {
		for _, d := range found {
			details[d.Name] = d
		}
	}
	stable := stableNames("/dev/serial")
	devices := make([]Device, 0, len(names))
	for _, name := range names {
		d := Device{Name: name}
		if info := details[name]; info != nil && info.IsUSB {
			d = Device{
				Name: name, VendorID: info.VID, ProductID: info.PID,
				Manufacturer: info.Manufacturer, Product: info.Product, SerialNumber: info.SerialNumber,
			}
		}
		d.Stable = stable[name]
		devices = append(devices, d)
	}
	return devices, nil
}

// stableNames are the names that udev gives ports below a folder, by the names that they have now: by the adapter's
// number where there is one, else by the socket that it is in.
func stableNames(folder string) map[string]string {
	names := map[string]string{}
	for _, way := range []string{"by-path", "by-id"} { // the better one last
		links, err := filepath.Glob(filepath.Join(folder, way, "*"))
		if err != nil {
			return names
		}
		for _, link := range links {
			if to, err := filepath.EvalSymlinks(link); err == nil {
				names[to] = link
			}
		}
	}
	return names
}
