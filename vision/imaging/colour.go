package imaging

import "math"

// Colour is blue, green and red: samples from 0 to 255, or their logarithms, as a function says.
type Colour [3]float64

// Plus adds another colour, channel by channel.
func (a Colour) Plus(b Colour) Colour { return Colour{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Minus subtracts another colour, channel by channel.
func (a Colour) Minus(b Colour) Colour { return Colour{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Times multiplies all channels.
func (a Colour) Times(f float64) Colour { return Colour{a[0] * f, a[1] * f, a[2] * f} }

// Dot is the scalar product.
func (a Colour) Dot(b Colour) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Mean is that of the three channels.
func (a Colour) Mean() float64 { return (a[0] + a[1] + a[2]) / 3 }

// Length is the Euclidean norm.
func (a Colour) Length() float64 { return math.Sqrt(a.Dot(a)) }

// Distance is the Euclidean distance from another colour.
func (a Colour) Distance(b Colour) float64 { return a.Minus(b).Length() }

// Exp is the colour of which this is the logarithm.
func (a Colour) Exp() Colour { return Colour{math.Exp(a[0]), math.Exp(a[1]), math.Exp(a[2])} }

// MedianColour is the median of each channel; black of no colours.
func MedianColour(of []Colour) (m Colour) {
	values := make([]float64, len(of))
	for c := range m {
		for i := range of {
			values[i] = of[i][c]
		}
		m[c] = Median(values)
	}
	return m
}
