package read

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

// solve is the plane, drawn a little towards a level one: few squares may be in
// view, and all on one side of the board.
func (f planeFit) solve() plane {
	m, v := f.m, f.v
	m[0][0] += 1e-9
	m[1][1] += .3
	m[2][2] += .3
	for i := range 3 { // the matrix is positive definite: no pivoting
		for k := i + 1; k < 3; k++ {
			factor := m[k][i] / m[i][i]
			for j := i; j < 3; j++ {
				m[k][j] -= factor * m[i][j]
			}
			v[k] -= factor * v[i]
		}
	}
	var x [3]float64
	for i := 2; i >= 0; i-- {
		x[i] = v[i]
		for j := i + 1; j < 3; j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return plane{f.half, x[0], x[1], x[2]}
}
