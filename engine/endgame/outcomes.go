package endgame

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"draughtsman/engine/checkers"
)

// outcomesFormat is the kind, game and version of the file that says who wins the positions of some material. Its
// blocks are of runBlockSize positions. Positions are numbered as layout says.
const outcomesFormat = "draughtsman %s endgame outcomes 1"

// outcomesName is the name of the file that says who wins.
func outcomesName(m Material) string { return m.String() + ".outcomes" }

// outcomes says who wins the positions of some material in which no capture is due.
type outcomes struct {
	*layout
	blocks
}

// at is the utility of a position, by its number.
func (o *outcomes) at(i int) (utility int, known bool) {
	return findRun(o.block(i/runBlockSize), i%runBlockSize)
}

// readOutcomes looks through a file as readTable does.
func readOutcomes(file []byte, game checkers.RuleSet, m Material) (*outcomes, error) {
	o := &outcomes{layout: newLayout(game, m)}
	var err error
	_, o.blocks, err = readBlocks(file, fmt.Sprintf(outcomesFormat, game), m, runBlocks(o.layout))
	return o, err
}

func runBlocks(l *layout) int { return (l.positions() + runBlockSize - 1) / runBlockSize }

// writeOutcomes writes who wins. Positions in which a capture is due go on with the run that they stand in.
func (s *solution) writeOutcomes(ctx context.Context, to io.Writer, threads int) error {
	all, groups := make([]bytes.Buffer, runBlocks(s.layout)), groupsFor(s.layout, threads)
	err := share(ctx, threads, len(all), func(thread, n int) error {
		from := n * runBlockSize
		values := s.values[from:min(len(s.values), from+runBlockSize)]
		utility, length := values[0].Utility(), 0
		var runs []byte
		for i, v := range values {
			if next := v.Utility(); next != utility && !groups[thread].captures(from+i) {
				runs = appendRun(runs, utility, length)
				utility, length = next, 0
			}
			length++
		}
		_, err := all[n].Write(appendRun(runs, utility, length))
		return err
	})
	if err != nil {
		return err
	}
	return writeBlocks(to, head{fmt.Sprintf(outcomesFormat, s.game), s.summary()}, all)
}

// check holds who wins against all values.
func (o *outcomes) check(ctx context.Context, s *solution, threads int) error {
	groups := groupsFor(s.layout, threads)
	return share(ctx, threads, runBlocks(s.layout), func(thread, n int) error {
		for i := n * runBlockSize; i < min(len(s.values), (n+1)*runBlockSize); i++ {
			utility, known := o.at(i)
			if known && utility == s.values[i].Utility() {
				continue
			}
			if g := groups[thread]; !g.captures(i) {
				return fmt.Errorf("%s is %s, and is kept as another outcome", g.position(g.at(i)).FEN(), s.values[i])
			}
		}
		return nil
	})
}
