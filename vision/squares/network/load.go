package network

import (
	"fmt"
	"io"

	"draughtsman/vision/filters"
)

// Load reads a file of weights that the training program wrote. A file of another architecture or another length is an
// error.
func Load(r io.Reader) (n *Network, err error) {
	n = new(Network)
	layout := n.layout()
	if n.Provenance, err = layout.Read(r); err != nil {
		return nil, fmt.Errorf("reading the weights of the network of squares: %w", err)
	}
	return n, nil
}

// layout sets the sizes of the layers, and returns all arrays in the order of a file.
func (n *Network) layout() (l filters.Layout) {
	addDense := func(name string, d *dense, in, out int) {
		d.in, d.out = in, out
		l.Add(name+".weight", &d.weights, out, in)
		l.Add(name+".bias", &d.bias, out)
	}
	addNorm := func(name string, of *norm) {
		l.Add(name+".weight", &of.scale, Features)
		l.Add(name+".bias", &of.shift, Features)
	}
	channels := [...]int{Planes, 16, 32, 48, 64}
	for k := range n.convolutions {
		c := &n.convolutions[k]
		c.In, c.Out, c.Pooled = channels[k], channels[k+1], k != 2
		l.AddConvolution(fmt.Sprintf("convolution%d", k+1), c)
	}
	addDense("description", &n.description, pooled+Scalars, Features)
	l.Add("contents", &n.contents, Contents+1, Features)
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
	return l
}
