package scene

import (
	"math"

	"draughtsman/internal/table/world"
)

// bone is a part of a hand: the space within a radius, changing from one end to the other, of a segment. Lengths are
// mm.
type bone struct {
	a, b   vector
	ra, rb float64
	tint   float32 // 0 skin, up to 1 redder, nail for a nail
}

const nail = -1

// joint is a place in the hand's own axes: back towards the wrist from the fingertips, out to the side of the small
// finger, and up.
type joint struct{ back, out, up float64 }

// handBones are those of a hand in each pose.
var handBones = map[world.HandPose][]handBone{
	world.Pinching: append(pinching, palm...), world.Flat: append(flat, palm...), world.Fist: append(fist, palm...),
}

// handBone is a bone in the hand's own axes.
type handBone struct {
	a, b   joint
	ra, rb float64
	tint   float32
}

// pinching is the hand as it holds a disc: thumb on one side, first and second finger on the other, the remaining two
// curled up.
var pinching = []handBone{
	// Thumb: tip, joint, root.
	{joint{6, -16, -3}, joint{34, -27, 12}, 7.5, 9, .5},
	{joint{34, -27, 12}, joint{82, -30, 30}, 9.5, 12, .1},
	{joint{82, -30, 30}, joint{128, -14, 40}, 14, 20, 0},
	{joint{5, -18, 3.5}, joint{14, -22, 7.5}, 4, 4.5, nail},
	// First finger.
	{joint{-4, 15, -3}, joint{18, 10, 26}, 7, 7.8, .5},
	{joint{18, 10, 26}, joint{46, 0, 45}, 8, 8.8, .1},
	{joint{46, 0, 45}, joint{92, -16, 50}, 9.4, 11, .15},
	{joint{-3, 14, 5}, joint{3, 13, 11}, 3.8, 4.2, nail},
	// Second finger.
	{joint{10, 19, -3}, joint{27, 21, 25}, 7.2, 8, .5},
	{joint{27, 21, 25}, joint{52, 14, 47}, 8.2, 9, .1},
	{joint{52, 14, 47}, joint{96, 4, 53}, 9.6, 11, .15},
	{joint{10, 19, 5}, joint{15, 20, 11}, 3.8, 4.2, nail},
	// Third and fourth, curled.
	{joint{52, 34, 12}, joint{40, 34, 34}, 7.2, 8, .4},
	{joint{40, 34, 34}, joint{96, 22, 50}, 8.6, 10.5, .1},
	{joint{66, 46, 12}, joint{56, 46, 32}, 6.4, 7, .4},
	{joint{56, 46, 32}, joint{98, 37, 44}, 7.6, 9.5, .1},
}

// flat is the hand with its fingers stretched and spread a little.
var flat = []handBone{
	{joint{62, -62, 4}, joint{96, -44, 20}, 8, 10, .4},
	{joint{96, -44, 20}, joint{134, -16, 36}, 12, 19, 0},
	{joint{60, -60, 11}, joint{70, -55, 14}, 4, 4.5, nail},
	{joint{10, -30, 4}, joint{56, -22, 16}, 7.5, 8.8, .4}, {joint{56, -22, 16}, joint{94, -16, 40}, 9.2, 11, .1},
	{joint{11, -30, 10}, joint{17, -29, 12}, 3.8, 4.2, nail},
	{joint{0, -4, 4}, joint{52, 0, 16}, 7.6, 9, .4}, {joint{52, 0, 16}, joint{96, 4, 42}, 9.4, 11, .1},
	{joint{1, -4, 10}, joint{7, -4, 12}, 3.8, 4.2, nail},
	{joint{8, 22, 4}, joint{56, 22, 15}, 7.3, 8.6, .4}, {joint{56, 22, 15}, joint{96, 22, 40}, 9, 10.5, .1},
	{joint{28, 48, 4}, joint{64, 42, 14}, 6.4, 7.4, .4}, {joint{64, 42, 14}, joint{98, 37, 36}, 7.8, 9.5, .1},
}

// fist is the hand with all fingers curled.
var fist = []handBone{
	{joint{52, -4, 26}, joint{70, -26, 22}, 9, 10, .4}, {joint{70, -26, 22}, joint{128, -16, 38}, 12, 20, 0},
	{joint{64, -14, 14}, joint{44, -14, 36}, 8.5, 10, .4}, {joint{44, -14, 36}, joint{94, -16, 50}, 10.5, 12, .2},
	{joint{60, 6, 14}, joint{40, 5, 37}, 8.5, 10, .4}, {joint{40, 5, 37}, joint{96, 4, 52}, 10.5, 12, .2},
	{joint{62, 24, 13}, joint{44, 23, 35}, 8.2, 9.6, .4}, {joint{44, 23, 35}, joint{96, 22, 49}, 10, 11.5, .2},
	{joint{68, 40, 12}, joint{54, 39, 31}, 7.4, 8.6, .4}, {joint{54, 39, 31}, joint{98, 37, 43}, 9, 10.5, .2},
}

// palm is what all poses have in common.
var palm = []handBone{
	// Palm.
	{joint{92, -16, 48}, joint{156, -6, 48}, 12, 17, 0},
	{joint{96, 4, 50}, joint{158, 2, 50}, 12.5, 18, 0},
	{joint{96, 22, 47}, joint{158, 8, 49}, 11.5, 17, 0},
	{joint{98, 37, 40}, joint{156, 14, 46}, 10.5, 16, 0},
	// Wrist and the beginning of the forearm.
	{joint{150, 3, 49}, joint{270, 4, 74}, 21, 27, 0},
}

var (
	cuff   = [2]joint{{196, 3, 59}, {206, 3, 61}}
	sleeve = [2]joint{{200, 3, 60}, {760, 4, 205}}
)

// skins and sleeves are what the people at the table look like.
var (
	skins   = []rgb{srgb(0xd9a184), srgb(0xc58c6b), srgb(0x8d5a3c), srgb(0xe3b49a)}
	sleeves = []rgb{srgb(0x2c3e5c), srgb(0x5a5d60), srgb(0x4a5a3a), srgb(0x7a2f35)}
)

// arm is a hand and its sleeve, ready to be painted.
type arm struct {
	skin, cloth []bone
}

// pose places the bones of a hand on the table.
func pose(h world.Hand) arm {
	tip := at(h.At)
	back := at(h.Shoulder()).minus(tip)
	back[2] = 0
	back = back.unit()
	out := vector{-back[1], back[0], 0} // the small finger's side of a right hand
	place := func(j joint) vector {
		return tip.plus(back.times(j.back)).plus(out.times(j.out)).plus(vector{0, 0, j.up})
	}
	var a arm
	for _, b := range handBones[h.Look.Pose] {
		a.skin = append(a.skin, bone{place(b.a), place(b.b), b.ra, b.rb, b.tint})
	}
	// The sleeve goes on past the edge of the table; in pieces, so that what is out of the camera's sight can be left
	// out.
	a.cloth = append(a.cloth, bone{place(cuff[0]), place(cuff[1]), 32, 32.5, .3})
	const pieces = 8
	from, to := place(sleeve[0]), place(sleeve[1])
	for i := range pieces {
		j, k := float64(i)/pieces, float64(i+1)/pieces
		a.cloth = append(a.cloth, bone{from.mix(to, j), from.mix(to, k), 30 + 22*j, 30 + 22*k, 0})
	}
	return a
}

// phone is what a hand holds beside a disc, if it does: a dark slab with a screen, from the palm beyond the fingertips.
func phone(h world.Hand, a arm) parts {
	if !h.Look.Phone {
		return nil
	}
	tip := at(h.At).plus(vector{0, 0, 8})
	back := height(a.cloth[0].a.minus(tip), 0).unit()
	slab := func(from, to, z, half, thick float64, f finish) part {
		up := vector{0, 0, z}
		return bar(tip.plus(back.times(from)).plus(up), tip.plus(back.times(to)).plus(up), upwards, thick, half, f)
	}
	return parts{slab(-40, 108, 0, 36, 4, finish{colour: srgb(0x17181b), gloss: .5}),
		slab(-35, 103, 4.5, 33, .5, finish{colour: srgb(0x2c3a4a), gloss: .9})}
}

func (a arm) cast(l *shadow, v *view) {
	for _, bones := range [][]bone{a.skin, a.cloth} {
		for _, b := range bones {
			if b.tint == nail {
				continue
			}
			l.add(v, append(circlePoints(b.a, b.ra), circlePoints(b.b, b.rb)...)...)
		}
	}
}

// flesh is what the bones that cover a pixel add up to there: their surfaces melt into one another, the nearest to
// the camera weighing most.
type flesh struct {
	normal             [3]float32 // camera axes
	weight, tint, nail float32
	cover              float32
}

// somebody is what the human at the table looks like.
type somebody struct {
	skin, cloth rgb
	grain       *grain
	flesh       []flesh // of the picture that is painted
}

// draw paints skin, then the sleeve over it.
func (s *somebody) draw(b brush, a arm, look world.HandLook) {
	skin, cloth := s.skin, s.cloth
	if look.Skin != 0 {
		skin = srgb(look.Skin)
	}
	if look.Sleeve != 0 {
		cloth = srgb(look.Sleeve)
	}
	s.drawBones(b, a.skin, 2.5, func(f flesh, _, y float32, diffuse, red float32) rgb {
		c := skin.mix(rgb{.75, .22, .16}, .22*f.tint)
		c = c.mix(rgb{.82, .56, .5}, .7*f.nail)
		return rgb{c[0] * (diffuse + red), c[1] * (diffuse + .35*red), c[2] * (diffuse + .2*red)}
	})
	s.drawBones(b, a.cloth, 4, func(f flesh, x, y float32, diffuse, _ float32) rgb {
		fold := 1 + .22*s.grain.at(x/42, y/16) + .12*s.grain.at(x/9, y/13) + .1*s.grain.at(x*.9, y*.9)
		return cloth.times(diffuse * fold * (1 + .3*f.tint))
	})
}

// drawBones paints bones that melt together within a few mm, coloured by paint from what is at the pixel, the pixel's
// place against the first bone's, and the light: plain, and what shines through from the lit side.
func (s *somebody) drawBones(b brush, bones []bone, melt float32,
	paint func(f flesh, x, y, diffuse, red float32) rgb) {
	v := &b.film.view
	var ends []vector
	for _, n := range bones {
		for _, end := range []struct {
			p vector
			r float64
		}{{n.a, n.ra}, {n.b, n.rb}} {
			if end.p.minus(v.eye).dot(v.forward) < end.r+nearest {
				continue
			}
			ends = append(ends, end.p.plus(v.right.times(end.r)).plus(v.down.times(end.r)),
				end.p.minus(v.right.times(end.r)).minus(v.down.times(end.r)))
		}
	}
	if len(ends) == 0 {
		return
	}
	x0, y0, x1, y1 := b.film.bounds(ends...)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	w := x1 - x0
	if need := w * (y1 - y0); cap(s.flesh) < need {
		s.flesh = make([]flesh, need)
	} else {
		s.flesh = s.flesh[:need]
		clear(s.flesh)
	}
	middle := bones[0].a.minus(v.eye).dot(v.forward)
	for _, n := range bones {
		s.addBone(v, n, x0, y0, x1, y1, float32(middle), 1/melt)
	}

	first := bones[0].a
	ax, ay, _ := v.project(first)
	lamp := glowAt(first, v.eye)
	l, strength := lamp.towards, float32(lamp.strength)
	light := [3]float32{float32(l.dot(v.right)), float32(l.dot(v.down)), float32(l.dot(v.forward))}
	up := [3]float32{float32(v.right[2]), float32(v.down[2]), float32(v.forward[2])}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			f := s.flesh[(y-y0)*w+x-x0]
			if f.cover <= 0 {
				continue
			}
			k := 1 / f.weight
			f.tint, f.nail = f.tint*k, f.nail*k
			n := [3]float32{f.normal[0] * k, f.normal[1] * k, f.normal[2] * k}
			length := float32(math.Sqrt(float64(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])))
			cos := (n[0]*light[0] + n[1]*light[1] + n[2]*light[2]) / max(length, .2)
			sky := (n[0]*up[0] + n[1]*up[1] + n[2]*up[2]) / max(length, .2)
			crease := .45 + .55*min(1, length*length) // less light reaches where surfaces meet
			diffuse := (ambient*(.62+.38*sky) + strength*max(0, cos)) * crease
			red := .1 * strength * max(0, 1-(cos-.1)*(cos-.1)*4)
			px, py := float32(x)-float32(ax), float32(y)-float32(ay)
			c := paint(f, px, py, diffuse, red)
			c = c.times(1 + .05*s.grain.at(px*.35, py*.35) + .04*s.grain.at(px*.08, py*.08))
			b.blend(x, y, c, f.cover)
		}
	}
}

// addBone adds one bone's surface to the flesh in a rectangle of pixels. Depth is measured from the plane at depth
// middle, in units of 1/sharp mm.
func (s *somebody) addBone(v *view, b bone, x0, y0, x1, y1 int, middle, sharp float32) {
	axd, ayd, oka := v.project(b.a)
	bxd, byd, okb := v.project(b.b)
	da, db := b.a.minus(v.eye).dot(v.forward), b.b.minus(v.eye).dot(v.forward)
	if !oka || !okb || da < b.ra+nearest || db < b.rb+nearest {
		return // too near the lens to be drawn
	}
	ax, ay := float32(axd), float32(ayd)
	dx, dy := float32(bxd)-ax, float32(byd)-ay
	ra, rb := float32(b.ra*v.scale(b.a)), float32(b.rb*v.scale(b.b))
	reach := max(ra, rb) + 1
	left := max(x0, int(min(ax, ax+dx)-reach))
	right := min(x1, int(max(ax, ax+dx)+reach)+2)
	top := max(y0, int(min(ay, ay+dy)-reach))
	bottom := min(y1, int(max(ay, ay+dy)+reach)+2)
	along := 1 / max(dx*dx+dy*dy, 1e-6)
	isNail := float32(0)
	if b.tint == nail {
		isNail = 1
	}
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			px, py := float32(x)-ax, float32(y)-ay
			t := min(max((px*dx+py*dy)*along, 0), 1)
			ox, oy := px-t*dx, py-t*dy
			r := ra + t*(rb-ra)
			d2 := ox*ox + oy*oy
			if d2 >= (r+.5)*(r+.5) {
				continue
			}
			d := float32(math.Sqrt(float64(d2)))
			q := min(d/r, .999)
			nz := float32(math.Sqrt(float64(1 - q*q)))
			thick := float32(b.ra) + t*float32(b.rb-b.ra)
			depth := float32(da) + t*float32(db-da) - thick*nz - middle
			weight := float32(math.Exp(float64(min(max(-depth*sharp, -80), 80))))
			f := &s.flesh[(y-y0)*(x1-x0)+x-x0]
			if d > 1e-3 {
				f.normal[0] += weight * ox / r
				f.normal[1] += weight * oy / r
			}
			f.normal[2] -= weight * nz
			f.weight += weight
			f.tint += weight * max(0, b.tint) * (1 - t)
			f.nail += weight * isNail
			f.cover = max(f.cover, min(r-d+.5, 1))
		}
	}
}
