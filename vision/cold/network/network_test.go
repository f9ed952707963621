package network

import (
	"bytes"
	"math"
	"math/rand/v2"
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

// The gradient is what the loss changes by when a weight does.
func TestGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := New(random)
	examples := []Example{{sample(random), true}, {sample(random), false}}
	gradient, _ := n.gradient(examples, []int{0, 1})
	w, g := n.rows(), gradient.rows()
	loss := func() float64 {
		_, l := n.gradient(examples, []int{0, 1})
		return l
	}
	for range 200 {
		const by = 1e-3
		row := random.IntN(len(w))
		k := random.IntN(len(w[row]))
		at := &w[row][k]
		was := *at
		*at = was + by
		up := loss()
		*at = was - by
		down := loss()
		*at = was
		if want := (up - down) / (2 * by); math.Abs(want-float64(g[row][k])) > 0.02*max(math.Abs(want), 0.1) {
			t.Errorf("row %d, weight %d: the gradient is %g, the loss says %g", row, k, g[row][k], want)
		}
	}
}

// A network learns to tell patches with a bright middle from others, which no
// single pixel says.
func TestTrain(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	draw := func() (e Example) {
		e.Sample, e.Is = sample(random), random.IntN(2) == 0
		if e.Is {
			for y := 7; y < 13; y++ {
				for x := 7; x < 13; x++ {
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
	if err != nil || *again != *n {
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
