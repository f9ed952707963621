package calibration

import "math"

// Margin is how clearly two things look different, in standard deviations.
type Margin struct {
	Between string  `json:"between"` // "light pieces and squares"
	Sigmas  float64 `json:"sigmas"`
}

// Margins are those of everything that a square played on can show.
func (c Colours) Margins() []Margin {
	between := func(name string, a, b Look) Margin { return Margin{name, a.apart(b)} }
	empty, light, dark := c.Tones.Empty, c.Tones.Light, c.Tones.Dark
	return []Margin{
		between("light pieces and squares", light, empty),
		between("dark pieces and squares", dark, empty),
		between("light and dark pieces", light, dark),
	}
}

// apart is the distance of two looks, each of their tone's components measured by the spread that both have together.
func (l Look) apart(m Look) float64 {
	sum := 0.0
	for _, v := range [][4]float64{
		{l.Mean.Brightness, m.Mean.Brightness, l.Spread.Brightness, m.Spread.Brightness},
		{l.Mean.Red, m.Mean.Red, l.Spread.Red, m.Spread.Red},
		{l.Mean.Blue, m.Mean.Blue, l.Spread.Blue, m.Spread.Blue},
	} {
		off := v[0] - v[1]
		sum += off * off / (v[2]*v[2] + v[3]*v[3])
	}
	return math.Sqrt(sum)
}
