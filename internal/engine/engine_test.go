package engine

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
	"draughtsman/internal/testkit/expect"
)

func TestHalfOfTheMemory(t *testing.T) {
	for memory, want := range map[uint64]MB{0: 4096, 24 << 30: 12288, 1 << 20: 0} {
		if got := halfOf(memory); got != want {
			t.Errorf("%d of %d bytes", got, memory)
		}
	}
}

// TestTablesAreFound has the tables in the user's configuration be thought with where there are any, unless others are
// named; what is wrong with them is told, and those that come with the program take their place.
func TestTablesAreFound(t *testing.T) {
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	dir := filepath.Join(config, "draughtsman", "tables")
	opened := func(f Flags) (m Means, notes string) {
		t.Helper()
		var said bytes.Buffer
		m, err := f.Open(&said)
		expect.OK(t, err)
		t.Cleanup(func() { expect.OK(t, m.Close()) })
		return m, said.String()
	}
	if m, notes := opened(Flags{}); m.Tables != nil || notes != "" || m.Threads < 1 || m.HashMB != 64*m.Threads {
		t.Errorf("without any: %+v, %q", m, notes)
	}
	expect.OK(t, os.CopyFS(dir, os.DirFS("../../engine/endgame/english")))
	m, notes := opened(Flags{})
	if m.Tables == nil || m.Tables == endgame.Shipped() || m.Pieces(checkers.English) != 4 || notes != "" {
		t.Errorf("with those of 4 pieces: %+v, %q", m, notes)
	}
	if m, _ := opened(Flags{TableFlags: TableFlags{Tables: None}}); m.Tables != endgame.Shipped() {
		t.Error("--tables none takes those that are found")
	}
	m, _ = opened(Flags{Threads: 2, Hash: 3, TableFlags: TableFlags{Tables: dir}})
	if m.Threads != 2 || m.HashMB != 3 || m.Tables == nil {
		t.Errorf("what was named: %+v", m)
	}
	known := search.Request{Depth: 1}
	var err error
	known.Position, err = checkers.ParseFEN("W:WK14,K19:BK1")
	expect.OK(t, err)
	r, err := m.Searchers(search.Level{}, 0)(checkers.English).Search(t.Context(), known, nil)
	if plies, decided := search.Distance(r.Score); err != nil || !decided || plies != 19 {
		t.Errorf("two kings against one: %+v, %v; want a win in 19 plies", r, err)
	}
	broken := filepath.Join(dir, "1m0k-0m1k.table")
	expect.OK(t, os.WriteFile(broken, []byte("broken"), 0o600))
	if m, notes := opened(Flags{}); m.Tables != nil || !strings.Contains(notes, broken[len(dir)+1:]) {
		t.Errorf("with a broken file: %+v, %q", m, notes)
	}
	for _, f := range []Flags{{Hash: mostMB() + 1}, {TableFlags: TableFlags{TablesMB: mostMB() + 1}}} {
		if _, err := f.Open(io.Discard); err == nil || !strings.Contains(err.Error(), "half of its memory") {
			t.Errorf("%+v: %v", f, err)
		}
	}
	if _, err := (Flags{TableFlags: TableFlags{Tables: dir}}).Open(io.Discard); err == nil {
		t.Error("broken tables that are named are thought with")
	}
}
