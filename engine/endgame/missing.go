package endgame

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/engine/process"
)

// MissingError is what a shard needs of others before it can go on.
type MissingError struct {
	Dir    string          // where it should be
	Tables int             // how many tables wait
	Files  []string        // that are not there
	Shards []process.Shard // that make them
}

// add notes that a pair lacks tables. Those that are not made by others wait for them, too.
func (e *MissingError) add(pair, lacks []Material, others map[Material]process.Shard) {
	e.Tables += len(pair)
	for _, m := range lacks {
		maker, found := others[m]
		if !found || slices.Contains(e.Files, fileName(m)) {
			continue
		}
		e.Files = append(e.Files, fileName(m))
		if !slices.Contains(e.Shards, maker) {
			e.Shards = append(e.Shards, maker)
		}
	}
}

func (e *MissingError) Error() string {
	var makers []string
	for _, s := range e.Shards {
		makers = append(makers, s.String())
	}
	return fmt.Sprintf("%d tables wait for what other shards make (%s) and is not in %s: %s; when it is there, the same "+
		"command goes on", e.Tables, some(makers), e.Dir, some(e.Files))
}

// namesAtOnce is how many names are told where there are many.
const namesAtOnce = 12

// some is names for people.
func some(names []string) string {
	text := strings.Join(names[:min(len(names), namesAtOnce)], ", ")
	if more := len(names) - namesAtOnce; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
