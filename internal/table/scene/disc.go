package scene

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/internal/table/world"
)

// slope is the profile of a disc's top: how steeply it rises towards the rim, by the distance from the centre in
// 1/128 of the radius. A raised rim, a recess, a small raised ring in it.
var slope = func() (table [128]float32) {
	for _, part := range []struct {
		from, to float64
		rise     float32
	}{{.95, 1, -1.1}, {.76, .82, .9}, {.49, .54, -.7}, {.36, .41, .7}} {
		for i := int(part.from * 128); i < int(part.to*128); i++ {
			table[i] = part.rise
		}
	}
	return table
}()

// circlePoints are places around a horizontal circle.
func circlePoints(centre vector, radius float64) []vector {
	points := make([]vector, 16)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
		// A little outside, so that the polygon has the circle's area.
		points[i] = centre.plus(vector{1.013 * radius * cos, 1.013 * radius * sin, 0})
	}
	return points
}

// pieces are what the discs look like.
type pieces struct {
	diameter, height float64
	made             [2]material // of, by side
	grain            *grain
}

// sort puts discs in a painter's order: one that hides another comes later.
func (s pieces) sort(discs []world.Disc, eye vector) {
	slices.SortStableFunc(discs, func(a, b world.Disc) int {
		pa, pb := at(a.At), at(b.At)
		if math.Hypot(pa[0]-pb[0], pa[1]-pb[1]) < s.diameter/2 {
			return cmp.Compare(pa[2], pb[2])
		}
		return cmp.Compare(pb.minus(eye).length(), pa.minus(eye).length())
	})
}

// cast adds a disc's shadow to a layer.
func (s pieces) cast(l *shadow, v *view, d world.Disc) {
	l.add(v, s.outline(d)...)
}

// outline is places around a disc's underside and its top.
func (s pieces) outline(d world.Disc) []vector {
	base := at(d.At)
	return append(circlePoints(base, s.diameter/2), circlePoints(base.plus(vector{0, 0, s.height}), s.diameter/2)...)
}

// draw paints a disc over what is there; light is 1 in the open and less in a shadow.
func (s pieces) draw(b brush, d world.Disc, light float32) {
	radius, height := s.diameter/2, s.height
	base := at(d.At)
	top := base.plus(vector{0, 0, height})
	x0, y0, x1, y1 := b.film.bounds(s.outline(d)...)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	m := s.made[d.Side]
	// No two pieces have quite the same colour, nor lie turned the same way.
	tone := light * (1 + .05*s.grain.at(float32(d.ID)*3.7+.5, 17.5))
	turn := 7 * float64(s.grain.at(float32(d.ID)*1.9+.5, 40.5))

	eye := b.film.view.eye
	lamp := glowAt(top, eye)
	flatDiffuse, flatMirrored := lamp.on(vector{0, 0, 1}, m.gloss)
	offsets := [2]float32{-.25, .25}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			var sum rgb
			hits := 0
			for sample := range 4 {
				ray := b.film.rayAt(x, y, offsets[sample&1], offsets[sample>>1])
				t := (top[2] - eye[2]) / ray[2]
				ax, ay := eye[0]+t*ray[0]-top[0], eye[1]+t*ray[1]-top[1]
				r2 := ax*ax + ay*ay
				if r2 < radius*radius {
					hits++
					r := math.Sqrt(r2)
					diffuse, mirrored := flatDiffuse, flatMirrored
					if rise := slope[int(r/radius*127.9)]; rise != 0 {
						n := vector{-float64(rise) * ax / r, -float64(rise) * ay / r, 1}.unit()
						diffuse, mirrored = lamp.on(n, m.gloss)
					} else if r < .76*radius {
						diffuse *= .93 // less sky reaches the recess
					}
					sum = addLit(sum, m.colour.times(diffuse*tone), mirrored*light)
					continue
				}
				if normal, rise, ok := hitSide(ax, ay, ray, t, (base[2]-eye[2])/ray[2], radius); ok {
					hits++
					diffuse, mirrored := lamp.on(normal, m.gloss*.5)
					ridges := 1 + .12*math.Cos(52*(math.Atan2(normal[1], normal[0])+turn))
					shade := float32(ridges * (.55 + .45*rise))
					sum = addLit(sum, m.colour.times(diffuse*tone*shade), mirrored*light)
				}
			}
			if hits > 0 {
				b.blend(x, y, sum.times(1/float32(hits)), float32(hits)/4)
			}
		}
	}
}

func addLit(sum, c rgb, mirrored float32) rgb {
	return rgb{sum[0] + c[0] + mirrored, sum[1] + c[1] + mirrored, sum[2] + c[2] + mirrored}
}

// hitSide finds where a ray meets the side wall of a disc: the ray is at (ax, ay) from the axis in the plane of the
// top, at parameter t, and reaches the plane of the underside at parameter end. It answers the wall's normal and how
// high up the wall, 0 to 1, the place is.
func hitSide(ax, ay float64, ray vector, t, end, radius float64) (normal vector, rise float64, ok bool) {
	dx, dy := ray[0]*(end-t), ray[1]*(end-t)
	a := dx*dx + dy*dy
	b := ax*dx + ay*dy
	c := ax*ax + ay*ay - radius*radius
	root := b*b - a*c
	if root < 0 || a < 1e-12 {
		return vector{}, 0, false
	}
	k := (-b - math.Sqrt(root)) / a
	if k < 0 || k > 1 {
		return vector{}, 0, false
	}
	return vector{(ax + k*dx) / radius, (ay + k*dy) / radius, 0}, 1 - k, true
}
