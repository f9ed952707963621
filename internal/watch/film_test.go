package watch_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/internal/watch"
	"draughtsman/vision/moves"
)

// shot is a while of a film.
type shot struct {
	shows   checkers.Position
	hand    checkers.Square // over which a hand is; 0: none
	seat    checkers.Side   // whose
	seconds float64
}

// play is what two people do before a camera. They move by hand: the piece is away for a while.
type play struct {
	t     *testing.T
	game  *checkers.Game
	shots []shot
}

func newPlay(t *testing.T) *play {
	p := &play{t: t, game: checkers.NewGame(checkers.Start())}
	p.rest(1.5)
	return p
}

// rest leaves the board alone.
func (p *play) rest(seconds float64) { p.show(p.game.Position(), seconds) }

// show has the board show something for a while.
func (p *play) show(position checkers.Position, seconds float64) {
	p.shots = append(p.shots, shot{shows: position, seconds: seconds})
}

// reach has a hand over a square while the board shows something.
func (p *play) reach(position checkers.Position, over checkers.Square, seconds float64) {
	p.shots = append(p.shots, shot{shows: position, hand: over, seat: p.game.Position().Turn, seconds: seconds})
}

// move makes moves, one after the other at once; only then the board is free.
func (p *play) move(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		before := p.game.Position()
		m, err := before.ParseMove(text)
		expect.OK(p.t, err)
		path := m.Path()
		p.reach(before.Put(path[0], checkers.Empty), path[len(path)-1], .6)
		expect.OK(p.t, p.game.Play(m))
		p.reach(p.game.Position(), path[len(path)-1], .4)
	}
	p.rest(1.6)
}

// half makes a capture, with what is captured left on the board for a while.
func (p *play) half(text string) {
	p.t.Helper()
	before := p.game.Position()
	m, err := before.ParseMove(text)
	expect.OK(p.t, err)
	path := m.Path()
	landed := before.Put(path[0], checkers.Empty).Put(path[len(path)-1], before.At(path[0]))
	p.reach(before.Put(path[0], checkers.Empty), path[0], .5)
	p.show(landed, 2)
	expect.OK(p.t, p.game.Play(m))
	p.reach(p.game.Position(), path[0], .5)
	p.rest(1.6)
}

// back takes moves back.
func (p *play) back(moves int) {
	for range moves {
		p.game.Undo()
	}
	p.reach(p.game.Position(), 18, .8)
	p.rest(1.6)
}

// thinks has a square show something else for a while: a piece set down and moved on.
func (p *play) thinks(text string) {
	p.t.Helper()
	before := p.game.Position()
	m, err := before.ParseMove(text)
	expect.OK(p.t, err)
	path := m.Path()
	p.reach(before.Put(path[0], checkers.Empty), path[1], .5)
	p.show(before.Play(m), 1.6)
}

// evening is a game with all that happens when people play.
func evening(t *testing.T) *play {
	p := newPlay(t)
	p.thinks("11-16") // and once that is on record, it was 11-15, answered at once
	p.move("11-15", "22-18")
	p.half("15x22")
	p.move("25x18")
	p.move("8-11")
	p.back(1)
	p.move("9-14", "18x9")
	p.move("5x14")
	p.move("29-25")
	p.move("8-11")
	p.back(2)
	p.move("24-19")
	p.move("14-18")
	return p
}

// quiet is a game of a few moves.
func quiet(t *testing.T) *play {
	p := newPlay(t)
	for _, m := range strings.Fields("11-15 22-18 15x22 25x18 8-11 29-25 4-8 25-22") {
		p.move(m)
	}
	return p
}

// crowning is a game with a king that captures two at once.
func crowning(t *testing.T) *play {
	p := newPlay(t)
	for _, m := range strings.Fields("11-16 21-17 9-14 23-19 16x23 26x19 14x21 30-26 21x30 24-20 30x23x16") {
		p.move(m)
	}
	return p
}

// filming is how a game is filmed.
type filming struct {
	name    string
	plays   func(*testing.T) *play
	table   []func(*scene.Options)
	fps     float64
	video   bool // a video file, not pictures
	early   bool // the camera runs before the hands are off the board
	pumping bool // the exposure is not steady
	drops   bool // pictures are lost
	window  bool // after a while the shadow of a window's bars lies on some squares
}

// filmed are films of other boards from other places.
var filmed = []filming{
	{name: "wood, 10 a second", plays: evening, table: []func(*scene.Options){simtable.From(20, 10)}, fps: 10},
	{name: "red, oblique, White at the side, 2 a second", plays: evening, fps: 2,
		table: []func(*scene.Options){simtable.From(45, 95), func(o *scene.Options) { o.Scheme = "red" }}},
	{name: "green, a video with lost pictures", plays: evening, fps: 15, video: true, drops: true,
		table: []func(*scene.Options){simtable.From(30, -60), func(o *scene.Options) {
			o.Scheme, o.BlackIsLight = "green",
				true
		}}},
	{name: "pale, exposure pumping, a hand at first", plays: evening, fps: 5, pumping: true, early: true,
		table: []func(*scene.Options){simtable.From(35, 170), func(o *scene.Options) { o.Scheme = "pale" }}},
	{name: "wood, one a second", plays: evening, table: []func(*scene.Options){simtable.From(30, 200)}, fps: 1},
	{name: "pale, in the shadow of a window, 2 a second", plays: quiet, fps: 2, window: true,
		table: []func(*scene.Options){simtable.From(20, 10), func(o *scene.Options) { o.Scheme = "pale" }}},
	{name: "a king", plays: crowning, table: []func(*scene.Options){simtable.From(30, 30)}, fps: 5},
}

// TestFilmedGames films games on drawn tables and records them from the films, of which nothing is known but the
// board's size.
func TestFilmedGames(t *testing.T) {
	for i, f := range filmed {
		t.Run(f.name, func(t *testing.T) {
			if testing.Short() && i != 1 {
				t.Skip("one film is enough")
			}
			p := f.plays(t)
			source, pictures := f.shoot(t, p)
			kept, said := record(t, source, f)
			want := "1"
			for _, m := range p.game.Moves() {
				want += " " + m.String()
			}
			if kept.current != want {
				t.Errorf("recorded %s\nplayed   %s\n%s", kept.current, want, strings.Join(said, "\n"))
			}
			if len(kept.games) > 0 {
				t.Errorf("other games: %q", kept.games)
			}
			t.Logf("%d pictures, %d moves", pictures, len(p.game.Moves()))
		})
	}
}

// shoot films a game and returns where the film is.
func (f filming) shoot(t *testing.T, p *play) (source string, pictures int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 3))
	a := simtable.New(t, append([]func(*scene.Options){simtable.Small}, f.table...)...)
	folder := t.TempDir()
	source = filepath.Join(folder, "%04d.jpg")
	keep := func(m gocv.Mat) {
		if !gocv.IMWrite(fmt.Sprintf(source, pictures), m) {
			t.Fatal("a picture cannot be written")
		}
	}
	if f.video {
		source = filepath.Join(folder, "film.avi")
		writer, err := gocv.VideoWriterFile(source, "MJPG", f.fps, a.Options.Width, a.Options.Height, true)
		if err != nil || !writer.IsOpened() {
			t.Skip("this OpenCV writes no video")
		}
		defer writer.Close()
		keep = func(m gocv.Mat) {
			expect.OK(t, writer.Write(m))
		}
	}
	shots := p.shots
	if f.early {
		shots = append([]shot{{shows: checkers.Start(), hand: 22, seat: checkers.White, seconds: 1}}, shots...)
	}
	for _, s := range shots {
		for n := range max(int(s.seconds*f.fps+.5), 1) {
			if f.drops && random.IntN(5) == 0 {
				continue
			}
			state := a.State(s.shows)
			if f.pumping {
				state.Light = 1 + .12*math.Sin(float64(pictures)*.9)
			}
			if s.hand != 0 {
				at := a.Options.Layout.Centre(s.hand)
				state.Hand = world.Hand{Visible: true, Held: world.NoDisc, Seat: s.seat,
					At: world.Point{X: at.X + 6*float64(n%3), Y: at.Y + 4*float64(n%2), Z: 15}}
			}
			picture := a.Take(state)
			if f.window && pictures >= len(shots) {
				shadow(t, a, picture)
			}
			keep(picture)
			pictures++
		}
	}
	return source, pictures
}

// shadow darkens what lies behind the bars of a window: two squares of the board and parts of others.
func shadow(t *testing.T, a *simtable.Table, picture gocv.Mat) {
	t.Helper()
	light := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 255, 255, 0), picture.Rows(), picture.Cols(),
		gocv.MatTypeCV8UC3)
	defer light.Close()
	side := a.Calibration.Board.SquareMM
	for _, bar := range [][4][2]float64{{{-1, 1}, {1.1, 1}, {1.3, -.2}, {-.8, -.2}},
		{{2, 2.9}, {3.2, 2.9}, {3.4, 1.8}, {2.2, 1.8}}} {
		var corners []image.Point
		for _, at := range bar {
			p := a.Calibration.Camera.Project(calibration.BoardPoint{X: at[0] * side, Y: at[1] * side})
			corners = append(corners, image.Pt(int(p.X), int(p.Y)))
		}
		points := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
		err := gocv.FillPoly(&light, points, color.RGBA{107, 107, 107, 0})
		points.Close()
		expect.OK(t, err)
	}
	expect.OK(t, gocv.Blur(light, &light, image.Pt(5, 5)))
	expect.OK(t, gocv.MultiplyWithParams(picture, light, &picture, 1/255., gocv.MatTypeCV8UC3))
}

// record watches a film as the program does.
func record(t *testing.T, source string, f filming) (*journal, []string) {
	t.Helper()
	kept, said, err := watched(t, checkers.English, source, f.fps)
	expect.OK(t, err)
	return kept, said
}

// watched is what is kept of a game's film of so many pictures a second, which a video says itself, and what is said
// meanwhile.
func watched(t *testing.T, game checkers.RuleSet, source string, fps float64) (kept *journal, said []string,
	err error) {
	board := calibration.Board{Squares: game.Board().Size(), SquareMM: 40, Mirrored: game.Board().Mirrored()}
	every := time.Duration(float64(time.Second) / fps)
	if !strings.Contains(source, "%") {
		every = 0
	}
	eye, known, err := watch.OpenEye(t.Context(), watch.EyeOptions{
		Source: source, Every: every, Board: board,
		Disc:        calibration.Disc{DiameterMM: .78 * board.SquareMM, HeightMM: .17 * board.SquareMM},
		BlackPieces: calibration.Dark,
	}, time.Unix(0, 0), func(text string) { said = append(said, text) }, zerolog.Nop())
	if err != nil {
		return nil, said, err
	}
	defer eye.Close()
	kept = &journal{}
	err = watch.Watch{
		Eye: eye, Journal: kept, Tags: rounds,
		Options: moves.Options{Game: game, BlackPieces: known.BlackPieces, SidesUnknown: true},
		Tell:    func(e watch.Event) { said = append(said, fmt.Sprintf("%3d %s: %s", e.Picture, e.Kind, e.Text)) },
	}.Run(t.Context())
	return kept, said, err
}
