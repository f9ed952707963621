package scene

import (
	"math"
	"math/rand/v2"

	"draughtsman/internal/table/world"
)

// inventor makes up machines by lot: what learns to tell hands from arms must not learn the arms by heart. All that it
// draws is drawn before it looks where the tool is, so that a machine keeps its form while it moves.
type inventor struct {
	*rand.Rand
	table world.Layout
	paint []finish // of most of its parts
}

// invented is a machine made up from the table's seed: a beam, a boom, two links, or rods from above, from any side.
func (m machine) invented(tool vector) []part {
	i := inventor{Rand: rand.New(rand.NewPCG(m.seed, 0x61726d)), table: m.table}
	for range i.IntN(4) {
		i.paint = append(i.paint, i.material())
	}
	turn := i.between(0, 2*math.Pi)
	if i.IntN(2) == 0 {
		turn = math.Round(turn/(math.Pi/2)) * math.Pi / 2
	}
	out := vector{math.Cos(turn), math.Sin(turn), 0}
	foot := out.times(m.table.Half() + m.table.Frame + i.between(50, 220))
	foot[2] = bed
	build := []func(tool, foot, out vector) []part{i.beam, i.boom, i.links, i.hanging}[i.IntN(4)]
	top := i.between(20, 140)
	parts := build(tool, foot, out)
	tip := m.nozzle(tool, tool[2]+top, i.between(2, 10), i.between(3, 15), []string{"black", "white", "shiny"}[i.IntN(3)])
	return append(parts, tip...)
}

func (i inventor) between(low, high float64) float64 { return low + i.Float64()*(high-low) }

// finish is that of a part: a machine has few, each on many of its parts.
func (i inventor) finish() finish {
	if n := len(i.paint); n > 0 && i.IntN(4) > 0 {
		return i.paint[i.IntN(n)]
	}
	return i.material()
}

// material is a grey, black or white, a dull colour, or a bright one as of printed parts.
func (i inventor) material() finish {
	f := finish{gloss: float32(i.between(.1, .7)), chrome: i.IntN(12) == 0}
	grey := float32(i.between(.01, .9))
	switch i.IntN(4) {
	case 0:
		f.colour = rgb{i.Float32(), i.Float32(), i.Float32()}.times(grey)
	case 1:
		hue, pale, bright := i.between(0, 6), i.between(0, .3), i.between(.2, 1)
		for n, v := range world.Colour(hue, 1-pale, bright) {
			f.colour[n] = float32(v)
		}
	default:
		f.colour = rgb{grey, grey, grey}
	}
	return f
}

// boxes are things that sit on a carriage about a place, and go with it.
func (i inventor) boxes(about vector, low, high float64) (parts []part) {
	for range 1 + i.IntN(5) {
		at := about.plus(vector{i.between(-40, 40), i.between(-40, 40), 0})
		z := i.between(low, high)
		parts = append(parts, upright(at, z, z+i.between(10, 90), vector{1, i.between(-.3, .3), 0}, i.between(4, 35),
			i.between(4, 35), i.finish()))
	}
	return parts
}

// beam is what hangs a carriage over the whole board, and travels.
func (i inventor) beam(tool, _, out vector) (parts []part) {
	along := vector{-out[1], out[0], 0}
	high, body := i.between(105, 190), i.finish()
	reach := i.between(200, 380)
	middle := out.times(tool.dot(out))
	for range 1 + i.IntN(3) {
		by := out.times(i.between(-45, 45))
		from, to := middle.plus(by).minus(along.times(reach)), middle.plus(by).plus(along.times(reach))
		z := high + i.between(-25, 25)
		half := i.between(2, 26)
		if f := i.finish(); i.IntN(3) > 0 {
			body, f = f, body
			parts = append(parts, bar(height(from, z), height(to, z), out, half, i.between(2, 26), f))
		} else {
			parts = append(parts, rod(height(from, z), height(to, z), half/2, f))
		}
	}
	for _, side := range []float64{-reach, reach} {
		parts = append(parts, upright(middle.plus(along.times(side)), bed, high+20, out, 15, 12, body))
	}
	return append(parts, i.boxes(tool, max(90, high-40), high+10)...)
}

// boom comes from one side, either pushed out straight or turning about a column.
func (i inventor) boom(tool, foot, out vector) (parts []part) {
	turns, high, width, body := i.IntN(2) == 0, i.between(95, 200), i.between(5, 40), i.finish()
	tail, column := i.between(0, 250), i.between(15, 60)
	from := tool.plus(out.times(foot.minus(tool).dot(out)))
	if turns {
		from = foot
		out = height(foot.minus(tool), 0).unit()
	}
	aside := out.cross(upwards)
	end, back := height(tool.minus(out.times(i.between(0, 25))), high), height(from.plus(out.times(tail)), high)
	if i.IntN(2) == 0 {
		for _, side := range []float64{-width, width} {
			by := aside.times(side)
			parts = append(parts, rod(end.plus(by), back.plus(by), i.between(3, 8), i.finish()))
		}
	} else {
		parts = append(parts, bar(end, back, aside, width, i.between(5, 35), body))
	}
	parts = append(parts, upright(from, bed, high+i.between(-20, 60), out, column, column, i.finish()))
	return append(parts, i.boxes(tool, max(90, high-30), high+20)...)
}

// links are two bones from a foot, bent upwards or to a side, with the tool hanging from the second.
func (i inventor) links(tool, foot, _ vector) (parts []part) {
	far := i.between(1, 1.25) * (foot.length() + s2*i.table.Half())
	first := i.between(.42, .58) * far
	over, hangs := vector{0, 0, 1}, i.between(35, 170)
	shoulder := height(foot, i.between(60, 180))
	if i.IntN(3) == 0 { // it turns about upright axes
		over = vector{i.between(-1, 1), i.between(-1, 1), 0}
		hangs = shoulder[2] - tool[2]
	}
	round, inner, outer := i.IntN(2) == 0, i.between(8, 45), i.between(6, 38)
	a, b, c, joint := i.finish(), i.finish(), i.finish(), i.between(8, 45)
	wide, post, hand, hose := i.between(5, 40), i.between(15, 65), i.between(5, 28), i.IntN(2) == 0
	bent, wrist := elbow(shoulder, height(tool, tool[2]+hangs), over, first, far-first)
	aside := height(tool.minus(foot), 0).cross(upwards).unit()
	bone := func(from, to vector, half, other float64, f finish) part {
		if round {
			return rod(from, to, half, f)
		}
		return bar(from, to, aside, half, other, f)
	}
	parts = append(parts, upright(foot, bed, shoulder[2], aside, post, post, c), bone(shoulder, bent, inner, wide, a),
		bone(bent, wrist, outer, wide*.8, b), bone(wrist, height(tool, tool[2]+min(hangs, 30)), hand, hand, c))
	for _, p := range []vector{shoulder, bent, wrist} {
		parts = append(parts, rod(p.minus(aside.times(joint*.8)), p.plus(aside.times(joint*.8)), joint*.6, c))
	}
	if hose {
		above := height(bent, bent[2]+60)
		parts = append(parts, rod(wrist, above, 5, dark), rod(above, shoulder, 5, dark))
	}
	return parts
}

const s2 = math.Sqrt2

// hanging is a plate that rods or cords from above carry.
func (i inventor) hanging(tool, foot, _ vector) (parts []part) {
	high, plate, hangs := i.between(350, 600), i.between(12, 50), i.between(45, 120)
	middle := height(foot.times(i.between(0, .5)), high)
	carried := height(tool, tool[2]+hangs)
	low, top := carried.minus(vector{0, 0, 5}), carried.plus(vector{0, 0, i.between(5, 50)})
	parts = append(parts, rod(low, top, plate, i.finish()))
	n, wide, thick, turn := 3+i.IntN(2), i.between(80, 420), i.between(2, 9), i.between(0, math.Pi)
	f := i.finish()
	for k := range n {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(k)/float64(n))
		to := vector{cos, sin, 0}
		parts = append(parts, rod(carried.plus(to.times(plate*.8)), middle.plus(to.times(wide)), thick, f))
	}
	return parts
}
