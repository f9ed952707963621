package planner

import (
	"math"
	"time"
)

// assignment gives every row of a table of costs a column of its own so that their sum is the least: the Hungarian
// method with potentials, a row at a time (R. Jonker, A. Volgenant, A shortest augmenting path algorithm for dense
// and sparse linear assignment problems, Computing 38, 1987). There are at least as many columns as rows.
func assignment(cost [][]time.Duration) []int {
	rows, columns := len(cost), len(cost[0])
	// Rows and columns count from 1; column 0 is where a new row comes in.
	u, v := make([]time.Duration, rows+1), make([]time.Duration, columns+1)
	row := make([]int, columns+1) // that has the column
	for i := 1; i <= rows; i++ {
		row[0] = i
		way := make([]int, columns+1)
		least := make([]time.Duration, columns+1)
		for j := range least {
			least[j] = math.MaxInt64
		}
		used := make([]bool, columns+1)
		at := 0
		for row[at] != 0 {
			used[at] = true
			var nearest int
			delta := time.Duration(math.MaxInt64)
			for j := 1; j <= columns; j++ {
				if used[j] {
					continue
				}
				if reduced := cost[row[at]-1][j-1] - u[row[at]] - v[j]; reduced < least[j] {
					least[j], way[j] = reduced, at
				}
				if least[j] < delta {
					delta, nearest = least[j], j
				}
			}
			for j := range used {
				if used[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else if j > 0 {
					least[j] -= delta
				}
			}
			at = nearest
		}
		for at != 0 {
			row[at] = row[way[at]]
			at = way[at]
		}
	}
	columnOf := make([]int, rows)
	for j := 1; j <= columns; j++ {
		if row[j] != 0 {
			columnOf[row[j]-1] = j - 1
		}
	}
	return columnOf
}
