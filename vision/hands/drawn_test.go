package hands_test

import (
	"bufio"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/hands"
)

var drawInto = flag.String("draw", "",
	"folder into which TestDrawTables writes shards to train the network with, of -tables from seed -first on")

// What a shard holds; see training/train.py, which reads it.
const (
	shardMagic     = 0x44524147
	drawnTransfers = 3
	drawnFrames    = 8 // of a transfer
)

// TestDrawTables draws what the network is trained with: free tables, arms made up by lot or developed ones over them,
// and hands and other things beside the arms. A shard is a table; one that is there is not drawn again.
func TestDrawTables(t *testing.T) {
	if *drawInto == "" {
		drawFew(t)
		return
	}
	seeds := make(chan uint64)
	var wait sync.WaitGroup
	for range runtime.NumCPU() {
		wait.Go(func() {
			for seed := range seeds {
				if err := drawShard(t, seed, filepath.Join(*drawInto, fmt.Sprintf("%07d.guard", seed))); err != nil {
					t.Errorf("table %d: %v", seed, err)
				}
			}
		})
	}
	for i := range *tables {
		seeds <- *first + uint64(i)
	}
	close(seeds)
	wait.Wait()
}

// drawFew sees that a shard is as long as it has to be, and shows a hand somewhere.
func drawFew(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("draws pictures for a second")
	}
	path := filepath.Join(t.TempDir(), "7.guard")
	if err := drawShard(t, 7, path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const cells, header, numbers = hands.Columns * hands.Rows, 4 * 4, 4 * 4
	const frame = numbers + (3+1+3+1+1)*cells
	if want := header + cells + drawnTransfers*(3*cells+drawnFrames*frame); len(data) != want {
		t.Fatalf("a shard of %d bytes instead of %d", len(data), want)
	}
	shown := 0
	for i := range drawnTransfers * drawnFrames {
		at := header + cells + (i/drawnFrames+1)*3*cells + i*frame + numbers + 7*cells
		if slices.Max(data[at:at+cells]) > 128 {
			shown++
		}
	}
	if shown < drawnFrames || shown == drawnTransfers*drawnFrames {
		t.Errorf("%d of %d frames show a hand", shown, drawnTransfers*drawnFrames)
	}
}

func drawShard(t *testing.T, seed uint64, path string) error {
	t.Helper()
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	err = drawTable(t, seed, w)
	if err := errors.Join(err, w.Flush(), file.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// drawnTable is a table of which a shard is drawn.
type drawnTable struct {
	*simtable.Table
	r           *rand.Rand
	m           machine
	bare, empty *scene.Scene // without shadows of what is high: with the machine, and without
	view        hands.View
	lens        *lens
	light       roomLight
	frames      int
	a, b, c     gocv.Mat // what is drawn
}

func drawTable(t *testing.T, seed uint64, w io.Writer) error {
	t.Helper()
	g := &drawnTable{r: lot(seed, "drawn")}
	g.m, g.light = machine{high: g.between(45, 85)}, roomLights[g.r.IntN(len(roomLights))]
	g.Table = simtable.Aimed(t, func(o *scene.Options) { g.choose(o, seed) })
	o := g.Options
	o.Room = scene.RoomLight{Shade: 1}
	var err error
	if g.bare, err = scene.New(o); err != nil {
		return err
	}
	defer g.bare.Close()
	o.NoMachine = true
	if g.empty, err = scene.New(o); err != nil {
		return err
	}
	defer g.empty.Close()
	if g.view, err = hands.NewView(g.Calibration.Camera, watched(o.Layout)); err != nil {
		return err
	}
	g.lens = newLens(t, someCamera(g.r), g.Table, g.r)
	for _, m := range []*gocv.Mat{&g.a, &g.b, &g.c} {
		*m = gocv.NewMat()
		defer m.Close()
	}
	if err := binary.Write(w, binary.LittleEndian,
		[]uint32{shardMagic, uint32(seed), drawnTransfers, drawnFrames}); err != nil {
		return err
	}
	area := make([]uint8, hands.Columns*hands.Rows)
	for i, in := range g.view.InArea() {
		if in {
			area[i] = 255
		}
	}
	if _, err := w.Write(area); err != nil {
		return err
	}
	for range drawnTransfers {
		if err := g.transfer(w); err != nil {
			return err
		}
	}
	return nil
}

// choose draws a table by lot: mostly with a machine that is made up.
func (g *drawnTable) choose(o *scene.Options, seed uint64) {
	kind := "invented"
	if g.r.IntN(4) == 0 {
		kind = developed[g.r.IntN(len(developed))].name
	}
	if kind == "jointed" || kind == "invented" && g.r.IntN(3) == 0 {
		o.Layout = world.ServoLayout()
	}
	o.Width, o.Height = 320, 240
	if g.r.IntN(3) == 0 {
		o.Width, o.Height = 480, 360
	}
	if g.r.IntN(4) == 0 {
		o.Height = o.Height * 3 / 4
	}
	schemes, tools := scene.Schemes(), scene.ToolKinds()
	o.Seed, o.Room = seed, g.light.room
	o.Scheme, o.BlackIsLight = schemes[g.r.IntN(len(schemes))], g.r.IntN(2) == 0
	o.Arm = scene.ArmLook{Kind: kind, Tool: tools[g.r.IntN(len(tools))]}
	if g.r.IntN(2) == 0 {
		o.Arm.Colour = g.colour()
	}
	most := 45.0 // degrees
	if kind != "invented" {
		most = 30
	}
	tilt, azimuth := g.between(0, most)*math.Pi/180, g.between(0, 2*math.Pi)
	away := g.between(520, 850) * o.Layout.Square / 40
	o.Camera.Eye = world.Point{X: away * math.Sin(tilt) * math.Sin(azimuth),
		Y: -away * math.Sin(tilt) * math.Cos(azimuth), Z: away * math.Cos(tilt)}
	o.Camera.LookAt = world.Point{X: g.between(-30, 30), Y: g.between(-30, 30)}
	o.Camera.Turn = g.between(-.5, .5) * math.Pi
	o.Camera.FocalPX = float64(o.Width) * g.between(.75, 1.15)
}

func (g *drawnTable) between(low, high float64) float64 { return low + (high-low)*g.r.Float64() }

// colour is any but black, which stands for none.
func (g *drawnTable) colour() uint32 { return uint32(1 + g.r.IntN(0xfffffe)) }

// park is a place beside the board: that of the kind, or behind any edge for a machine that is made up.
func (g *drawnTable) park() world.Point {
	l := g.Options.Layout
	for _, k := range developed {
		if k.name == g.Options.Arm.Kind {
			return l.Mount.ToBoard(k.park)
		}
	}
	p := world.Point{X: g.between(-1, 1) * l.Half(), Y: l.Half() + l.Frame + g.between(40, 170), Z: g.between(50, 120)}
	if g.r.IntN(3) == 0 {
		p.X, p.Y = p.Y, p.X
	}
	if g.r.IntN(2) == 0 {
		p.X, p.Y = -p.X, -p.Y
	}
	return p
}

// midgame is a position with some discs moved, not quite to the middles of their squares.
func (g *drawnTable) midgame() world.State {
	l, state := g.Options.Layout, g.State(checkers.Start())
	for i := range state.Discs {
		p := l.Centre(checkers.Square(1 + g.r.IntN(32)))
		taken := slices.ContainsFunc(state.Discs, func(d world.Disc) bool {
			return math.Hypot(d.At.X-p.X, d.At.Y-p.Y) < l.DiscDiameter
		})
		if g.r.IntN(3) == 0 && !taken {
			state.Discs[i].At = world.Point{X: p.X + g.between(-3, 3), Y: p.Y + g.between(-3, 3)}
		}
	}
	return state
}

// transfer writes the free table and frames of a transfer over it.
func (g *drawnTable) transfer(w io.Writer) error {
	state := g.midgame()
	var park world.Point
	least := math.MaxInt
	for range 5 { // an arm parks where it hides little
		at := g.park()
		g.m.hold(g.Table, &state, at)
		n, err := g.hides(state)
		if err != nil {
			return err
		}
		if n < least {
			park, least = at, n
		}
	}
	g.m.hold(g.Table, &state, park)
	free, err := g.take(state)
	if err != nil {
		return err
	}
	if _, err := w.Write(free); err != nil {
		return err
	}
	l, disc := g.Options.Layout, state.Discs[g.r.IntN(24)]
	to := world.Point{X: g.between(-1, 1) * l.Half(), Y: g.between(-1, 1) * l.Half()}
	if g.r.IntN(3) == 0 {
		to = l.Slots[g.r.IntN(8)].At
	}
	way := g.m.transfer(g.Table, &state, disc.ID, to)
	way[len(way)-1].at = park
	c := someController(g.r)
	c.pause = 0
	k := g.m.course(c, park, way, 0, g.r)
	times := make([]time.Duration, drawnFrames)
	for i := range times { // in pairs of neighbours: an arm that was seen often is remembered near to where it is
		if times[i] = time.Duration(g.between(.02, .98) * float64(k.ends)); i%2 == 1 {
			times[i] = times[i-1] + time.Duration(g.between(.03, .3)*float64(time.Second))
		}
	}
	slices.Sort(times)
	for _, now := range times {
		k.show(func(p world.Point) { g.m.hold(g.Table, &state, p) }, &state, now)
		if err := g.frame(w, state, k, now); err != nil {
			return err
		}
	}
	return nil
}

// frame writes a picture without a hand, where the arm is in it, the same with a hand, and where that is.
func (g *drawnTable) frame(w io.Writer, state world.State, k course, now time.Duration) error {
	state.Discs = slices.Clone(state.Discs)
	tools, unknown := g.tools(k, now)
	if g.r.IntN(6) == 0 { // something has fallen, or was moved
		d, far := &state.Discs[g.r.IntN(24)], 1.4*g.Options.Layout.Half()
		switch {
		case d.ID == state.Tool.Held:
		case g.r.IntN(3) == 0:
			d.At = world.Point{X: g.between(-far, far), Y: g.between(-far, far)}
		default:
			d.At = world.Point{X: d.At.X + g.between(-40, 40), Y: d.At.Y + g.between(-40, 40)}
		}
	}
	without, err := g.take(state)
	if err != nil {
		return err
	}
	arm, err := g.arm(state)
	if err != nil {
		return err
	}
	with, hand := without, make([]uint8, len(arm))
	switch g.r.IntN(16) {
	case 0, 1, 2, 3:
	case 4, 5, 6:
		with, hand, err = g.withThing(state)
	default:
		with, hand, err = g.withHand(state)
	}
	if err != nil {
		return err
	}
	warm := make([]uint8, len(arm))
	for i, h := range g.view.Heat(tools) {
		warm[i] = uint8(255*h + .5)
	}
	p := state.Tool.At
	if err := binary.Write(w, binary.LittleEndian,
		[]float32{float32(p.X), float32(p.Y), float32(p.Z), float32(unknown.Seconds())}); err != nil {
		return err
	}
	_, err = w.Write(slices.Concat(without, arm, with, hand, warm))
	return err
}

// tools are places where the tool may be in a picture, and for how long it may be that of the picture: the camera's
// latency is known well, hardly, or not at all.
func (g *drawnTable) tools(k course, now time.Duration) (list []calibration.BoardPoint, unknown time.Duration) {
	most := []float64{.15, .15, .15, .15, .15, .6, .6, .6, 3.2, 3.2}[g.r.IntN(10)]
	before, after := g.between(0, most), g.between(0, most)
	const count = 12
	for i := range count {
		at := now + time.Duration((-before+(before+after)*float64(i)/(count-1))*float64(time.Second))
		list = append(list, calibration.BoardPoint(k.place(max(0, at))))
	}
	return list, time.Duration((before + after) * float64(time.Second))
}

// take is a picture as the camera sends it, in cells.
func (g *drawnTable) take(state world.State) ([]uint8, error) {
	picture, err := g.picture(state)
	if err != nil {
		return nil, err
	}
	defer picture.Close()
	return g.view.Samples(picture)
}

func (g *drawnTable) picture(state world.State) (gocv.Mat, error) {
	state.Light = g.light.at(state.Now, g.r)
	g.frames++
	return g.lens.take(state, g.frames)
}

// arm is where the arm is seen, without its shadow.
func (g *drawnTable) arm(state world.State) ([]uint8, error) {
	state.Light = 1
	if err := g.bare.Render(state, 1, &g.a); err != nil {
		return nil, err
	}
	if err := g.empty.Render(state, 1, &g.b); err != nil {
		return nil, err
	}
	return g.differs(g.a, g.b, 6)
}

// hides is how many cells of the area the arm hides.
func (g *drawnTable) hides(state world.State) (n int, err error) {
	arm, err := g.arm(state)
	for i, in := range g.view.InArea() {
		if err == nil && in && arm[i] > 128 {
			n++
		}
	}
	return n, err
}

// differs tells how much of each cell is another thing in two pictures, 0 to 255: pixels of which a channel differs by
// more than so many samples.
func (g *drawnTable) differs(a, b gocv.Mat, most uint8) ([]uint8, error) {
	if err := gocv.AbsDiff(a, b, &g.c); err != nil {
		return nil, err
	}
	pixels := g.c.ToBytes()
	for i := 0; i < len(pixels); i += 3 {
		v := uint8(0)
		if max(pixels[i], pixels[i+1], pixels[i+2]) > most {
			v = 255
		}
		pixels[i], pixels[i+1], pixels[i+2] = v, v, v
	}
	m, err := gocv.NewMatFromBytes(g.c.Rows(), g.c.Cols(), gocv.MatTypeCV8UC3, pixels)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	samples, err := g.view.Samples(m)
	list := make([]uint8, len(samples)/3)
	for i := range list {
		list[i] = samples[3*i]
	}
	return list, err
}
