package score_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/vision/score"
)

var label = score.Label{
	File: "a.jpg", Source: "here", Setup: "one", Squares: 4, PlayOn: "dark",
	Corners: [4][2]float64{{100, 100}, {500, 100}, {500, 500}, {100, 500}},
	Grid:    []string{".d.D", "?...", "...l", "L.l."},
}

func seen(corners [4][2]float64, grid ...string) score.Answer {
	return score.Answer{Squares: 4, Corners: corners, Grid: grid, PlayOn: "dark"}
}

func TestJudge(t *testing.T) {
	turned := [4][2]float64{{500, 100}, {500, 500}, {100, 500}, {100, 100}}
	for _, c := range []struct {
		name   string
		answer score.Answer
		want   score.Mark
	}{
		{
			"all right", seen(label.Corners, ".d.D", "d...", "...l", "L.l."),
			score.Mark{Verdict: score.Found, Labelled: 15, Right: 15, Kings: 2, KingsRight: 2, PlayOnRight: true, Whole: true},
		},
		{
			"from another corner", seen(turned, "D.l.", "...l", "d...", ".?.L"),
			score.Mark{Verdict: score.Found, Labelled: 15, Right: 15, Kings: 2, KingsRight: 2, PlayOnRight: true, Whole: true},
		},
		{
			"kings read as men, and one that is none", seen(label.Corners, ".D.d", "....", "...l", "l.l."),
			score.Mark{Verdict: score.Found, Labelled: 15, Right: 12, Mistakes: score.Mistakes{King: 3}, Kings: 2, KingsFalse: 1,
				PlayOnRight: true},
		},
		{
			"some wrong, one unsure", seen(label.Corners, ".l.D", ".l..", "...?", "L..."),
			score.Mark{Verdict: score.Found, Labelled: 15, Right: 11, Unsure: 1,
				Mistakes: score.Mistakes{Missed: 1, Ghost: 1, Side: 1}, Kings: 2, KingsRight: 2, PlayOnRight: true},
		},
		{
			"not read", score.Answer{Squares: 4, Corners: label.Corners},
			score.Mark{Verdict: score.Found, Labelled: 15, Kings: 2},
		},
		{
			"a corner too far off", seen([4][2]float64{{100, 130}, {500, 100}, {500, 500}, {100, 500}}),
			score.Mark{Verdict: score.Wrong, Off: 0.3, Labelled: 15, Kings: 2},
		},
		{
			"another size", score.Answer{Squares: 6, Corners: label.Corners},
			score.Mark{Verdict: score.Wrong, Off: math.Inf(1), Labelled: 15, Kings: 2},
		},
		{
			"refused", score.Answer{Refused: "no board"},
			score.Mark{Verdict: score.Refused, Reason: "no board", Off: math.Inf(1), Labelled: 15, Kings: 2},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Source, c.want.File = label.Source, label.File
			got := score.Judge(label, c.answer)
			if math.Abs(got.Off-c.want.Off) < 1e-9 {
				got.Off = c.want.Off
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTable(t *testing.T) {
	marks := []score.Mark{
		{Source: "photos", Verdict: score.Found, Labelled: 64, Right: 64, Kings: 1, KingsRight: 1, KingStyle: "stack",
			Whole: true, Elapsed: 90 * time.Millisecond},
		{Source: "photos", Verdict: score.Found, Labelled: 64, Right: 59, Unsure: 2, KingsFalse: 1,
			Mistakes: score.Mistakes{King: 1, Ghost: 2},
			Elapsed:  110 * time.Millisecond},
		{Source: "photos", Verdict: score.Refused, Reason: "nothing looks like a board", Labelled: 64,
			Elapsed: 300 * time.Millisecond},
		{Source: "renders", Verdict: score.Wrong, Labelled: 100, Elapsed: 80 * time.Millisecond},
	}
	var table strings.Builder
	if err := score.Write(&table, score.Totals(marks)); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), table.String()); diff != "" {
		t.Error(diff)
	}
}

func TestLoad(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "stills")
	if err := os.Mkdir(directory, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(directory, "labels.json")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"file": "1.jpg", "board_size": 2, "corners": [[0,0],[9,0],[9,9],[0,9]], "grid": [".l", "d."], "view": "oblique", "other": 1}]`)
	got, err := score.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []score.Label{{
		File: "1.jpg", Source: "stills oblique", Setup: "1.jpg", Squares: 2, View: "oblique",
		Corners: [4][2]float64{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, Grid: []string{".l", "d."},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for text, says := range map[string]string{
		`{}`: "not a list of labels",
		`[{"board_size": 2, "grid": ["..", ".."]}]`:                "label 1: no file",
		`[{"file": "1.jpg", "board_size": 3, "grid": ["..."]}]`:    "1 rows for a board of 3",
		`[{"file": "1.jpg", "board_size": 2, "grid": ["..","."]}]`: "1 squares in row 2",
	} {
		write(text)
		if _, err := score.Load(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s gives the error %v, not one with %q", text, err, says)
		}
	}
	if _, err := score.Load(filepath.Join(directory, "nothing.json")); err == nil {
		t.Error("a file that is not there can be read")
	}
}
