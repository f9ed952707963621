package network_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/uncalibrated"
	"draughtsman/vision/uncalibrated/network"
)

var (
	trainInto   = flag.String("train", "", "the file that TestTrainOnDrawnBoards writes new weights to")
	trainScenes = flag.Int("scenes", 3000, "how many pictures of each set TestTrainOnDrawnBoards draws")
	trainSeed   = flag.Uint64("seed", 1, "the seed of the first weights and of the order of the examples")
)

const (
	firstTrainingSeed = 1_000_000 // of the scenes that the network is trained with
	firstHeldOutSeed  = 2_000_000 // of the scenes that its loss is measured on
	heldOutScenes     = 100
	epochs            = 6
	shadowedShare     = 0.35  // of the training scenes: what stands beside the board casts a shadow
	cornerError       = 0.025 // squares, standard deviation: boards are found a little askew
)

// TestTrainOnDrawnBoards makes the weights that the program ships with, from drawn boards of the first and second set
// of styles; `make patches` runs it.
func TestTrainOnDrawnBoards(t *testing.T) {
	if *trainInto == "" {
		t.Skip("-train names no file")
	}
	held := scenes(t, firstHeldOutSeed, heldOutScenes, boards.Shown, 0)
	kept := scenes(t, firstHeldOutSeed, heldOutScenes, boards.Kept, 0)
	examples := slices.Concat(
		scenes(t, firstTrainingSeed, *trainScenes, boards.Shown, shadowedShare),
		scenes(t, firstTrainingSeed, *trainScenes, boards.Kept, shadowedShare),
	)
	random := rand.New(rand.NewPCG(*trainSeed, 1))
	n := network.New(random)
	n.Train(examples, epochs, random, func(epoch int, loss float64) {
		t.Logf("%d boards, epoch %d: loss %.4f; held back: %s; of the second set: %s", len(examples), epoch+1, loss,
			judged(n, held), judged(n, kept))
	})
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*trainInto, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The network that ships tells the squares of drawn boards that it was not trained with, also on boards of styles that
// were kept aside.
func TestShippedWeights(t *testing.T) {
	pictures := 20 // of each set
	if testing.Short() {
		pictures = 5
	}
	file, err := os.Open("../patch.weights")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n, err := network.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for set, most := range map[boards.Set]float64{boards.Shown: 0.03, boards.Kept: 0.03, boards.Unseen: 0.06} {
		o := judged(n, scenes(t, firstHeldOutSeed, pictures, set, 0))
		t.Logf("set %d: %s", set, o)
		if o.wrong > most {
			t.Errorf("set %d: %s", set, o)
		}
	}
}

// outcome is the mean loss of a square in some examples, and the share of squares that a network tells wrongly.
type outcome struct{ loss, wrong float64 }

func (o outcome) String() string {
	return fmt.Sprintf("loss %.4f, %.2f %% wrong", o.loss, 100*o.wrong)
}

func judged(n *network.Network, examples []network.Example) (o outcome) {
	squares := 0.0
	for _, e := range examples {
		for i, odds := range n.LogOdds(e.Board) {
			if !e.Occupied[i] {
				odds = -odds
			}
			o.loss += math.Log1p(math.Exp(-odds))
			if odds < 0 {
				o.wrong++
			}
			squares++
		}
	}
	return outcome{o.loss / squares, o.wrong / squares}
}

// scenes returns an example for each drawn board that is wholly in its picture; over a share of the boards lie shadows.
func scenes(t *testing.T, first uint64, count int, set boards.Set, shaded float64) []network.Example {
	t.Helper()
	of, errs := make([]network.Example, count), make([]error, count)
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range of {
		free <- struct{}{}
		wait.Go(func() {
			of[i], errs[i] = scene(first+uint64(i), set, shaded)
			<-free
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(of, func(e network.Example) bool { return len(e.Board) == 0 })
}

// scene draws a board. Squares of which nobody knows what stands there, under a hand, are left out of the example.
func scene(seed uint64, set boards.Set, shaded float64) (e network.Example, err error) {
	s := boards.New(seed, set)
	if s.Content != boards.Whole {
		return e, nil
	}
	picture, err := boards.Draw(s)
	if err != nil {
		return e, err
	}
	defer picture.Close()
	random := rand.New(rand.NewPCG(seed, 3))
	corners := s.Corners()
	side := math.Hypot(corners[0].X-corners[1].X, corners[0].Y-corners[1].Y) / float64(s.Squares)
	for i := range corners {
		corners[i].X += cornerError * side * random.NormFloat64()
		corners[i].Y += cornerError * side * random.NormFloat64()
	}
	if random.Float64() < shaded {
		if err := castShadows(&picture, random); err != nil {
			return e, err
		}
	}
	samples, squares, err := uncalibrated.Samples(picture, detect.Board{Squares: s.Squares, Corners: corners})
	if err != nil {
		return e, err
	}
	grid := s.Grid()
	for i, sample := range samples {
		k := squares[i]
		if content := grid[k/s.Squares][k%s.Squares]; content != '?' {
			e.Board, e.Occupied = append(e.Board, sample), append(e.Occupied, content != '.')
		}
	}
	return e, nil
}

// castShadows darkens a picture by the shadows of a few large things, of many small ones, or of some long ones.
func castShadows(picture *gocv.Mat, random *rand.Rand) error {
	between := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
	width, height := float64(picture.Cols()), float64(picture.Rows())
	left := between(0.35, 0.8) // of the light
	light := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 255, 255, 0), picture.Rows(), picture.Cols(),
		gocv.MatTypeCV8UC3)
	defer light.Close()
	ink := color.RGBA{uint8(255 * left), uint8(255 * left), uint8(255 * left), 0}
	cast := func(long, wide float64, corners int) error { // in parts of the picture's width
		sin, cos := math.Sincos(2 * math.Pi * random.Float64())
		x, y := width*random.Float64(), height*random.Float64()
		outline := make([]image.Point, corners)
		for k := range outline {
			v, u := math.Sincos(2 * math.Pi * (float64(k) + between(-0.3, 0.3)) / float64(corners))
			u, v = width*u*long*between(0.6, 1.2), width*v*wide*between(0.6, 1.2)
			outline[k] = image.Pt(int(x+cos*u-sin*v), int(y+sin*u+cos*v))
		}
		points := gocv.NewPointsVectorFromPoints([][]image.Point{outline})
		defer points.Close()
		return gocv.FillPoly(&light, points, ink)
	}
	count, long, wide, corners, softest := 1+random.IntN(4), 0.5, 0.4, 5, 0.03
	switch random.IntN(3) {
	case 1:
		long = between(0.02, 0.12)
		count, wide, corners, softest = 20+random.IntN(120), 0.6*long, 8, 0.02
	case 2:
		count, long, wide, corners = 2+random.IntN(12), 1.5, 0.06, 4
	}
	for range count {
		if err := cast(long*between(0.3, 1), wide*between(0.2, 1), corners); err != nil {
			return err
		}
	}
	soft := int(between(0.002, softest)*width)*2 + 1
	if err := gocv.GaussianBlur(light, &light, image.Pt(soft, soft), float64(soft)/4, float64(soft)/4,
		gocv.BorderReplicate); err != nil {
		return err
	}
	return gocv.MultiplyWithParams(*picture, light, picture, 1.0/255, gocv.MatTypeCV8UC3)
}
