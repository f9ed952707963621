package filters

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Sums that are taken with the wide instructions of a processor are those without, to the last bit.
func TestAddWeighted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		filters, length := 4*rapid.IntRange(1, 4).Draw(t, "filters / 4"), atOnce*rapid.IntRange(1, 4).Draw(t, "sums / 16")
		places := rapid.SliceOfN(rapid.IntRange(0, 50), 1, 40).Draw(t, "places")
		slices.Sort(places)
		got, weights := randomNumbers(random, filters*length), randomNumbers(random, filters*len(places))
		data := randomNumbers(random, length+50)
		want := slices.Clone(got)
		addWeighted(got, weights, data, places)
		addWeightedPlain(want, weights, data, places)
		if !slices.Equal(got, want) {
			t.Errorf("%v instead of %v", got, want)
		}
	})
}

func randomNumbers(random *rand.Rand, count int) []float32 {
	numbers := make([]float32, count)
	for i := range numbers {
		numbers[i] = float32(random.NormFloat64())
	}
	return numbers
}
