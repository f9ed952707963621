package gantry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The settings that matter to the simulation, by GRBL's numbers; those of an axis are followed by the other two axes'.
const (
	reportMask        = 10
	junctionDeviation = 11 // mm
	reportInches      = 13
	softLimits        = 20
	hardLimits        = 21
	homingEnabled     = 22
	homingFeed        = 24 // mm/min
	homingSeek        = 25 // mm/min
	homingDebounce    = 26 // ms
	pullOff           = 27 // mm
	stepsPerMM        = 100
	maxRate           = 110 // mm/min
	acceleration      = 120 // mm/s²
	maxTravel         = 130 // mm
)

// settings is what the controller's EEPROM holds.
type settings struct {
	values map[int]float64
	coords [6]Axes // G54–G59, mm
}

// factorySettings are those after $RST=$: DEFAULTS_GENERIC in GRBL's defaults.h, which switch no limits and no homing
// on.
func factorySettings() *settings {
	s := &settings{values: map[int]float64{
		0: 10, 1: 25, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0,
		reportMask: 1, junctionDeviation: 0.010, 12: 0.002, reportInches: 0,
		softLimits: 0, hardLimits: 0, homingEnabled: 0, 23: 0, homingFeed: 25, homingSeek: 500, homingDebounce: 250,
		pullOff: 1,
		30:      1000, 31: 0, 32: 0,
	}}
	for i := range 3 {
		s.values[stepsPerMM+i], s.values[maxRate+i], s.values[acceleration+i], s.values[maxTravel+i] = 250, 500, 10, 200
	}
	return s
}

// setUp makes them those of this gantry.
func (s *settings) setUp(bed Axes) {
	maps.Copy(s.values, map[int]float64{
		1:          255,
		softLimits: 1, hardLimits: 1, homingEnabled: 1, homingFeed: 300, homingSeek: 3600, pullOff: 2,
		stepsPerMM: 80, stepsPerMM + 1: 80, stepsPerMM + 2: 400,
		maxRate: 12000, maxRate + 1: 12000, maxRate + 2: 4800,
		acceleration: 1200, acceleration + 1: 1200, acceleration + 2: 600,
		maxTravel: bed[x], maxTravel + 1: bed[y], maxTravel + 2: bed[z],
	})
}

func (s *settings) is(n int) bool { return s.values[n] != 0 }

// homes reports whether homing is on: bit 0 of $22, which has more in grblHAL.
func (s *settings) homes() bool { return int(s.values[homingEnabled])&1 != 0 }

// homesFirst reports whether grblHAL takes nothing but $H before it has homed: bit 2 of $22.
func (s *settings) homesFirst() bool { return s.homes() && int(s.values[homingEnabled])&4 != 0 }

func (s *settings) axes(n int) Axes { return Axes{s.values[n], s.values[n+1], s.values[n+2]} }

// limits are what the settings allow the motors.
func (s *settings) limits() Limits {
	return Limits{
		Steps: s.axes(stepsPerMM), Speed: s.axes(maxRate).Times(1.0 / 60),
		Accel: s.axes(acceleration), Junction: s.values[junctionDeviation],
	}
}

// printed are the settings by their numbers, a line each.
func (s *settings) printed(value func(n int) string) string {
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(s.values)) {
		fmt.Fprintf(&b, "$%d=%s\r\n", n, value(n))
	}
	return b.String()
}

// store is $n=value. Motors that no number of steps moves, or at no speed, are refused; the real controller divides
// by it.
func (s *settings) store(n int, value float64) status {
	if value < 0 {
		return negativeValue
	}
	if _, known := s.values[n]; !known {
		return invalidStatement
	}
	if n >= stepsPerMM && n < maxTravel && value == 0 {
		return invalidStatement
	}
	if n == softLimits && value != 0 && !s.homes() {
		return softLimitsNeedHoming
	}
	s.values[n] = value
	if n == homingEnabled && value == 0 {
		s.values[softLimits] = 0
	}
	return okay
}

// unit is the length in mm that is reported as 1.
func (s *settings) unit() float64 {
	if s.is(reportInches) {
		return inch
	}
	return 1
}

// coordinates are those of a place as it is reported.
func (s *settings) coordinates(a Axes, moreAxes int) string {
	a = a.Times(1 / s.unit())
	for i := range a {
		if a[i] > -0.0005 && a[i] < 0 {
			a[i] = 0
		}
	}
	return fmt.Sprintf("%.3f,%.3f,%.3f", a[x], a[y], a[z]) + strings.Repeat(",0.000", moreAxes)
}

// tellOffsets answers $#.
func (s *settings) tellOffsets(send ToHost, m modal, moreAxes int) {
	for i, coord := range s.coords {
		send.Sayf("[G%d:%s]\r\n", 54+i, s.coordinates(coord, moreAxes))
	}
	zero := s.coordinates(Axes{}, moreAxes)
	send.Sayf("[G28:%s]\r\n[G30:%s]\r\n[G92:%s]\r\n[TLO:%.3f]\r\n[PRB:%s:0]\r\n",
		zero, zero, s.coordinates(m.offset, moreAxes), m.length/s.unit(), zero)
}

// reachable reports whether a machine position is within the soft limits, as far as they are in force; origin is
// the place of the switches.
func (s *settings) reachable(origin, target Axes) bool {
	return !s.is(softLimits) || s.beyond(origin, target) == ""
}

// beyond says which axis a machine position is beyond the travel of, and how; "" if of none.
func (s *settings) beyond(origin, target Axes) string {
	lowest := origin.Minus(s.axes(maxTravel))
	for i := range target {
		if !(target[i] <= origin[i]+1e-4 && target[i] >= lowest[i]-1e-4) {
			return fmt.Sprintf("%c target:%.3f", "XYZ"[i], target[i])
		}
	}
	return ""
}

// assign is $n=value, or FluidNC's $name=word.
func (s *settings) assign(kind Protocol, text string) status {
	name, word, _ := strings.Cut(text, "=")
	if words := fluidNCNames[name]; words != nil && kind == FluidNC {
		if !slices.Contains(words, word) {
			return badNumber
		}
		return okay
	}
	n, i := Number(text)
	if i == 0 {
		return badNumber
	}
	if i >= len(text) || text[i] != '=' {
		return invalidStatement
	}
	value, j := Number(text[i+1:])
	if j == 0 {
		return badNumber
	}
	if i+1+j != len(text) || n > 255 && kind != GrblHAL || n < 0 {
		return invalidStatement
	}
	_, known := s.values[int(n)]
	switch {
	case !known && kind == GrblHAL:
		return settingMissing
	case known && kind == FluidNC && n != reportMask && n != reportInches:
		return readOnlySetting // they come from its configuration file
	}
	return s.store(int(n), value)
}
