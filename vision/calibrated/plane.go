package calibrated

import "draughtsman/vision/imaging"

// plane is a value that changes evenly over the board.
type plane struct{ half, offset, perRow, perColumn float64 }

func (p plane) at(row, column int) float32 {
	return float32(p.offset + p.perRow*(float64(row)-p.half)/p.half + p.perColumn*(float64(column)-p.half)/p.half)
}

// planeFit sums up weighted values for a least-squares fit.
type planeFit struct {
	half float64 // squares from the middle of the board to the outermost squares'
	m    [3][3]float64
	v    [3]float64
}

func (f *planeFit) add(row, column int, value, weight float64) {
	at := [3]float64{1, (float64(row) - f.half) / f.half, (float64(column) - f.half) / f.half}
	for i := range 3 {
		for j := range 3 {
			f.m[i][j] += weight * at[i] * at[j]
		}
		f.v[i] += weight * at[i] * value
	}
}

// solve returns the plane, drawn a little towards a level one: few squares may be in view, and all on one side of the
// board.
func (f planeFit) solve() plane {
	const levelling = .3 // unplayed squares' worth of a level plane
	var rows [3 * 4]float64
	for i := range 3 {
		copy(rows[4*i:], append(f.m[i][:], f.v[i]))
	}
	rows[0] += 1e-9
	rows[5] += levelling
	rows[10] += levelling
	var x [3]float64
	imaging.Solve(rows[:], x[:]) // the matrix is positive definite
	return plane{f.half, x[0], x[1], x[2]}
}
