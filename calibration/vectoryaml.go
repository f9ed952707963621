package calibration

import (
	"fmt"
	"math"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// UnmarshalYAML reads a list of exactly three numbers. (The YAML library fills up a shorter list with zeros and
// panics at a longer one.)
func (v *Vector) UnmarshalYAML(node ast.Node) error {
	var list []float64
	if err := yaml.NodeToValue(node, &list); err != nil {
		return err
	}
	if len(list) != len(v) {
		return &yaml.SyntaxError{
			Message: fmt.Sprintf("a list of %d numbers where 3 are needed: x, y and z", len(list)),
			Token:   node.GetToken(),
		}
	}
	copy(v[:], list)
	return nil
}

// MarshalYAML writes the vector in degrees.
func (r Rotation) MarshalYAML() (any, error) {
	const degrees = 180 / math.Pi
	return [3]float64{r[0] * degrees, r[1] * degrees, r[2] * degrees}, nil
}

// UnmarshalYAML reads the vector in degrees.
func (r *Rotation) UnmarshalYAML(decode func(any) error) error {
	const radians = math.Pi / 180
	var degrees Vector
	if err := decode(&degrees); err != nil {
		return err
	}
	*r = Rotation{degrees[0] * radians, degrees[1] * radians, degrees[2] * radians}
	return nil
}
