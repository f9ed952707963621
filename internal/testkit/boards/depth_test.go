package boards

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// solids are scenes with depth, by lot.
func solids(t *testing.T, count int) (scenes []Scene) {
	t.Helper()
	for seed := uint64(1); len(scenes) < count; seed++ {
		if s, ok := NewSolid(seed, Shown); ok {
			scenes = append(scenes, s)
		}
	}
	return scenes
}

// A ray through the pixel that shows the top of a piece meets that piece there, unless another stands before it or on
// it: what is drawn by rays is where the camera's projection has it.
func TestRaysMeetWhatTheCameraShows(t *testing.T) {
	met, all := 0, 0
	for _, s := range solids(t, 30) {
		bodies := s.bodies(lots{rand.New(rand.NewPCG(s.Seed, 78))})
		w := newWorld(bodies, float64(s.Squares)/2+s.board.frameWidth+4)
		eye, rays := s.view.eye(), s.view.ray()
		for i := range bodies {
			b := &bodies[i]
			if b.profile == nil {
				continue
			}
			p := s.view.pixel(b.foot.x, b.foot.y, b.top)
			ground := rays(p.x, p.y)
			d := vec{ground.x, ground.y, 0}.minus(eye).unit()
			h, ok := w.first(eye, d, 1e4)
			if !ok {
				t.Fatalf("seed %d: the ray to a piece meets nothing", s.Seed)
			}
			all++
			if off := eye.along(d, h.t).minus(vec{b.foot.x, b.foot.y, b.top}).length(); off < 0.3*b.reach {
				met++
			}
		}
	}
	if all < 300 || met < all*8/10 {
		t.Errorf("%d of %d pieces are where the camera has them", met, all)
	}
}

// What stands between a place and a lamp keeps its light away, and nothing else does.
func TestShadows(t *testing.T) {
	w := newWorld([]solid{
		turned(vec{0, 0, 0}, []rz{{0.4, 0}, {0.4, 0.5}, {0, 0.5}}, skin{}),
		block(vec{2, 2, 0}, vec{3, 3, 0.2}, skin{}),
		rod(vec{-3, 0, 2}, vec{-3, 9, 2}, 0.3, skin{}),
	}, 5)
	for _, c := range []struct {
		from, to vec
		free     bool
	}{
		{vec{-1, 0, 0}, vec{1, 0, 0.3}, false},      // through the piece
		{vec{-1, 0, 0}, vec{1, 0, 3}, true},         // above it
		{vec{-1, 0.5, 0}, vec{1, 0.5, 0.1}, true},   // beside it
		{vec{1, 2.5, 0.1}, vec{4, 2.5, 0.1}, false}, // through the box
		{vec{1, 2.5, 0.3}, vec{4, 2.5, 0.3}, true},  // above it
		{vec{-3, 4, 0}, vec{-3, 4, 5}, false},       // through the rod
		{vec{-3.5, 4, 0}, vec{-3.5, 4, 5}, true},    // beside it
	} {
		way := c.to.minus(c.from)
		if got := w.free(c.from, way.unit(), way.length()); got != c.free {
			t.Errorf("from %v to %v: free %v", c.from, c.to, got)
		}
	}
}

// A scene with depth is the same picture each time, and not that of another seed.
func TestSolidScenes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	draw := func(s Scene) []byte {
		s.Resize(200, 150)
		m, err := Draw(s)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		px, err := m.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(px)
	}
	scenes := solids(t, 2)
	first := draw(scenes[0])
	if !bytes.Equal(first, draw(scenes[0])) {
		t.Error("a seed gives two pictures")
	}
	if bytes.Equal(first, draw(scenes[1])) {
		t.Error("two seeds give one picture")
	}
}

// Squares are unknown where something hangs between them and the camera.
func TestWhatHangsOverTheBoardHidesSquares(t *testing.T) {
	hidden, over := 0, 0
	for _, s := range solids(t, 60) {
		n := strings.Count(strings.Join(s.Grid(), ""), "?")
		if len(s.depth.overhead) == 0 && n > 0 {
			t.Errorf("seed %d: %d squares are hidden by nothing", s.Seed, n)
		}
		if len(s.depth.overhead) > 0 {
			over++
		}
		if n > 0 {
			hidden++
		}
	}
	if hidden == 0 || hidden > over {
		t.Errorf("of %d scenes with something over the board %d have hidden squares", over, hidden)
	}
}

// Profiles go from the rim at the bottom to the middle of the top, within the radius and the height.
func TestProfiles(t *testing.T) {
	l := lots{rand.New(rand.NewPCG(1, 2))}
	for range 50 {
		for _, kind := range profileKinds {
			p := profile(l, kind, 0.4, 0.3)
			for _, q := range p {
				if q.r < -1e-9 || q.r > 0.4+1e-9 || q.z < -1e-9 || q.z > 0.3+1e-9 {
					t.Errorf("%s: %v", kind, p)
				}
			}
			if end := p[len(p)-1]; end.r > 1e-9 || p[0].z > 0.05 || math.Abs(top(p)-0.3) > 1e-9 {
				t.Errorf("%s goes from %v to %v", kind, p[0], end)
			}
		}
	}
}

func top(profile []rz) (high float64) {
	for _, p := range profile {
		high = max(high, p.z)
	}
	return high
}
