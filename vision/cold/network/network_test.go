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
	for i := range s.Facts {
		s.Facts[i] = float32(random.NormFloat64())
	}
	return s
}

// The gradient is what the loss changes by when a weight does, whether or not something is dropped.
func TestGradient(t *testing.T) {
	for name, lots := range map[string]func() *rand.Rand{
		"all":     func() *rand.Rand { return nil },
		"dropped": func() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) },
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			n := New(random)
			examples := []Example{{sample(random), true}, {sample(random), false}}
			gradient, _ := n.gradient(examples, []int{0, 1}, lots())
			loss := func() float64 {
				_, l := n.gradient(examples, []int{0, 1}, lots())
				return l
			}
			for range 200 {
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
				if g, want := float64(gradient.weights[layer][k]), (up-down)/(2*by); math.Abs(want-g) > 0.05*max(math.Abs(want), 0.2) {
					t.Errorf("layer %d, weight %d: the gradient is %g, the loss says %g", layer, k, g, want)
				}
			}
		})
	}
}

// What is dropped is missing, and what is left is larger by as much.
func TestDrop(t *testing.T) {
	values := slices.Repeat([]float32{1}, 10000)
	drop(values, rand.New(rand.NewPCG(1, 2)))
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

// A network learns to tell patches with a bright middle from others, which no
// single pixel says.
func TestTrain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	draw := func() (e Example) {
		e.Sample, e.Is = sample(random), random.IntN(2) == 0
		if e.Is {
			for y := 10; y < 18; y++ {
				for x := 10; x < 18; x++ {
					e.Pixels[2][y*Side+x] += 1.5
				}
			}
		}
		return e
	}
	examples := make([]Example, 1500)
	for i := range examples {
		examples[i] = draw()
	}
	n := New(random)
	var losses []float64
	n.Train(examples, 4, random, func(_ int, loss float64) { losses = append(losses, loss) })
	if len(losses) != 4 || losses[3] > losses[0]/2 {
		t.Errorf("losses %v", losses)
	}
	right := 0
	for range 300 {
		if e := draw(); (n.Answer(&e.Sample) > 0) == e.Is {
			right++
		}
	}
	if right < 260 {
		t.Errorf("%d of 300 new patches are told", right)
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

func BenchmarkAnswer(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	n, s := New(random), sample(random)
	for b.Loop() {
		n.Answer(&s)
	}
}
