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
func circlePoints(centre vector, radius float64) (points [16]vector) {
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
		// A little outside, so that the polygon has the circle's area.
		points[i] = centre.plus(vector{1.013 * radius * cos, 1.013 * radius * sin, 0})
	}
	return points
}

// bounds is the rectangle of pixels around points, a pixel wider; empty when none is in the picture.
func (s *Scene) bounds(points ...vector) (x0, y0, x1, y1 int) {
	left, top := math.Inf(1), math.Inf(1)
	right, bottom := math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x, y, ok := s.view.project(p)
		if !ok {
			return 0, 0, s.width, s.height
		}
		left, right = min(left, x), max(right, x)
		top, bottom = min(top, y), max(bottom, y)
	}
	clamp := func(v float64, limit int) int { return int(min(max(v, 0), float64(limit))) }
	return clamp(math.Floor(left)-1, s.width), clamp(math.Floor(top)-1, s.height),
		clamp(math.Ceil(right)+2, s.width), clamp(math.Ceil(bottom)+2, s.height)
}

// paintersOrder sorts discs so that one that hides another comes later.
func (s *Scene) paintersOrder(discs []world.Disc) {
	slices.SortStableFunc(discs, func(a, b world.Disc) int {
		pa, pb := at(a.At), at(b.At)
		if math.Hypot(pa[0]-pb[0], pa[1]-pb[1]) < s.table.DiscDiameter/2 {
			return cmp.Compare(pa[2], pb[2])
		}
		return cmp.Compare(pb.minus(s.view.eye).length(), pa.minus(s.view.eye).length())
	})
}

// drawDisc paints a disc over what is in pix; light is 1 in the open and less in a shadow.
func (s *Scene) drawDisc(pix []uint8, d world.Disc, light float32) {
	radius, height := s.table.DiscDiameter/2, s.table.DiscHeight
	base := at(d.At)
	top := base.plus(vector{0, 0, height})
	low, high := circlePoints(base, radius), circlePoints(top, radius)
	x0, y0, x1, y1 := s.bounds(append(low[:], high[:]...)...)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	m := s.scheme.darkDisc
	if s.isLight(d.Side) {
		m = s.scheme.lightDisc
	}
	// No two pieces have quite the same colour, nor lie turned the same way.
	tone := light * (1 + .05*s.grain.at(float32(d.ID)*3.7+.5, 17.5))
	turn := 7 * float64(s.grain.at(float32(d.ID)*1.9+.5, 40.5))

	eye := s.view.eye
	lamp := glowAt(top, eye)
	flatDiffuse, flatMirrored := lamp.on(vector{0, 0, 1}, m.gloss)
	offsets := [2]float32{-.25, .25}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			var sum rgb
			hits := 0
			for sample := range 4 {
				ray := s.rayAt(x, y, offsets[sample&1], offsets[sample>>1])
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
				s.blend(pix, x, y, sum.times(1/float32(hits)), float32(hits)/4)
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

// blend paints a lit colour over a pixel that it covers in part.
func (s *Scene) blend(pix []uint8, x, y int, c rgb, cover float32) {
	i := 3 * (y*s.width + x)
	falloff := s.falloff(x, y)
	for k := range 3 {
		under := float32(pix[i+k])
		over := float32(encode(c[2-k] * falloff))
		pix[i+k] = uint8(under + cover*(over-under) + .5)
	}
}
