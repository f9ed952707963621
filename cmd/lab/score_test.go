package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"draughtsman/internal/config"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
)

// scoredLabels are labels of two pictures of one table, and of a desk that is said to have one.
const scoredLabels = `[
  {"file": "start.jpg", "source": "simulated", "setup": "1", %[1]s},
  {"file": "start.jpg", "source": "simulated", "setup": "1", %[1]s},
  {"file": "desk.jpg", "source": "no board", %[1]s}
]`

const startLabel = `"board_size": 8, "play_on": "dark",
   "corners": [[294.9, 159.7], [707.7, 185.6], [714.4, 613.7], [206.1, 567.6]],
   "grid": [".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........", "l.l.l.l.", ".l.l.l.l", "l.l.l.l."]`

// labelledPictures is a folder with start.jpg, desk.jpg and their labels.json.
func labelledPictures(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	layout := world.DefaultLayout()
	layout.Mount = world.Mount{Origin: world.Point(config.ExampleFrame().Origin)}
	told := simulation.Told{Progress: unheard, Warns: io.Discard}
	sim, err := simulation.Start(t.Context(), told, filepath.Join(folder, "table.yaml"), "", config.Example(),
		table.Options{Seed: 1, Speed: math.Inf(1), Layout: layout})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, sim.StillURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	start, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatal(reply.Status, err)
	}
	if err := sim.Close(); err != nil {
		t.Fatal(err)
	}
	var desk strings.Builder
	if err := jpeg.Encode(&desk, image.NewGray(image.Rect(0, 0, 960, 720)), nil); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"start.jpg": string(start), "desk.jpg": desk.String(), "labels.json": fmt.Sprintf(scoredLabels, startLabel),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestScore holds what is read in pictures against their labels, cold and with one picture of each setup.
func TestScore(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many pictures")
	}
	folder := labelledPictures(t)
	labels := filepath.Join(folder, "labels.json")
	for args, want := range map[string][]string{
		"": {
			`^ +simulated +2 +100\.0 % +0\.0 % +0 +100\.0 % +0\.0 % +0 +0 +0 +0 +100\.0 % +0/0 +0 +\d+ +\d+$`,
			`^ +no board +1 +0\.0 % +0\.0 % +1 +– +– +0 +0 +0 +0 +0\.0 % +0/0 +0 +\d+ +\d+$`,
			`^ +all +3 `, `^1 refused: nothing looks like a board of squares$`,
		},
		"--calibrate-with first-of-setup": {
			`^ +simulated +1 +100\.0 % +0\.0 % +0 +100\.0 % +0\.0 % +0 +0 +0 +0 +100\.0 % `,
			`^left out: 1 of no board, as no picture of their setup is left beside the calibration.s$`,
		},
		"--calibrate-with each-of-setup --overlay " + filepath.Join(folder, "seen"): {
			`^ +simulated +2 +100\.0 % +0\.0 % +0 +100\.0 % +0\.0 % +0 +0 +0 +0 +100\.0 % `,
		},
	} {
		var out, errs strings.Builder
		if status := run(append([]string{"score", labels}, strings.Fields(args)...), &out, &errs); status != 0 {
			t.Fatalf("%s: status %d, %s", args, status, errs.String())
		}
		for _, line := range want {
			if !regexp.MustCompile(`(?m)` + line).MatchString(out.String()) {
				t.Errorf("%s: %q is not in\n%s", args, line, out.String())
			}
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "seen", "start.png")); err != nil {
		t.Error(err)
	}
	var out, errs strings.Builder
	args := []string{"score", "--json", labels, labels, "--calibrate-with", "first-of-setup"}
	if status := run(args, &out, &errs); status != 0 {
		t.Fatal(errs.String())
	}
	var all scored
	if err := json.Unmarshal([]byte(out.String()), &all); err != nil {
		t.Fatal(err)
	}
	last := all.Totals[len(all.Totals)-1]
	if last.Source != "all" || last.Pictures != 2 || last.Found != 2 || last.Wrong != 0 ||
		len(all.LeftOut) != 2 || all.LeftOut[0].Setup != "desk.jpg" {
		t.Errorf("%+v, left out: %+v", last, all.LeftOut)
	}
}

// TestScoreRefuses names what cannot be scored.
func TestScoreRefuses(t *testing.T) {
	folder := t.TempDir()
	large, other := filepath.Join(folder, "large"), filepath.Join(folder, "other.json")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 2<<30); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{other}, 1, "other.json: no such file or directory"},
		{[]string{large}, 1, "large is larger than any file with labels of pictures, which has 64 MB at most: name another " +
			"file"},
		{[]string{other, "--calibrate-with", "luck"}, 2,
			"--calibrate-with luck: want first-of-setup, second-of-setup, third-of-setup, each-of-setup"},
		{[]string{other, "--squares", "3"}, 2, "--squares 3: boards have 5 to 14 squares along an edge"},
	} {
		var out, errs strings.Builder
		if status := run(append([]string{"score"}, c.args...), &out, &errs); status != c.status ||
			!strings.Contains(errs.String(), c.want) {
			t.Errorf("%q: status %d, %s", c.args, status, errs.String())
		}
	}
}
