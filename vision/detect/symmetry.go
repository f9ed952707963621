package detect

import (
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// greyImage is a picture of one channel.
type greyImage struct {
	px            []float32
	width, height int
}

// newGreyImage takes the pixels of a picture of one channel in floating point, which must stay open.
func newGreyImage(m gocv.Mat) (greyImage, error) {
	px, err := m.DataPtrFloat32()
	return greyImage{px, m.Cols(), m.Rows()}, err
}

// symmetryCentre returns the point near another about which the picture turned by half is most like itself, within a
// half window in pixels. ok is false when that is farther away than a bound, or when the picture is not much like its
// own half turn there. Where four squares meet it is so whether they have rounded corners, joints or lines between
// them, which a crossing of two edges need not be; a piece that reaches into the window spoils it, and is noticed.
//
// It is found by the Gauss-Newton method: r(d) = I(c + d) − I(c − d) has the derivative ∇I(c + d) − ∇I(c − d) in c,
// which is twice the gradient where the picture is symmetric.
func (p greyImage) symmetryCentre(from imaging.Point, window int, bound float64) (at imaging.Point, ok bool) {
	at = from
	apart := 1 + window/mostSamples // pixels between samples
	reach := window/apart + 1       // samples, one more on each side than are compared, for gradients
	side := 2*reach + 1
	patch := make([]float64, side*side)
	weights := make([]float64, len(patch))
	for i := range weights {
		dx, dy := float64(i%side-reach), float64(i/side-reach)
		weights[i] = math.Exp(math.Log(weightAtWidth) * (dx*dx + dy*dy) / float64((reach-1)*(reach-1)))
	}
	lopsided := math.Inf(1)
	for range mostSteps {
		if !p.sample(at, reach, apart, patch) {
			return at, false
		}
		var xx, xy, yy, xr, yr, rr, total, squares, all float64
		n := len(patch) - 1
		for y := 1; y < side-1; y++ {
			for x := 1; x < side-1; x++ {
				i := y*side + x
				j := n - i
				w := weights[i]
				v := patch[i]
				total += w * v
				squares += w * v * v
				all += w
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
		variance := squares - total*total/all
		lopsided = rr / max(variance, 1e-12)
		det := xx*yy - xy*xy
		if det < edgeDeterminant*(xx+yy)*(xx+yy) || det == 0 {
			return at, false // an edge: symmetric about each of its points
		}
		step := imaging.Pt(-(yy*xr-xy*yr)/det, -(xx*yr-xy*xr)/det).Times(float64(apart))
		if length, most := step.Length(), longestStep*float64(apart); length > most {
			step = step.Times(most / length)
		}
		at = at.Plus(step)
		if at.Distance(from) >= bound {
			return at, false
		}
		if step.Length() < closeEnough {
			break
		}
	}
	return at, lopsided < mostLopsided
}

// sample fills a square of samples about a point, reach to each side and so many pixels apart; it is false when the
// picture does not hold it.
func (p greyImage) sample(at imaging.Point, reach, apart int, into []float64) bool {
	left, top := int(math.Floor(at.X)), int(math.Floor(at.Y))
	far := reach * apart
	if left-far < 0 || top-far < 0 || left+far+1 >= p.width || top+far+1 >= p.height {
		return false
	}
	fx, fy := at.X-float64(left), at.Y-float64(top)
	a, b, c, d := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	k := 0
	for y := top - far; y <= top+far; y += apart {
		row, next := p.px[y*p.width:], p.px[(y+1)*p.width:]
		for x := left - far; x <= left+far; x += apart {
			into[k] = a*float64(row[x]) + b*float64(row[x+1]) + c*float64(next[x]) + d*float64(next[x+1])
			k++
		}
	}
	return true
}
