package imaging

import "math"

// Solve solves n linear equations by elimination with pivoting. Their coefficients are in rows, each followed by its
// right-hand side; the rows are changed. It is false where the equations do not determine x.
func Solve(rows []float64, x []float64) bool {
	n := len(x)
	row := func(r int) []float64 { return rows[r*(n+1) : (r+1)*(n+1)] }
	for c := range n {
		best := c
		for r := c + 1; r < n; r++ {
			if math.Abs(row(r)[c]) > math.Abs(row(best)[c]) {
				best = r
			}
		}
		a, b := row(c), row(best)
		if math.Abs(b[c]) < 1e-12 {
			return false
		}
		if best != c {
			for k := range a {
				a[k], b[k] = b[k], a[k]
			}
		}
		for r := c + 1; r < n; r++ {
			to := row(r)
			f := to[c] / a[c]
			for k := c; k <= n; k++ {
				to[k] -= f * a[k]
			}
		}
	}
	for c := n - 1; c >= 0; c-- {
		a := row(c)
		v := a[n]
		for k := c + 1; k < n; k++ {
			v -= a[k] * x[k]
		}
		x[c] = v / a[c]
	}
	return true
}
