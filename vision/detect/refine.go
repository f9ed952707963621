package detect

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// complete grows a lattice in the rectified picture, where crossings that no
// saddle was found for can be judged too, and measures and fits it again each time.
func complete(p picture, l lattice) (lattice, evidence, bool, error) {
	for round := range 3 {
		margin := 4
		if round == 2 {
			margin = 10
		}
		e, ok := survey(p, l, margin)
		if !ok {
			return lattice{}, evidence{}, false, nil
		}
		nodes := e.connected(l)
		if len(nodes) < 6 {
			return lattice{}, evidence{}, false, nil
		}
		m, err := measure(p, &l.h, nodes, e.axis, sharp)
		if err != nil {
			return lattice{}, evidence{}, false, err
		}
		if len(m.nodes) < 6 {
			return lattice{}, evidence{}, false, nil
		}
		h, inliers, ok := robustFit(vectors(m.nodes), m.at, 0.08*m.size+0.5)
		if !ok || len(inliers) < 6 {
			return lattice{}, evidence{}, false, nil
		}
		l = lattice{h: h}
		for _, i := range inliers {
			l.nodes, l.at = append(l.nodes, m.nodes[i]), append(l.at, m.at[i])
		}
	}
	if len(l.nodes) < fewestCrossings {
		return lattice{}, evidence{}, false, nil
	}
	e, ok := judge(p, l, 10)
	return l, e, ok, nil
}

// connected are the nodes with a good crossing score that are accepted already
// or hang together with accepted ones over gaps of at most one node.
func (e *evidence) connected(l lattice) []index {
	good := func(column, row int) bool {
		return column >= 0 && row >= 0 && column <= e.columns && row <= e.rows && e.crossing[e.at(column, row)] > crossingBar
	}
	in := make(map[index]bool)
	var nodes []index
	for _, n := range l.nodes {
		k := index{n.column - e.first.column, n.row - e.first.row}
		if good(k.column, k.row) && !in[k] {
			in[k] = true
			nodes = append(nodes, k)
		}
	}
	for range 2 {
		for _, n := range nodes {
			for row := n.row - 2; row <= n.row+2; row++ {
				for column := n.column - 2; column <= n.column+2; column++ {
					if k := (index{column, row}); good(column, row) && !in[k] {
						in[k] = true
						nodes = append(nodes, k)
					}
				}
			}
		}
	}
	for i := range nodes {
		nodes[i].column += e.first.column
		nodes[i].row += e.first.row
	}
	return nodes
}

// measurement is where crossings were seen, to a fraction of a pixel.
type measurement struct {
	nodes []index
	at    []imaging.Point
	size  float64 // median side of a square, px
}

// focus is how closely crossings are looked at, in squares.
type focus struct {
	blur   float64 // standard deviation, before anything is measured
	window float64 // half the side of what is looked at
}

// measure finds the crossings near where a lattice expects them: the points about which
// the picture is symmetric (symmetry.go); those that move by 16 % of a square or more are
// left out. The picture is projected onto the squares' colour axis.
func measure(p picture, h *imaging.Homography, nodes []index, axis imaging.Colour, by focus) (measurement, error) {
	var m measurement
	type group struct {
		nodes []index
		from  []imaging.Point
		sizes []float64
	}
	groups := make(map[int]*group) // by half window, px: squares far away are smaller
	var sizes []float64
	for _, n := range nodes {
		at, ok := h.At(n.vec())
		if !ok {
			continue
		}
		size := h.CellSize(n.vec())
		window := max(2, int(math.Round(by.window*size)))
		if !p.inside(at, float64(window+4)) {
			continue
		}
		g := groups[window]
		if g == nil {
			g = &group{}
			groups[window] = g
		}
		g.nodes, g.from, g.sizes = append(g.nodes, n), append(g.from, at), append(g.sizes, size)
		sizes = append(sizes, size)
	}
	if len(sizes) == 0 {
		return m, nil
	}
	m.size = imaging.Median(sizes)
	// Only what lies around the crossings is worked on.
	blur, box := max(0.7, by.blur*m.size), image.Rectangle{}
	for window, g := range groups {
		reach := 2*window + 4 + int(3*blur)
		for _, at := range g.from {
			x, y := int(at.X), int(at.Y)
			box = box.Union(image.Rect(x-reach, y-reach, x+reach+1, y+reach+1))
		}
	}
	box = box.Intersect(image.Rect(0, 0, p.Width, p.Height))
	corner := imaging.Pt(float64(box.Min.X), float64(box.Min.Y))
	projected, err := project(p, box, axis, blur)
	if err != nil {
		return m, fmt.Errorf("measuring the crossings: %w", err)
	}
	defer projected.Close()
	grey, err := newPlane(projected)
	if err != nil {
		return m, fmt.Errorf("measuring the crossings: %w", err)
	}
	windows := make([]int, 0, len(groups))
	for w := range groups {
		windows = append(windows, w)
	}
	slices.Sort(windows)
	for _, window := range windows {
		g := groups[window]
		for i, from := range g.from {
			at, ok := grey.symmetric(from.Minus(corner), window, 0.16*g.sizes[i])
			if ok {
				m.nodes, m.at = append(m.nodes, g.nodes[i]), append(m.at, at.Plus(corner))
			}
		}
	}
	return m, nil
}

// project reduces a part of a picture to one channel along a colour axis, blurred.
func project(p picture, box image.Rectangle, axis imaging.Colour, sigma float64) (gocv.Mat, error) {
	part := p.mat.Region(box)
	defer part.Close()
	kernel := gocv.NewMatWithSize(1, 3, gocv.MatTypeCV32F)
	defer kernel.Close()
	for c, v := range axis {
		kernel.SetFloatAt(0, c, float32(v))
	}
	out := gocv.NewMat()
	err := gocv.Transform(part, &out, kernel)
	if err == nil {
		size := 2*int(math.Ceil(3*sigma)) + 1
		err = gocv.GaussianBlur(out, &out, image.Pt(size, size), sigma, sigma, gocv.BorderReplicate)
	}
	if err != nil {
		_ = out.Close()
		return gocv.Mat{}, err
	}
	return out, nil
}
