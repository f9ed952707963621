package calibration

import "math"

// Margin is how clearly two things look different, in standard deviations.
type Margin struct {
	Between string  `json:"between"` // "light pieces and squares"
	Sigmas  float64 `json:"sigmas"`
}

// Margins are those of everything that a square played on can show. Things differ by their tone or by their contrast
// to their own square, whichever is clearer.
func (c Colours) Margins() []Margin {
	between := func(name string, a, b func(Looks) Look) Margin {
		return Margin{name, math.Max(a(c.Tones).apart(b(c.Tones)), a(c.Contrasts).apart(b(c.Contrasts)))}
	}
	empty, light, dark := func(l Looks) Look { return l.Empty }, func(l Looks) Look { return l.Light },
		func(l Looks) Look { return l.Dark }
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
