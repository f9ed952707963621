package imaging

// Components are the connected components of the marked cells of a grid with rows of so many cells: their indices,
// the first cell of each in the order of the grid. Cells are connected along edges, and over corners where that is
// asked for.
func Components(marked []bool, width int, corners bool) (components [][]int) {
	height := len(marked) / width
	taken := make([]bool, len(marked))
	for first, is := range marked {
		if !is || taken[first] {
			continue
		}
		taken[first] = true
		component := []int{first}
		for k := 0; k < len(component); k++ {
			x, y := component[k]%width, component[k]/width
			for v := max(y-1, 0); v <= min(y+1, height-1); v++ {
				for u := max(x-1, 0); u <= min(x+1, width-1); u++ {
					if n := v*width + u; marked[n] && !taken[n] && (corners || u == x || v == y) {
						taken[n] = true
						component = append(component, n)
					}
				}
			}
		}
		components = append(components, component)
	}
	return components
}
