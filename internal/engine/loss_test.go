package engine

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/testkit/expect"
)

var (
	lessons    = flag.Int("lessons", 10, "how many blunders, and how many good moves, TestTeacher shows a teacher")
	lessonSeed = flag.Uint64("lesson-seed", 1, "what the games of TestTeacher follow from")
)

// lesson is a game whose last move a teacher is shown.
type lesson struct {
	*checkers.Game
	blunder bool
}

// lessonsOf are moves of games by lot of which it is certain whether they are good. A blunder loses a man within two
// moves of the other side's, whatever is played against it, by looking at every way that pieces can go; the man stays
// lost, and another move is better by nearly as much, by searches that look further than a teacher does. A good move is
// worth what the best one is.
func lessonsOf(t *testing.T, random *rand.Rand, most int) (list []lesson) {
	const nodes = 1500000
	player, judge := search.New(search.Options{TableMB: 4}), search.New(search.Options{TableMB: 64})
	worth := func(s *search.Searcher, game *checkers.Game, nodes uint64) search.Result {
		request := search.Request{Position: game.Position(), History: game.History(), Nodes: nodes}
		found, err := analysis.Search(t.Context(), s, request, nil)
		expect.OK(t, err)
		return found
	}
	count := map[bool]int{}
	for count[true] < most || count[false] < most {
		game, next := checkers.NewGame(checkers.Start()), checkers.NewGame(checkers.Start())
		for range 4 + random.IntN(50) {
			moves := game.Position().Moves()
			if _, over := game.Outcome(); over {
				break
			}
			m := moves[random.IntN(len(moves))]
			if random.IntN(5) > 0 {
				m = worth(player, game, 3000).Move
			}
			expect.OK(t, game.Play(m))
			expect.OK(t, next.Play(m))
		}
		blunder := count[true] < most && (count[false] == most || random.IntN(2) == 0)
		moves := game.Position().Moves()
		if _, over := game.Outcome(); over || len(moves) < 2 {
			continue
		}
		expect.OK(t, next.Play(moves[random.IntN(len(moves))]))
		p := next.Position()
		if blunder && (!slices.ContainsFunc(p.Moves(), func(m checkers.Move) bool { return takes(p, m) }) ||
			worth(counter(16), next, nodes).Score < (lead(p)+1)*man) {
			continue
		}
		best, theirs := worth(judge, game, nodes).Score, worth(judge, next, nodes).Score
		drop := best + theirs
		if search.Certain(best) || search.Certain(theirs) || blunder && drop < 90 || !blunder && drop > 20 {
			continue
		}
		count[blunder]++
		list = append(list, lesson{next, blunder})
	}
	return list
}

// takes reports whether a move wins a man within two moves, this one among them.
func takes(p checkers.Position, m checkers.Move) bool { return leadAfter(p.Play(m), 1) > lead(p) }

// TestTeacher has a teacher name the man that is lost by 19 of 20 blunders, and say nothing of 19 of 20 good moves.
func TestTeacher(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at millions of positions for each lesson")
	}
	teacher, right := Means{}.Teacher(), map[bool]int{}
	for _, l := range lessonsOf(t, rand.New(rand.NewPCG(*lessonSeed, 9)), *lessons) {
		loss, err := teacher(t.Context(), l.Game)
		expect.OK(t, err)
		last := l.Moves()[len(l.Moves())-1]
		named := loss.Men > 0 && loss.Move == last && takes(l.Position(), loss.Reply)
		if named && l.blunder || loss == (Loss{}) && !l.blunder {
			right[l.blunder]++
		} else {
			t.Logf("of %s, which led to %s, it says %+v", last, l.Position().FEN(), loss)
		}
	}
	t.Logf("of %d each, %d blunders are named, and nothing is said of %d good moves", *lessons, right[true], right[false])
	if least := 19 * *lessons; 20*right[true] < least || 20*right[false] < least {
		t.Error("want 19 of 20 of each")
	}
}
