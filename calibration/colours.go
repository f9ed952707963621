package calibration

import (
	"fmt"

	"draughtsman/internal/files"
)

// Colours is what the pieces and squares of one table look like, as learnt from one picture of a known position.
type Colours struct {
	// Tones are stated against the bare squares around: they know what the pieces look like, but not what the light
	// does on each square.
	Tones Looks `yaml:"tones"`
	// Contrasts are those of the middle of a square against its own corners: they know little of glare and of the
	// grain of the wood.
	Contrasts Looks `yaml:"contrasts"`
	// Textures are how rough things look; nil where that has not been learnt.
	Textures *Textures `yaml:"textures,omitempty"`
	// Men is what earlier versions learnt of men, to tell kings by. It may stand in a file; nothing reads it.
	Men any `yaml:"men,omitempty"`
	// Own is what each square played on showed in the picture that the colours were learnt from, by number from 1;
	// empty where that no longer tells anything, as after the camera has been moved.
	Own []OwnLook `yaml:"own,omitempty"`
	// Bare are the squares never played on, row by row from Black's side and from White's left in each. Being always
	// in view they tell how the light falls.
	Bare []Look `yaml:"bare"`
}

// Looks are what a square played on can show.
type Looks struct {
	Empty Look `yaml:"empty"`
	Light Look `yaml:"light"` // the top of a lighter piece
	Dark  Look `yaml:"dark"`
}

// OwnLook is what one square showed, and what stood there.
type OwnLook struct {
	Shows    string  `yaml:"shows"` // empty, light or dark; or nothing where that was not known
	Tone     Tone    `yaml:"tone,flow" range:"-20..20, a logarithm of 8 bits, and room"`
	Contrast Tone    `yaml:"contrast,flow" range:"-20..20, a logarithm of 8 bits, and room"`
	Rough    float64 `yaml:"rough,omitempty" range:"-20..20, a logarithm of 8 bits, and room"`
}

// Textures are how rough the square and the pieces look.
type Textures struct {
	Empty Texture `yaml:"empty,flow"`
	Light Texture `yaml:"light,flow"`
	Dark  Texture `yaml:"dark,flow"`
}

// Texture is the mean and the standard deviation of a roughness: the natural logarithm of the mean relative change of
// brightness over a twelfth of a square.
type Texture struct {
	Mean   float64 `yaml:"mean" range:"-20..20, a logarithm of 8 bits, and room"`
	Spread float64 `yaml:"spread" range:"0..20, of the same"`
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

// Validate says what makes the colours unusable for a board.
func (c Colours) Validate(b Board) error {
	if want := b.Squares * b.Squares / 2; len(c.Bare) != want {
		return fmt.Errorf("the colours are of a board with %d bare squares and this one has %d: learn them again",
			len(c.Bare), want)
	}
	if want := b.Squares * b.Squares / 2; len(c.Own) != want && len(c.Own) != 0 {
		return fmt.Errorf("the colours are of a board with %d squares that are played on and this one has %d: learn them "+
			"again", len(c.Own), want)
	}
	for i, own := range c.Own {
		switch own.Shows {
		case "", "empty", "light", "dark":
		default:
			return fmt.Errorf("square %d shows %q in the calibration's colours: it must be empty, light or dark", i+1, own.Shows)
		}
	}
	return files.InRange(c)
}
