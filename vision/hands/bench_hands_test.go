package hands_test

import (
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/vision/hands"
)

// visit is a hand that comes over the board, stays, and goes.
type visit struct {
	side   string // from which it comes
	holds  string // its pose, or what is in it
	colour string // bare, in a glove or in a sleeve
	along  bool   // the forearm lies along the board's edge
	moves  bool   // it never lies still
	first  bool   // it comes in the first transfer that the detector sees

	look     world.HandLook
	carries  *world.Disc // between its fingers; nil: none
	shoulder world.Point
	to       world.Point   // where its fingertips are while it stays
	back     world.Point   // unit: from there towards the shoulder
	way      float64       // mm, from where it is first drawn
	speed    float64       // mm/s
	sways    [4]float64    // rad: where tremor and swaying begin
	tremor   float64       // mm
	swaying  float64       // mm
	shows    time.Duration // when it sets out
	over     time.Duration // when its fingertips are over the board's edge
	there    time.Duration // when it has come to its place
	goes     time.Duration // when it sets out back
	gone     time.Duration // when its fingertips have left the area
}

// sides are those of the board, by the angle at which they are seen from its middle.
var sides = []string{"right", "Black", "left", "White"}

// someVisit is a hand that is over the edge at a time, and stays for as long as the camera takes some hundred pictures.
func someVisit(r *rand.Rand, l world.Layout, over, longest time.Duration) *visit {
	side := r.IntN(len(sides))
	v := &visit{side: sides[side], over: over, speed: 200 * math.Pow(3.25, r.Float64())}
	v.dress(r)
	half, edge := l.Half(), l.Half()+l.Frame
	angle := float64(side)*math.Pi/2 + (2*r.Float64()-1)*.7
	in, beside := half*(.95-1.1*r.Float64()), half*.85*(2*r.Float64()-1)
	if v.along = r.IntN(8) == 0; v.along {
		angle = float64(side)*math.Pi/2 + (2*r.Float64()-1)*.05
		in, beside = half*.6*(2*r.Float64()-1), math.Copysign(edge-5-20*r.Float64(), beside)
	}
	sin, cos := math.Sincos(float64(side) * math.Pi / 2)
	v.to = world.Point{X: in*cos - beside*sin, Y: in*sin + beside*cos, Z: 10 + 50*r.Float64()}
	v.back = world.Point{X: math.Cos(angle), Y: math.Sin(angle)}
	const far, armLength = 520, 700 // mm, from the board's middle to where it sets out, from fingertips to shoulder
	v.shoulder = world.Point{X: v.to.X + armLength*v.back.X, Y: v.to.Y + armLength*v.back.Y}
	behind := v.to.X*v.back.X + v.to.Y*v.back.Y
	v.way = -behind + math.Sqrt(behind*behind+far*far-v.to.X*v.to.X-v.to.Y*v.to.Y)

	stays := 5 * math.Pow(12, r.Float64()) // s
	if v.moves = r.IntN(2) == 0; v.moves {
		stays = 3 * math.Pow(5, r.Float64())
		v.tremor, v.swaying = 1+2*r.Float64(), 40*r.Float64()
		for i := range v.sways {
			v.sways[i] = 2 * math.Pi * r.Float64()
		}
	}
	takes := func(mm float64) time.Duration { return time.Duration(mm / v.speed * float64(time.Second)) }
	board := func(p world.Point) bool { return max(math.Abs(p.X), math.Abs(p.Y)) < edge }
	v.there = over + takes(v.within(board))
	v.shows = v.there - takes(v.way)
	v.goes = v.there + min(time.Duration(stays*float64(time.Second)), longest)
	area := watched(l)
	v.gone = v.goes + takes(v.within(func(p world.Point) bool { return inside(area, p) }))
	return v
}

func inside(a hands.Area, p world.Point) bool {
	return p.X > a.Min.X && p.X < a.Max.X && p.Y > a.Min.Y && p.Y < a.Max.Y
}

// within is how far from its place, on the way back, the fingertips are still in a region, mm.
func (v *visit) within(region func(world.Point) bool) (mm float64) {
	for region(world.Point{X: v.to.X + mm*v.back.X, Y: v.to.Y + mm*v.back.Y}) {
		mm++
	}
	return mm
}

// dress decides what the hand looks like and holds.
func (v *visit) dress(r *rand.Rand) {
	v.look, v.colour = world.SomeLook(r)
	switch v.holds = v.look.Pose.String(); r.IntN(5) {
	case 0:
		const id = 99 // of no disc on the table
		v.holds, v.look.Pose = "with a disc", world.Pinching
		v.carries = &world.Disc{ID: id, Side: checkers.Side(r.IntN(2))}
	case 1:
		v.holds, v.look.Pose, v.look.Phone = "with a phone", world.Flat, true
	}
}

// show has the hand where it is at a time, and what it carries.
func (v *visit) show(s *world.State, now time.Duration) {
	if n := len(s.Discs); v.carries != nil && n > 0 && s.Discs[n-1].ID == v.carries.ID {
		s.Discs = s.Discs[:n-1]
	}
	s.Hand = world.Hand{Held: world.NoDisc}
	mm := v.speed * max(v.there-now, now-v.goes, 0).Seconds() // from its place
	if mm >= v.way {
		return
	}
	const high = 60 // mm, where it is first drawn
	at := world.Point{X: v.to.X + mm*v.back.X, Y: v.to.Y + mm*v.back.Y, Z: v.to.Z + mm/v.way*(high-v.to.Z)}
	if v.moves {
		t := now.Seconds()
		wave := func(hertz float64, i int) float64 { return math.Sin(2*math.Pi*hertz*t + v.sways[i]) }
		ease := min(max(min(now-v.there, v.goes-now).Seconds(), 0), 1)
		at.X += v.tremor*wave(6.1, 0) + ease*v.swaying*wave(.31, 2)
		at.Y += v.tremor*wave(4.7, 1) + ease*v.swaying*wave(.23, 3)
	}
	s.Hand = world.Hand{Visible: true, At: at, From: v.shoulder, Look: v.look, Held: world.NoDisc}
	if v.carries != nil {
		v.carries.At = world.Point{X: at.X, Y: at.Y, Z: max(0, at.Z-7)}
		s.Discs, s.Hand.Held = append(s.Discs, *v.carries), v.carries.ID
	}
}

// inArea reports whether the hand is over the area at a time.
func (v *visit) inArea(now time.Duration) bool { return now >= v.over && now < v.gone }
