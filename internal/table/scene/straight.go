package scene

import (
	"math"

	"draughtsman/internal/table/world"
)

// Machines of straight axes. They stand as the arm's frame does: x along the beam, y the way that it travels. Heights
// are over the playing surface, mm.

var (
	dark    = finish{colour: srgb(0x2a2b2e), gloss: .2}
	grey    = finish{colour: srgb(0x83878c), gloss: .3}
	steel   = finish{colour: srgb(0xb9bcc0), gloss: .8}
	brass   = finish{colour: srgb(0xb08d3f), gloss: .6}
	bed     = -12.0 // where machines stand
	upwards = vector{0, 0, 1}
)

// axes are a machine's where its tool is.
func (m machine) axes(tool vector) (f gantryFrame, x, y float64) {
	p := world.Point{X: tool[0], Y: tool[1], Z: tool[2]}
	a := m.table.Mount.ToArm(p)
	return frameAt(m.table.Mount, p), a.X, a.Y
}

// thinGantry is a light nozzle under a dark, narrow beam.
func (m machine) thinGantry(tool vector) []part {
	f, _, _ := m.axes(tool)
	body := m.body(0x202226, .25)
	parts := m.nozzle(tool, 112, 2.6, 3.6, "white")
	parts = append(parts, bar(f.place(0, f.from, 122), f.place(0, f.to, 122), f.across, 10, 10, body),
		rod(f.place(-13, f.from, 128), f.place(-13, f.to, 128), 1.5, dark), // the belt
		bar(f.place(-9, -17, 121), f.place(-9, 17, 121), f.across, 7, 17, body),
		bar(f.place(-17, -8, 118), f.place(-17, 8, 118), f.across, 3, 10, grey))
	for _, end := range []float64{f.from, f.to} {
		parts = append(parts, upright(f.place(0, end, 0), bed, 136, f.across, 14, 12, body))
	}
	return parts
}

// thickGantry is a beam of 80 mm with a cable chain on it. Its carriage stays at its height while a rod goes up and
// down with the tool.
func (m machine) thickGantry(tool vector) []part {
	f, x, _ := m.axes(tool)
	body := m.body(0xc9ccd0, .35)
	parts := m.nozzle(tool, tool[2]+30, 8, 11, "black")
	lifted := tool.plus(vector{0, 0, 28})
	parts = append(parts, rod(lifted, f.place(0, 0, tool[2]+200), 9, steel),
		bar(f.place(62, f.from, 160), f.place(62, f.to, 160), f.across, 40, 40, body))
	for _, z := range []float64{140, 180} {
		parts = append(parts, bar(f.place(21, f.from, z), f.place(21, f.to, z), f.across, 2, 5, dark)) // rails
	}
	parts = append(parts, m.cableChain(f, -x+bedWidth/2)...)
	return append(parts,
		bar(f.place(0, -52, 158), f.place(0, 52, 158), f.across, 20, 50, dark),
		upright(f.place(-8, 26, 0), 208, 262, f.across, 21, 21, grey), // motor
		upright(f.place(-21, 0, 0), 128, 188, f.along, 30, 1.5, body)) // cover
}

// cableChain lies on a thick beam from where it is fixed, bends back, and goes to the carriage.
func (m machine) cableChain(f gantryFrame, fixed float64) (parts []part) {
	bend := fixed/2 + 110
	strand := func(from, to, z float64) {
		const link = 24.0
		n := max(1, int(math.Abs(to-from)/link))
		for i := range n {
			a, b := from+(to-from)*float64(i)/float64(n), from+(to-from)*float64(i+1)/float64(n)
			shade := dark
			if i%2 == 0 {
				shade = finish{colour: srgb(0x3d3e42), gloss: .2}
			}
			parts = append(parts, bar(f.place(72, a, z), f.place(72, b, z), f.across, 14, 8, shade))
		}
	}
	strand(fixed, bend, 209)
	parts = append(parts, upright(f.place(72, bend, 0), 201, 249, f.across, 14, 8, dark))
	strand(bend, 0, 241)
	return parts
}

// portal is a beam on two posts that travel beside the board. The tool hangs on a slide that goes up and down with it.
func (m machine) portal(tool vector) []part {
	const apart = 292 // mm from the board's middle to a post
	f, x, _ := m.axes(tool)
	body := m.body(0x3f6fa8, .25)
	middle := m.table.Mount.Origin.X - x
	parts := m.nozzle(tool, tool[2]+40, 4, 7, "black")
	for _, end := range []float64{middle - apart, middle + apart} {
		parts = append(parts, bar(f.place(-45, end, bed+9), f.place(45, end, bed+9), f.along, 16, 9, dark),
			upright(f.place(0, end, 0), bed+18, 165, f.across, 22, 10, body))
	}
	beam := finish{colour: srgb(0xb4b7ba), gloss: .35}
	return append(parts, bar(f.place(10, middle-apart, 138), f.place(10, middle+apart, 138), f.across, 12, 22, beam),
		rod(f.place(-4, middle-apart, 122), f.place(-4, middle+apart, 122), 4, steel),
		rod(f.place(-4, middle-apart, 154), f.place(-4, middle+apart, 154), 4, steel),
		upright(f.place(-10, 0, 0), 108, 168, f.along, 25, 8, body),
		upright(f.place(-22, 0, 0), tool[2]+36, tool[2]+180, f.along, 13, 5, dark),
		bar(f.place(-22, 0, tool[2]+40), f.place(8, 0, tool[2]+40), f.along, 13, 5, dark))
}

// cantilever is a boom that a head behind the board pushes out, with the tool at its end; the boom's tail sticks out
// behind.
func (m machine) cantilever(tool vector) []part {
	const rail, long = 575, 600 // mm: the rail along the frame's y, and the boom
	f, x, y := m.axes(tool)
	body := m.body(0xe6e4de, .2)
	head := rail - y
	parts := []part{bar(f.place(head, -x-20, 88), f.place(head, bedWidth-x+20, 88), f.across, 20, 15, grey)}
	parts = append(parts, m.nozzle(tool, 105, 3.5, 6, "black")...)
	for _, side := range []float64{-16, 16} {
		parts = append(parts, rod(f.place(-6, side, 124), f.place(long, side, 124), 5, steel))
	}
	return append(parts, bar(f.place(0, -5, 120), f.place(long, -5, 120), f.along, 2, 2, dark), // the belt
		upright(f.place(head, 0, 0), 103, 150, f.across, 42, 38, body),
		upright(f.place(head, 0, 0), 150, 176, f.across, 20, 20, dark),
		upright(f.place(long, 0, 0), 112, 136, f.across, 8, 26, body),
		upright(f.place(-2, 0, 0), 104, 142, f.across, 15, 28, body),
		upright(f.place(-21, 0, 0), tool[2]+30, tool[2]+105, f.along, 11, 4, dark),
		bar(f.place(-21, 0, tool[2]+34), f.place(4, 0, tool[2]+34), f.along, 8, 4, dark))
}
