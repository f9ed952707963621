package imaging

import "slices"

// Median is the middle one of some values, or the mean of the two in the middle; 0 of none. It sorts the values.
func Median[T ~float32 | ~float64 | ~int64](values []T) T {
	n := len(values)
	if n == 0 {
		return 0
	}
	slices.Sort(values)
	if n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[n/2]
}

// Quantile is the value at a part, 0 to 1, of the way from the least of some values to the greatest, in their order;
// 0 of none. It sorts the values.
func Quantile(values []float64, part float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[int(part*float64(len(values)-1))]
}

// Peak is where the parabola through three values at −1, 0 and 1 is highest; 0 where the middle one is no peak.
func Peak[T ~float32 | ~float64](before, at, after T) float64 {
	bend := before - 2*at + after
	if bend >= 0 {
		return 0
	}
	return min(max(float64(before-after)/float64(2*bend), -.5), .5)
}
