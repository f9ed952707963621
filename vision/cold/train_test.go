package cold

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"draughtsman/vision/cold/network"
	"draughtsman/vision/find"
	"draughtsman/vision/find/varied"
)

var (
	trainInto   = flag.String("train", "", "the file that TestTrain leaves the weights of a new network in")
	trainScenes = flag.Int("scenes", 2000, "how many pictures TestTrain draws")
	trainSeed   = flag.Uint64("seed", 1, "what the first weights and the order of TestTrain are drawn from")
)

const (
	firstTrained = 1_000_000 // seed of the first scene that the network is trained with
	firstHeld    = 2_000_000 // of those that its loss is measured on
	heldScenes   = 100
	epochs       = 4
	cornerError  = 0.025 // squares, standard deviation: boards are found a little askew
)

// TestTrain makes the weights that the program ships with, from drawn scenes of
// the styles that are shown; `make patches` runs it.
func TestTrain(t *testing.T) {
	if *trainInto == "" {
		t.Skip("-train names no file")
	}
	held := scenes(t, firstHeld, heldScenes, varied.Shown)
	kept := scenes(t, firstHeld, heldScenes, varied.Kept)
	examples := scenes(t, firstTrained, *trainScenes, varied.Shown)
	random := rand.New(rand.NewPCG(*trainSeed, 1))
	n := network.New(random)
	n.Train(examples, epochs, random, func(epoch int, loss float64) {
		t.Logf("%d examples, epoch %d: loss %.4f; held back: %s; styles kept aside: %s", len(examples), epoch+1, loss, judged(n, held), judged(n, kept))
	})
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*trainInto, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The network that ships tells the squares of drawn boards that it was not
// trained with about as well as those of its training, and those of styles kept aside not
// much worse.
func TestTrained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads forty pictures")
	}
	n, err := eye()
	if err != nil {
		t.Fatal(err)
	}
	for set, most := range map[varied.Set]float64{varied.Shown: 0.1, varied.Kept: 0.15} {
		o := judged(n, scenes(t, firstHeld, 20, set))
		t.Log(o)
		if o.wrong > most {
			t.Errorf("set %d: %s", set, o)
		}
	}
}

// outcome is how a network does on examples.
type outcome struct{ loss, wrong float64 }

func (o outcome) String() string {
	return fmt.Sprintf("loss %.4f, %.2f %% wrong", o.loss, 100*o.wrong)
}

func judged(n *network.Network, examples []network.Example) (o outcome) {
	each := 1 / float64(len(examples))
	for i := range examples {
		odds := n.Answer(&examples[i].Sample)
		if !examples[i].Is {
			odds = -odds
		}
		o.loss += math.Log1p(math.Exp(-odds)) * each
		if odds < 0 {
			o.wrong += each
		}
	}
	return o
}

// scenes are the squares of drawn boards that are played on, but for those a hand may hide.
func scenes(t *testing.T, first uint64, count int, set varied.Set) (examples []network.Example) {
	t.Helper()
	for seed := first; seed < first+uint64(count); seed++ {
		s := varied.New(seed, set)
		if s.Content != varied.Whole {
			continue
		}
		picture, err := varied.Draw(s)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 3))
		corners := s.Corners()
		side := math.Hypot(corners[0].X-corners[1].X, corners[0].Y-corners[1].Y) / float64(s.Squares)
		for i := range corners {
			corners[i].X += cornerError * side * random.NormFloat64()
			corners[i].Y += cornerError * side * random.NormFloat64()
		}
		l, err := look(picture, find.Board{Squares: s.Squares, Corners: corners})
		picture.Close()
		if err != nil {
			t.Fatal(err)
		}
		grid := s.Grid()
		for i, sample := range l.samples() {
			k := l.occupancy.squares[i]
			if is := grid[k/l.size][k%l.size]; is != '?' {
				examples = append(examples, network.Example{Sample: sample, Is: is != '.'})
			}
		}
	}
	return examples
}
