package network

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

// Load reads a file of weights that the training program wrote. A file of another architecture or another length is an
// error.
func Load(r io.Reader) (*Network, error) {
	n, err := load(bufio.NewReaderSize(r, longestHeader))
	if err != nil {
		return nil, fmt.Errorf("reading the weights of the network of squares: %w", err)
	}
	return n, nil
}

func load(r *bufio.Reader) (*Network, error) {
	var file header
	line, err := r.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(line, &file)
	}
	if err != nil {
		return nil, fmt.Errorf("the file does not begin with a line of JSON as train.py writes it: %w", err)
	}
	n := &Network{Provenance: file.Provenance}
	shapes, arrays := n.layout()
	for i := range max(len(shapes), len(file.Arrays)) {
		switch {
		case i >= len(file.Arrays):
			return nil, fmt.Errorf("the file is of another architecture: it lacks %v; train it anew", shapes[i])
		case i >= len(shapes):
			return nil, fmt.Errorf("the file is of another architecture: %v is unknown; train it anew", file.Arrays[i])
		case !shapes[i].equal(file.Arrays[i]):
			return nil, fmt.Errorf("the file is of another architecture: it has %v in place of %v; train it anew",
				file.Arrays[i], shapes[i])
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	length := 0
	for _, s := range shapes {
		length += bytesEach * s.length()
	}
	if len(data) != length {
		return nil, fmt.Errorf("after its first line the file has %d bytes instead of %d: copy it anew", len(data), length)
	}
	for i, array := range arrays {
		*array = make([]float32, shapes[i].length())
		for j := range *array {
			(*array)[j] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(data)) << 16)
			data = data[bytesEach:]
		}
	}
	return n, nil
}

// layout sets the sizes of the layers, and returns the shapes of all arrays in the order of a file, and where each
// belongs.
func (n *Network) layout() (shapes []shape, arrays []*[]float32) {
	add := func(name string, array *[]float32, sizes ...int) {
		shapes, arrays = append(shapes, shape{name, sizes}), append(arrays, array)
	}
	addDense := func(name string, d *dense, in, out int) {
		d.in, d.out = in, out
		add(name+".weight", &d.weights, out, in)
		add(name+".bias", &d.bias, out)
	}
	addNorm := func(name string, of *norm) {
		add(name+".weight", &of.scale, Features)
		add(name+".bias", &of.shift, Features)
	}
	channels := [...]int{Planes, 16, 32, 48, 64}
	for k := range n.convolutions {
		c, name := &n.convolutions[k], fmt.Sprintf("convolution%d", k+1)
		c.in, c.out, c.pooled = channels[k], channels[k+1], k != 2
		add(name+".weight", &c.weights, c.out, c.in, window, window)
		add(name+".bias", &c.bias, c.out)
	}
	addDense("description", &n.description, pooled+Scalars, Features)
	add("contents", &n.contents, Contents+1, Features)
	for k := range n.blocks {
		b, name := &n.blocks[k], fmt.Sprintf("block%d.", k+1)
		addNorm(name+"attention_norm", &b.attentionNorm)
		addDense(name+"attention", &b.attention, Features, 3*Features)
		addDense(name+"projection", &b.projection, Features, Features)
		addNorm(name+"hidden_norm", &b.hiddenNorm)
		addDense(name+"hidden", &b.hidden, Features, hidden)
		addDense(name+"back", &b.back, hidden, Features)
	}
	addNorm("norm", &n.norm)
	addDense("answer", &n.answer, Features, answers)
	return shapes, arrays
}
