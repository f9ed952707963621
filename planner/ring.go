package planner

import (
	"fmt"
	"math"

	"draughtsman/calibration"
)

// Ring is what an arm that turns about an upright axis reaches: at each height the places between a least and a
// greatest distance from the axis, in the directions that it can turn to. It is a plain value that whoever knows the
// arm's joints has worked out; the zero value restricts nothing.
type Ring struct {
	Axis     calibration.ArmPoint // a point of the axis; its z does not matter
	From, To float64              // directions, radians anticlockwise from the arm's x axis, From < To
	Low      float64              // the height of the first of the edges, mm
	Step     float64              // from one height to the next, mm
	Edges    [][2]float64         // the least and the greatest distance at Low, Low + Step, …, mm
}

// validate says what is wrong with a ring.
func (r Ring) validate() error {
	if len(r.Edges) == 0 {
		return nil
	}
	if !finite(r.Axis.X, r.Axis.Y, r.From, r.To, r.Low, r.Step) || r.Step <= 0 || r.From >= r.To {
		return fmt.Errorf("the ring that the arm reaches is not stated in numbers that make one")
	}
	return nil
}

// at is the least and the greatest distance from the axis at a height, and whether there is any. Between two heights
// the stricter of them holds.
func (r Ring) at(z float64) (least, greatest float64, ok bool) {
	layer := (z - r.Low) / r.Step
	const layerRounding = 1e-6 // a height that was computed may miss its layer by so much
	below, above := int(math.Floor(layer+layerRounding)), int(math.Ceil(layer-layerRounding))
	if math.IsNaN(z) || below < 0 || above >= len(r.Edges) {
		return 0, 0, false
	}
	least = max(r.Edges[below][0], r.Edges[above][0])
	greatest = min(r.Edges[below][1], r.Edges[above][1])
	return least, greatest, least <= greatest
}

// within reports a target outside the ring, by its name.
func (r Ring) within(name string, p calibration.ArmPoint) error {
	if len(r.Edges) == 0 {
		return nil
	}
	least, greatest, ok := r.at(p.Z)
	if !ok {
		return fmt.Errorf("%s is out of reach: the arm reaches nothing at z = %.1f mm", name, p.Z)
	}
	x, y := p.X-r.Axis.X, p.Y-r.Axis.Y
	if away := math.Hypot(x, y); !(away >= least && away <= greatest) {
		return fmt.Errorf("%s is out of reach: it is %.1f mm from the arm's axis, and at z = %.1f mm the arm reaches from "+
			"%.1f to %.1f mm", name, away, p.Z, least, greatest)
	}
	direction := math.Atan2(y, x)
	middle := (r.From + r.To) / 2
	if turn := math.Remainder(direction-middle, 2*math.Pi); math.Abs(turn) > (r.To-r.From)/2 {
		return fmt.Errorf("%s is out of reach: it lies at %.0f° round the arm, which turns from %.0f° to %.0f°", name,
			degrees(direction), degrees(r.From), degrees(r.To))
	}
	return nil
}

// along reports a straight motion that leaves the ring on its way, as one past the arm's own base does. Both ends
// have been looked at.
func (r Ring) along(name string, from, to calibration.ArmPoint) error {
	if len(r.Edges) == 0 {
		return nil
	}
	const ringStepMM = 2.0 // mm
	n := int(math.Ceil(apart(from, to) / ringStepMM))
	for i := 1; i < n; i++ {
		share := float64(i) / float64(n)
		p := calibration.ArmPoint{
			X: from.X + share*(to.X-from.X),
			Y: from.Y + share*(to.Y-from.Y),
			Z: from.Z + share*(to.Z-from.Z),
		}
		if err := r.within(fmt.Sprintf("%s, at x = %.1f, y = %.1f,", name, p.X, p.Y), p); err != nil {
			return err
		}
	}
	return nil
}

func degrees(radians float64) float64 { return radians * 180 / math.Pi }
