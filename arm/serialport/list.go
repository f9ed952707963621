package serialport

import (
	"fmt"

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
}

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
	devices := make([]Device, 0, len(names))
	for _, name := range names {
		d := Device{Name: name}
		if info := details[name]; info != nil && info.IsUSB {
			d = Device{
				Name: name, VendorID: info.VID, ProductID: info.PID,
				Manufacturer: info.Manufacturer, Product: info.Product, SerialNumber: info.SerialNumber,
			}
		}
		devices = append(devices, d)
	}
	return devices, nil
}
