package simulation

import (
	"time"

	"draughtsman/internal/cli"
	"draughtsman/internal/table"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/stream"
)

// Sight is how the simulated table's camera sees, and what the arm looks like to it.
type Sight struct {
	CameraDelay  time.Duration `help:"How late the camera's pictures come, such as 2s; each by up to a tenth more." placeholder:"TIME" group:"Simulated table:"`
	CameraFPS    float64       `name:"camera-fps" help:"How many pictures a second the camera takes, 1 to 60; 10 if not given." placeholder:"N" group:"Simulated table:"`
	CameraBursts bool          `help:"Now and then no picture comes for up to two seconds, then all at once." group:"Simulated table:"`
	CameraBroken int           `help:"How many in a hundred of the camera's pictures are broken: their lower part has not come." placeholder:"N" group:"Simulated table:"`
	ArmLook      string        `enum:"default,cantilever,delta,jointed,parallelogram,portal,scara,thick-gantry,thin-gantry" default:"default" help:"What the arm looks like: thin-gantry, thick-gantry, portal, cantilever, scara, jointed, delta or parallelogram." group:"Simulated table:"`
}

// MaxBurstGap is for how long no picture of the simulated camera comes at most, before a burst.
const MaxBurstGap = 2 * time.Second

const (
	maxSimulatedLatency = 10 * time.Second // that the simulated camera's pictures are late at most
	maxFrameRate        = 60               // a second
	ownLook             = "default"        // of the arm

	// slowCameraSpeed is how much faster than real time a table runs at most whose camera is slow or late: fast enough
	// for whole games, and slow enough that every picture is looked at in time.
	slowCameraSpeed = 5
)

func (c Sight) check() error {
	switch {
	case c.CameraDelay < 0 || c.CameraDelay > maxSimulatedLatency:
		return cli.WrongUsage("--camera-delay %v: from 0 to %v", c.CameraDelay, maxSimulatedLatency)
	case c.CameraFPS != 0 && !(c.CameraFPS >= 1 && c.CameraFPS <= maxFrameRate):
		return cli.WrongUsage("--camera-fps %g: from 1 to %d pictures a second", c.CameraFPS, maxFrameRate)
	case c.CameraBroken < 0 || c.CameraBroken > 100:
		return cli.WrongUsage("--camera-broken %d: from 0 to 100 in a hundred pictures", c.CameraBroken)
	}
	return nil
}

// slowed is how much faster than real time a table with such a camera runs at most.
func (c Sight) slowed(speed float64) float64 {
	if c.CameraDelay > 0 || c.CameraFPS > 0 || c.CameraBursts {
		return min(speed, slowCameraSpeed)
	}
	return speed
}

// apply makes a table and its view such.
func (c Sight) apply(o *table.Options, view *scene.Options) {
	if c.ArmLook != "" && c.ArmLook != ownLook {
		view.Arm.Kind = c.ArmLook
	}
	o.FPS, o.Late = c.CameraFPS, stream.Late{Delay: c.CameraDelay, Spread: c.CameraDelay / 10}
	o.Broken.Share = float64(c.CameraBroken) / 100
	if c.CameraBursts {
		o.Late.Bursts = MaxBurstGap
	}
}
