package pdn

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// collection is a stream of games as collections have them, annotated here and there, of a size in bytes or a little
// more, that is never in memory as a whole. A game in a thousand cannot be read.
func collection(size int) io.Reader {
	r, w := io.Pipe()
	go func() {
		moves := "1. 11-15 23-19 2. 8-11 22-17 {an old\r\nfriend} 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 " +
			"(20x11 7x16 {no}) 6. 3-7\r\n" +
			"28-24 7. 7x16 24-20! 8. 16-19 $1 25-22 9. 4-8 29-25 10. 9-14 22-18 11. 14x23 17-14\r\n12. 10x17 21x14 " +
			"1/2-1/2\r\n\r\n"
		for n, game := 0, 0; n < size; game++ {
			text := fmt.Sprintf("[Event \"Game %d\"]\r\n[Black \"A. N\xe9e\"]\r\n[White \"B. Other\"]\r\n[Result "+
				"\"1/2-1/2\"]\r\n%s", game, moves)
			if game%1000 == 999 {
				text = strings.Replace(text, "8-11", "8-14", 1)
			}
			if _, err := io.WriteString(w, text); err != nil {
				return // whoever read has enough
			}
			n += len(text)
		}
		w.Close()
	}()
	return r
}

// monster is a stream of a size in bytes, all of it one thing.
func monster(head, piece string, size int) io.Reader {
	r, w := io.Pipe()
	go func() {
		text := head
		for n := 0; n < size; n += len(text) {
			if _, err := io.WriteString(w, text); err != nil {
				return
			}
			text = strings.Repeat(piece, 1<<16/len(piece))
		}
		w.Close()
	}()
	return r
}

// heap is the most memory in use, in bytes over what is in use now, while something is read to its end.
func heap(t *testing.T, r io.Reader) (games, faults int, most uint64) {
	t.Helper()
	inUse := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	before := inUse()
	for g, err := range Read(&gauge{r: r, look: func() { most = max(most, inUse()) }}) {
		games++
		if err != nil {
			faults++
		}
		_ = g
	}
	return games, faults, most - min(most, before)
}

// gauge looks at the memory each time that another 2 MB have been read.
type gauge struct {
	r    io.Reader
	n    int
	look func()
}

func (g *gauge) Read(b []byte) (int, error) {
	n, err := g.r.Read(b)
	if (g.n+n)>>21 > g.n>>21 {
		g.look()
	}
	g.n += n
	return n, err
}

// TestLargeFiles reads 24 MB of games, and 6 MB of things that never end, in a megabyte of memory.
func TestLargeFiles(t *testing.T) {
	size := 6 << 20
	if testing.Short() {
		size = 1 << 20
	}
	for _, c := range []struct {
		name string
		file io.Reader
	}{
		{"games", collection(4 * size)},
		{"a comment", monster("11-15 {", "as Anderson says, ", size)},
		{"comments", monster("11-15 ", "{a}", size)},
		{"long comments", monster("11-15 ", "{"+strings.Repeat("as Anderson says, ", 220)+"} ", size)},
		{"comments in front", monster("1-0\n\n\n", "{a}", size)},
		{"comments after moves", monster("[FEN \"W:WK1:BK32\"]\n", "1-5 {a} 32-28 {b} 5-1 {c} 28-32 {d} ", size)},
		{"long comments after moves", monster("[FEN \"W:WK1:BK32\"]\n",
			strings.ReplaceAll("1-5 {a} 32-28 {a} 5-1 {a} 28-32 {a} ", "a", strings.Repeat("as Anderson says, ", 220)), size)},
		{"a variation", monster("11-15 (", "(22-18 ", size)},
		{"variations", monster("11-15 ", "(9-13 22-18) (10-15 (10-14)) ", size)},
		{"a variation inside another", io.MultiReader(monster("11-15 ", "(9-13 ", size/2), monster(") ", ") ", size/2))},
		{"a tag", monster(`[Event "`, "The Championship ", size)},
		{"tags", monster("", "[A 1][B 2][C 3]", size)},
		{"many tags", numbered("[X%d \"1\"]\n", size)},
		{"broken tags", monster("", "[\n", size)},
		{"a word", monster("", "word", size)},
		{"words", monster("", "word ", size)},
		{"words among moves", monster("11-15 22-18 ", "word 1-0 ", size)},
		{"a move", monster("11", "-11", size)},
		{"moves", monster("[FEN \"W:WK1:BK32\"]\n", "1-5 32-28 5-1 28-32 ", size)},
		{"figures", monster("", "1", size)},
		{"numbers", monster("", "1. ", size)},
		{"results", monster("", "1-0 ", size)},
		{"a line", monster("; ", "x", size)},
		{"zeros", monster("", "\x00", size)},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, faults, most := heap(t, c.file)
			t.Logf("%d games, %d faults, %d kB of memory", games, faults, most>>10)
			if most > 1<<20 {
				t.Errorf("%d kB of memory in use; want no more than 1024", most>>10)
			}
			if want := games / 1000; c.name == "games" && faults != want {
				t.Errorf("%d of %d games have faults, want %d", faults, games, want)
			}
		})
	}
}

// numbered is a stream of a size in bytes of one piece with a growing number.
func numbered(format string, size int) io.Reader {
	r, w := io.Pipe()
	go func() {
		for n, i := 0, 0; n < size; i++ {
			k, err := fmt.Fprintf(w, format, i)
			if err != nil {
				return
			}
			n += k
		}
		w.Close()
	}()
	return r
}
