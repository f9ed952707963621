package calibration

// Colours is what the pieces and squares of one table look like, as learnt from one picture of a known position.
type Colours struct {
	// Tones are stated against the squares around that are not played on: lamps, shadows and exposure cancel.
	Tones Looks `yaml:"tones"`
	// What earlier versions learnt may stand in a file; nothing reads it.
	Contrasts any `yaml:"contrasts,omitempty"`
	Textures  any `yaml:"textures,omitempty"`
	Men       any `yaml:"men,omitempty"`
	Own       any `yaml:"own,omitempty"`
	Bare      any `yaml:"bare,omitempty"`
}

// Looks are what a square played on can show.
type Looks struct {
	Empty Look `yaml:"empty"`
	Light Look `yaml:"light"` // the top of a lighter piece
	Dark  Look `yaml:"dark"`
}

// Look is the mean tone of something and its standard deviation.
type Look struct {
	Mean   Tone `yaml:"mean,flow" range:"-20..20, a logarithm of 8 bits, and room"`
	Spread Tone `yaml:"spread,flow" range:"0.00001..20, nothing is all of one tone"`
}

// Tone is a colour in natural logarithms of the picture's samples, so that a change of light adds to all tones alike;
// or the difference of two.
type Tone struct {
	Brightness float64 `yaml:"brightness"` // mean of the logarithms of red, green and blue
	Red        float64 `yaml:"red"`        // red against green
	Blue       float64 `yaml:"blue"`       // blue against green
}
