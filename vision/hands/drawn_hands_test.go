package hands_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
)

// someHand is a hand of anybody's that comes from any side, to just the area's edge or far over it.
func (g *drawnTable) someHand() world.Hand {
	h := world.Hand{Visible: true, Held: world.NoDisc}
	h.Look, _ = world.SomeLook(g.r)
	h.Look.Phone = h.Look.Pose == world.Flat && g.r.IntN(3) == 0
	angle := g.between(0, 2*math.Pi)
	if g.r.IntN(2) == 0 {
		angle = math.Round(angle/(math.Pi/2))*math.Pi/2 + g.between(-.2, .2)
	}
	sin, cos := math.Sincos(angle)
	h.From = world.Point{X: 690*cos + g.between(-150, 150), Y: 690*sin + g.between(-150, 150)}
	half := g.Options.Layout.Half()
	far, beside := g.between(-.75, 1.5)*half, g.between(-.9, .9)*half
	h.At = world.Point{X: far*cos - beside*sin, Y: far*sin + beside*cos, Z: g.between(5, 90)}
	return h
}

// withHand takes a picture with a hand, and tells where that is seen: where it looks otherwise in other colours.
func (g *drawnTable) withHand(state world.State) (with, hand []uint8, err error) {
	state.Hand = g.someHand()
	if d := &state.Discs[g.r.IntN(24)]; g.r.IntN(4) == 0 && d.ID != state.Tool.Held {
		state.Hand.Held, d.At = d.ID, state.Hand.At
		d.At.Z = max(0, d.At.Z-g.Options.Layout.DiscHeight)
	}
	if with, err = g.take(state); err != nil {
		return nil, nil, err
	}
	state.Light = 1
	if err := g.Scene.Render(state, 1, &g.a); err != nil {
		return nil, nil, err
	}
	for _, c := range []*uint32{&state.Hand.Look.Skin, &state.Hand.Look.Sleeve} {
		if *c = ^*c & 0xffffff; *c == 0 {
			*c = 0x101010
		}
	}
	if err := g.Scene.Render(state, 1, &g.b); err != nil {
		return nil, nil, err
	}
	if hand, err = g.differs(g.a, g.b, 5); err != nil || !state.Hand.Look.Phone {
		return with, hand, err
	}
	state.Hand.Look.Phone = false
	if err := g.Scene.Render(state, 1, &g.a); err != nil {
		return nil, nil, err
	}
	const shadow = 40 // samples, that it takes away at most
	phone, err := g.differs(g.a, g.b, shadow)
	for i := range phone {
		hand[i] = max(hand[i], phone[i])
	}
	return with, hand, err
}

// withThing takes a picture with a limb, a cloth or a box over the table in place of a hand, in front of all.
func (g *drawnTable) withThing(state world.State) (with, hand []uint8, err error) {
	picture, err := g.picture(state)
	if err != nil {
		return nil, nil, err
	}
	defer picture.Close()
	for _, m := range []*gocv.Mat{&g.a, &g.b} {
		if err := picture.CopyTo(m); err != nil {
			return nil, nil, err
		}
	}
	grey := uint8(g.r.IntN(256))
	c := color.RGBA{grey, grey, grey, 0}
	if g.r.IntN(2) == 0 {
		c = color.RGBA{uint8(g.r.IntN(256)), uint8(g.r.IntN(256)), uint8(g.r.IntN(256)), 0}
	}
	draw := g.cloth()
	if g.r.IntN(2) == 0 {
		draw = g.limb()
	}
	if err := draw(&picture, c); err != nil {
		return nil, nil, err
	}
	if with, err = g.view.Samples(picture); err != nil {
		return nil, nil, err
	}
	if err := draw(&g.a, color.RGBA{}); err != nil {
		return nil, nil, err
	}
	if err := draw(&g.b, color.RGBA{255, 255, 255, 0}); err != nil {
		return nil, nil, err
	}
	hand, err = g.differs(g.a, g.b, 20)
	return with, hand, err
}

// limb draws something long and round that comes from any side.
func (g *drawnTable) limb() func(into *gocv.Mat, c color.RGBA) error {
	half, seed := g.Options.Layout.Half(), g.r.Uint64()
	sin, cos := math.Sincos(g.between(0, 2*math.Pi))
	far, beside := g.between(-.7, 1.4)*half, g.between(-.9, .9)*half
	l := simtable.Limb{From: calibration.BoardPoint{X: 600 * cos, Y: 600 * sin, Z: 120}, RadiusMM: g.between(14, 34),
		To: calibration.BoardPoint{X: far*cos - beside*sin, Y: far*sin + beside*cos, Z: g.between(10, 60)}, Seed: seed}
	return func(into *gocv.Mat, c color.RGBA) error {
		l.Colour = c
		return l.Draw(into, g.Calibration.Camera)
	}
}

// cloth draws something flat of any outline.
func (g *drawnTable) cloth() func(into *gocv.Mat, c color.RGBA) error {
	half, seed := g.Options.Layout.Half(), g.r.Uint64()
	x, y := g.between(-1.2, 1.2)*half, g.between(-1.2, 1.2)*half
	r := rand.New(rand.NewPCG(seed, 5))
	wide, high, turn := (.12+.5*r.Float64())*half, (.2+.8*r.Float64())*half, r.Float64()*math.Pi
	sin, cos := math.Sincos(turn)
	var outline []image.Point
	n := 4 + r.IntN(6)
	for i := range n {
		a, k := 2*math.Pi*float64(i)/float64(n)+r.Float64()*.5, .7+.3*r.Float64()
		u, v := wide*k*math.Cos(a), high*k*math.Sin(a)
		p := g.Calibration.Camera.Project(calibration.BoardPoint{X: x + u*cos - v*sin, Y: y + u*sin + v*cos, Z: 5})
		outline = append(outline, image.Pt(int(p.X), int(p.Y)))
	}
	return func(into *gocv.Mat, c color.RGBA) error {
		points := gocv.NewPointsVectorFromPoints([][]image.Point{outline})
		defer points.Close()
		return gocv.FillPoly(into, points, c)
	}
}
