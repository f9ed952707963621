package hub

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// thinker is a searcher that finds the first legal move and the first reply at once, and then waits for the end of
// its time, or of ctx where it has none, unless it has a depth to go to.
type thinker struct {
	rules  variant.Rules
	asked  *zerosum.Request[variant.Position] // where to put what it is asked; may be nil
	resets *int
}

func (t thinker) Search(ctx context.Context, request zerosum.Request[variant.Position],
	report func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error) {
	if t.asked != nil {
		*t.asked = request
	}
	moves := t.rules.Moves(request.Position)
	if len(moves) == 0 {
		return zerosum.Result[variant.Move]{}, zerosum.ErrNoMoves
	}
	result := zerosum.Result[variant.Move]{Move: moves[0], PV: moves[:1], Depth: 1, Score: -7, Nodes: 1500,
		Elapsed: time.Millisecond}
	if replies := t.rules.Moves(t.rules.Play(request.Position, moves[0])); len(replies) > 0 {
		result.PV = []variant.Move{moves[0], replies[0]}
	}
	report(result)
	if request.Depth == 0 && request.Nodes == 0 {
		if request.Time > 0 {
			limited, cancel := context.WithTimeout(ctx, request.Time)
			defer cancel()
			ctx = limited
		}
		<-ctx.Done()
	}
	return result, nil
}

func (t thinker) Reset() {
	if t.resets != nil {
		*t.resets++
	}
}

func engineOf(asked *zerosum.Request[variant.Position]) Engine {
	return Engine{Name: "Thinker", Version: "1", Author: "A. N. Other",
		New: func(r variant.Rules, _ int, _ Settings) Searcher {
			return thinker{rules: r, asked: asked}
		}}
}

// answersTo is what the server says to lines that come all at once.
func answersTo(t *testing.T, lines ...string) []string {
	t.Helper()
	return answersOf(t, engineOf(nil), lines...)
}

func answersOf(t *testing.T, engine Engine, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := Serve(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out, engine); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

// TestBook has an engine with a book, which knows the start alone and plays another move in each game.
func TestBook(t *testing.T) {
	engine := engineOf(nil)
	engine.Book = func(r variant.Rules, p variant.Position, game uint64) (variant.Move, bool) {
		start, err := r.Start(8)
		if err != nil || p != start {
			return variant.Move{}, false
		}
		return r.Moves(p)[game], true
	}
	const begin = "pos pos=" + startPos
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"it is a parameter", []string{"hub"}, []string{"param name=book value=false type=bool", "wait"}},
		{"off", []string{"level depth=1", "go think", "quit"}, []string{"done move=9-13 ponder=21-17"}},
		{"on", []string{"set-param name=book value=true", begin, "go think", "quit"}, []string{"done move=9-13"}},
		{"in the next game", []string{"set-param name=book value=true", "new-game", begin, "go think", "quit"},
			[]string{"done move=9-14"}},
		{"after the opening", []string{"set-param name=book value=true", begin + " moves=11-15", "level depth=1", "go think",
			"quit"}, []string{"done move=21-17 ponder=7-11"}},
		{"in an analysis", []string{"set-param name=book value=true", begin, "level depth=1", "go " + analysing, "stop"},
			[]string{"done move=9-13 ponder=21-17"}},
		{"neither", []string{"set-param name=book value=some"}, []string{`error message="book=some: want true or false"`}},
		{"another parameter", []string{"set-param name=pst value=1"},
			[]string{`error message="there is no parameter 'pst'; there are variant, table, threads and book"`}},
	} {
		got := answersOf(t, engine, c.lines...)
		if diff := cmp.Diff(c.want, got[max(0, len(got)-len(c.want)):]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

const startPos = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"

func TestServe(t *testing.T) {
	info := `info depth=1 score=-0.07 nodes=1500 time=0.001 nps=1.500 pv="9-13 21-17"`
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"initialisation", []string{"hub", "init"}, []string{
			`id name=Thinker version=1 author="A. N. Other"`,
			`param name=variant value=english type=enum values="english csci561 csc242 league checkersbot italian pool spanish ` +
				`russian brazilian czech normal frisian"`,
			"param name=table value=32 type=int min=1 max=4096", "param name=threads value=1 type=int min=1 max=64",
			"wait", "ready",
		}},
		{"a search", []string{"pos pos=" + startPos, "level depth=1", "go think", "quit"},
			[]string{info, "done move=9-13 ponder=21-17"}},
		{"the international game", []string{"set-param name=variant value=normal", "hub", "level depth=1",
			"pos pos=W" + strings.Repeat("b", 20) + strings.Repeat("e", 10) + strings.Repeat("w", 20) + ` moves="32-28 19-23 28x19x23"`,
			"go think", "quit"}, []string{`id name=Thinker version=1 author="A. N. Other"`,
			`param name=variant value=normal type=enum values="english csci561 csc242 league checkersbot italian pool spanish ` +
				`russian brazilian czech normal frisian"`,
			"param name=table value=32 type=int min=1 max=4096", "param name=threads value=1 type=int min=1 max=64", "wait",
			`info depth=1 score=-0.07 nodes=1500 time=0.001 nps=1.500 pv="14x23x19 38-32"`, "done move=14x23x19 ponder=38-32"}},
		{"a quit lets a search with a limit end", []string{"level move-time=0.05", "go think", "quit"},
			[]string{info, "done move=9-13 ponder=21-17"}},
		{"a quit ends a search without a limit", []string{"level infinite", "go think", "quit"},
			[]string{info, "done move=9-13 ponder=21-17"}},
		{"a quit ends an analysis", []string{"level move-time=1000", "go " + analysing, "quit"},
			[]string{info, "done move=9-13 ponder=21-17"}},
		{"the end of the input ends a search", []string{"level move-time=1000", "go think"},
			[]string{info, "done move=9-13 ponder=21-17"}},
		{"stop", []string{"level infinite", "go " + analysing, "stop", "ping"},
			[]string{info, "done move=9-13 ponder=21-17", "pong"}},
		{"stop without a search", []string{"stop", "ponder-hit", "ping"}, []string{"pong"}},
		{"a new search ends the old one", []string{"level infinite", "go " + analysing, "level depth=1", "go think", "quit"},
			[]string{info, "done move=9-13 ponder=21-17", info, "done move=9-13 ponder=21-17"}},
		{"pondering ends by a stop", []string{"level depth=1", "go ponder", "stop"},
			[]string{info, "done move=9-13 ponder=21-17"}},
		{"pondering ends by a hit", []string{"level depth=1", "go ponder", "ponder-hit", "ping", "quit"}, nil},
		{"another variant and size", []string{"set-param name=variant value=league", "pos pos=Wwweeeebb moves=1-3",
			"level depth=1", "go think", "quit"},
			[]string{`info depth=1 score=-0.07 nodes=1500 time=0.001 nps=1.500 pv="7-5 2-4"`, "done move=7-5 ponder=2-4"}},
		{"what is unknown is ignored", []string{"", "frobnicate now=1", "level depth=1 book=true",
			"go think loudly", "quit"},
			[]string{info, "done move=9-13 ponder=21-17"}},
	} {
		got := answersTo(t, c.lines...)
		if c.want == nil {
			if got[len(got)-1] != "done move=9-13 ponder=21-17" && got[len(got)-2] != "done move=9-13 ponder=21-17" {
				t.Errorf("%s: %q", c.name, got)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestServeComplains(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`go "think"`, "is not an argument"},
		{"go", "go think, go ponder or go " + analysing},
		{"level depth=none", "depth=none"},
		{"pos pos=Bee", "make no board"},
		{"pos", "make no board"},
		{"pos pos=" + startPos + ` moves="9-13 1-5"`, "1-5 is not a legal move; legal: 21-17"},
		{"set-param name=variant value=chess", "no rule set 'chess'"},
		{"set-param name=table value=0", "want megabytes"},
		{"set-param name=threads value=100000", "want a number, 1 to 64"},
		{"set-param name=book value=true", `no parameter 'book'; there are variant, table and threads`},
	} {
		got := answersTo(t, c.line, "ping")
		if !strings.HasPrefix(got[0], `error message="`) || !strings.Contains(got[0], c.want) || got[len(got)-1] != "pong" {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
	if got := answersTo(t, "pos pos=Bbeeeeeee", "go think", "pos pos=Bebeebeew", "go think",
		"quit"); !strings.Contains(got[len(got)-1], "done") {
		t.Errorf("without a move: %q", got)
	}
	if got := answersTo(t, "pos pos=Beeeeeeww", "level depth=3", "go think", "quit"); !strings.Contains(got[0],
		"no legal move") {
		t.Errorf("without a move: %q", got)
	}
}

// What follows a command that was complained of is what stood before it: position and moves, rule set, parameters,
// level, and the search under way.
func TestWhatIsRefusedChangesNothing(t *testing.T) {
	for _, wrong := range []string{
		"pos pos=Bxyz", "pos", "pos pos=" + startPos + " moves=1-2",
		"pos pos=" + startPos + ` moves="9-13 1-5"`, "set-param name=variant value=losing", "set-param name=variant",
		"set-param name=table value=0", "set-param name=threads value=many", "set-param name=nothing value=1", "set-param",
		"level depth=none", "level move-time=-1", "level depth=0", "go", `go "think"`, `"`,
	} {
		for name, before := range map[string][]string{
			"a position":           {"level depth=1", "pos pos=" + startPos + " moves=9-13"},
			"another variant":      {"level depth=1", "set-param name=variant value=league"},
			"a search":             {"level move-time=0.02", "go think"},
			"an analysis":          {"level infinite", "go " + analysing, "stop"},
			"a position of a size": {"level depth=1", "pos pos=Bbeeeeeeeeeeeeeeeew"},
		} {
			after := []string{"go think", "quit"}
			want := slices.DeleteFunc(answersTo(t, slices.Concat(before, after)...), complains)
			got := answersTo(t, slices.Concat(before, []string{wrong}, after)...)
			if !slices.ContainsFunc(got, complains) || !slices.Equal(slices.DeleteFunc(got, complains), want) {
				t.Errorf("%s after %s: %q, want %q and a complaint", wrong, name, got, want)
			}
		}
		c := talkTo(t, engineOf(nil))
		c.say("level infinite", "go "+analysing)
		c.hear("info")
		c.say(wrong, "ping")
		if said := c.hear(""); !complains(said) {
			t.Errorf("%s ends an analysis: %q", wrong, said)
		}
		c.say("stop")
		c.hear("done")
		c.say("quit")
		if err := <-c.ended; err != nil {
			t.Error(err)
		}
	}
	c := talkTo(t, engineOf(nil)) // nothing can be searched where nothing can move, and the search under way goes on
	c.say("level infinite", "go "+analysing)
	c.hear("info")
	c.say("pos pos=Beeeeeeww", "go think", "ping")
	if said := c.hear(""); !complains(said) {
		t.Errorf("a search of nothing ends an analysis: %q", said)
	}
	c.hear("pong")
	c.say("stop")
	c.hear("done")
	c.say("quit")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

func complains(line string) bool { return strings.HasPrefix(line, "error ") }

// TestDialogues holds whole dialogues against a model of the protocol: how often each answer comes.
func TestDialogues(t *testing.T) {
	sizes := []string{"pos pos=" + startPos, "pos pos=" + startPos + " moves=\"9-13 21-17\"",
		"pos pos=W" + strings.Repeat("e", 31) + "W"}
	commands := []struct {
		line string
		does func(answers map[string]int)
	}{
		{"hub", func(a map[string]int) { a["id"]++; a["param"] += 3; a["wait"]++ }},
		{"init", func(a map[string]int) { a["ready"]++ }},
		{"ping", func(a map[string]int) { a["pong"]++ }},
		{"stop", func(map[string]int) {}},
		{"ponder-hit", func(map[string]int) {}},
		{"new-game", func(map[string]int) {}},
		{"what is=this", func(map[string]int) {}},
		{"set-param name=variant value=english", func(map[string]int) {}},
		{"set-param name=variant value=losing", func(a map[string]int) { a["error"]++ }},
		{"set-param name=threads value=2", func(map[string]int) {}},
		{"set-param name=threads value=x", func(a map[string]int) { a["error"]++ }},
		{"set-param name=x value=1", func(a map[string]int) { a["error"]++ }},
		{"level depth=x", func(a map[string]int) { a["error"]++ }},
		{"pos pos=Bx", func(a map[string]int) { a["error"]++ }},
		{"pos", func(map[string]int) {}},
		{"go", func(a map[string]int) { a["error"]++ }},
		{"go think", func(a map[string]int) { a["done"]++ }},
	}
	rapid.Check(t, func(t *rapid.T) {
		lines, want := []string{"level depth=1"}, map[string]int{}
		for _, c := range rapid.SliceOfN(rapid.SampledFrom(commands), 0, 20).Draw(t, "dialogue") {
			if c.does(want); c.line == "pos" {
				c.line = rapid.SampledFrom(sizes).Draw(t, "position")
			}
			lines = append(lines, c.line)
		}
		var out strings.Builder
		in := strings.NewReader(strings.Join(append(lines, "quit"), "\n"))
		if err := Serve(context.Background(), in, &out, engineOf(nil)); err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for line := range strings.Lines(out.String()) {
			if word := strings.Fields(line)[0]; word != "info" {
				got[word]++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q (-want +got):\n%s\n%s", lines, diff, out.String())
		}
	})
}

// Won positions are scored as Scan scores them.
func TestScoresInMen(t *testing.T) {
	won := func(plies int) int { return zerosum.Win - plies }
	for score, want := range map[int]float64{0: 0, -7: -0.07, 250: 2.5, won(3): 99.97, -won(12): -99.88} {
		if got := men(score); got != want {
			t.Errorf("%d: %v, want %v", score, got, want)
		}
	}
}

// TestHistoryReachesTheSearch states a position with moves.
func TestHistoryReachesTheSearch(t *testing.T) {
	var asked zerosum.Request[variant.Position]
	in := "pos pos=" + startPos + " moves=\"11-15 23-18\"\nlevel nodes=5 moves=3 time=30 inc=3\ngo think\nquit\n"
	if err := Serve(context.Background(), strings.NewReader(in), io.Discard, engineOf(&asked)); err != nil {
		t.Fatal(err)
	}
	if len(asked.History) != 2 || FormatPosition(variant.English(), asked.History[0]) != startPos {
		t.Errorf("the history is %v", asked.History)
	}
	if asked.Nodes != 5 || asked.Enough != 12*time.Second || asked.Time != 15*time.Second {
		t.Errorf("%d nodes, %v of %v", asked.Nodes, asked.Enough, asked.Time)
	}
}

// talk is a conversation with a server that goes on.
type talk struct {
	t     *testing.T
	in    io.WriteCloser
	lines *bufio.Scanner
	ended chan error
}

func talkTo(t *testing.T, engine Engine) *talk {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &talk{t: t, in: inW, lines: bufio.NewScanner(outR), ended: make(chan error, 1)}
	go func() {
		c.ended <- Serve(context.Background(), inR, outW, engine)
		_ = outW.Close()
	}()
	return c
}

func (c *talk) say(lines ...string) {
	for _, line := range lines {
		if _, err := io.WriteString(c.in, line+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

// hear waits for a line that begins as given.
func (c *talk) hear(prefix string) string {
	for c.lines.Scan() {
		if strings.HasPrefix(c.lines.Text(), prefix) {
			return c.lines.Text()
		}
	}
	c.t.Fatalf("%q was not said", prefix)
	return ""
}

func TestPonderHit(t *testing.T) {
	c := talkTo(t, engineOf(nil))
	c.say("level move-time=0.1", "go ponder")
	c.hear("info")
	c.say("ping")
	c.hear("pong")
	began := time.Now()
	c.say("ponder-hit")
	c.hear("done")
	if took := time.Since(began); took < 50*time.Millisecond {
		t.Errorf("it thought for %v after the hit, want its time of 100 ms", took)
	}
	c.say("quit")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

func TestTheClientGoesAway(t *testing.T) {
	gone := errors.New("gone")
	err := Serve(context.Background(), iotest.ErrReader(gone), io.Discard, engineOf(nil))
	if !errors.Is(err, gone) {
		t.Errorf("%v, want %v", err, gone)
	}
	r, w := io.Pipe()
	_ = r.CloseWithError(os.ErrClosed)
	err = Serve(context.Background(), strings.NewReader("level infinite\ngo think\nping\n"), w, engineOf(nil))
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("%v, want %v", err, os.ErrClosed)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	still, _ := io.Pipe()
	if err := Serve(ctx, still, io.Discard, engineOf(nil)); err != nil {
		t.Error(err)
	}
}

// slowToStop is a thinker that goes on for a while once it is told to stop.
type slowToStop struct{ thinker }

func (s slowToStop) Search(ctx context.Context, request zerosum.Request[variant.Position],
	report func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error) {
	result, err := s.thinker.Search(ctx, request, report)
	<-time.After(10 * stopPatience)
	report(result)
	return result, err
}

// TestAStopDoesNotWaitForTheSearch is answered with what is known by then, once, and the next search waits for the
// searcher.
func TestAStopDoesNotWaitForTheSearch(t *testing.T) {
	c := talkTo(t, Engine{New: func(r variant.Rules, _ int, _ Settings) Searcher { return slowToStop{thinker{rules: r}} }})
	c.say("level infinite", "go "+analysing)
	c.hear("info")
	began := time.Now()
	c.say("stop")
	c.hear("done move=9-13 ponder=21-17")
	if took := time.Since(began); took >= 10*stopPatience {
		t.Errorf("the stop was answered after %v", took)
	}
	c.say("new-game", "ping")
	if c.lines.Scan(); c.lines.Text() != "pong" {
		t.Errorf("%q is said after the end of a search", c.lines.Text())
	}
	c.say("go "+analysing, "quit")
	c.hear("info")
	c.hear("done")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}
