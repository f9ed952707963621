package filters

import "golang.org/x/sys/cpu"

// addWeightedAVX2 adds to the first 16 sums of four filters. stride is how far the sums of two filters are from each
// other; the weights of a filter are as many as the places.
//
//go:noescape
func addWeightedAVX2(sums *float32, stride int, weights, data *float32, places *int, n int)

var hasAVX2 = cpu.X86.HasAVX2

// addWeighted is addWeightedPlain, to the last bit. The filters have to be a multiple of four, the sums of each one of
// atOnce, and the last of the places the greatest.
func addWeighted(sums, weights, data []float32, places []int) {
	if !hasAVX2 {
		addWeightedPlain(sums, weights, data, places)
		return
	}
	filters, n := len(weights)/len(places), len(places)
	length := len(sums) / filters
	for first := 0; first < length; first += atOnce { // then what is under the windows stays near, filter after filter
		_ = data[first+places[n-1]+atOnce-1]
		for f := 0; f < filters; f += 4 {
			addWeightedAVX2(&sums[f*length+first], length, &weights[f*n], &data[first], &places[0], n)
		}
	}
}
