package planner

import (
	"fmt"
	"math"

	"draughtsman/calibration"
)

// Tool is how an arm holds a disc.
type Tool string

// The tools. Without a name it is fingers where grasp_mm is more than 0, else a suction cup.
const (
	Suction Tool = "suction" // a cup that takes a disc from above; it gives a little, so it may press
	Fingers Tool = "fingers" // two that close beside a disc, and need room there
	Magnet  Tool = "magnet"  // an electromagnet for discs with iron in them; its field reaches beyond it
)

// kind is the tool by its name, or by what else is stated.
func (m Machine) kind() Tool {
	switch {
	case m.Tool != "":
		return m.Tool
	case m.Grasp > 0:
		return Fingers
	}
	return Suction
}

// validateTool says which numbers do not go with the tool.
func (m Machine) validateTool() error {
	switch kind := m.kind(); {
	case kind != Suction && kind != Fingers && kind != Magnet:
		return fmt.Errorf("tool of the machine is %q; it must be %q, %q or %q", m.Tool, Suction, Fingers, Magnet)
	case kind == Fingers && m.Grasp == 0:
		return fmt.Errorf("grasp_mm of the machine is 0; with `tool: %s` it must be more than 0: how far below a disc's "+
			"top their tips are when they hold it", Fingers)
	case kind != Fingers && m.Grasp > 0:
		return fmt.Errorf("grasp_mm of the machine is %g; a tool that holds a disc from above (%s) has none", m.Grasp, kind)
	case kind == Fingers && m.Approach <= m.Grasp:
		return fmt.Errorf("approach_mm of the machine is %g; it must be more than grasp_mm (%g), or the fingers pass a "+
			"disc's rim at full speed", m.Approach, m.Grasp)
	case kind != Magnet && m.Stray > 0:
		return fmt.Errorf("stray_mm of the machine is %g; only a magnet (`tool: %s`) has a field", m.Stray, Magnet)
	}
	return nil
}

// validateStacks says whether a magnet is too strong for discs that lie on one another.
func (s Setup) validateStacks(tray Tray) error {
	if s.Machine.Stray < s.Disc.HeightMM+s.Machine.short() {
		return nil
	}
	where := ""
	if tray.Kings.Stacks() {
		where = "kings are stacks of two: choose `kings: swap` or `virtual` in the tray"
	}
	for i, slot := range tray.Slots {
		if slot.Capacity > 1 && where == "" {
			where = fmt.Sprintf("tray slot %d takes %d: give it a capacity of 1", i+1, slot.Capacity)
		}
	}
	if where == "" {
		return nil
	}
	return fmt.Errorf("stray_mm of the machine is %g, and a disc %g mm high: the magnet would lift the disc below as "+
		"well, and %s; or weaken the magnet", s.Machine.Stray, s.Disc.HeightMM, where)
}

// room reports a disc that leaves the tool no room at a target: one that stands where fingers go down, or one that a
// magnet would pull along.
func (c *workcell) room(t Table, place Place, target calibration.ArmPoint) error {
	kind := c.Machine.kind()
	if kind == Suction {
		return nil
	}
	rims := c.Machine.ToolRadius + c.Disc.DiameterMM/2
	for other, top := range c.tops(t) {
		if other == place || t.Discs(other) == 0 {
			continue
		}
		away := math.Hypot(top.X-target.X, top.Y-target.Y)
		switch gap := math.Hypot(max(0, away-rims), top.Z-target.Z); {
		case kind == Fingers && top.Z > target.Z && away < rims:
			return fmt.Errorf("there is no room for the fingers at %s: the disc on %s is %.1f mm away, and %.1f mm are needed",
				t.place(place), t.place(other), away, rims)
		case kind == Magnet && gap < c.Machine.Stray:
			return fmt.Errorf("the magnet at %s would pull the disc on %s along: it is %.1f mm away, and the field reaches "+
				"%.1f mm", t.place(place), t.place(other), gap, c.Machine.Stray)
		}
	}
	return nil
}
