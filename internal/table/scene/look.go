package scene

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/internal/table/world"
)

// ArmLook is what the machine at the table looks like. The zero value is a gantry of aluminium, or the jointed arm
// whose joints the tool gives.
type ArmLook struct {
	Kind   string // one of ArmKinds; "": see above
	Tool   string // one of ToolKinds; "": as the kind has it
	Colour uint32 // of most of the arm, 0xRRGGBB; 0: as the kind has it
}

// armKinds are the machines that can stand at the table, each as its parts with the tool at a place, the lowest
// first. They know their own joints: what the tool gives is not asked.
var armKinds = map[string]func(machine, vector) []part{
	"thin-gantry":   machine.thinGantry,
	"thick-gantry":  machine.thickGantry,
	"portal":        machine.portal,
	"cantilever":    machine.cantilever,
	"scara":         machine.scara,
	"jointed":       machine.standing,
	"delta":         machine.delta,
	"parallelogram": machine.parallelogram,
	"side-arm":      machine.sideArm,
	"corexy":        machine.coreXY,
	"polar":         machine.polar,
	"cobot":         machine.cobot,
	"invented":      machine.invented,
}

// tools are what the thing that takes up the discs may be made of.
var tools = map[string]finish{
	"black":       {colour: srgb(0x1d1d20), gloss: .3},
	"white":       {colour: srgb(0xeceae4), gloss: .2},
	"shiny":       {colour: rgb{.82, .83, .85}, chrome: true, gloss: .8},
	"transparent": {colour: srgb(0xdfe8ea), gloss: .6, clear: .75},
}

// ArmKinds are the names of the machines that can be drawn.
func ArmKinds() []string { return names(armKinds) }

// ToolKinds are the names of what a tool may be made of.
func ToolKinds() []string { return names(tools) }

func names[T any](of map[string]T) []string {
	list := make([]string, 0, len(of))
	for name := range of {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func (l ArmLook) validate() error {
	if _, ok := armKinds[l.Kind]; l.Kind != "" && !ok {
		return fmt.Errorf("there is no look %q of an arm: choose one of %s", l.Kind, strings.Join(ArmKinds(), ", "))
	}
	if _, ok := tools[l.Tool]; l.Tool != "" && !ok {
		return fmt.Errorf("there is no tool %q: choose one of %s", l.Tool, strings.Join(ToolKinds(), ", "))
	}
	return nil
}

// machine is what stands at the table, or hangs over it.
type machine struct {
	table world.Layout
	look  ArmLook
	seed  uint64 // of what is made up by lot
}

// model is something over the table, to be painted after its shadow.
type model interface {
	cast(l *shadow, v *view)
	draw(b brush)
}

// at is the machine where its tool is.
func (m machine) at(t world.Tool) model {
	switch build := armKinds[m.look.Kind]; {
	case build != nil:
		return parts(build(m, at(t.At)))
	case len(t.Arm) > 0:
		return jointed(t)
	}
	return frameAt(m.table.Mount, t.At)
}

// body is what most of an arm is made of.
func (m machine) body(own uint32, gloss float32) finish {
	if m.look.Colour != 0 {
		own = m.look.Colour
	}
	return finish{colour: srgb(own), gloss: gloss}
}

// tool is what the thing that takes up the discs is made of.
func (m machine) tool(own finish) finish {
	if f, told := tools[m.look.Tool]; told {
		return f
	}
	return own
}

// nozzle is a tube with a cup at its end, from the tool's place up to a height.
func (m machine) nozzle(tool vector, top, radius, cup float64, own string) []part {
	f := m.tool(tools[own])
	low, high := tool.plus(vector{0, 0, cupHeight}), tool
	high[2] = max(top, low[2]+1)
	return []part{rod(tool, low, cup, f), rod(low, high, radius, f)}
}
