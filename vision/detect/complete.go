package detect

// complete extends a lattice in the rectified picture, where crossings for which no saddle was found can be judged,
// too, and measures and fits it again each time. It returns the lattice with the evidence for it, and false where
// too few crossings hold.
func complete(p logImage, l lattice) (lattice, evidence, bool, error) {
	for round := range 3 {
		margin := firstMargin
		if round == 2 {
			margin = lastMargin
		}
		e, ok := scoreCrossings(p, l, margin)
		if !ok {
			return lattice{}, evidence{}, false, nil
		}
		nodes := e.connected(l)
		if len(nodes) < fewestForFit {
			return lattice{}, evidence{}, false, nil
		}
		m, err := measure(p, &l.h, nodes, e.axis, sharp)
		if err != nil {
			return lattice{}, evidence{}, false, err
		}
		if len(m.nodes) < fewestForFit {
			return lattice{}, evidence{}, false, nil
		}
		h, inliers, ok := ransacHomography(vectors(m.nodes), m.at, completionThreshold*m.size+completionThresholdPX)
		if !ok || len(inliers) < fewestForFit {
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
	e, ok := scoreLattice(p, l, lastMargin)
	return l, e, ok, nil
}

// connected returns the nodes with a good crossing score that are accepted already or connected with accepted ones
// over gaps of at most one node.
func (e *evidence) connected(l lattice) []node {
	good := func(column, row int) bool {
		return column >= 0 && row >= 0 && column <= e.columns && row <= e.rows && e.crossing[e.at(column, row)] > crossingBar
	}
	in := make(map[node]bool)
	var nodes []node
	for _, n := range l.nodes {
		k := node{n.column - e.first.column, n.row - e.first.row}
		if good(k.column, k.row) && !in[k] {
			in[k] = true
			nodes = append(nodes, k)
		}
	}
	for range 2 {
		for _, n := range nodes {
			for row := n.row - 2; row <= n.row+2; row++ {
				for column := n.column - 2; column <= n.column+2; column++ {
					if k := (node{column, row}); good(column, row) && !in[k] {
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
