package scene

import "math"

// Machines on which what sees is measured, and nothing is tuned. Heights are over the playing surface, mm.

// sideArm is a small arm of servos and printed parts that stands at the board's left edge. Its gripper leans: one jaw
// is fixed, the other one turns.
func (m machine) sideArm(tool vector) []part {
	foot := vector{-m.table.Half() - m.table.Frame - 86, 30, -10}
	k := m.scaleAt(foot)
	body := m.body(0xe8641b, .25)
	jaw := m.tool(body)
	out := height(tool, 0).minus(height(foot, 0)).unit()
	aside := out.cross(upwards)
	place := func(from vector, along, beside, up float64) vector {
		return from.plus(out.times(along)).plus(aside.times(beside)).plus(vector{0, 0, up})
	}
	shoulder := place(foot, 30*k, 0, 118*k)
	bent, wrist := elbow(shoulder, place(tool, -40*k, 0, 130*k), upwards, 152*k, 160*k)
	knuckle := wrist.mix(tool, .42)
	servo := func(at, towards vector) part { // 45 mm long, 25 wide and 35 high
		axis := towards.minus(at).unit().times(22)
		return bar(at.minus(axis), at.plus(axis), aside, 13, 17, dark)
	}
	parts := []part{upright(foot, foot[2], 10, vector{1, 0, 0}, 52, 46, body), upright(foot, 10, 52*k, out, 26, 30, dark),
		rod(height(foot, 52*k), height(foot, 60*k), 30, body)}
	for _, side := range []float64{-21, 21} {
		parts = append(parts, bar(place(height(foot, 60*k), 0, side, 0), place(shoulder, 0, side, 12), aside, 3, 24, body))
	}
	parts = append(parts, servo(shoulder, bent))
	for _, side := range []float64{-16, 16} {
		parts = append(parts, bar(place(shoulder, 0, side, 0), place(bent, 0, side, 0), aside, 3.5, 15, body))
	}
	along := wrist.minus(bent).unit()
	parts = append(parts, bar(shoulder.mix(bent, .35), shoulder.mix(bent, .65), aside, 14, 5, body),
		servo(bent, wrist), bar(bent.plus(along.times(18)), wrist, aside, 9, 13, body),
		rod(place(bent, 0, 12, 14), place(wrist, 0, 12, 20), 2.5, dark), // the cable
		servo(wrist, knuckle), bar(wrist, knuckle, aside, 17, 12, body))
	open := m.table.DiscDiameter/2 + fingerHalf
	turned := place(knuckle.mix(tool, .45), 6, open+16, 0)
	return append(parts, bar(place(knuckle, 0, -14, 0), place(tool, 0, -open, 0), aside, 4, 13, jaw),
		servo(place(knuckle, 4, 18, 0), turned),
		bar(place(knuckle, 0, 18, 0), turned, aside, 5, 9, jaw), bar(turned, place(tool, 0, open, 0), aside, 4, 7, jaw))
}

// coreXY is a frame around the board. Belts along its rails draw two thin rods with a small carriage between them.
func (m machine) coreXY(tool vector) []part {
	const left, right, near, back, rail = 16.0, 628.0, -2.0, 556.0, 84.0 // of the machine's axes
	f, x, y := m.axes(tool)
	printed := m.body(0x2f9450, .2)
	place := func(atX, atY, z float64) vector { return f.place(atY-y, atX-x, z) }
	frame := finish{colour: srgb(0xa9adb2), gloss: .4}
	var parts []part
	for _, side := range []float64{left, right} {
		inner := side + math.Copysign(26, (left+right)/2-side)
		parts = append(parts, bar(place(side, near, rail), place(side, back, rail), f.along, 10, 10, frame),
			bar(place(side, near, -2), place(side, back, -2), f.along, 10, 10, frame),
			rod(place(inner, near, rail-4), place(inner, back, rail-4), 1.5, dark),
			rod(place(inner, near, rail+6), place(inner, back, rail+6), 1.5, dark))
		for _, end := range []float64{near, back} {
			parts = append(parts, upright(place(side, end, 0), bed, rail+10, f.along, 10, 10, frame))
		}
		parts = append(parts, upright(place(inner, back-4, 0), rail-38, rail+4, f.along, 21, 21, dark), // motor
			rod(place(inner, near+12, rail-8), place(inner, near+12, rail+10), 8, steel),
			bar(place(side, y-34, rail+14), place(side, y+34, rail+14), f.along, 17, 7, printed))
	}
	parts = append(parts, bar(place(left, back, rail), place(right, back, rail), f.across, 10, 10, frame),
		bar(place(left, near, rail), place(right, near, rail), f.across, 10, 10, frame))
	parts = append(parts, m.nozzle(tool, 104, 3, 7, "white")...)
	for _, by := range []float64{-25, 25} {
		parts = append(parts, rod(place(left, y+by, rail+20), place(right, y+by, rail+20), 4, steel),
			rod(place(left+26, y+by*.4, rail+26), place(right-26, y+by*.4, rail+26), 1.2, dark))
	}
	return append(parts, bar(place(x-21, y, rail+20), place(x+21, y, rail+20), f.across, 34, 9, printed),
		upright(place(x, y-14, 0), rail+29, rail+62, f.along, 14, 12, dark),
		rod(place(x, y-36, rail+8), place(x, y-32, rail+8), 14, dark), // fan
		rod(place(x, y+10, rail+30), place((left+right)/2, back, rail+110), 3, dark))
}

// polar is a turning column behind the board's left corner with a boom of tubes that slide out of each other. The
// boom's tail carries a weight.
func (m machine) polar(tool vector) []part {
	foot := vector{-m.table.Half() - m.table.Frame - 96, m.table.Half() + m.table.Frame + 76, bed}
	body := m.body(0x1f7d86, .35)
	const boom = 158.0
	way := height(tool, 0).minus(height(foot, 0))
	far, out := way.length(), way.unit()
	aside := out.cross(upwards)
	along := func(by, z float64) vector { return height(foot.plus(out.times(by)), z) }
	parts := []part{upright(foot, bed, 4, vector{1, 0, 0}, 74, 74, grey),
		rod(height(foot, 4), height(foot, 108), 40, body), rod(height(foot, 108), height(foot, 124), 54, steel),
		upright(foot, 124, 196, out, 46, 34, body)}
	parts = append(parts, bar(along(-150, boom), along(min(210, far-30), boom), aside, 23, 23, body),
		bar(along(-172, boom), along(-120, boom), aside, 34, 34, dark),
		bar(along(150, boom), along(min(430, far-20), boom), aside, 16, 16, steel),
		bar(along(min(360, far-60), boom), along(far-12, boom), aside, 10, 10, dark))
	parts = append(parts, m.nozzle(tool, tool[2]+36, 4, 8, "black")...)
	return append(parts, upright(along(far, 0), tool[2]+34, tool[2]+165, aside, 9, 5, steel),
		upright(along(far-4, 0), boom-24, boom+24, aside, 24, 12, body),
		upright(along(far+10, 0), boom-14, boom+30, aside, 14, 14, dark))
}

// cobot is an arm of thick round tubes with caps at their joints, which stands at the board's right. Its elbow is out
// to the side.
func (m machine) cobot(tool vector) []part {
	foot := vector{m.table.Half() + m.table.Frame + 146, 40, bed}
	k := m.scaleAt(foot)
	body, lid := m.body(0xe4e8ec, .45), finish{colour: srgb(0x5b93c9), gloss: .4}
	const upper, lower = 45.0, 36.0 // radii of the tubes
	shoulder := height(foot, 118)
	toWrist := height(shoulder.minus(tool), 0).unit()
	wrist := tool.plus(toWrist.times(78)).plus(vector{0, 0, 128})
	bent, wrist := elbow(shoulder, wrist, vector{.1, .85, .5}, 205*k, 190*k)
	across := bent.minus(shoulder).cross(wrist.minus(bent)).unit()
	joint := func(at, axis vector, radius, half float64) []part {
		a, b := at.minus(axis.times(half)), at.plus(axis.times(half))
		return []part{rod(a, b, radius, body), rod(a.minus(axis.times(9)), a, radius-2, lid),
			rod(b, b.plus(axis.times(9)), radius-2, lid)}
	}
	parts := []part{rod(foot, height(foot, 12), 78, grey), rod(height(foot, 12), height(foot, 70), 58, body)}
	parts = append(parts, m.nozzle(tool, tool[2]+74, 5, 10, "black")...)
	parts = append(parts, rod(height(tool, tool[2]+70), height(tool, tool[2]+84), 30, dark))
	parts = append(parts, rod(height(tool, tool[2]+84), height(tool, tool[2]+150), 31, body),
		rod(height(tool, tool[2]+150), height(tool, tool[2]+158), 29, lid))
	hand := height(tool, wrist[2])
	parts = append(parts, rod(hand, wrist, 29, body))
	parts = append(parts, joint(shoulder, across, 48, 52)...)
	parts = append(parts, joint(wrist, upwards, 33, 36)...)
	parts = append(parts, rod(wrist, bent, lower, body), rod(shoulder, bent, upper, body))
	return append(parts, joint(bent, across, 46, 54)...)
}
