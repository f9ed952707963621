package changes_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/changes"
)

// comparer compares the pictures of two states of a table, and reads the second.
type comparer func(before, now world.State, stacks []changes.Stack) (changes.Result, vision.Sighting)

func comparing(t *testing.T, a *simtable.Table) comparer {
	reader, err := calibrated.NewReader(a.Calibration)
	if err != nil {
		t.Fatal(err)
	}
	var detector changes.Detector
	t.Cleanup(func() {
		reader.Close()
		if err := detector.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(before, now world.State, stacks []changes.Stack) (changes.Result, vision.Sighting) {
		taken := a.Take(before)
		then := taken.Clone()
		defer then.Close()
		picture := a.Take(now)
		seen, err := reader.Read(picture, time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		found, err := detector.Compare(then, picture, a.Calibration, stacks, seen)
		if err != nil {
			t.Fatal(err)
		}
		return found, seen
	}
}

// still is a state that stays as it is when the discs of the other are moved.
func still(s world.State) world.State {
	s.Discs = slices.Clone(s.Discs)
	return s
}

// TestDroppedDiscIsFound lets a disc fall on bare squares, beside the board and over the corners and edges of
// squares: it is found where it lies, unless it is read there.
func TestDroppedDiscIsFound(t *testing.T) {
	a := simtable.New(t)
	compare := comparing(t, a)
	random := rand.New(rand.NewPCG(5, 5))
	for i := range 20 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if testing.Short() && i%4 > 1 {
				t.Skip("one of each side is enough")
			}
			state := a.State(checkers.Start())
			before := still(state)
			side := checkers.Side(i % 2)
			at := bareSquare(random, a.Calibration)
			switch i / 4 {
			case 1: // beside the board
				at = world.Point{X: 171 + 6*random.Float64(), Y: -150 + 300*random.Float64()}
			case 4: // over the rim, touching a stack in the tray: little of it is seen before the rim
				at = world.Point{X: -175, Y: 28 - 16*float64(i%2)}
			case 2: // over a corner of squares, touching its neighbours
				c := a.Calibration.Board
				row, column := math.Floor((c.Half()-at.Y)/c.SquareMM), math.Floor((at.X+c.Half())/c.SquareMM)
				at.X, at.Y = (column+0.5)*c.SquareMM-c.Half()+10, c.Half()-(row+0.5)*c.SquareMM-10
			case 3: // on the edge of a square that is played on
				c := a.Calibration.Board.Centre(4, 1+2*(i%4))
				at = world.Point{X: c.X + 7 - 14*float64(i%2), Y: c.Y + 14}
				if a.Calibration.Board.Number(4, 1+2*(i%4)) == 0 {
					t.Fatal("nothing is played there")
				}
			}
			for d := range state.Discs { // one of them has gone from its square
				if state.Discs[d].Side == side && math.Abs(state.Discs[d].At.X) < 160 {
					state.Discs[d].At = at
					break
				}
			}
			survey, seen := compare(before, state, untouched(a))
			found := survey.Strays
			if i/4 == 3 && len(found) == 0 && reads(seen, side, at, a.Calibration) {
				return
			}
			if len(found) != 1 {
				t.Fatalf("%v disc at %v: found %v", side, at, found)
			}
			if off := math.Hypot(found[0].At.X-at.X, found[0].At.Y-at.Y); off > 4 || found[0].Side != side {
				t.Errorf("%v disc at %v: found %v, %.1f mm off", side, at, found[0], off)
			}
		})
	}
}

// TestDroppedDiscOnOtherBoards lets discs fall on bare squares of the boards of other games: each is found where it
// lies, and of the squares far from it only the one that it left has changed.
func TestDroppedDiscOnOtherBoards(t *testing.T) {
	for _, game := range []checkers.RuleSet{checkers.Italian, checkers.International} {
		a := simtable.New(t, func(o *scene.Options) { o.Layout = world.LayoutOf(game.Board()) })
		compare, board := comparing(t, a), a.Options.Layout.Board
		random := rand.New(rand.NewPCG(5, 5))
		for i := range 6 {
			if testing.Short() && i > 1 {
				break
			}
			state := a.State(game.Start())
			before := still(state)
			disc := &state.Discs[3*i]
			from, _ := a.Options.Layout.SquareAt(disc.At)
			at := bareSquare(random, a.Calibration)
			disc.At = at
			found, _ := compare(before, state, untouched(a))
			if len(found.Strays) != 1 || found.Strays[0].Side != disc.Side ||
				math.Hypot(found.Strays[0].At.X-at.X, found.Strays[0].At.Y-at.Y) > 4 {
				t.Errorf("%v: %v disc at %v: found %v", game, disc.Side, at, found.Strays)
			}
			for s := range board.All().All() {
				c := a.Options.Layout.Centre(s)
				far := math.Hypot(c.X-at.X, c.Y-at.Y) > 2.5*a.Options.Layout.Square
				if s == from && found.Squares.Has(s) || far && s != from && !found.Squares.Has(s) &&
					board.Beside(checkers.SetOf(from))&checkers.SetOf(s) == 0 {
					t.Errorf("%v: a disc went from %d to %v, and %d is as it was: %t", game, from, at, s,
						found.Squares.Has(s))
				}
			}
		}
	}
}

// cameras are those that look at the tray from where it looks most different.
var cameras = map[string]func(*scene.Options){
	"usual":   func(*scene.Options) {},
	"above":   simtable.From(10, 0),
	"oblique": simtable.From(40, 180),
}

// fromEachCamera runs a test with the table as each of the cameras sees it.
func fromEachCamera(t *testing.T, test func(t *testing.T, a *simtable.Table, compare comparer)) {
	for name, camera := range cameras {
		t.Run(name, func(t *testing.T) {
			a := simtable.New(t, camera)
			test(t, a, comparing(t, a))
		})
	}
}

// TestDiscBesideItsSlotIsFound sets captured discs into empty slots and onto discs of the other side, and lets them
// fall beside those, as seen from three cameras: only those that fell are strays, where they lie.
func TestDiscBesideItsSlotIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	fromEachCamera(t, func(t *testing.T, a *simtable.Table, compare comparer) {
		random := rand.New(rand.NewPCG(7, 7))
		slots := world.DefaultLayout().Slots
		missed := 0
		for i, slot := range slots {
			if slot.Spares > 0 {
				continue
			}
			moved, below := 0, 12 // of State's discs: of either side
			if i%4 < 2 {
				moved, below = below, moved
			}
			level, beside := i%2, 14+14*random.Float64()
			if level > 0 {
				beside = 31
			}
			for _, off := range []float64{3 * random.Float64(), beside} {
				state, stacks := a.State(checkers.Start()), untouched(a)
				side := state.Discs[moved].Side
				if level > 0 {
					state.Discs[below].At = world.Point{X: slot.At.X, Y: slot.At.Y}
					stacks[i].Before, stacks[i].Now = 1, []checkers.Side{state.Discs[below].Side}
				}
				stacks[i].Now = append(stacks[i].Now, side)
				before := still(state)
				at := around(random, slot, off)
				for math.Abs(at.Y) > 165 || slices.ContainsFunc(slots, func(other world.Slot) bool {
					return other.At != slot.At && math.Hypot(other.At.X-at.X, other.At.Y-at.Y) < 12
				}) {
					at = around(random, slot, off)
				}
				if off < beside {
					at.Z = float64(level) * a.Calibration.Disc.HeightMM
				}
				state.Discs[moved].At = at
				survey, _ := compare(before, state, stacks)
				strays := survey.Strays
				switch fell := off == beside; {
				case !fell && len(strays) > 0:
					t.Errorf("a %v disc in slot %d, %.1f mm off its middle, is taken for strays: %v", side, i+1, off, strays)
				case fell && len(strays) == 0:
					missed++
					t.Logf("a %v disc fell %.1f mm beside slot %d, at %v: not found", side, off, i+1, at)
				case fell && (len(strays) != 1 || strays[0].Side != side || math.Hypot(strays[0].At.X-at.X, strays[0].At.Y-at.Y) >
					6):
					t.Errorf("a %v disc fell %.1f mm beside slot %d, at %v: found %v", side, off, i+1, at, strays)
				}
			}
		}
		if missed > 1 {
			t.Errorf("%d of 16 discs that fell beside their slots are not found", missed)
		}
	})
}

// TestDiscInItsSlotIsNoStray sets captured discs into slots that the spare discs have left, a little off the middle:
// the disc, its side and its shadow are one thing.
func TestDiscInItsSlotIsNoStray(t *testing.T) {
	a := simtable.New(t)
	compare := comparing(t, a)
	for _, light := range []float64{.8, 1.06, 1.18} {
		for _, slot := range []int{16, 20} { // by index
			for _, off := range [][2]float64{{-1.5, -1.5}, {-1.5, 0}, {0, 1.5}} {
				state, stacks := a.State(checkers.Start()), untouched(a)
				state.Light = light
				state.Discs = slices.DeleteFunc(state.Discs, func(d world.Disc) bool { return d.At.X < -a.Options.Layout.Half() })
				for i, slot := range a.Options.Layout.Slots {
					if slot.Spares > 0 {
						stacks[i] = changes.Stack{At: stacks[i].At}
					}
				}
				captured, other := &state.Discs[12], &state.Discs[13] // white ones
				// The other lies where least light falls: a mixture of a disc and its shadow is no darker.
				const darkest = 15
				other.At = world.Point(stacks[darkest].At)
				stacks[darkest].Before, stacks[darkest].Now = 1, []checkers.Side{other.Side}
				before := still(state)
				captured.At = world.Point{X: stacks[slot].At.X + off[0], Y: stacks[slot].At.Y + off[1]}
				stacks[slot].Now = []checkers.Side{captured.Side}
				if found, _ := compare(before, state, stacks); len(found.Strays) > 0 {
					t.Errorf("a %v disc in slot %d, %v mm off its middle, in %.2f times the light, is taken for strays: %v",
						captured.Side, slot+1, off, light, found.Strays)
				}
			}
		}
	}
}

// TestDiscBesideItsOwnSlotIsFound takes single discs from their slots and lets them fall beside, where they cover a
// part of the place still.
func TestDiscBesideItsOwnSlotIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	fromEachCamera(t, func(t *testing.T, a *simtable.Table, compare comparer) {
		random := rand.New(rand.NewPCG(9, 9))
		missed, all := 0, 0
		for i, slot := range a.Options.Layout.Slots {
			if slot.Spares > 0 {
				continue
			}
			for moved := 0; moved <= 12; moved += 12 { // of State's discs: of either side
				state, stacks := a.State(checkers.Start()), untouched(a)
				state.Light = .7 + .6*random.Float64()
				fallen := &state.Discs[moved]
				fallen.At = around(random, slot, random.Float64())
				stacks[i].Before = 1
				before := still(state)
				at := around(random, slot, 11+9*random.Float64())
				fallen.At = at
				found, _ := compare(before, state, stacks)
				if all++; len(found.Strays) == 0 {
					missed++
					continue
				}
				if stray := found.Strays[0]; len(found.Strays) > 1 || stray.Side != fallen.Side ||
					math.Hypot(stray.At.X-at.X, stray.At.Y-at.Y) > 6.5 {
					t.Errorf("a %v disc fell from slot %d to %v: found %v", fallen.Side, i+1, at, found.Strays)
				}
				fallen.At.X += 500 // taken away
				if found, _ := compare(before, state, stacks); len(found.Strays) > 0 {
					t.Errorf("a %v disc was taken from slot %d: found %v", fallen.Side, i+1, found.Strays)
				}
			}
		}
		if t.Logf("%d of %d missed", missed, all); missed*10 > all {
			t.Error("too many")
		}
	})
}

// TestDiscInTheTrayIsNoticed lays captured discs into slots, empty ones and on discs of their own colour, where least
// is seen of them: those slots are not as they were, and those that are not near them are.
func TestDiscInTheTrayIsNoticed(t *testing.T) {
	for name, camera := range cameras {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "usual" {
				t.Skip("one camera is enough")
			}
			a := simtable.New(t, camera)
			compare := comparing(t, a)
			slots := world.DefaultLayout().Slots
			for i, slot := range slots {
				if slot.Spares > 0 || testing.Short() && i%4 > 1 {
					continue
				}
				state, stacks := a.State(checkers.Start()), untouched(a)
				first := 12 * (i / 2 % 2) // of State's discs: of either side
				for level := range 2 {
					before, moved := still(state), first+level
					state = still(state)
					state.Discs[moved].At = world.Point{X: slot.At.X + 1, Y: slot.At.Y - 1,
						Z: float64(level) * a.Calibration.Disc.HeightMM}
					if i%2 == 1 {
						state.Light = 0.85 - 0.1*float64(level)
					}
					stacks[i].Before = level
					stacks[i].Now = append(stacks[i].Now, state.Discs[moved].Side)
					found, _ := compare(before, state, stacks)
					if found.Stacks[i] {
						t.Errorf("disc %d in slot %d, %v, is not noticed", level+1, i+1, state.Discs[moved].Side)
					}
					for k, other := range slots {
						away := math.Hypot(other.At.X-slot.At.X, other.At.Y-slot.At.Y)
						if !found.Stacks[k] && away > 2*a.Calibration.Disc.DiameterMM {
							t.Errorf("disc %d has come to slot %d, and slot %d is said to have changed", level+1, i+1, k+1)
						}
					}
				}
			}
		})
	}
}

// untouched are the table's slots, from which nothing is taken.
func untouched(a *simtable.Table) (stacks []changes.Stack) {
	for _, slot := range a.Options.Layout.Slots {
		stacks = append(stacks, changes.Stack{At: calibration.BoardPoint{X: slot.At.X, Y: slot.At.Y}, Before: slot.Spares,
			Now: slices.Repeat([]checkers.Side{slot.Side}, slot.Spares)})
	}
	return stacks
}

// around is a place so many mm off the middle of a slot.
func around(random *rand.Rand, slot world.Slot, off float64) world.Point {
	sin, cos := math.Sincos(2 * math.Pi * random.Float64())
	return world.Point{X: slot.At.X + off*cos, Y: slot.At.Y + off*sin}
}

// TestOtherLightLeavesNoStray dims the lamps or turns them up while nothing but one man moves.
func TestOtherLightLeavesNoStray(t *testing.T) {
	a := simtable.New(t)
	compare := comparing(t, a)
	for _, light := range [][2]float64{{0.8, 1.2}, {1.2, 0.8}, {1, 1.2}, {1, 0.8}, {0.8, 0.8}} {
		position := checkers.Start().Put(15, checkers.King(checkers.White))
		before, now := a.State(position), a.State(position.Put(11, checkers.Empty).Put(16, checkers.Man(checkers.Black)))
		before.Light, now.Light = light[0], light[1]
		survey, _ := compare(before, now, untouched(a))
		found := survey.Strays
		if len(found) > 0 {
			t.Errorf("light from %.1f to %.1f: strays %v", light[0], light[1], found)
		}
		t.Logf("light from %.1f to %.1f: %d squares the same", light[0], light[1], survey.Squares.Len())
	}
}

// TestKnockedDiscIsAskew knocks men across the edges of their squares: each that is still read there is askew, and no
// stray; each that is not is a stray.
func TestKnockedDiscIsAskew(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	a := simtable.New(t)
	compare := comparing(t, a)
	askew := 0
	for i, square := range []checkers.Square{15, 10, 18, 23, 7, 26} {
		side := checkers.Side(i % 2)
		before := a.State(checkers.Position{}.Put(square, checkers.Man(side)).Put(1, checkers.Man(side.Opponent())).Put(32,
			checkers.Man(side)))
		c := a.Options.Layout.Centre(square)
		for _, by := range []float64{16, 20, 24} {
			now := still(before)
			sin, cos := math.Sincos(float64(i) + by)
			at := world.Point{X: c.X + by*cos, Y: c.Y + by*sin}
			for d := range now.Discs {
				if disc := &now.Discs[d]; math.Hypot(disc.At.X-c.X, disc.At.Y-c.Y) < 5 {
					disc.At = at
				}
			}
			survey, seen := compare(before, now, untouched(a))
			is, sure := seen.Odds[square].Best()
			near := func(p calibration.BoardPoint) bool { return math.Hypot(p.X-at.X, p.Y-at.Y) < 6 }
			switch {
			case len(survey.Askew) == 1 && survey.Askew[0].Square == square && survey.Askew[0].Side == side &&
				near(survey.Askew[0].At) && len(survey.Strays) == 0:
				askew++
			case len(survey.Strays) == 1 && survey.Strays[0].Side == side && near(survey.Strays[0].At) &&
				len(survey.Askew) == 0 && (is == vision.Nothing || sure < 0.75):
			case seen.Obstructed || is == vision.Nothing:
				t.Errorf("a %v disc knocked %.0f mm off the middle of %d, to %v (read %v, %.2f; obstructed: %v): askew %v, "+
					"strays %v", side, by, square, at, is, sure, seen.Obstructed, survey.Askew, survey.Strays)
			}
		}
	}
	if askew < 2 {
		t.Errorf("%d discs were askew", askew)
	}
}

// TestLastDiscIsFound lets the last man of a side fall: what it looks like is known from the tray.
func TestLastDiscIsFound(t *testing.T) {
	a := simtable.New(t)
	compare := comparing(t, a)
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		position := checkers.Position{}.Put(24, checkers.Man(side)).Put(14, checkers.King(side.Opponent()))
		before := a.State(position)
		now, at := still(before), world.Point{X: 140.5, Y: -54}
		c := a.Options.Layout.Centre(24)
		for d := range now.Discs {
			if disc := &now.Discs[d]; math.Hypot(disc.At.X-c.X, disc.At.Y-c.Y) < 5 {
				disc.At = at
			}
		}
		survey, _ := compare(before, now, untouched(a))
		if found := survey.Strays; len(found) != 1 || found[0].Side != side ||
			math.Hypot(found[0].At.X-at.X, found[0].At.Y-at.Y) > 5 {
			t.Errorf("the last %v disc fell at %v: found %v", side, at, found)
		}
	}
}

// TestTakenDiscLeavesNoStray takes every disc away in turn, men and kings: what its square looks like without it is
// no disc.
func TestTakenDiscLeavesNoStray(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	a := simtable.New(t)
	compare := comparing(t, a)
	position := checkers.Start().Put(18, checkers.King(checkers.Black)).Put(16, checkers.King(checkers.White))
	for square := range position.Occupied().All() {
		survey, _ := compare(a.State(position), a.State(position.Put(square, checkers.Empty)), untouched(a))
		found := survey.Strays
		if len(found) > 0 {
			t.Errorf("the piece on %d was taken away, and strays are found: %v", square, found)
		}
	}
	stacks, state := untouched(a), a.State(position)
	for i, slot := range stacks {
		for n := slot.Before; n > 0; n-- {
			before, taken := still(state), -1
			for d := range state.Discs {
				if at := state.Discs[d].At; math.Hypot(at.X-slot.At.X, at.Y-slot.At.Y) < 5 &&
					(taken < 0 || at.Z > state.Discs[taken].At.Z) {
					taken = d
				}
			}
			if taken < 0 {
				t.Fatalf("slot %d does not hold what it should", i+1)
			}
			state = still(state)
			state.Discs = slices.Delete(state.Discs, taken, taken+1)
			stacks[i].Before, stacks[i].Now = n, slot.Now[:n-1]
			survey, _ := compare(before, state, stacks)
			if found := survey.Strays; len(found) > 0 {
				t.Errorf("disc %d of slot %d was taken away, and strays are found: %v", n, i+1, found)
			}
			stacks[i].Before = n - 1
		}
	}
}

// TestCrownIsNoticed sets a second disc on men all over the board: their squares are not as they were, and all others
// are.
func TestCrownIsNoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	a := simtable.New(t)
	compare := comparing(t, a)
	across := checkers.Position{} // dark men near the camera, where little is seen of a second one
	for square := range checkers.Start().Occupied().All() {
		across = across.Put(square, checkers.Man(checkers.Start().At(square).Side().Opponent()))
	}
	for _, tt := range []struct {
		position checkers.Position
		light    float64 // afterwards
	}{{checkers.Start(), 1}, {across, 0.8}} {
		for square := range tt.position.Occupied().All() {
			state := a.State(tt.position)
			before := still(state)
			state.Light = tt.light
			crown := state.Discs[len(state.Discs)-1] // a spare
			c := a.Options.Layout.Centre(square)
			for _, d := range state.Discs {
				if math.Hypot(d.At.X-c.X, d.At.Y-c.Y) < 10 {
					crown.Side, crown.At = d.Side, d.At
					crown.At.Z += a.Calibration.Disc.HeightMM
				}
			}
			state.Discs = append(state.Discs, crown)
			survey, _ := compare(before, state, untouched(a))
			same := survey.Squares
			if same.Has(square) {
				t.Errorf("a crown on %d is not noticed", square)
			}
			board := a.Options.Layout.Board
			row, _ := board.Place(square)
			for other := range (board.All() &^ same &^ checkers.SetOf(square)).All() {
				if at, _ := board.Place(other); at < row-1 || at > row+1 { // shadows and tops reach over neighbours
					t.Errorf("a crown was set on %d, and %d is said to have changed", square, other)
				}
			}
		}
	}
}

// TestDiscBesideAKingIsFound lets a king's lower disc fall on its way to the square where the upper one stands,
// touching that: it is found there.
func TestDiscBesideAKingIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	a := simtable.New(t)
	compare := comparing(t, a)
	for i, from := range []checkers.Square{29, 18, 11, 24, 7, 14, 15, 10, 22, 26, 3, 5, 12, 31, 20} {
		for _, side := range []checkers.Side{checkers.Black, checkers.White} {
			var to checkers.Square
			for _, m := range checkers.NewPosition(side).Put(from, checkers.King(side)).Moves() {
				to = m.To()
			}
			between := a.State(checkers.Position{}.Put(from, checkers.Man(side)).Put(to, checkers.Man(side)))
			before := still(between)
			f, c := a.Options.Layout.Centre(from), a.Options.Layout.Centre(to)
			at := world.Point{X: c.X + 0.55*(f.X-c.X), Y: c.Y + 0.55*(f.Y-c.Y)}
			for d := range between.Discs {
				if disc := &between.Discs[d]; math.Hypot(disc.At.X-f.X, disc.At.Y-f.Y) < 5 {
					disc.At = at
				}
			}
			survey, seen := compare(before, between, untouched(a))
			found := survey.Strays
			if !reads(seen, side, at, a.Calibration) && (len(found) != 1 || found[0].Side != side ||
				math.Hypot(found[0].At.X-at.X, found[0].At.Y-at.Y) > 5) {
				t.Errorf("%d: a %v disc fell from %d to %d at %v: found %v", i, side, from, to, at, found)
			}
		}
	}
}

// reads reports whether a disc is read as one that stands on a square, and where it is.
func reads(seen vision.Sighting, side checkers.Side, at world.Point, known calibration.Calibration) bool {
	for square := 1; square <= known.Board.Squares*known.Board.Squares/2; square++ {
		c := known.Board.Centre(known.Board.Place(square))
		off := math.Hypot(c.X+seen.Offset[square][0]-at.X, c.Y+seen.Offset[square][1]-at.Y)
		want := vision.LightPiece
		if side == checkers.Black {
			want = vision.DarkPiece
		}
		if is, sure := seen.Odds[square].Best(); is == want && sure > 0.75 && off < 6 {
			return true
		}
	}
	return false
}

// bareSquare is a place about the middle of a square that is not played on.
func bareSquare(random *rand.Rand, known calibration.Calibration) world.Point {
	for {
		row, column := random.IntN(known.Board.Squares), random.IntN(known.Board.Squares)
		if known.Board.Number(row, column) == 0 {
			c := known.Board.Centre(row, column)
			return world.Point{X: c.X + 8*(random.Float64()-.5), Y: c.Y + 8*(random.Float64()-.5)}
		}
	}
}
