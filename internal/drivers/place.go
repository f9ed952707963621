package drivers

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/arm/serialport"
	"draughtsman/internal/config"
)

// Place is where a table's arm is plugged in. An adapter that is unplugged may come back under another name.
type Place struct {
	table  config.Table
	list   func() ([]serialport.Device, error) // of the ports that there are now
	at     serialport.Device                   // the arm's port, as it was seen; none: it was not
	before []string                            // ports that there were then
}

// PlaceOf takes note of where a table's arm is plugged in, after it was connected to.
func PlaceOf(table config.Table) *Place { return placeOf(table, serialport.List) }

func placeOf(table config.Table, list func() ([]serialport.Device, error)) *Place {
	p := &Place{table: table, list: list}
	ports, err := list()
	if err != nil || table.Arm.Port == "" || table.Arm.InNetwork() {
		return p
	}
	for _, d := range ports {
		p.before = append(p.before, d.Name)
		if d.Is(table.Arm.Port) {
			p.at = d
		}
	}
	return p
}

// Now is the table, its arm where it is plugged in by now: at the port that its description names by now, if that is
// another, or where the same adapter is, by its serial number.
func (p *Place) Now(described config.Table) config.Table {
	now := p.table
	if described.Arm.Port != now.Arm.Port {
		now.Arm.Port, now.Arm.Baud = described.Arm.Port, described.Arm.Baud
		return now
	}
	if p.at.SerialNumber == "" {
		return now
	}
	ports, err := p.list()
	if err != nil {
		return now
	}
	for _, d := range ports {
		if d.Same(p.at) {
			now.Arm.Port = d.Name
		}
	}
	return now
}

// Appeared says which ports have come since, and what to do with one that is the arm's; "" where none has.
func (p *Place) Appeared() string {
	ports, err := p.list()
	if err != nil || p.before == nil {
		return ""
	}
	var names []string
	for _, d := range ports {
		if !slices.Contains(p.before, d.Name) {
			names = append(names, d.Lasting())
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("%s has appeared: if that is the arm, write it as arm.port into the table's description, and go on",
		strings.Join(names, ", "))
}
