package endgame_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/endgame"
)

// built is a folder with the tables of so many pieces.
func built(t testing.TB, pieces int) string {
	t.Helper()
	dir := t.TempDir()
	if err := endgame.Build(context.Background(), dir, pieces, 2, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

func opened(t testing.TB, dir string) *endgame.Tables {
	t.Helper()
	tables, err := endgame.Open(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// The counts with Black to move are known from other programs' tables.
func TestCounts(t *testing.T) {
	type count struct{ Won, Drawn, Lost int }
	got := map[int]count{}
	for _, s := range opened(t, built(t, 3)).Summaries() {
		c := got[s.Material.Pieces()]
		got[s.Material.Pieces()] = count{c.Won + s.Won, c.Drawn + s.Drawn, c.Lost + s.Lost}
	}
	want := map[int]count{2: {716, 2370, 402}, 3: {100250, 8477, 87305}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestShippedTablesAreThoseThatAreBuilt(t *testing.T) {
	mine := opened(t, built(t, 3)).Summaries()
	shipped := endgame.Shipped().Summaries()
	if diff := cmp.Diff(mine, shipped[:len(mine)]); diff != "" {
		t.Errorf("(-built +shipped)\n%s", diff)
	}
	if endgame.Shipped().Pieces() != 4 || len(shipped) != 41 {
		t.Errorf("%d tables of up to %d pieces are shipped, want 41 of 4", len(shipped), endgame.Shipped().Pieces())
	}
}

func TestShippedTablesAreRight(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies six million positions; not with -short")
	}
	last := endgame.Progress{}
	err := endgame.Shipped().Check(context.Background(), 2, func(p endgame.Progress) { last = p })
	if err != nil {
		t.Error(err)
	}
	if last.Done != last.Total || last.Total != 3488+196032+6209316 {
		t.Errorf("checked %d of %d positions", last.Done, last.Total)
	}
}

// Played by the tables, no win of up to 4 pieces is spoilt by the 40-move rule.
func TestShippedWinsAreInTime(t *testing.T) {
	for _, s := range endgame.Shipped().Summaries() {
		if s.Quiet >= 80 {
			t.Errorf("%s: up to %d plies without a capture or a man's move", s.Material, s.Quiet)
		}
	}
}

func TestAnInterruptedBuildGoesOn(t *testing.T) {
	whole, dir := built(t, 3), t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	err := endgame.Build(ctx, dir, 3, 1, func(p endgame.Progress) {
		if p.Material.Pieces() == 3 && p.Material.Men == 1 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the build ended with %v", err)
	}
	some := files(t, dir)
	if n := len(some); n == 0 || n >= len(files(t, whole)) {
		t.Fatalf("%d files were written before the interruption", n)
	}
	var kept string
	for name := range some {
		kept = filepath.Join(dir, name)
	}
	before, err := os.Stat(kept)
	if err != nil {
		t.Fatal(err)
	}
	var progress []endgame.Progress
	if err := endgame.Build(context.Background(), dir, 3, 2,
		func(p endgame.Progress) { progress = append(progress, p) }); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(kept); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("%s was made again (%v)", kept, err)
	}
	if diff := cmp.Diff(files(t, whole), files(t, dir)); diff != "" {
		t.Error("the interrupted build made other tables")
	}
	if last := progress[len(progress)-1]; last.Done != last.Total {
		t.Errorf("at the end %d of %d positions are done", last.Done, last.Total)
	}
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(content)
	}
	return all
}

// Tables that were made before there were files that say who wins get them.
func TestMissingOutcomesAreMade(t *testing.T) {
	dir := built(t, 3)
	want := files(t, dir)
	for name := range want {
		if strings.HasSuffix(name, ".outcomes") {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := endgame.Open(dir, 1); err == nil || !strings.Contains(err.Error(), "building the tables again") {
		t.Errorf("opening without outcomes: %v", err)
	}
	if err := endgame.Build(context.Background(), dir, 3, 2, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Error("the second build made other files")
	}
}

func TestDamagedTablesAreRefusedByName(t *testing.T) {
	for _, suffix := range []string{".table", ".outcomes"} {
		refusesDamaged(t, suffix)
	}
}

func refusesDamaged(t *testing.T, suffix string) {
	name := "0m1k-1m0k" + suffix
	dir := built(t, 2)
	path := filepath.Join(dir, name)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(filepath.Join(dir, "1m0k-0m1k"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	flipped := func(i int) []byte {
		c := slices.Clone(whole)
		c[i] ^= 0x10
		return c
	}
	for what, content := range map[string][]byte{
		"empty":              {},
		"cut in the head":    whole[:20],
		"cut in the index":   whole[:len(whole)/3],
		"cut at the end":     whole[:len(whole)-1],
		"with more":          append(slices.Clone(whole), 0),
		"changed in the mid": flipped(len(whole) / 2),
		"changed at the end": flipped(len(whole) - 1),
		"another version":    []byte(strings.Replace(string(whole), " 1\"", " 9\"", 1)),
		"another table":      other,
		"not a table":        []byte("{}\n"),
	} {
		t.Run(what+suffix, func(t *testing.T) {
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := endgame.Open(dir, 1); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("opening: %v", err)
			}
			err := endgame.Build(context.Background(), dir, 2, 1, nil)
			if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "delete it") {
				t.Errorf("building: %v", err)
			}
		})
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := endgame.Open(dir, 1); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("opening without %s: %v", name, err)
	}
}
