package csci561

import (
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
)

// The examples of the course: what is asked, an answer that is right, and where the example shows it, the board
// after.
var examples = []struct {
	name, input, output, after string
	left                       time.Duration
}{
	{
		name: "a quiet move",
		input: `SINGLE
WHITE
100.0
.b.b.b.b
b.b.b.b.
.b...b.b
....b...
........
w.w.w.w.
.w.w.w.w
w.w.w.w.
`,
		output: "E c3 b4\n",
		after: `
.b.b.b.b
b.b.b.b.
.b...b.b
....b...
.w......
w...w.w.
.w.w.w.w
w.w.w.w.
`,
		left: 100 * time.Second,
	},
	{
		name: "two jumps",
		input: `SINGLE
BLACK
100.0
.b.....b
b...b.b.
.b...b.b
..b.w...
........
w...w...
.w.w...w
w...w.w.
`,
		output: "J f6 d4\nJ d4 f2\n",
		after: `
.b.....b
b...b.b.
.b.....b
..b.....
........
w.......
.w.w.b.w
w...w.w.
`,
		left: 100 * time.Second,
	},
	{
		name: "a king jumps backwards",
		input: `SINGLE
BLACK
100.0
.b...b..
..b...b.
.....w.b
....w...
.b......
w...w.w.
...B....
......w.
`,
		output: "J d2 f4\nJ f4 d6\n",
		left:   100 * time.Second,
	},
	{
		name: "a man is crowned",
		input: `SINGLE
WHITE
6.0
........
w...b.b.
........
..w.b...
.w...b..
....b...
.w.....b
..w...w.
`,
		output: "E a7 b8\n",
		left:   6 * time.Second,
	},
	{
		name: "three jumps",
		input: `SINGLE
WHITE
23.0
.b...b..
..b.b.b.
...b...b
..b.....
.....w..
w.b.w.w.
.w.....w
w...w...
`,
		output: "J b2 d4\nJ d4 b6\nJ b6 d8\n",
		left:   23 * time.Second,
	},
}

func TestExamples(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			in, err := ParseInput(e.input)
			if err != nil {
				t.Fatal(err)
			}
			if in.Left != e.left || in.Mode != Single {
				t.Errorf("mode %v, %v left; want SINGLE, %v", in.Mode, in.Left, e.left)
			}
			m, err := ParseMove(in.Position, e.output, Strict)
			if err != nil {
				t.Fatal(err)
			}
			if got := FormatMove(m); got != e.output {
				t.Errorf("the answer is written again as %q, want %q", got, e.output)
			}
			if got := board(in.Position.Play(m)); e.after != "" && got != strings.TrimPrefix(e.after, "\n") {
				t.Errorf("board after the answer:\n%s", got)
			}
		})
	}
}

// board is the rows of a board as input.txt has them.
func board(p checkers.Position) string {
	rows := strings.SplitAfterN(Input{Position: p}.String(), "\n", boardLine+1)
	return rows[boardLine]
}

// sinceNow is the CPU time of this process from now on.
func sinceNow() Clock {
	began := CPUTime()
	return func() time.Duration { return CPUTime() - began }
}
