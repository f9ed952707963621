package hands

import "draughtsman/vision/imaging"

// logColour is the natural logarithm of a cell's blue, green and red, each as a sample of 0 to 255 with darkOffset
// added.
type logColour [3]float32

// logColours converts cells of blue, green and red.
func logColours(bytes []uint8) []logColour {
	list := make([]logColour, len(bytes)/3)
	for i := range list {
		for c := range 3 {
			list[i][c] = logarithms[bytes[3*i+c]]
		}
	}
	return list
}

var logarithms = imaging.Logarithms(darkOffset)

// channelDifference returns by how much the channels differ in what they have changed by: 0 for a change of grey
// light.
func channelDifference(now, was logColour) float32 {
	a, b, c := now[0]-was[0], now[1]-was[1], now[2]-was[2]
	return max(a, b, c) - min(a, b, c)
}
