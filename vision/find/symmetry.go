package find

import (
	"math"

	"gocv.io/x/gocv"
)

// plane is a picture of one channel.
type plane struct {
	px            []float32
	width, height int
}

func newPlane(m gocv.Mat) (plane, error) {
	px, err := m.DataPtrFloat32()
	return plane{px, m.Cols(), m.Rows()}, err
}

// Of the search for a point of symmetry.
const (
	mostSteps     = 12
	closeEnough   = 0.01 // pixels
	mostLopsided  = 0.35 // of the picture's variance about the point, what may differ from its own half turn
	weightAtWidth = 0.3  // of a pixel at the window's edge, against one at the point
)

// symmetric is the point near another about which the picture turned by half is most
// like itself, within a half window in pixels; ok is false when that is farther away
// than a bound, or when it is not much like itself. Where four squares meet it is so whether they have
// rounded corners, joints or lines between them, which a crossing of two edges need not be;
// a piece that reaches into the window spoils it, and is noticed.
//
// It is found by the Gauss-Newton method: r(d) = I(c + d) − I(c − d) has the derivative ∇I(c + d) − ∇I(c − d)
// in c, which is twice the gradient where the picture is symmetric.
func (p plane) symmetric(from vec, window int, bound float64) (at vec, ok bool) {
	at = from
	side := 2*window + 3 // a pixel more on each side, for gradients
	patch := make([]float64, side*side)
	lopsided := math.Inf(1)
	for range mostSteps {
		if !p.patch(at, window+1, patch) {
			return at, false
		}
		var xx, xy, yy, xr, yr, rr, total, squares, weights float64
		n := len(patch) - 1
		for y := 1; y < side-1; y++ {
			for x := 1; x < side-1; x++ {
				i := y*side + x
				j := n - i
				dx, dy := float64(x-window-1), float64(y-window-1)
				w := math.Exp(math.Log(weightAtWidth) * (dx*dx + dy*dy) / float64(window*window))
				v := patch[i]
				total += w * v
				squares += w * v * v
				weights += w
				if i >= j {
					continue // each pair once
				}
				r := v - patch[j]
				gx := (patch[i+1] - patch[i-1] - patch[j+1] + patch[j-1]) / 2
				gy := (patch[i+side] - patch[i-side] - patch[j+side] + patch[j-side]) / 2
				xx += w * gx * gx
				xy += w * gx * gy
				yy += w * gy * gy
				xr += w * gx * r
				yr += w * gy * r
				rr += w * r * r
			}
		}
		variance := squares - total*total/weights
		lopsided = rr / max(variance, 1e-12)
		det := xx*yy - xy*xy
		if det < 1e-4*(xx+yy)*(xx+yy) || det == 0 {
			return at, false // an edge: symmetric about each of its points
		}
		step := vec{-(yy*xr - xy*yr) / det, -(xx*yr - xy*xr) / det}
		if length := step.length(); length > 1.5 {
			step = step.times(1.5 / length)
		}
		at = at.add(step)
		if at.distance(from) >= bound {
			return at, false
		}
		if step.length() < closeEnough {
			break
		}
	}
	return at, lopsided < mostLopsided
}

// patch samples a square of pixels about a point, reach to each side; false when the picture does not hold it.
func (p plane) patch(at vec, reach int, into []float64) bool {
	left, top := int(math.Floor(at.x)), int(math.Floor(at.y))
	if left-reach < 0 || top-reach < 0 || left+reach+1 >= p.width || top+reach+1 >= p.height {
		return false
	}
	fx, fy := at.x-float64(left), at.y-float64(top)
	a, b, c, d := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	k := 0
	for y := top - reach; y <= top+reach; y++ {
		row, next := p.px[y*p.width:], p.px[(y+1)*p.width:]
		for x := left - reach; x <= left+reach; x++ {
			into[k] = a*float64(row[x]) + b*float64(row[x+1]) + c*float64(next[x]) + d*float64(next[x+1])
			k++
		}
	}
	return true
}
