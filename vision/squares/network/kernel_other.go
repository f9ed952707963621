//go:build !amd64

package network

func addWeighted(sums, weights, data []float32, places []int) {
	addWeightedPlain(sums, weights, data, places)
}
