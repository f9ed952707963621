// Package scene is the simulated table's camera: it renders the true state of the table as a picture that a camera
// over it would take. It has its own projection and its own idea of light, so that a mistake in the program's vision
// cannot hide behind the same mistake here.
//
// All places are board millimetres: origin at the centre of the playing area, x to White's right, y away from White,
// z up from the playing surface. Pixels are those of the finished picture; the centre of the first is (0, 0).
package scene

import (
	"errors"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/internal/table/world"
)

// Options are a camera and what it looks at.
type Options struct {
	Width, Height int
	Camera        Camera
	Scheme        string // one of Schemes
	BlackIsLight  bool   // Black plays the lighter discs
	Seed          uint64 // of textures, noise and what the human looks like
	Layout        world.Layout
	NoMachine     bool // no machine stands at the table
	Arm           ArmLook
	Room          RoomLight
}

// DefaultOptions is a wooden board under the default camera.
func DefaultOptions() Options {
	return Options{
		Width: 960, Height: 720,
		Camera: DefaultCamera(),
		Scheme: "wood",
		Seed:   1,
		Layout: world.DefaultLayout(),
	}
}

func (o Options) validate() error {
	switch {
	case o.Width < 64 || o.Height < 64:
		return fmt.Errorf("a picture of %d×%d pixels is too small: 64×64 or more", o.Width, o.Height)
	case o.Layout.Square <= 0 || o.Layout.Frame < 0:
		return errors.New("the board's squares need a size")
	case o.Layout.DiscDiameter <= 0 || o.Layout.DiscHeight <= 0:
		return errors.New("the discs need a diameter and a height")
	}
	return errors.Join(o.Camera.validate(), o.Arm.validate(), o.Room.validate())
}

// Scene renders pictures of one table. It is for one goroutine at a time; Close gives its memory back.
type Scene struct {
	film    *film
	table   world.Layout
	pieces  pieces
	machine machine
	bare    bool // no machine stands there
	room    RoomLight
	seed    uint64
	human   somebody

	board   gocv.Mat // the table with nothing on it
	resting gocv.Mat // the same with the discs that lie still
	frame   gocv.Mat // what is being painted, and afterwards what the lens makes of it
	noise   gocv.Mat

	boardPix, restingPix, framePix []uint8 // their samples: blue, green, red

	lying        []world.Disc // what resting shows
	drawn        bool         // resting shows something
	near, far    *shadow      // of discs, of what is high up
	sun          *shadow      // sunlight: see RoomLight
	halo         *shadow      // light that discs keep from the table next to them
	handHeld     *shadow
	moving, rest []world.Disc

	painted bool // frame shows these
	hand    world.Hand
	tool    world.Tool
	discs   []world.Disc
}

// New prepares a camera and paints the table. It takes a few tenths of a second at 960×720.
func New(o Options) (*Scene, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	colours, err := findScheme(o.Scheme)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	random := rand.New(rand.NewPCG(o.Seed, 0x7461626c65))
	g := newGrain(random)
	made := [2]material{colours.darkDisc, colours.lightDisc} // Black's first
	if o.BlackIsLight {
		made[0], made[1] = made[1], made[0]
	}
	s := &Scene{
		film:    newFilm(o.Camera, o.Width, o.Height),
		table:   o.Layout,
		pieces:  pieces{diameter: o.Layout.DiscDiameter, height: o.Layout.DiscHeight, made: made, grain: g},
		machine: machine{table: o.Layout, look: o.Arm, seed: o.Seed},
		bare:    o.NoMachine,
		room:    o.Room.withDefaults(),
		seed:    o.Seed,
		human: somebody{skin: skins[o.Seed%uint64(len(skins))], cloth: sleeves[o.Seed/4%uint64(len(sleeves))],
			grain: g},
	}
	if err := s.allocate(random); err != nil {
		return nil, fmt.Errorf("scene: preparing the picture: %w", errors.Join(err, s.Close()))
	}
	tabletop{layout: o.Layout, scheme: colours, grain: g}.draw(brush{s.film, s.boardPix})
	return s, nil
}

func (s *Scene) allocate(random *rand.Rand) (err error) {
	for _, m := range []struct {
		mat *gocv.Mat
		pix *[]uint8
	}{{&s.board, &s.boardPix}, {&s.resting, &s.restingPix}, {&s.frame, &s.framePix}} {
		*m.mat = gocv.NewMatWithSize(s.film.height, s.film.width, gocv.MatTypeCV8UC3)
		if *m.pix, err = m.mat.DataPtrUint8(); err != nil {
			return err
		}
	}
	for _, l := range []struct {
		shadow **shadow
		step   int
	}{{&s.near, 1}, {&s.halo, 4}, {&s.handHeld, 4}, {&s.far, 4}, {&s.sun, 2}} {
		if *l.shadow, err = newShadow(s.film.width, s.film.height, l.step); err != nil {
			*l.shadow = nil
			return err
		}
	}
	const sigma = 2.2
	s.noise, err = sensorNoise(random, s.film.width, s.film.height, sigma)
	return err
}

// Close gives the scene's memory back. A second call does nothing.
func (s *Scene) Close() error {
	var failed []error
	for _, m := range []*gocv.Mat{&s.board, &s.resting, &s.frame, &s.noise} {
		if m.Ptr() != nil {
			failed = append(failed, m.Close())
		}
	}
	for _, l := range []**shadow{&s.near, &s.halo, &s.handHeld, &s.far, &s.sun} {
		if *l != nil {
			failed = append(failed, (*l).close())
			*l = nil
		}
	}
	return errors.Join(failed...)
}

// Project is the pixel where a place on or above the table is seen, inside the picture or not; NaN when it is behind
// the camera.
func (s *Scene) Project(p world.Point) (x, y float64) {
	x, y, _ = s.film.view.project(at(p))
	return x, y
}

// Corners are the pixels of the playing area's corners, in the order in which White sees them: far left, far right,
// near right, near left.
func (s *Scene) Corners() (corners [4][2]float64) {
	h := s.table.Half()
	for i, p := range [4]world.Point{{X: -h, Y: h}, {X: h, Y: h}, {X: h, Y: -h}, {X: -h, Y: -h}} {
		corners[i][0], corners[i][1] = s.Project(p)
	}
	return corners
}

// Render paints the table's state into a picture of three 8-bit channels in OpenCV's order. The same seed, state and
// frame number give the same picture; the frame number decides on the noise alone.
func (s *Scene) Render(state world.State, frame int, into *gocv.Mat) error {
	if !s.shows(state) {
		s.painted = false
		err := s.paint(state)
		if err == nil { // the lens is not quite sharp
			err = gocv.GaussianBlur(s.frame, &s.frame, image.Pt(3, 3), .62, .62, gocv.BorderReplicate)
		}
		if err != nil {
			return fmt.Errorf("scene: painting the table: %w", err)
		}
		s.painted = true
		s.hand, s.tool, s.discs = state.Hand, state.Tool, append(s.discs[:0], state.Discs...)
		s.tool.Arm = slices.Clone(state.Tool.Arm)
	}
	if err := s.expose(state.Light, frame, into); err != nil {
		return fmt.Errorf("scene: exposing the picture: %w", err)
	}
	return nil
}

// shows reports whether what is painted is what a state looks like: at a table where nobody moves, one picture
// differs from the next by its noise alone.
func (s *Scene) shows(state world.State) bool {
	return s.painted && state.Hand == s.hand && slices.Equal(state.Discs, s.discs) &&
		state.Tool.At == s.tool.At && state.Tool.Held == s.tool.Held && state.Tool.Fingers == s.tool.Fingers &&
		slices.Equal(state.Tool.Arm, s.tool.Arm)
}

func (s *Scene) paint(state world.State) error {
	s.sort(state)
	if !s.drawn || !slices.Equal(s.rest, s.lying) {
		if err := s.layOut(s.rest); err != nil {
			return err
		}
	}
	if err := s.resting.CopyTo(&s.frame); err != nil {
		return err
	}

	s.handHeld.clear()
	s.far.clear()
	view, picture := &s.film.view, brush{s.film, s.framePix}
	var hand arm
	var held parts
	if state.Hand.Visible {
		hand = pose(state.Hand)
		held = phone(state.Hand, hand)
		hand.cast(s.handHeld, view)
		held.cast(s.handHeld, view)
	}
	for _, d := range s.moving {
		s.pieces.cast(s.handHeld, view, d)
	}
	var stands model = parts(nil)
	if !s.bare {
		stands = s.machine.at(state.Tool)
	}
	stands.cast(s.far, view)
	if err := errors.Join(s.handHeld.soften(1.5), s.far.soften(s.room.Blur)); err != nil {
		return err
	}
	s.handHeld.darken(s.framePix, shaded)
	s.far.darken(s.framePix, s.room.Shade)
	built, _ := stands.(parts)
	if err := s.shineIn(built); err != nil {
		return err
	}

	for _, d := range s.moving {
		light := float32(1)
		if state.Tool.Held != d.ID {
			light = .72 // it lies in the hand's own shadow
		}
		s.pieces.draw(picture, d, light)
	}
	if state.Hand.Visible {
		s.human.draw(picture, hand, state.Hand.Look)
		held.draw(picture)
	}
	stands.draw(picture)
	return nil
}

// sort parts the discs that lie still from those that are being carried: what the tool and the hand hold, and what
// stands on that.
func (s *Scene) sort(state world.State) {
	s.rest, s.moving = s.rest[:0], s.moving[:0]
	tool, hand := state.Disc(state.Tool.Held), state.Disc(state.Hand.Held)
	carried := func(d world.Disc, by *world.Disc) bool {
		return by != nil && d.At.Z >= by.At.Z && math.Hypot(d.At.X-by.At.X, d.At.Y-by.At.Y) < s.table.DiscDiameter/4
	}
	for _, d := range state.Discs {
		if carried(d, tool) || carried(d, hand) {
			s.moving = append(s.moving, d)
		} else {
			s.rest = append(s.rest, d)
		}
	}
	s.pieces.sort(s.moving, s.film.view.eye)
}

// layOut repaints the discs that lie still.
func (s *Scene) layOut(discs []world.Disc) error {
	if err := s.board.CopyTo(&s.resting); err != nil {
		return err
	}
	s.near.clear()
	s.halo.clear()
	for _, d := range discs {
		s.pieces.cast(s.near, &s.film.view, d)
		rim := circlePoints(at(d.At), s.table.DiscDiameter/2+1)
		for i := range rim {
			rim[i][2] = 0
		}
		s.halo.add(&s.film.view, rim...)
	}
	if err := errors.Join(s.near.soften(1.3), s.halo.soften(1.4)); err != nil {
		return err
	}
	s.near.darken(s.restingPix, shaded)
	s.halo.darken(s.restingPix, .72)

	s.lying = append(s.lying[:0], discs...)
	ordered := slices.Clone(discs)
	s.pieces.sort(ordered, s.film.view.eye)
	for _, d := range ordered {
		s.pieces.draw(brush{s.film, s.restingPix}, d, 1)
	}
	s.drawn = true
	return nil
}
