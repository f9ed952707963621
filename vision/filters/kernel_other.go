//go:build !amd64

package filters

func addWeighted(sums, weights, data []float32, places []int) {
	addWeightedPlain(sums, weights, data, places)
}
