package calibration

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// minimise finds, from start, values that make the sum of the squares of count residuals small, by Levenberg's method
// with Marquardt's scaling (Marquardt 1963) and derivatives by central differences. Residuals that are not numbers
// mark values outside the model. It returns the values and the sum, which is infinite where start itself lies outside.
func minimise(start []float64, count int, residuals func(x, into []float64)) ([]float64, float64) {
	n := len(start)
	x := append([]float64(nil), start...)
	r := make([]float64, count)
	residuals(x, r)
	sum := squares(r)
	if math.IsInf(sum, 1) {
		return x, sum
	}
	jacobian := mat.NewDense(count, n, nil)
	trial, above := make([]float64, n), make([]float64, count)
	var normal mat.SymDense
	var gradient, delta mat.VecDense
	damping := 1e-3
	for range 100 {
		differentiate(x, residuals, jacobian)
		normal.Reset()
		normal.SymOuterK(1, jacobian.T())
		gradient.MulVec(jacobian.T(), mat.NewVecDense(count, r))
		improved := false
		for !improved && damping < 1e12 {
			damped := mat.NewSymDense(n, nil)
			damped.CopySym(&normal)
			for j := range n {
				damped.SetSym(j, j, normal.At(j, j)*(1+damping)+1e-15)
			}
			var cholesky mat.Cholesky
			//nolint:misspell // gonum spells it so
			if cholesky.Factorize(damped) && cholesky.SolveVecTo(&delta, &gradient) == nil {
				for j := range n {
					trial[j] = x[j] - delta.AtVec(j)
				}
				residuals(trial, above)
				if s := squares(above); s < sum {
					improved = true
					done := sum-s <= 1e-12*sum
					copy(x, trial)
					copy(r, above)
					sum = s
					damping = math.Max(damping/10, 1e-12)
					if done {
						return x, sum
					}
					continue
				}
			}
			damping *= 10
		}
		if !improved {
			break
		}
	}
	return x, sum
}

// differentiate puts the derivatives of residuals, a row each, by the values into a matrix: central differences.
func differentiate(x []float64, residuals func(x, into []float64), jacobian *mat.Dense) {
	count, n := jacobian.Dims()
	trial := append([]float64(nil), x...)
	above, below := make([]float64, count), make([]float64, count)
	for j := range n {
		h := 1e-6 * (1 + math.Abs(x[j]))
		trial[j] = x[j] + h
		residuals(trial, above)
		trial[j] = x[j] - h
		residuals(trial, below)
		trial[j] = x[j]
		for i := range count {
			jacobian.Set(i, j, (above[i]-below[i])/(2*h))
		}
	}
}

// deviations are the standard deviations of the first few values of a solution whose residuals have a standard
// deviation of 1: the roots of the diagonal of the inverse of JᵀJ. They are infinite where the residuals do not tell.
func deviations(x []float64, first, count int, residuals func(x, into []float64)) []float64 {
	jacobian := mat.NewDense(count, len(x), nil)
	differentiate(x, residuals, jacobian)
	var normal, inverse mat.SymDense
	normal.SymOuterK(1, jacobian.T())
	var cholesky mat.Cholesky
	deviations := make([]float64, first)
	known := cholesky.Factorize(&normal) && cholesky.InverseTo(&inverse) == nil //nolint:misspell // gonum spells it so
	for i := range deviations {
		deviations[i] = math.Inf(1)
		if known {
			deviations[i] = math.Sqrt(inverse.At(i, i))
		}
	}
	return deviations
}

// squares is the sum of squares, infinite where one is not a number.
func squares(r []float64) float64 {
	sum := 0.0
	for _, v := range r {
		sum += v * v
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}
