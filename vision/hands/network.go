package hands

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"sync"

	"draughtsman/vision/filters"
)

// The network is told twelve planes of cells, and answers in blocks of two by two cells.
const (
	blockColumns = Columns / 2
	blockRows    = Rows / 2
	blocks       = blockColumns * blockRows
)

// The planes that the network is told: three colours each of the picture now, of the free table, and of the table with
// the arm as it is remembered with its tool near the same place; how near the tool may be now, and was then; the area.
const (
	nowPlane = iota * 3
	freePlane
	rememberedPlane
	heatPlane
	rememberedHeatPlane = heatPlane + 1
	areaPlane           = heatPlane + 2
	planes              = heatPlane + 3
)

// middleLog is taken from logarithms of colours, so that their mean is about 0.
const middleLog = 4

// network is ten layers of filters: six make of the picture what is seen in ever larger parts of it, four lead back to
// the blocks beside what was seen on the way (after Ronneberger et al., U-Net, 2015). training/train.py trains it.
type network struct {
	down [3]filters.Convolution // each halves width and height
	deep [3]filters.Convolution // of an eighth of the cells' width; the second halves once more
	up   [3]filters.Convolution // each after doubling
	out  filters.Convolution
}

//go:embed hands.weights
var weights []byte

// trained is the network that comes with the program.
var trained = sync.OnceValues(func() (*network, error) {
	n := new(network)
	layout := n.layout()
	if _, err := layout.Read(bytes.NewReader(weights)); err != nil {
		return nil, fmt.Errorf("reading the weights of the network of hands: %w", err)
	}
	return n, nil
})

// layout sets the sizes of the layers, and returns all arrays in the order of a file.
func (n *network) layout() (l filters.Layout) {
	add := func(name string, c *filters.Convolution, in, out int, pooled bool) {
		c.In, c.Out, c.Pooled = in, out, pooled
		l.AddConvolution(name, c)
	}
	add("down1", &n.down[0], planes, 16, true)
	add("down2", &n.down[1], 16, 24, true)
	add("down3", &n.down[2], 24, 48, true)
	add("deep1", &n.deep[0], 48, 64, false)
	add("deep2", &n.deep[1], 64, 64, true)
	add("deep3", &n.deep[2], 64, 96, false)
	add("up1", &n.up[0], 96+48, 64, false)
	add("up2", &n.up[1], 64+24, 40, false)
	add("up3", &n.up[2], 40+16, 24, false)
	add("out", &n.out, 24, 4, false) // of which two are used: filters come in fours
	n.out.Linear = true
	return l
}

// answer returns how likely each block shows a hand, and the arm, 0 to 1.
func (n *network) answer(in filters.Planes) (hand, arm []float32) {
	var beside [3]filters.Planes
	var room []float32
	p := in
	for i := range n.down {
		p, room = n.down[i].Apply(p, room)
		beside[len(beside)-1-i] = p
	}
	for i := range n.deep {
		p, room = n.deep[i].Apply(p, room)
	}
	for i := range n.up {
		p, room = n.up[i].Apply(doubled(p, beside[i]), room)
	}
	p, _ = n.out.Apply(p, room)
	hand, arm = make([]float32, 0, blocks), make([]float32, 0, blocks)
	for y := range blockRows {
		for x := range blockColumns {
			hand, arm = append(hand, sigmoid(p.Row(0, 0, y)[x])), append(arm, sigmoid(p.Row(1, 0, y)[x]))
		}
	}
	return hand, arm
}

func sigmoid(v float32) float32 { return float32(1 / (1 + math.Exp(-float64(v)))) }

// doubled is planes of twice the width and height, followed by others of that size.
func doubled(p, others filters.Planes) filters.Planes {
	out := filters.NewPlanes(p.Channels+others.Channels, 1, others.Height, others.Width)
	for c := range p.Channels {
		for y := range out.Height {
			from, to := p.Row(c, 0, y/2), out.Row(c, 0, y)
			for x := range to {
				to[x] = from[x/2]
			}
		}
	}
	for c := range others.Channels {
		for y := range out.Height {
			copy(out.Row(p.Channels+c, 0, y), others.Row(c, 0, y))
		}
	}
	return out
}

// told makes the planes of what is known. There may be no remembered picture.
func (v *view) told(now, free, remembered []logColour, heat, rememberedHeat []float32) filters.Planes {
	p := filters.NewPlanes(planes, 1, Rows, Columns)
	for i, colours := range [][]logColour{now, free, remembered} {
		for c := range 3 {
			for y := range Rows {
				row := p.Row(3*i+c, 0, y)
				for x := range row {
					row[x] = colours[y*Columns+x][c] - middleLog
				}
			}
		}
	}
	for i, h := range [][]float32{heat, rememberedHeat} {
		for y := range Rows {
			copy(p.Row(heatPlane+i, 0, y), h[y*Columns:])
		}
	}
	for y := range Rows {
		row := p.Row(areaPlane, 0, y)
		for x := range row {
			if v.inArea[y*Columns+x] {
				row[x] = 1
			}
		}
	}
	return p
}
