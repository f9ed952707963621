package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
)

// content is what files of a folder hold, by name.
func content(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range entries {
		if all[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// built makes tables in a folder of its own.
func built(t *testing.T, part Part) string {
	t.Helper()
	dir := t.TempDir()
	if err := BuildPart(t.Context(), dir, part, 2, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every table is made by one shard, and no table of a round depends on another one of it.
func TestRoundsCanBeShared(t *testing.T) {
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		for _, of := range []int{1, 2, 5, 20} {
			made := map[Material]int{}
			for i := range of {
				own, _ := Part{0, pieces, pieces, process.Shard{Number: i + 1, Of: of}}.share()
				for _, pair := range own {
					for _, m := range pair {
						made[m]++
					}
				}
			}
			for _, m := range upTo(pieces) {
				if made[m] != 1 {
					t.Errorf("%d pieces, %d shards: %s is made %d times", pieces, of, m, made[m])
				}
			}
		}
	}
	before := map[Material]bool{}
	for _, round := range (Part{Pieces: MaxPieces, Men: MaxPieces}).pairs() {
		for _, pair := range round {
			for _, m := range dependencies(pair) {
				if !before[m] {
					t.Errorf("%s depends on %s, which is not made before it", pair[0], m)
				}
			}
		}
		for _, m := range slices.Concat(round...) {
			before[m] = true
		}
	}
}

// Every move leads to the same material, or to some that a table is said to depend on.
func TestMovesLeadToDependencies(t *testing.T) {
	for _, m := range upTo(4) {
		pair := []Material{m, m.swapped()}
		known := append(dependencies(pair), pair...)
		g := newGroup(newLayout(checkers.English, m))
		for i := 0; i < g.positions(); i += 1 + g.positions()/5000 {
			for _, after := range g.appendMoves(nil, g.at(i)) {
				if after.own != 0 && !slices.Contains(known, after.material()) {
					t.Fatalf("%s leads to %s", m, after.material())
				}
			}
		}
	}
}

// Shards in one folder, round by round, and shards in folders of their own, joined after each round, make the files of
// one run.
func TestShardsMakeTheTablesOfOneRun(t *testing.T) {
	const pieces, of = 3, 3
	want := content(t, built(t, Part{Pieces: pieces, Men: pieces}))
	common, joined := t.TempDir(), t.TempDir()
	folders := make([]string, of)
	for i := range folders {
		folders[i] = t.TempDir()
	}
	for p := 2; p <= pieces; p++ {
		for men := range p + 1 {
			for i := range of {
				part := Part{0, p, men, process.Shard{Number: i + 1, Of: of}}
				if err := BuildPart(t.Context(), common, part, 1, nil); err != nil {
					t.Fatal(err)
				}
				if err := BuildPart(t.Context(), folders[i], part, 1, nil); err != nil {
					t.Fatal(err)
				}
			}
			if err := Merge(joined, folders, Part{Pieces: p, Men: men}); err != nil {
				t.Fatal(err)
			}
			for _, dir := range folders {
				if err := Merge(dir, []string{joined}, Part{Pieces: p, Men: men}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, dir := range append(folders, common, joined) {
		got := content(t, dir)
		if len(got) != len(want) {
			t.Errorf("%d files, want %d", len(got), len(want))
		}
		for name, file := range want {
			if !bytes.Equal(got[name], file) {
				t.Errorf("%s differs", name)
			}
		}
	}
}

// A shard makes what it can, says which files it waits for, and goes on when they are there.
func TestAShardSaysWhatItWaitsFor(t *testing.T) {
	const pieces, of = 3, 2
	dir := t.TempDir()
	build := func(number int) (missing *MissingError) {
		err := BuildPart(t.Context(), dir, Part{0, pieces, pieces, process.Shard{Number: number, Of: of}}, 1, nil)
		if err != nil && !errors.As(err, &missing) {
			t.Fatal(err)
		}
		return missing
	}
	missing := build(2)
	if missing == nil || !strings.Contains(missing.Error(),
		" tables wait for what other shards make (1/2) and is not in "+dir+": 0m1k-0m1k.table, ") {
		t.Fatalf("it ended with %v", missing)
	}
	if made := content(t, dir); len(made) != 0 {
		t.Errorf("%d tables are made of what is not there", len(made))
	}
	if missing = build(1); missing == nil || !slices.Equal(missing.Shards, []process.Shard{{Number: 2, Of: of}}) {
		t.Fatalf("shard 1 needs nothing of shard 2: %v", missing)
	}
	before := len(content(t, dir))
	if before == 0 || before == 2*len(upTo(pieces)) {
		t.Errorf("shard 1 made %d files by itself", before)
	}
	for range pieces + 1 { // each round of 3 pieces
		_ = build(2)
		missing = build(1)
	}
	if made := content(t, dir); missing != nil || len(made) != 2*len(upTo(pieces)) {
		t.Errorf("%d files, want %d: %v", len(made), 2*len(upTo(pieces)), missing)
	}
}

// Each table that a pair depends on is missed if it is not there.
func TestEveryDependencyIsMissed(t *testing.T) {
	dir := built(t, Part{Pieces: 3, Men: 2})
	needed := dependencies([]Material{{Men: 2, TheirMen: 1}, {Men: 1, TheirMen: 2}})
	if len(needed) < 10 {
		t.Errorf("it depends on %v alone", needed)
	}
	for _, m := range needed {
		path := filepath.Join(dir, fileName(m))
		if err := os.Rename(path, path+".away"); err != nil {
			t.Fatal(err)
		}
		var s solutions
		lacks, err := s.load(dir, needed)
		if err != nil || !slices.Equal(lacks, []Material{m}) {
			t.Errorf("without %s: %v, %v", m, lacks, err)
		}
		if err := os.Rename(path+".away", path); err != nil {
			t.Fatal(err)
		}
	}
}

// rewritten is a table that holds the same, and is not the same file.
func rewritten(file []byte) []byte {
	head, body, _ := bytes.Cut(file[:len(file)-crc32.Size], []byte{'\n'})
	other := slices.Concat(head, []byte(" \n"), body)
	return binary.LittleEndian.AppendUint32(other, crc32.ChecksumIEEE(other))
}

func TestWhatIsNotMerged(t *testing.T) {
	whole := built(t, Part{Pieces: 2, Men: 2})
	part := Part{Pieces: 2, Men: 2}
	for what, test := range map[string]struct {
		change func(dir string) error
		want   string
	}{
		"missing": {func(dir string) error { return os.Remove(filepath.Join(dir, "1m0k-1m0k.table")) },
			"1 files are in none of the folders: 1m0k-1m0k.table"},
		"missing who wins": {func(dir string) error { return os.Remove(filepath.Join(dir, "1m0k-1m0k.outcomes")) },
			"1 files are in none of the folders: 1m0k-1m0k.outcomes"},
		"of more pieces": {func(string) error { part.Pieces = 3; return nil }, "files are in none of the folders: "},
		"damaged": {func(dir string) error {
			const name = "1m0k-1m0k.table"
			return os.Truncate(filepath.Join(dir, name), int64(len(content(t, dir)[name])-1))
		}, "1m0k-1m0k.table: it is damaged"},
		"foreign": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "1m0k-1m0k.table"), []byte("{}\n"), 0o600)
		}, `1m0k-1m0k.table: it is of the format ""`},
		"there twice": {func(dir string) error {
			return errors.Join(os.CopyFS(filepath.Join(dir, "too"), os.DirFS(whole)), os.WriteFile(
				filepath.Join(dir, "too", "1m0k-1m0k.table"), rewritten(content(t, whole)["1m0k-1m0k.table"]), 0o600))
		}, "too/1m0k-1m0k.table differ, and both are whole"},
	} {
		part = Part{Pieces: 2, Men: 2}
		dir, to := t.TempDir(), t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		if err := test.change(dir); err != nil {
			t.Fatal(err)
		}
		err := Merge(to, []string{dir, filepath.Join(dir, "too")}, part)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", what, err, test.want)
		}
		if made := content(t, to); len(made) > 0 {
			t.Errorf("%s: %d files were copied", what, len(made))
		}
	}
}
