package hands

import (
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/vision/filters"
)

// plain computes a layer by its definition, in float64.
func plain(c *filters.Convolution, in [][]float64, height, width int) ([][]float64, int, int) {
	out := make([][]float64, c.Out)
	for o := range out {
		out[o] = make([]float64, height*width)
		for y := range height {
			for x := range width {
				sum := float64(c.Bias[o])
				for i := range in {
					for v := range 3 {
						for u := range 3 {
							if at, under := y+v-1, x+u-1; at >= 0 && at < height && under >= 0 && under < width {
								sum += float64(c.Weights[((o*len(in)+i)*3+v)*3+u]) * in[i][at*width+under]
							}
						}
					}
				}
				if out[o][y*width+x] = sum; !c.Linear {
					out[o][y*width+x] = max(sum, 0)
				}
			}
		}
	}
	if !c.Pooled {
		return out, height, width
	}
	for o, plane := range out {
		out[o] = make([]float64, height/2*width/2)
		for y := range height / 2 {
			for x := range width / 2 {
				at := 2*y*width + 2*x
				out[o][y*width/2+x] = max(plane[at], plane[at+1], plane[at+width], plane[at+width+1])
			}
		}
	}
	return out, height / 2, width / 2
}

// The network answers as its layers, one after the other, say by their definition.
func TestNetworkIsWhatItIsDefinedToBe(t *testing.T) {
	if testing.Short() {
		t.Skip("multiplies numbers one by one for seconds")
	}
	n, err := trained()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 7))
	told := filters.NewPlanes(planes, 1, Rows, Columns)
	in := make([][]float64, planes)
	for c := range in {
		for y := range Rows {
			row := told.Row(c, 0, y)
			for x := range row {
				row[x] = float32(r.NormFloat64())
				in[c] = append(in[c], float64(row[x]))
			}
		}
	}
	hand, arm := n.answer(told)

	height, width := Rows, Columns
	var beside [3][][]float64
	for i := range n.down {
		in, height, width = plain(&n.down[i], in, height, width)
		beside[2-i] = in
	}
	for i := range n.deep {
		in, height, width = plain(&n.deep[i], in, height, width)
	}
	for i := range n.up {
		for c, plane := range in {
			in[c] = make([]float64, 4*height*width)
			for k := range in[c] {
				in[c][k] = plane[k/(2*width)/2*width+k%(2*width)/2]
			}
		}
		in, height, width = plain(&n.up[i], append(in, beside[i]...), 2*height, 2*width)
	}
	in, height, width = plain(&n.out, in, height, width)
	if height != blockRows || width != blockColumns {
		t.Fatalf("%d × %d answers", width, height)
	}
	for k, got := range [][]float32{hand, arm} {
		worst := 0.0
		for b, v := range got {
			worst = max(worst, math.Abs(float64(v)-1/(1+math.Exp(-in[k][b]))))
		}
		if !(worst < 1e-3) {
			t.Errorf("answer %d is off by %g", k, worst)
		}
	}
}
