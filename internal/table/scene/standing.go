package scene

import "math"

// Machines that stand behind Black's edge, or hang above the board. They are as large as the table asks for.

// foot is where a standing machine's axis meets the table, and how large the machine is for the table.
func (m machine) foot() (foot vector, k float64) {
	const behind, below = 86, -10
	foot = vector{0, m.table.Half() + m.table.Frame + behind, below}
	return foot, m.scaleAt(foot)
}

// scaleAt is how large a machine has to be that stands at a place, to reach all of the board and the slots: at 1 it
// reaches 360 mm.
func (m machine) scaleAt(foot vector) float64 {
	half := m.table.Half()
	far := math.Hypot(math.Abs(foot[0])+half, math.Abs(foot[1])+half)
	for _, slot := range m.table.Slots {
		far = max(far, math.Hypot(slot.At.X-foot[0], slot.At.Y-foot[1]))
	}
	return far / 360
}

// elbow is where two bones meet that go from one place to another; over is roughly the way in which it is bent. A
// place that is too far away or too near is drawn near to it.
func elbow(from, to, over vector, first, second float64) (at, end vector) {
	way := to.minus(from)
	d := min(max(way.length(), math.Abs(first-second)+.1), first+second-.1)
	axis := way.unit()
	side := over.minus(axis.times(over.dot(axis))).unit()
	along := (d*d + first*first - second*second) / (2 * d)
	return from.plus(axis.times(along)).plus(side.times(math.Sqrt(max(0, first*first-along*along)))),
		from.plus(axis.times(d))
}

// height is a place at another height.
func height(p vector, z float64) vector { return vector{p[0], p[1], z} }

// scara is two links that turn about upright axes; a quill at the end goes up and down.
func (m machine) scara(tool vector) []part {
	foot, k := m.foot()
	body := m.body(0xf0efeb, .3)
	const low, high = 128.0, 164.0
	a, b := height(foot, high), height(tool, high)
	bent, _ := elbow(a, b, vector{1, 0, 0}, 215*k, 195*k)
	inner, outer := bent, height(bent, low)
	sideways := func(from, to vector) vector { return to.minus(from).cross(upwards) }
	parts := []part{upright(foot, foot[2], 8, vector{1, 0, 0}, 70, 70, dark),
		rod(height(foot, 8), height(foot, high-18), 46, body)}
	parts = append(parts, m.nozzle(tool, tool[2]+26, 5, 9, "black")...)
	parts = append(parts, rod(height(tool, tool[2]+24), height(tool, tool[2]+190), 8, steel),
		bar(outer, height(tool, low), sideways(outer, height(tool, low)), 24, 18, body),
		rod(height(tool, low-18), height(tool, low+30), 27, body),
		rod(height(bent, low-18), height(bent, high+18), 34, grey),
		bar(a, inner, sideways(a, inner), 32, 18, body),
		rod(height(foot, high-18), height(foot, high+24), 42, grey))
	return append(parts, rod(height(tool, low+30), height(bent, high+60), 5, dark), // the hose
		rod(height(bent, high+60), height(foot, high+24), 5, dark))
}

// standing is an arm of servos: a turning foot, two long bones and a hand that hangs down with two fingers.
func (m machine) standing(tool vector) []part {
	foot, k := m.foot()
	body := m.body(0xc7a22c, .2)
	out := height(tool, 0).minus(height(foot, 0)).unit()
	aside := out.cross(upwards)
	shoulder := foot.plus(out.times(30.4 * k)).plus(vector{0, 0, 116.6 * k})
	bent, wrist := elbow(shoulder, tool.plus(vector{0, 0, 159 * k}), vector{0, 0, 1}, 116*k, 135*k)
	up := wrist.minus(tool)
	knuckle := tool.plus(up.times(fingerLength / up.length()))
	parts := []part{upright(foot, foot[2], 60*k, out, 32, 32, dark),
		bar(height(foot, 60*k), shoulder, aside, 28, 24, body),
		bar(shoulder, bent, aside, 20, 17, body), bar(bent, wrist, aside, 17, 15, body),
		bar(wrist, knuckle, aside, 15, 15, body)}
	for _, joint := range []vector{shoulder, bent, wrist} {
		parts = append(parts, rod(joint.minus(aside.times(23)), joint.plus(aside.times(23)), 14, dark))
	}
	finger := m.tool(tools["black"])
	for _, side := range []float64{-1, 1} {
		by := aside.times(side * (m.table.DiscDiameter/2 + fingerHalf))
		parts = append(parts, bar(knuckle.plus(by.times(.5)), tool.plus(by), aside, fingerHalf, fingerHalf, finger))
	}
	return parts
}

// parallelogram is a turret with two bones that rods keep level: the tool always hangs upright from its hand.
func (m machine) parallelogram(tool vector) []part {
	foot, k := m.foot()
	body := m.body(0xd9dde0, .4)
	const hand, hangs = 56.0, 62.0 // mm from the wrist to the tool, outwards and down
	out := height(tool, 0).minus(height(foot, 0)).unit()
	aside := out.cross(upwards)
	shoulder := height(foot, 100*k).plus(out.times(14))
	bent, wrist := elbow(shoulder, tool.minus(out.times(hand)).plus(vector{0, 0, hangs}), vector{0, 0, 1}, 165*k, 192*k)
	back, over := out.times(-34), vector{0, 0, 30}
	parts := []part{upright(foot, foot[2], 22, out, 60, 60, dark), rod(height(foot, 22), height(foot, 66*k), 50, body)}
	for _, side := range []float64{-22, 22} {
		by := aside.times(side)
		parts = append(parts, bar(height(foot, 66*k).plus(by), shoulder.plus(by).plus(vector{0, 0, 22}), aside, 5, 40, body),
			bar(shoulder.plus(by), bent.plus(by), aside, 4, 13, body))
	}
	parts = append(parts, m.nozzle(tool, tool[2]+hangs, 5, 9, "black")...)
	parts = append(parts, rod(shoulder.plus(back), bent.plus(back), 5, steel),
		bar(bent, bent.plus(back), aside, 12, 6, body), bar(bent, bent.plus(over), aside, 10, 6, body),
		bar(bent, wrist, aside, 10, 12, body), rod(bent.plus(over), wrist.plus(over), 4, steel),
		bar(wrist, wrist.plus(over), aside, 10, 6, body))
	end := wrist.plus(out.times(hand))
	return append(parts, bar(wrist, end, aside, 14, 8, body), upright(end, end[2]+8, end[2]+40, out, 17, 17, dark),
		rod(bent.minus(aside.times(27)), bent.plus(aside.times(27)), 12, dark))
}

// delta is three pairs of thin rods that carry the tool from a platform above the table's far side.
func (m machine) delta(tool vector) []part {
	const (
		high         = 480.0 // of the platform
		base, plate  = 90.0, 36.0
		upper, lower = 215.0, 490.0
		hangs        = 58.0 // mm from the small plate to the tool
	)
	body := m.body(0xd8d8d6, .3)
	middle := vector{0, m.table.Half() - 40, high}
	carried := tool.plus(vector{0, 0, hangs})
	parts := m.nozzle(tool, carried[2], 5, 8, "black")
	parts = append(parts, rod(carried.minus(vector{0, 0, 5}), carried.plus(vector{0, 0, 5}), plate, body))
	for i := range 3 {
		sin, cos := math.Sincos(math.Pi/2 + 2*math.Pi/3*float64(i))
		out, aside := vector{cos, sin, 0}, vector{-sin, cos, 0}
		joint, held := middle.plus(out.times(base)), carried.plus(out.times(plate))
		bent := knee(joint, held, out, upper, lower)
		parts = append(parts, bar(joint, bent, aside, 12, 9, body),
			rod(bent.minus(aside.times(28)), bent.plus(aside.times(28)), 6, dark))
		for _, side := range []float64{-24, 24} {
			by := aside.times(side)
			parts = append(parts, rod(bent.plus(by), held.plus(by), 3.5, dark), rod(held, held.plus(by), 5, brass))
		}
	}
	return append(parts, rod(middle.minus(vector{0, 0, 6}), middle.plus(vector{0, 0, 14}), base+40, grey))
}

// knee is where a delta's upper arm, which swings in the upright plane through its joint and out, meets the rods to a
// place. A place out of reach is drawn with the knee as near as can be.
func knee(joint, held, out vector, upper, lower float64) vector {
	d := held.minus(joint)
	x, z := d.dot(out), d[2]
	beside := d.dot(d) - x*x - z*z
	flat := math.Hypot(x, z)
	// Of the knee at an angle: upper² + flat² − 2·upper·flat·cos = lower² − beside.
	cos := (upper*upper + flat*flat + beside - lower*lower) / (2 * upper * flat)
	angle := math.Atan2(z, x) + math.Acos(min(max(cos, -1), 1))
	return joint.plus(out.times(upper * math.Cos(angle))).plus(vector{0, 0, upper * math.Sin(angle)})
}
