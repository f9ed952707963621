package calibration

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// Examples are what a network made of squares of one table whose content was known. Only the network that described
// them understands them.
type Examples struct {
	Network string    `yaml:"network"` // that described them
	Squares []Example `yaml:"squares"`
}

// Example is a square whose content was known.
type Example struct {
	Shows     string `yaml:"shows"`     // . empty, l and L a man and a king of the lighter side, d and D of the darker
	Described string `yaml:"described"` // numbers of 16 bits, the upper half of an IEEE 754 single, in base 64
}

// NewExample is the example of a content, a letter of a grid, as a network described it.
func NewExample(shows byte, description []float32) Example {
	var bits []byte
	for _, v := range description {
		bits = binary.BigEndian.AppendUint16(bits, uint16((math.Float32bits(v)+1<<15)>>16))
	}
	return Example{string(shows), base64.StdEncoding.EncodeToString(bits)}
}

// Description is how the network described the square.
func (e Example) Description() ([]float32, error) {
	bits, err := base64.StdEncoding.DecodeString(e.Described)
	if err != nil || len(bits)%2 != 0 {
		return nil, fmt.Errorf("the description of a square is damaged: learn the pieces again")
	}
	description := make([]float32, len(bits)/2)
	for i := range description {
		v := math.Float32frombits(uint32(binary.BigEndian.Uint16(bits[2*i:])) << 16)
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("the description of a square has no finite number: learn the pieces again")
		}
		description[i] = v
	}
	return description, nil
}

// Validate says what makes the examples unusable.
func (e Examples) Validate() error {
	for i, square := range e.Squares {
		if len(square.Shows) != 1 || !strings.Contains(".lLdD", square.Shows) {
			return wrongValue(fmt.Sprintf("examples.squares[%d].shows", i), "is %q: it must be one of . l L d D", square.Shows)
		}
		if _, err := square.Description(); err != nil {
			return wrongValue(fmt.Sprintf("examples.squares[%d].described", i), "%v", err)
		}
	}
	return nil
}
