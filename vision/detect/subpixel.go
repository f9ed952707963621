package detect

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// measurement is where crossings were seen, to a fraction of a pixel.
type measurement struct {
	nodes []node
	at    []imaging.Point
	size  float64 // median side of a square, px
}

// focus is how a crossing is measured, in squares.
type focus struct {
	blur   float64 // standard deviation, before anything is measured
	window float64 // half the side of the window that is compared with its own half turn
}

// measure finds the crossings near where a lattice expects them: the points about which the picture, projected onto
// the squares' colour axis, is symmetric. Those that are farther off than a sixth of a square, or that the picture
// hardly holds, are left out.
func measure(p logImage, h *imaging.Homography, nodes []node, axis imaging.Colour, by focus) (measurement, error) {
	var m measurement
	type group struct {
		nodes []node
		from  []imaging.Point
		sizes []float64
	}
	groups := make(map[int]*group) // by half window, px: squares far away are smaller
	var sizes []float64
	for _, n := range nodes {
		at, ok := h.At(n.point())
		if !ok {
			continue
		}
		size := h.CellSize(n.point())
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
	blur, box := max(leastBlur, by.blur*m.size), image.Rectangle{}
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
	grey, err := newGreyImage(projected)
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
			at, ok := grey.symmetryCentre(from.Minus(corner), window, farthestMeasured*g.sizes[i])
			if ok {
				m.nodes, m.at = append(m.nodes, g.nodes[i]), append(m.at, at.Plus(corner))
			}
		}
	}
	return m, nil
}

// project reduces a part of a picture to one channel along a colour axis, blurred with a standard deviation in pixels.
func project(p logImage, box image.Rectangle, axis imaging.Colour, sigma float64) (gocv.Mat, error) {
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
