package planner

import (
	"fmt"
	"math"
	"time"

	"draughtsman/calibration"
)

// Machine is the arm as its owner's configuration states it. Lengths are mm in the arm's coordinates, speeds mm/s,
// accelerations mm/s².
//
// The tag range of a field is what real machines have: see files.Range. Who reads a description checks it.
type Machine struct {
	// Reach is where the tool's tip may be.
	Reach Box `yaml:"reach"`
	// KeepOut is where the tip, and a disc that hangs on it, may not be.
	KeepOut []KeepOut `yaml:"keep_out,omitempty"`
	// Park is where the tip waits while the camera looks.
	Park calibration.ArmPoint `yaml:"park" range:"-5000..5000 mm, a gantry of 3 m, its zero anywhere"`

	// What the axes can do: x and y alike, and z.
	MaxSpeedXY float64 `yaml:"max_speed_xy_mm_s" range:"1..5000 mm/s, a crawl; an industrial gantry"`
	MaxSpeedZ  float64 `yaml:"max_speed_z_mm_s" range:"1..5000 mm/s, a crawl; an industrial gantry"`
	AccelXY    float64 `yaml:"accel_xy_mm_s2" range:"10..100000 mm/s², a crawl; ten times that of a fall"`
	AccelZ     float64 `yaml:"accel_z_mm_s2" range:"10..100000 mm/s², a crawl; ten times that of a fall"`

	// What a plan asks of them; never more than the axes can do.
	// TravelSpeed is that across the table, VerticalSpeed that up, and down but for the last part, ApproachSpeed that of
	// the last part of the way down; Approach is how long that is.
	TravelSpeed   float64 `yaml:"travel_mm_s" range:"1..5000 mm/s, as the axes"`
	VerticalSpeed float64 `yaml:"vertical_mm_s" range:"1..5000 mm/s, as the axes"`
	ApproachSpeed float64 `yaml:"approach_mm_s" range:"1..500 mm/s, a crawl; a soft cup"`
	Approach      float64 `yaml:"approach_mm" range:"0..100 mm, all at one speed; the height of the tallest disc"`

	// Clearance is what a horizontal motion keeps, above everything on its way; what stands closer than this beside
	// the way counts as on it.
	Clearance float64 `yaml:"clearance_mm" range:"1..300 mm, what an exact arm needs; a bottle"`
	// Assumed is the height over the playing surface of things that may stand anywhere without being known; 0 where
	// there are none.
	Assumed float64 `yaml:"assumed_mm,omitempty" range:"0..500 mm, nothing; a tall bottle"`

	// Tool is how it holds a disc: "suction", "fingers" or "magnet".
	Tool Tool `yaml:"tool,omitempty"`
	// ToolRadius is half the width of the tool at its tip.
	ToolRadius float64 `yaml:"tool_radius_mm,omitempty" range:"0..200 mm, a needle; a hand round the widest disc"`
	// Press is how far below a disc's top the tip goes to grip it; negative stops short of it, and the disc is
	// reckoned to hang that much lower.
	Press float64 `yaml:"press_mm,omitempty" range:"-10..20 mm, a magnet's gap; a cup with bellows"`
	// Grasp is how far below a disc's top the tips of two fingers are when they hold it; 0 for a tool that holds a disc
	// from above. Fingers need room: nothing else may stand within ToolRadius beside a disc that they take or set down.
	Grasp float64 `yaml:"grasp_mm,omitempty" range:"0..100 mm, no fingers; the tallest disc"`
	// Stray is how far beyond its rim and its face a magnet pulls discs: no other one may lie so near where it takes
	// a disc or lets go of it. 0 for other tools.
	Stray float64 `yaml:"stray_mm,omitempty" range:"0..100 mm, no magnet; a lifting magnet"`
	// Gap is how far above its support a disc is let go.
	Gap float64 `yaml:"gap_mm,omitempty" range:"0..10 mm, set down; a disc that falls farther rolls away"`

	// GripSettle is how long it takes until a disc is held, such as 250ms, ReleaseSettle until it is let go.
	GripSettle    time.Duration `yaml:"grip_settle,omitempty" range:"0s..10s, at once; a weak pump"`
	ReleaseSettle time.Duration `yaml:"release_settle,omitempty" range:"0s..10s, at once; a cup without a valve"`
	// Overhead is what a command takes beside the motion itself: the answer's way back over the line, and noticing
	// that the arm stands still.
	Overhead time.Duration `yaml:"command_overhead,omitempty" range:"0s..5s, at once; a slow network"`
}

// short is how far the tip stops short of a disc's top.
func (m Machine) short() float64 { return max(0, -m.Press) }

// Box is a block of space, its edges along the arm's axes.
type Box struct {
	Min calibration.ArmPoint `yaml:"min" range:"-5000..5000 mm, a gantry of 3 m, its zero anywhere"`
	Max calibration.ArmPoint `yaml:"max" range:"-5000..5000 mm, a gantry of 3 m, its zero anywhere"`
}

// KeepOut is a block of space that something else fills. Stated for the tip of the tool: of a thing above the table,
// begin it as far below as the tool and its beam are high.
type KeepOut struct {
	Name string `yaml:"name"` // as in "the camera post"
	Box  `yaml:",inline"`
}

// Validate says which numbers of a machine, each of which is in its range, do not go together, or with the discs.
func (m Machine) Validate(disc calibration.Disc) error {
	if m.Grasp+m.Press >= disc.HeightMM {
		return fmt.Errorf("grasp_mm and press_mm of the machine are %g and %g; a disc is only %g mm high, and the tool "+
			"would touch what it stands on", m.Grasp, m.Press, disc.HeightMM)
	}
	for _, check := range []func() error{m.validateBoxes, m.validateSpeeds, m.validateTool} {
		if err := check(); err != nil {
			return err
		}
	}
	return m.within("the park point", m.Park)
}

func (m Machine) validateBoxes() error {
	if err := m.Reach.validate("reach"); err != nil {
		return err
	}
	for _, k := range m.KeepOut {
		if k.Name == "" {
			return fmt.Errorf("a keep-out box of the machine has no name: give it one, so that messages can say which it is")
		}
		if err := k.validate(fmt.Sprintf("the keep-out box %q", k.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (m Machine) validateSpeeds() error {
	for _, s := range []struct {
		key   string
		value float64
		axes  string
		limit float64
	}{
		{"travel_mm_s", m.TravelSpeed, "max_speed_xy_mm_s", m.MaxSpeedXY},
		{"vertical_mm_s", m.VerticalSpeed, "max_speed_z_mm_s", m.MaxSpeedZ},
		{"approach_mm_s", m.ApproachSpeed, "vertical_mm_s", m.VerticalSpeed},
	} {
		if s.value > s.limit {
			return fmt.Errorf("%s of the machine is %g mm/s, faster than %s allows (%g mm/s)", s.key, s.value, s.axes, s.limit)
		}
	}
	return nil
}

// within reports a target outside the reach, by its name.
func (m Machine) within(name string, p calibration.ArmPoint) error {
	for _, axis := range []struct {
		name       string
		at, lo, hi float64
	}{
		{"x", p.X, m.Reach.Min.X, m.Reach.Max.X},
		{"y", p.Y, m.Reach.Min.Y, m.Reach.Max.Y},
		{"z", p.Z, m.Reach.Min.Z, m.Reach.Max.Z},
	} {
		if axis.at > axis.hi {
			return fmt.Errorf("%s is out of reach: %s = %.1f mm, the arm reaches at most %.1f mm", name, axis.name, axis.at,
				axis.hi)
		}
		if !(axis.at >= axis.lo) {
			return fmt.Errorf("%s is out of reach: %s = %.1f mm, the arm reaches no less than %.1f mm", name, axis.name, axis.at,
				axis.lo)
		}
	}
	return nil
}

// keepOut is the first keep-out box that a straight motion of the tip meets, with what moves along with it.
func (m Machine) keepOut(from, to calibration.ArmPoint, b body) (name string, met bool) {
	for _, k := range m.KeepOut {
		if k.grown(b).meets(from, to) {
			return k.Name, true
		}
	}
	return "", false
}

// grown is where the tip may not be, so that nothing of what moves along with it gets into the box.
func (b Box) grown(by body) Box {
	b.Min.X, b.Min.Y = b.Min.X-by.radius, b.Min.Y-by.radius
	b.Max.X, b.Max.Y, b.Max.Z = b.Max.X+by.radius, b.Max.Y+by.radius, b.Max.Z+by.hang
	return b
}

func (b Box) validate(name string) error {
	if !(b.Min.X < b.Max.X && b.Min.Y < b.Max.Y && b.Min.Z < b.Max.Z) {
		return fmt.Errorf("%s of the machine is empty: min must be less than max in x, y and z", name)
	}
	return nil
}

// meets reports whether a straight line from one point to another has a point in common with the box: the parts of
// the line between each pair of opposite faces must overlap (the slab method).
func (b Box) meets(from, to calibration.ArmPoint) bool {
	first, last := 0.0, 1.0 // of the line
	for _, axis := range [3][4]float64{
		{from.X, to.X, b.Min.X, b.Max.X},
		{from.Y, to.Y, b.Min.Y, b.Max.Y},
		{from.Z, to.Z, b.Min.Z, b.Max.Z},
	} {
		start, along, lo, hi := axis[0], axis[1]-axis[0], axis[2], axis[3]
		if along == 0 {
			if start < lo || start > hi {
				return false
			}
			continue
		}
		enter, leave := (lo-start)/along, (hi-start)/along
		first, last = max(first, min(enter, leave)), min(last, max(enter, leave))
	}
	return first <= last
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
