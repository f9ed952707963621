package filters

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
)

// header is the first line of a file of weights, in JSON. The weights of all arrays follow, one after the other, row by
// row, as bfloat16: the upper half of a float32, little-endian.
type header struct {
	Arrays     []shape           `json:"arrays"`
	Provenance map[string]string `json:"provenance"`
}

// shape is the name and the sizes of an array of weights: of a convolution output planes, input planes, rows and
// columns of the window, of a dense layer outputs and inputs.
type shape struct {
	Name  string `json:"name"`
	Sizes []int  `json:"sizes"`
}

func (s shape) String() string { return fmt.Sprintf("%s %v", s.Name, s.Sizes) }

func (s shape) equal(other shape) bool {
	return s.Name == other.Name && slices.Equal(s.Sizes, other.Sizes)
}

// length is the number of weights.
func (s shape) length() int {
	length := 1
	for _, size := range s.Sizes {
		length *= size
	}
	return length
}

// bytesEach is the length of a bfloat16.
const bytesEach = 2

// longestHeader is the greatest length of the first line of a file, in bytes.
const longestHeader = 1 << 16

// Layout is what arrays a network is made of, in the order of its file, and where each belongs.
type Layout struct {
	shapes []shape
	arrays []*[]float32
}

// Add adds an array by its name and its sizes.
func (l *Layout) Add(name string, array *[]float32, sizes ...int) {
	l.shapes, l.arrays = append(l.shapes, shape{name, sizes}), append(l.arrays, array)
}

// AddConvolution adds the arrays of a layer whose In and Out are set.
func (l *Layout) AddConvolution(name string, c *Convolution) {
	l.Add(name+".weight", &c.Weights, c.Out, c.In, Window, Window)
	l.Add(name+".bias", &c.Bias, c.Out)
}

// Each calls f with the name of each array, its sizes, and what it holds.
func (l *Layout) Each(f func(name string, sizes []int, array []float32)) {
	for i, s := range l.shapes {
		f(s.Name, s.Sizes, *l.arrays[i])
	}
}

// Read fills the arrays from a file of weights that a training program wrote, and returns what these were trained with,
// in words. A file of another architecture or another length is an error.
func (l *Layout) Read(from io.Reader) (provenance map[string]string, err error) {
	var file header
	r := bufio.NewReaderSize(from, longestHeader)
	line, err := r.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(line, &file)
	}
	if err != nil {
		return nil, fmt.Errorf("the file does not begin with a line of JSON as train.py writes it: %w", err)
	}
	for i := range max(len(l.shapes), len(file.Arrays)) {
		switch {
		case i >= len(file.Arrays):
			return nil, fmt.Errorf("the file is of another architecture: it lacks %v; train it anew", l.shapes[i])
		case i >= len(l.shapes):
			return nil, fmt.Errorf("the file is of another architecture: %v is unknown; train it anew", file.Arrays[i])
		case !l.shapes[i].equal(file.Arrays[i]):
			return nil, fmt.Errorf("the file is of another architecture: it has %v in place of %v; train it anew",
				file.Arrays[i], l.shapes[i])
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	length := 0
	for _, s := range l.shapes {
		length += bytesEach * s.length()
	}
	if len(data) != length {
		return nil, fmt.Errorf("after its first line the file has %d bytes instead of %d: copy it anew", len(data), length)
	}
	for i, array := range l.arrays {
		*array = make([]float32, l.shapes[i].length())
		for j := range *array {
			(*array)[j] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(data)) << 16)
			data = data[bytesEach:]
		}
	}
	return file.Provenance, nil
}
