package network

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func sample(random *rand.Rand) (s Sample) {
	for c := range s.Pixels {
		for i := range s.Pixels[c] {
			s.Pixels[c][i] = float32(random.NormFloat64())
		}
	}
	for i := range s.Scalars {
		s.Scalars[i] = float32(random.NormFloat64())
	}
	return s
}

// The gradient is what the loss changes by when a weight does, with and without dropout. A weight may differ at which a
// unit bends or another neighbour becomes the largest.
func TestGradient(t *testing.T) {
	for name, lots := range map[string]func() *rand.Rand{
		"all":     func() *rand.Rand { return nil },
		"dropped": func() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) },
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			n := New(random)
			examples := []Example{
				{[]Sample{sample(random), sample(random), sample(random)}, []bool{true, false, false}},
				{[]Sample{sample(random), sample(random)}, []bool{false, true}},
			}
			gradient, _ := n.gradient(examples, []int{0, 1}, lots())
			loss := func() float64 {
				_, l := n.gradient(examples, []int{0, 1}, lots())
				return l
			}
			bends := 0
			for range 60 {
				const by = 5e-4
				layer := random.IntN(len(n.weights))
				k := random.IntN(len(n.weights[layer]))
				at := &n.weights[layer][k]
				was := *at
				*at = was + by
				up := loss()
				*at = was - by
				down := loss()
				*at = was
				if g, want := float64(gradient.weights[layer][k]), (up-down)/(2*by); math.Abs(want-g) >
					0.05*max(math.Abs(want), 0.2) {
					t.Logf("layer %d, weight %d: the gradient is %g, the loss says %g", layer, k, g, want)
					bends++
				}
			}
			if bends > 1 {
				t.Errorf("%d of 60 weights have another gradient", bends)
			}
		})
	}
}

// Dropout sets a fifth of the values to zero and makes the others larger by as much.
func TestDropout(t *testing.T) {
	values := slices.Repeat([]float32{1}, 10000)
	newDropout(rand.New(rand.NewPCG(1, 2)))(values)
	sum, none := float32(0), 0
	for _, v := range values {
		sum += v
		if v == 0 {
			none++
		}
	}
	if none < 1900 || none > 2100 || sum < 9700 || sum > 10300 {
		t.Errorf("%d of 10000 are dropped, the others make %g together", none, sum)
	}
}

// A network learns to tell patches with a brighter middle from others. No single pixel says so, nor any patch alone: on
// some boards all patches are as bright as the occupied ones are on others.
func TestTrain(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	draw := func() (e Example) {
		veil := 2 * float32(random.IntN(3))
		for range 8 {
			s, is := sample(random), random.IntN(2) == 0
			brighten(&s, veil)
			if is {
				brighten(&s, 2)
			}
			e.Board, e.Occupied = append(e.Board, s), append(e.Occupied, is)
		}
		return e
	}
	examples := make([]Example, 120)
	for i := range examples {
		examples[i] = draw()
	}
	n := New(random)
	var losses []float64
	n.Train(examples, 6, random, func(_ int, loss float64) { losses = append(losses, loss) })
	if len(losses) != 6 || losses[5] > 0.7*losses[0] {
		t.Errorf("losses %v", losses)
	}
	var alone, compared, all float64
	for range 40 {
		e := draw()
		c := n.compare(n.describe(e.Board, nil), nil)
		for i, odds := range n.LogOdds(e.Board) {
			all++
			if (odds > 0) == e.Occupied[i] {
				compared++
			}
			if (c.logOdds[0][i] > 0) == e.Occupied[i] {
				alone++
			}
		}
	}
	if compared < 0.85*all || alone > 0.75*all {
		t.Errorf("of %.0f new patches %.0f are told, %.0f of them alone", all, compared, alone)
	}

	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil || !reflect.DeepEqual(again, n) {
		t.Errorf("read again: %v", err)
	}
	if _, err := Read(bytes.NewReader(file.Bytes()[:100])); err == nil {
		t.Error("a hundred bytes are weights")
	}
}

func brighten(s *Sample, by float32) {
	for y := 10; y < 18; y++ {
		for x := 10; x < 18; x++ {
			s.Pixels[2][y*Side+x] += by
		}
	}
}

func BenchmarkLogOdds(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	n, board := New(random), make([]Sample, 32)
	for i := range board {
		board[i] = sample(random)
	}
	for b.Loop() {
		n.LogOdds(board)
	}
}
