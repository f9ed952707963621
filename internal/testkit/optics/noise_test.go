package optics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestNext holds the deviates of many pictures to a normal distribution.
func TestNext(t *testing.T) {
	const drawn = 1 << 20
	source := NewNoise(rand.New(rand.NewPCG(2, 3)))
	sum, squares, beyond := 0.0, 0.0, 0
	for range drawn {
		v := source.Next()
		sum, squares = sum+v, squares+v*v
		if math.Abs(v) > 2 {
			beyond++
		}
	}
	mean, deviation := sum/drawn, math.Sqrt(squares/drawn)
	if math.Abs(mean) > .01 || math.Abs(deviation-1) > .01 || math.Abs(float64(beyond)/drawn-.0455) > .003 {
		t.Errorf("mean %.4f, deviation %.4f, %.4f beyond two of it", mean, deviation, float64(beyond)/drawn)
	}
}
