package calibrated_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
)

// Limbs of all colours are an obstruction within two pictures and for as long as they are there, and nothing is one
// before and after.
func TestHandsOfAllColours(t *testing.T) {
	if testing.Short() {
		t.Skip("draws hundreds of pictures")
	}
	colours := simtable.Limbs()
	names := slices.Sorted(maps.Keys(colours))
	// Where the tip of the limb rests, in squares from the middle. The limb comes from White's side.
	places := []struct {
		name string
		x, y float64
	}{
		{"middle", .3, .2}, {"far", -2.2, 3.1}, {"corner", 3.4, -3.2}, {"edge squares", -1.4, -3.55}, {"side", 3.6, 1},
	}
	type count struct{ shown, seen, late, before, after, frames, told, wrong int }
	total := count{}
	for i, scheme := range scene.Schemes() {
		by := map[string]*count{}
		for j, from := range []func(*scene.Options){simtable.From(8, 20), simtable.From(40, 160)} {
			a := simtable.New(t, simtable.Small, from, func(o *scene.Options) { o.Scheme = scheme })
			r, err := calibrated.NewReader(a.Calibration)
			if err != nil {
				t.Fatal(err)
			}
			random, now := rand.New(rand.NewPCG(uint64(i), uint64(j))), time.Unix(0, 0)
			look := func(l *simtable.Limb, p checkers.Position) (vision.Sighting, gocv.Mat) {
				picture := a.Take(a.State(p))
				if l != nil {
					if err := l.Draw(&picture, a.Calibration.Camera); err != nil {
						t.Fatal(err)
					}
				}
				now = now.Add(100 * time.Millisecond)
				seen, err := r.Read(picture, now)
				if err != nil {
					t.Fatal(err)
				}
				return seen, picture
			}
			side := a.Calibration.Board.SquareMM
			for _, name := range names {
				if by[name] == nil {
					by[name] = &count{}
				}
				for k, place := range places {
					p := sparse(random)
					for range 2 {
						total.frames++
						if seen, _ := look(nil, p); seen.Obstructed {
							total.before++
						}
					}
					// It comes in five pictures and rests for four: slow; or at once: fast.
					comes := []int{1, 5}[k%2]
					unseen := 0
					for n := 1; n <= comes+4; n++ {
						part := min(float64(n)/float64(comes), 1)
						y := -6 + part*(place.y+6)
						l := simtable.Limb{Colour: colours[name], RadiusMM: .45 * side, Seed: uint64(k),
							From: calibration.BoardPoint{X: place.x * side * .8, Y: -8 * side, Z: 80},
							To:   calibration.BoardPoint{X: place.x * side, Y: y * side, Z: 22}}
						seen, picture := look(&l, p)
						if y+.45 < -3.9 { // not yet over the board
							continue
						}
						total.shown++
						by[name].shown++
						told, wrong := tally(t, r, picture, a.Calibration, p)
						total.told, total.wrong = total.told+told, total.wrong+wrong
						if seen.Obstructed {
							total.seen++
							by[name].seen++
							unseen = 0
							continue
						}
						if unseen++; unseen == 2 {
							by[name].late++
							total.late++
							t.Logf("%s, view %d: %s at the %s is not seen in picture %d", scheme, j, name, place.name, n)
						}
					}
					for range 2 {
						total.frames++
						if seen, _ := look(nil, p); seen.Obstructed {
							total.after++
						}
					}
				}
			}
			r.Close()
		}
		for _, name := range names {
			if c := by[name]; c != nil {
				t.Logf("%-6s %-13s seen in %d of %d pictures; late %d times", scheme, name, c.seen, c.shown, c.late)
			}
		}
	}
	t.Logf("all: seen in %d of %d pictures, late %d times; obstructed by nothing %d+%d times in %d pictures", total.seen,
		total.shown, total.late, total.before, total.after, total.frames)
	t.Logf("under limbs: %d squares told, %d wrong", total.told, total.wrong)
	if total.wrong > total.told/100 {
		t.Error("what is under limbs is guessed")
	}
	if total.late > total.shown/100 || total.before+total.after > 0 {
		t.Error("limbs are missed, or seen where there is none")
	}
}

// tally counts the squares that are told under a limb, and those told wrongly.
func tally(t *testing.T, r *calibrated.Reader, picture gocv.Mat, known calibration.Calibration,
	p checkers.Position) (told,
	wrong int) {
	t.Helper()
	board, err := r.ReadBoard(picture)
	if err != nil {
		t.Fatal(err)
	}
	for s := range p.Set.Board().All().All() {
		is, probability := board.Odds[s].Best()
		if board.Hidden[s] || probability < .6 {
			continue
		}
		told++
		want := vision.Nothing
		if piece := p.At(s); piece != checkers.Empty {
			want = vision.LightPiece
			if (piece.Side() == checkers.Black) == (known.BlackPieces == calibration.Dark) {
				want = vision.DarkPiece
			}
		}
		if is != want {
			wrong++
		}
	}
	return told, wrong
}

// sparse is a random position with few pieces.
func sparse(random *rand.Rand) (p checkers.Position) {
	for s := range p.Set.Board().All().All() {
		if random.IntN(3) == 0 {
			p = p.Put(s, checkers.Piece(1+random.IntN(4)))
		}
	}
	return p
}

// TestArmInTheFirstPicture has a reader begin while an arm is over the table, which then goes away: the board is free
// as soon as the table has lain still for long enough to be known.
func TestArmInTheFirstPicture(t *testing.T) {
	a := simtable.New(t)
	for _, tool := range []world.Point{{X: 100, Y: -100, Z: 30}, {X: -100, Y: 50, Z: 30}, {X: 100, Y: 100, Z: 30}} {
		reader, err := calibrated.NewReader(a.Calibration)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		state := a.State(checkers.Start())
		state.Tool.At = tool
		freed := -1
		for i := range 60 {
			if i == 4 {
				state = a.State(checkers.Start())
			}
			seen, err := reader.Read(a.Take(state), time.Unix(0, 0).Add(time.Duration(i)*100*time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case seen.Obstructed:
				freed = -1
			case freed < 0:
				freed = i
			}
		}
		if freed < 0 || freed > 45 {
			t.Errorf("the tool at %v at first: free from picture %d on", tool, freed)
		}
	}
}
