package robot

import (
	"context"
	"flag"
	"fmt"
	"math"
	"runtime"
	"syscall"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

var (
	enoughGames = flag.Int("enough-games", 0, "how many games TestEnough plays, an even number: 0 for none")
	enough      = flag.Float64("enough", 1, "the share of the time that a move is worth to one side in TestEnough")
	enoughFirst = flag.Int("enough-first", 0, "the first game of TestEnough, for several processes that play a part each")
	enoughThink = flag.Duration("enough-think", 100*time.Millisecond, "the time for a move in TestEnough")
)

// TestEnough plays a search that ends early where a move is clear against one that takes all of its time, from
// ballots, both colours each, and prints points and the time spent. Time is that of the thread on a processor, so that
// others on the machine do not matter.
func TestEnough(t *testing.T) {
	if *enoughGames == 0 {
		t.Skip("plays hundreds of games: -enough-games")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	player := func(share float64) *thinker {
		searcher := search.New(search.Options{TableMB: 16, Now: threadTime(t)})
		return &thinker{Mind: sharing{searcher, share}, limit: *enoughThink}
	}
	openings := checkers.Ballots()
	var pairs []float64 // points of two games, one with each colour
	early, full := player(*enough), player(0)
	for pair := range *enoughGames / 2 {
		opening := openings[(*enoughFirst/2+pair)*7%len(openings)]
		pairs = append(pairs, playGame(t, opening, early, full, true)+1-playGame(t, opening, full, early, true))
		if (pair+1)%10 > 0 && pair+1 < *enoughGames/2 {
			continue
		}
		points, half := meanOf(pairs)
		share, halfShare := points/2, half/2
		t.Logf("share %g, %d games: %.1f ± %.1f %% of the points, Elo %s from %s to %s; %v a move against %v, %.0f %%",
			*enough, 2*(pair+1), 100*share, 100*halfShare, eloOf(share), eloOf(share-halfShare), eloOf(share+halfShare),
			early.mean(), full.mean(), 100*early.mean().Seconds()/full.mean().Seconds())
	}
	if points, half := meanOf(pairs); points+half < 1 {
		t.Errorf("it is measurably weaker")
	}
}

// sharing is a Mind to which a move is worth a share of its time; 0: all of it, however clear.
type sharing struct {
	searcher *search.Searcher
	share    float64
}

func (s sharing) Think(ctx context.Context, game *checkers.Game, limit time.Duration,
	report func(search.Info)) (Thought, error) {
	r, err := s.searcher.Search(ctx, search.Request{Position: game.Position(), History: game.History(), Time: limit,
		Enough: time.Duration(s.share * float64(limit))}, report)
	return Thought{Result: r}, err
}

// threadTime is a clock that tells the time which the calling thread has spent on a processor.
func threadTime(t testing.TB) func() time.Time {
	const thisThread = 1 // RUSAGE_THREAD, which package syscall does not name
	return func() time.Time {
		var used syscall.Rusage
		if err := syscall.Getrusage(thisThread, &used); err != nil {
			t.Error(err)
		}
		return time.Unix(0, used.Utime.Nano()+used.Stime.Nano())
	}
}

// meanOf is the mean of some values, and the half of the interval that the true one lies in with 95 % confidence.
func meanOf(values []float64) (mean, half float64) {
	const deviations = 1.959964 // of a normal distribution, that 95 % lie within
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		half += (v - mean) * (v - mean) / (n - 1)
	}
	return mean, deviations * math.Sqrt(half/n)
}

// eloOf is the difference in rating at which a share of the points is expected.
func eloOf(share float64) string { return fmt.Sprintf("%+.0f", -400*math.Log10(1/share-1)) }
