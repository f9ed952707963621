package feetech

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
)

// Joint says how a servo turns a joint.
type Joint struct {
	ID byte
	// Zero is the servo's position in steps with the joint in its middle pose.
	Zero int
	// Reversed is true where the position falls as the joint's angle rises.
	Reversed bool
}

// Gripper is the servo that opens and closes the jaws.
type Gripper struct {
	ID byte
	// Closed is the servo's position in steps with the jaws closed on nothing.
	Closed int
	// Reversed is true where the position falls as the jaws open.
	Reversed bool
	// Open is how far the jaws open to take hold and to let go, in radians from Closed.
	Open float64
	// Thin is how far they are open, in radians, on the thinnest thing that is held.
	Thin float64
	// Held is where the middle of what is held lies beside the axis of the hand's roll, in mm, as Arm.Links.Aside
	// says where the middle between the open jaws does: the moving jaw pushes what it closes on against the other.
	Held float64
	// Torque is the most of its torque that the servo uses, in thousandths; 400 by default.
	Torque int
	// Load is how hard it works, in thousandths, when it touches something; 120 by default.
	Load int
	// Speed of the jaws in rad/s; 1.2 by default.
	Speed float64
}

// Config is what the driver must know of an arm. What has no default is said to have none.
type Config struct {
	// Limits of the tool, in the frame of Arm. They have no default.
	Limits arm.Limits
	// Arm is the geometry. It has no default.
	Arm kinematics.Arm
	// Joints are its servos, and Gripper the sixth. They have no default.
	Joints  [5]Joint
	Gripper Gripper
	// Home is where the tool waits after homing. It has no default.
	Home arm.Point
	// Raise is how high the tool is brought before homing moves it sideways, mm; by default the height of Home.
	Raise float64

	// Accel is the tool's acceleration along its way, 400 mm/s² by default. JointSpeed and JointAccel are the most
	// that a joint does, 0.8 rad/s and 20 rad/s² by default: where the way would ask more of one it is travelled more
	// slowly. A servo brakes before each goal, and stays behind by the square of its speed: twice as fast, joints
	// would be so far apart that the tool left the line by 2 mm.
	Accel, JointSpeed, JointAccel float64
	// Tick is the time between two goals, 20 ms by default.
	Tick time.Duration
	// Tolerance is how near to its goal a joint has to come, 0.003 rad by default; Astray is how far behind it may be
	// on the way, 0.25 rad by default.
	Tolerance, Astray float64
	// Answer is how long answers are waited for before a question is asked again, 100 ms by default, of which a USB
	// adapter may need 16.
	Answer time.Duration
	// Settle is the longest time from the last goal to standing still, 2 s by default.
	Settle time.Duration
	// MinVolts and MaxVolts bound the supply, 4.5 and 13 by default, and MaxHeat the servos' temperature, 65 °C by
	// default.
	MinVolts, MaxVolts float64
	MaxHeat            int

	// Clock is what the servos are led by; nil: the clock on the wall.
	Clock Clock

	// Log receives what goes on at debug level, and every packet at trace level. The zero Logger is silent.
	Log zerolog.Logger
}

// withDefaults fills in what is left out, and checks the rest.
func (c Config) withDefaults() (Config, error) {
	c.Gripper.Torque = cmp.Or(c.Gripper.Torque, 400)
	c.Gripper.Load = cmp.Or(c.Gripper.Load, 120)
	c.Gripper.Speed = cmp.Or(c.Gripper.Speed, 1.2)
	c.Raise = cmp.Or(c.Raise, c.Home.Z)
	c.Accel = cmp.Or(c.Accel, 400)
	c.JointSpeed = cmp.Or(c.JointSpeed, 0.8)
	c.JointAccel = cmp.Or(c.JointAccel, 20)
	c.Tick = cmp.Or(c.Tick, 20*time.Millisecond)
	c.Tolerance = cmp.Or(c.Tolerance, 0.003)
	c.Astray = cmp.Or(c.Astray, 0.25)
	c.Answer = cmp.Or(c.Answer, 100*time.Millisecond)
	c.Settle = cmp.Or(c.Settle, 2*time.Second)
	c.MinVolts = cmp.Or(c.MinVolts, 4.5)
	c.MaxVolts = cmp.Or(c.MaxVolts, 13)
	c.MaxHeat = cmp.Or(c.MaxHeat, 65)
	if c.Clock == nil {
		c.Clock = wall{}
	}
	if err := c.Limits.Validate(); err != nil {
		return c, err
	}
	if err := c.Arm.Validate(); err != nil {
		return c, err
	}
	if err := c.validateServos(); err != nil {
		return c, err
	}
	if err := c.Limits.Check(c.Home, c.Limits.MaxSpeed); err != nil {
		return c, fmt.Errorf("the place where the arm waits: %w", err)
	}
	if _, err := c.Arm.Solve(c.Home, c.Arm.Ready()); err != nil {
		return c, fmt.Errorf("the place where the arm waits: %w", err)
	}
	for _, v := range []float64{c.Accel, c.JointSpeed, c.JointAccel, c.Tolerance, c.Astray, c.Gripper.Speed,
		float64(c.Tick), float64(c.Answer), float64(c.Settle), float64(c.Gripper.Torque), float64(c.Gripper.Load)} {
		if !(v > 0) || math.IsInf(v, 0) {
			return c, fmt.Errorf("the arm's speeds, tolerances, times and loads must be more than 0")
		}
	}
	return c, nil
}

func (c Config) validateServos() error {
	seen := map[byte]bool{}
	for i, id := range c.ids() {
		if id < 1 || id >= unusedID || seen[id] {
			return fmt.Errorf("%s has the id %d; every servo needs one of its own from 1 to %d", c.name(id), id, unusedID-1)
		}
		seen[id] = true
		if i < len(c.Joints) {
			lowest, highest := c.Joints[i].steps(c.Arm.Limits[i].Min), c.Joints[i].steps(c.Arm.Limits[i].Max)
			if min(lowest, highest) < 0 || max(lowest, highest) >= StepsPerTurn {
				return fmt.Errorf("the limits of %s are positions %d to %d of its servo, which has 0 to %d: its zero is wrong, "+
					"or its limits", c.name(id), min(lowest, highest), max(lowest, highest), StepsPerTurn-1)
			}
		}
	}
	g := c.Gripper
	if !(g.Open > 0 && g.Open < math.Pi) || !(g.Thin >= 0 && g.Thin < g.Open) {
		return fmt.Errorf("the gripper opens by %.1f° and holds from %.1f°; the first must be more than 0° and the second "+
			"between 0° and the first", degrees(g.Open), degrees(g.Thin))
	}
	if open := g.steps(g.Open); min(g.Closed, open) < 0 || max(g.Closed, open) >= StepsPerTurn {
		return fmt.Errorf("the gripper's positions closed and open are %d and %d, and its servo has 0 to %d", g.Closed, open,
			StepsPerTurn-1)
	}
	if g.Torque > 1000 || g.Load >= g.Torque {
		return fmt.Errorf("the gripper's torque is %d and its load %d; torque goes up to 1000, and the load must be less "+
			"than the torque", g.Torque, g.Load)
	}
	return nil
}

// ids are those of all servos, the gripper's last.
func (c Config) ids() []byte {
	var ids []byte
	for _, j := range c.Joints {
		ids = append(ids, j.ID)
	}
	return append(ids, c.Gripper.ID)
}

// name is a servo's for people: "servo 3 (elbow_flex)".
func (c Config) name(id byte) string {
	for i, j := range c.Joints {
		if j.ID == id {
			return fmt.Sprintf("servo %d (%s)", id, kinematics.Names[i])
		}
	}
	return fmt.Sprintf("servo %d (gripper)", id)
}

const stepsPerRadian = StepsPerTurn / (2 * math.Pi)

func sign(reversed bool) float64 {
	if reversed {
		return -1
	}
	return 1
}

// steps is the servo's position for a joint's angle.
func (j Joint) steps(angle float64) int {
	return j.Zero + int(math.Round(sign(j.Reversed)*angle*stepsPerRadian))
}

// angle is the joint's angle for a servo's position.
func (j Joint) angle(steps int) float64 {
	return sign(j.Reversed) * float64(steps-j.Zero) / stepsPerRadian
}

// steps is the servo's position for an opening of the jaws.
func (g Gripper) steps(opening float64) int {
	return g.Closed + int(math.Round(sign(g.Reversed)*opening*stepsPerRadian))
}

// opening is how far the jaws are open, in radians.
func (g Gripper) opening(steps int) float64 {
	return sign(g.Reversed) * float64(steps-g.Closed) / stepsPerRadian
}

func degrees(radians float64) float64 { return radians * 180 / math.Pi }
