package config

import (
	"math"

	"draughtsman/arm/kinematics"
	"draughtsman/planner"
)

// Servos describe an arm of serial servos (driver feetech): its bones, what its joints may do, and its gripper. What
// is left out is the profile's.
type Servos struct {
	Profile string  `yaml:"profile"` // so101
	Links   *Links  `yaml:"links,omitempty"`
	Joints  *Joints `yaml:"joints,omitempty"`
	// JawsDeg is the direction from the fixed jaw to the moving one, degrees anticlockwise from "away from the arm";
	// LeanDeg is how far the hand may lean from upright.
	JawsDeg *float64 `yaml:"jaws_deg,omitempty" range:"-180..180 °, half a turn"`
	LeanDeg *float64 `yaml:"lean_deg,omitempty" range:"0..89 °, upright; all but lying"`
	// NearestMM is how near to the arm's axis the tool may come.
	NearestMM *float64 `yaml:"nearest_mm,omitempty" range:"0..2000 mm, the axis; the longest arm"`
	Gripper   *Gripper `yaml:"gripper,omitempty"`
	// VoltsMin and VoltsMax bound the supply; 4.5 and 13 if left out.
	VoltsMin float64 `yaml:"volts_min,omitempty" range:"3..30 V, one cell; the largest servo"`
	VoltsMax float64 `yaml:"volts_max,omitempty" range:"3..30 V, one cell; the largest servo"`
}

// Links are the lengths of an arm, mm: see kinematics.Links.
type Links struct {
	Up    *float64 `yaml:"up_mm,omitempty" range:"0..2000 mm, at the foot; a column"`
	Out   *float64 `yaml:"out_mm,omitempty" range:"-500..500 mm, behind the axis or before it"`
	Upper *float64 `yaml:"upper_mm,omitempty" range:"20..2000 mm, a toy; a long arm"`
	Lower *float64 `yaml:"lower_mm,omitempty" range:"20..2000 mm, a toy; a long arm"`
	Hand  *float64 `yaml:"hand_mm,omitempty" range:"20..1000 mm, a toy; a long hand"`
}

// Joints are the five that move the hand.
type Joints struct {
	Pan   *Joint `yaml:"shoulder_pan,omitempty"`
	Lift  *Joint `yaml:"shoulder_lift,omitempty"`
	Elbow *Joint `yaml:"elbow_flex,omitempty"`
	Wrist *Joint `yaml:"wrist_flex,omitempty"`
	Roll  *Joint `yaml:"wrist_roll,omitempty"`
}

// list is the joints in the order of the arm.
func (j *Joints) list() [5]*Joint {
	if j == nil {
		return [5]*Joint{}
	}
	return [5]*Joint{j.Pan, j.Lift, j.Elbow, j.Wrist, j.Roll}
}

// Joint is one joint's servo.
type Joint struct {
	// ID is the servo's; if left out 1 to 5 in order. Zero is the servo's position in the middle pose; 2048.
	ID       *int     `yaml:"id,omitempty" range:"1..252, what the protocol has"`
	Zero     *int     `yaml:"zero,omitempty" range:"0..4095 steps, one turn"`
	Reversed bool     `yaml:"reversed,omitempty"` // its position falls as the angle rises
	MinDeg   *float64 `yaml:"min_deg,omitempty" range:"-180..180 °, half a turn"`
	MaxDeg   *float64 `yaml:"max_deg,omitempty" range:"-180..180 °, half a turn"`
}

// Gripper is the sixth servo and the jaws that it opens.
type Gripper struct {
	ID *int `yaml:"id,omitempty" range:"1..252, what the protocol has"` // 6
	// Closed is its position with the jaws closed on nothing; 1536.
	Closed   *int `yaml:"closed,omitempty" range:"0..4095 steps, one turn"`
	Reversed bool `yaml:"reversed,omitempty"` // its position falls as the jaws open
	// SpareMM is how much room each jaw has beside a disc before it closes; 3.
	SpareMM *float64 `yaml:"spare_mm,omitempty" range:"0..100 mm, an exact arm; wide jaws"`
	// JawMM is how long the moving jaw is from its pivot to its tip, 75; FixedMM where the other one's face is beside
	// the axis of the roll, towards the moving one, -7.9.
	JawMM   *float64 `yaml:"jaw_mm,omitempty" range:"10..500 mm, tweezers; tongs"`
	FixedMM *float64 `yaml:"fixed_mm,omitempty" range:"-200..200 mm, on either side of the axis"`
	// Torque and Load are thousandths: the most that the servo uses, and how hard it works when it touches something;
	// 400 and 120 if left out.
	Torque int `yaml:"torque,omitempty" range:"1..1000 1/1000, hardly any; all"`
	Load   int `yaml:"load,omitempty" range:"1..1000 1/1000, hardly any; all"`
}

// Servo is what is known of the servo of one joint: its id, its position in steps in the joint's middle pose, and
// whether it turns the other way.
type Servo struct {
	ID       int
	Zero     int
	Reversed bool
}

// Jaws are the gripper as its driver has to know it: positions in steps, angles in radians from closed.
type Jaws struct {
	Servo        // Zero: with the jaws closed on nothing
	Open, Thin   float64
	Held         float64 // where the middle of a disc that is held lies beside the axis of the roll, mm
	Torque, Load int
}

// validate says what is wrong with the description of a servo arm on a table with discs of a diameter.
func (s *Servos) validate(disc float64) error {
	if s == nil {
		return wrongValue("arm.servos", "is missing: the driver feetech needs at least `servos: {profile: so101}`")
	}
	if s.Profile != "so101" {
		return wrongValue("arm.servos.profile", "is %q; known profiles: so101", s.Profile)
	}
	a := s.Kinematics(disc)
	if err := a.Validate(); err != nil {
		return wrongValue("arm.servos", "describe an arm that cannot be: %v", err)
	}
	seen := map[int]bool{}
	jaws := s.Jaws(disc)
	for _, servo := range append(s.Servos(), jaws.Servo) {
		if seen[servo.ID] {
			return wrongValue("arm.servos", "have the id %d twice", servo.ID)
		}
		seen[servo.ID] = true
	}
	if !(jaws.Open > 0 && jaws.Open < math.Pi/2) {
		return wrongValue("arm.servos.gripper", "opens by %.0f° for discs of %g mm; its jaws are too short for them",
			degrees(jaws.Open), disc)
	}
	return nil
}

// value is what a pointer points to, or a default.
func value[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// Kinematics is the arm's geometry, its tool in the middle of a disc of a diameter between the open jaws.
func (s *Servos) Kinematics(disc float64) kinematics.Arm {
	a := kinematics.SO101()
	if l := s.Links; l != nil {
		a.Links.Up, a.Links.Out = value(l.Up, a.Links.Up), value(l.Out, a.Links.Out)
		a.Links.Upper, a.Links.Lower = value(l.Upper, a.Links.Upper), value(l.Lower, a.Links.Lower)
		a.Links.Hand = value(l.Hand, a.Links.Hand)
	}
	for i, j := range s.Joints.list() {
		if j == nil {
			continue
		}
		if j.MinDeg != nil {
			a.Limits[i].Min = radians(*j.MinDeg)
		}
		if j.MaxDeg != nil {
			a.Limits[i].Max = radians(*j.MaxDeg)
		}
	}
	if s.JawsDeg != nil {
		a.Jaws = radians(*s.JawsDeg)
	}
	if s.LeanDeg != nil {
		a.MaxLean = radians(*s.LeanDeg)
	}
	a.Nearest = value(s.NearestMM, a.Nearest)
	g := s.gripper()
	a.Links.Aside = value(g.FixedMM, -7.9) + value(g.SpareMM, 3) + disc/2
	return a
}

func (s *Servos) gripper() Gripper { return value(s.Gripper, Gripper{}) }

// Servos are those of the five joints.
func (s *Servos) Servos() (all []Servo) {
	for i, j := range s.Joints.list() {
		joint := value(j, Joint{})
		all = append(all, Servo{ID: value(joint.ID, i+1), Zero: value(joint.Zero, 2048), Reversed: joint.Reversed})
	}
	return all
}

// Jaws are the gripper for discs of a diameter: they open wide enough to leave room on both sides, and hold what is
// at least half as wide as a disc.
func (s *Servos) Jaws(disc float64) Jaws {
	g := s.gripper()
	open := func(gap float64) float64 { return 2 * math.Asin(min(1, gap/2/value(g.JawMM, 75))) }
	return Jaws{
		Servo: Servo{ID: value(g.ID, 6), Zero: value(g.Closed, 1536), Reversed: g.Reversed},
		Open:  open(disc + 2*value(g.SpareMM, 3)), Thin: open(disc / 2),
		Held:   value(g.FixedMM, -7.9) + disc/2,
		Torque: g.Torque, Load: g.Load,
	}
}

// Ring is what the arm reaches between two heights, its jaws open or closed on a disc.
func (s *Servos) Ring(disc, low, high float64) planner.Ring {
	open := s.Kinematics(disc)
	held := open
	held.Links.Aside = s.Jaws(disc).Held
	region, other := open.Region(low, high), held.Region(low, high)
	ring := planner.Ring{From: max(region.From, other.From), To: min(region.To, other.To), Low: region.Low,
		Step: region.Step}
	for i, r := range region.Rings {
		ring.Edges = append(ring.Edges, [2]float64{max(r.Inner, other.Rings[i].Inner), min(r.Outer, other.Rings[i].Outer)})
	}
	return ring
}

func degrees(radians float64) float64 { return radians * 180 / math.Pi }
func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
