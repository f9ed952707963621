package scene

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// middleGame is a table with men, a king of each side, captured discs and the tool parked.
func middleGame() world.State {
	p := checkers.Start()
	for _, s := range []checkers.Square{9, 10, 22, 24} {
		p = p.Put(s, checkers.Empty)
	}
	p = p.Put(18, checkers.King(checkers.Black)).Put(15, checkers.King(checkers.White))
	s := world.NewState(world.DefaultLayout(), p, 7)
	s.Discs = append(s.Discs, world.Disc{ID: 900, Side: checkers.White, At: world.Point{X: 205, Y: 140}})
	return s
}

// small is a scene of a quarter of the default's pixels, for tests that do not need more.
func small(t testing.TB, change func(*Options)) *Scene {
	t.Helper()
	o := DefaultOptions()
	o.Width, o.Height, o.Camera.FocalPX = 480, 360, 450
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	expect.OK(t, err)
	closing(t, s)
	return s
}

// closing closes something when a test is over.
func closing(t testing.TB, c io.Closer) {
	t.Helper()
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}

func picture(t testing.TB, s *Scene, state world.State, frame int) []byte {
	t.Helper()
	mat := gocv.NewMat()
	closing(t, &mat)
	expect.OK(t, s.Render(state, frame, &mat))
	return mat.ToBytes()
}

// look is the mean of the samples around a place; NaN outside the picture.
func look(s *Scene, pix []byte, p world.Point) (brightness float64) {
	x, y := s.Project(p)
	if x < 1 || y < 1 || x > float64(s.film.width-2) || y > float64(s.film.height-2) {
		return math.NaN()
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			i := 3 * ((int(math.Round(y))+dy)*s.film.width + int(math.Round(x)) + dx)
			for _, v := range pix[i : i+3] {
				brightness += float64(v) / 27
			}
		}
	}
	return brightness
}

// The squares that a game is played on are drawn darker than those beside them, on each board.
func TestThePlayingSquaresAreDark(t *testing.T) {
	for board := range checkers.Board(checkers.Boards) {
		s := small(t, func(o *Options) { o.Layout, o.NoMachine = world.LayoutOf(board), true })
		pix := picture(t, s, world.State{Light: 1}, 1)
		for square := range board.All().All() {
			at := s.table.Centre(square)
			beside := at
			if beside.X += s.table.Square; beside.X > s.table.Half() {
				beside.X -= 2 * s.table.Square
			}
			if dark, light := look(s, pix, at), look(s, pix, beside); dark > light-20 {
				t.Errorf("%d×%[1]d squares: %s is seen with %.0f, the one beside it with %.0f", board.Size(), square, dark, light)
			}
		}
	}
}

func TestDiscsAreSeenWhereTheyStand(t *testing.T) {
	oblique := DefaultCamera()
	oblique.Eye, oblique.FocalPX = world.Point{X: 330, Y: 380, Z: 480}, 400
	overhead := Camera{Eye: world.Point{X: 10, Y: 5, Z: 640}, Turn: 2.5, FocalPX: 400, K1: -.2}
	sideways := Camera{Eye: world.Point{X: -300, Z: 560}, Turn: -.3, FocalPX: 450, K1: .05}
	for _, c := range []struct {
		name    string
		scheme  string
		camera  *Camera
		swapped bool
	}{
		{"wood", "wood", nil, false},
		{"wood, Black light", "wood", nil, true},
		{"green", "green", nil, false},
		{"red", "red", nil, false},
		{"pale, from Black's side", "pale", &oblique, false},
		{"wood, from above", "wood", &overhead, false},
		{"green, from White's left", "green", &sideways, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := small(t, func(o *Options) {
				o.Scheme, o.BlackIsLight, o.NoMachine = c.scheme, c.swapped, true
				if c.camera != nil {
					o.Camera = *c.camera
				}
			})
			state := middleGame()
			pix := picture(t, s, state, 1)
			var seen [2][]float64
			for _, d := range state.Discs {
				covered := slices.ContainsFunc(state.Discs, func(o world.Disc) bool {
					return o.At.Z > d.At.Z && math.Hypot(o.At.X-d.At.X, o.At.Y-d.At.Y) < 10
				})
				if covered {
					continue
				}
				top := d.At
				top.Z += s.table.DiscHeight
				brightness := look(s, pix, top)
				if !math.IsNaN(brightness) {
					seen[d.Side] = append(seen[d.Side], brightness)
				}
			}
			light, dark := seen[checkers.White], seen[checkers.Black]
			if c.swapped {
				light, dark = dark, light
			}
			if l, d := slices.Min(light), slices.Max(dark); l < d+25 {
				t.Errorf("the darkest light disc has brightness %.0f, the brightest dark one %.0f", l, d)
			}
			for n := checkers.Square(9); n <= 10; n++ { // empty: neither light nor dark disc
				square := look(s, pix, s.table.Centre(n))
				if square > slices.Min(light)-10 {
					t.Errorf("empty square %d is as bright (%.0f) as a light disc (%.0f)", n, square, slices.Min(light))
				}
			}
		})
	}
}

func TestSquaresMeetAtTheCorners(t *testing.T) {
	s := small(t, func(o *Options) { o.NoMachine = true })
	pix := picture(t, s, world.State{Light: 1, Hand: world.Hand{Held: world.NoDisc}}, 0)
	for row := range 8 {
		for column := range 8 {
			x, y := (float64(column)-3.5)*40, (3.5-float64(row))*40
			brightness := look(s, pix, world.Point{X: x, Y: y})
			next := look(s, pix, world.Point{X: x, Y: y + math.Copysign(40, -y)})
			if playable := checkers.Board8.At(row, column) != 0; playable != (brightness < next) {
				t.Errorf("row %d, column %d: playable %v, brightness %.0f next to %.0f", row, column, playable, brightness, next)
			}
		}
	}
	for i, c := range s.Corners() {
		h := s.table.Half()
		want := [4]world.Point{{X: -h, Y: h}, {X: h, Y: h}, {X: h, Y: -h}, {X: -h, Y: -h}}[i]
		if x, y := s.Project(want); x != c[0] || y != c[1] {
			t.Errorf("corner %d is at %v, not at (%.1f, %.1f)", i, c, x, y)
		}
	}
}

// changed is the share of pixels, in a disc of radius mm around a place on the table, that differ by more than noise.
func changed(s *Scene, a, b []byte, centre world.Point, radius float64) float64 {
	n, differ := 0.0, 0.0
	for dx := -radius; dx <= radius; dx += 2 {
		for dy := -radius; dy <= radius; dy += 2 {
			if dx*dx+dy*dy > radius*radius {
				continue
			}
			p := centre
			p.X, p.Y = p.X+dx, p.Y+dy
			u := look(s, a, p)
			v := look(s, b, p)
			n++
			if math.Abs(u-v) > 8 {
				differ++
			}
		}
	}
	return differ / n
}

func TestAHandCoversSquares(t *testing.T) {
	s := small(t, func(o *Options) { o.NoMachine = true })
	state := middleGame()
	before := picture(t, s, state, 1)
	state.Hand = world.Hand{Visible: true, At: world.Point{X: -20, Y: 20, Z: 30}, Held: world.NoDisc}
	for _, seat := range []checkers.Side{checkers.White, checkers.Black} {
		state.Hand.Seat = seat
		after := picture(t, s, state, 1)
		sign := 1.0
		if seat == checkers.White {
			sign = -1
		}
		if c := changed(s, before, after, world.Point{X: -10, Y: 20 + sign*80}, 20); c < .6 {
			t.Errorf("%v's hand changes %.0f %% of what lies under its palm", seat, 100*c)
		}
		if c := changed(s, before, after, world.Point{X: -20, Y: 20 - sign*90}, 15); c > .05 {
			t.Errorf("%v's hand changes %.0f %% of the board in front of it", seat, 100*c)
		}
	}
	state.Hand.Visible = false
	if after := picture(t, s, state, 1); !slices.Equal(before, after) {
		t.Error("the hand leaves something behind when it is gone")
	}
}

func TestTheMachineCrossesThePicture(t *testing.T) {
	s := small(t, nil)
	state := middleGame()
	state.Tool.At = world.Point{X: 300, Y: 260, Z: 75} // parked, beyond Black's end
	free := picture(t, s, state, 1)
	state.Tool.At = world.Point{X: 20, Y: 20, Z: 40}
	crossed := picture(t, s, state, 1)
	if c := changed(s, free, crossed, world.Point{X: 20, Y: 20, Z: 130}, 14); c < .5 {
		t.Errorf("the carriage changes only %.0f %% of the place where it is", 100*c)
	}
	if c := changed(s, free, crossed, world.Point{X: -120, Y: -150}, 15); c > .05 {
		t.Errorf("the machine changes %.0f %% of a place far from it", 100*c)
	}
	bare := small(t, func(o *Options) { o.NoMachine = true })
	parked, without := free, picture(t, bare, middleGame(), 1)
	for n := range checkers.Board8.All().All() {
		if c := changed(s, parked, without, s.table.Centre(n), 15); c > .02 {
			t.Errorf("the parked machine changes %.0f %% of square %d", 100*c, n)
		}
	}
	for i, slot := range s.table.Slots {
		if c := changed(s, parked, without, slot.At, 15); c > .02 {
			t.Errorf("the parked machine changes %.0f %% of slot %d", 100*c, i)
		}
	}
}

func TestPicturesAreReproducible(t *testing.T) {
	state := middleGame()
	busy := state
	busy.Discs = slices.Clone(state.Discs)
	busy.Hand = world.Hand{Visible: true, At: world.Point{Z: 20}, Held: 3}
	a, b := small(t, nil), small(t, nil)
	first := picture(t, a, state, 5)
	picture(t, b, busy, 4)
	if !slices.Equal(first, picture(t, b, state, 5)) {
		t.Error("what was rendered before shows in the picture")
	}
	largest, differ := 0, 0
	for i, v := range picture(t, a, state, 6) {
		d := int(v) - int(first[i])
		largest = max(largest, max(d, -d))
		if d != 0 {
			differ++
		}
	}
	if differ < len(first)/2 || largest > 30 {
		t.Errorf("two frames differ in %d of %d samples by up to %d; sensor noise is expected", differ, len(first), largest)
	}
	other := small(t, func(o *Options) { o.Seed = 2 })
	if slices.Equal(first, picture(t, other, state, 5)) {
		t.Error("another seed gives the same picture")
	}
}

func TestDimLightMakesADarkerPicture(t *testing.T) {
	s := small(t, nil)
	state := middleGame()
	mean := func() float64 {
		sum := 0.0
		pix := picture(t, s, state, 1)
		for _, v := range pix {
			sum += float64(v)
		}
		return sum / float64(len(pix))
	}
	bright := mean()
	state.Light = .6
	if dim := mean(); math.Abs(dim/bright-.6) > .03 {
		t.Errorf("with light at 0.6 the picture has %.2f of its brightness", dim/bright)
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Options)
		say    string
	}{
		{func(o *Options) { o.Scheme = "tartan" }, `no colour scheme "tartan": choose one of green, pale, red, wood`},
		{func(o *Options) { o.Width = 10 }, "too small"},
		{func(o *Options) { o.Camera.Eye.Z = 0 }, "0 mm above the table"},
		{func(o *Options) { o.Camera.FocalPX = 0 }, "too short"},
		{func(o *Options) { o.Camera.K1 = 1 }, "out of range"},
		{func(o *Options) { o.Camera.LookAt.Z = 900 }, "looks up"},
		{func(o *Options) { o.Arm.Kind = "crane" }, `no look "crane" of an arm: choose one of cantilever, cobot`},
		{func(o *Options) { o.Arm.Tool = "wet" }, `no tool "wet"`},
		{func(o *Options) { o.Room.Shade = 2 }, "keep 0 to 1 of the light"},
		{func(o *Options) { o.Layout.Square = 0 }, "need a size"},
		{func(o *Options) { o.Layout.DiscHeight = 0 }, "diameter and a height"},
	} {
		o := DefaultOptions()
		c.change(&o)
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("got %v, want an error with %q", err, c.say)
		}
	}
}
