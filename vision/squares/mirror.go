package squares

import "draughtsman/vision/squares/network"

// look asks a network what stands on the squares of a board, and what stands on them in a mirror, and returns the mean
// of its answers: what it is not sure of it may answer differently.
func look(n *network.Network, board []network.Square) []network.Answer {
	answers := n.Read(n.Describe(board), nil)
	for i, m := range n.Read(n.Describe(mirrored(board)), nil) {
		a := &answers[i]
		for c := range a.LogOdds {
			a.LogOdds[c] = (a.LogOdds[c] + m.LogOdds[c]) / 2
		}
		a.Offset = [2]float32{(a.Offset[0] + m.Offset[0]) / 2, (a.Offset[1] - m.Offset[1]) / 2}
	}
	return answers
}

// mirrored squares have their patches upside down: things still lean to the right.
func mirrored(board []network.Square) []network.Square {
	out := make([]network.Square, len(board))
	for i := range board {
		out[i].Scalars = board[i].Scalars
		out[i].Scalars[directionSin] *= -1
		out[i].Scalars[placeAcross] *= -1
		for c, plane := range board[i].Pixels {
			for row := range network.Height {
				copy(out[i].Pixels[c][row*network.Width:], plane[(network.Height-1-row)*network.Width:][:network.Width])
			}
		}
	}
	return out
}
