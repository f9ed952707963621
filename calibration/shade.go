package calibration

// Shade is what a piece looks like on the table, whatever side it plays for.
type Shade string

// The two shades.
const (
	Light Shade = "light"
	Dark  Shade = "dark"
)

// Opposite is the other shade.
func (s Shade) Opposite() Shade {
	if s == Light {
		return Dark
	}
	return Light
}
