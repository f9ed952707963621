package zerosum

// Minimax is the value of a state, and the first of its best moves, by plain search to a depth in plies: no pruning,
// no memory, no repetition. It is the measure of faster searches. The move is the zero value at depth 0 and where the
// game is over.
func Minimax[S, M any](game Game[S, M], state S, depth int) (score int, best M) {
	return minimax(game, state, depth, 0)
}

func minimax[S, M any](game Game[S, M], state S, depth, ply int) (score int, best M) {
	moves := game.AppendMoves(state, nil)
	if len(moves) == 0 {
		return final(game.Utility(state), ply), best
	}
	if depth == 0 {
		return game.Evaluate(state), best
	}
	score = -infinity
	for _, m := range moves {
		reply, _ := minimax(game, game.Play(state, m), depth-1, ply+1)
		if -reply > score {
			score, best = -reply, m
		}
	}
	return score, best
}

// infinity is beyond every score.
const infinity = Win + 1

// final is the score of a game that is over after ply plies.
func final(utility, ply int) int { return utility * (Win - ply) }
