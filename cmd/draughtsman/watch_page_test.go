package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/service"
)

// TestWatchPage has a film watched with a page, which stays after the film's end. What is corrected there stands in the
// games' file. Who watches without a page does not mind that the address is in use.
func TestWatchPage(t *testing.T) {
	if testing.Short() {
		t.Skip("films a game")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	folder := t.TempDir()
	frames := filepath.Join(folder, "frames")
	if err := filmInto(frames, "11-15", "22-18", "15x22", "25x18"); err != nil {
		t.Fatal(err)
	}
	p := answering(ctx, t, folder, "watch", "--camera", "frames/%04d.jpg", "--pdn", "games.pdn", "--page", "--listen",
		"127.0.0.1:0")
	now := p.until(4)
	if now.Table != service.Watched || now.Robot != "" || now.Turn != "Black" {
		t.Errorf("the state is %+v", now)
	}
	if status, said := p.ask(`{"command":"hint"}`); status != http.StatusConflict || !strings.Contains(said, "two people do") {
		t.Errorf("a hint: %d, %s", status, said)
	}
	if status, said := p.ask(`{"command":"new game","level":"club"}`); status != http.StatusConflict {
		t.Errorf("a game with a level: %d, %s", status, said)
	}
	if status, said := p.get("picture.jpg?overlay=1"); status != http.StatusOK || len(said) < 1000 {
		t.Errorf("the last picture: %d, %.100s", status, said)
	}
	p.obeyed(`{"command":"correct","ply":4,"move":"26x17"}`)
	for name, read := range map[string]func() string{
		"game.pdn":  func() string { _, said := p.get("game.pdn"); return said },
		"games.pdn": func() string { text, _ := os.ReadFile(filepath.Join(folder, "games.pdn")); return string(text) },
	} {
		if text := read(); !strings.Contains(text, "1. 11-15 22-18 2. 15x22 26x17 *") {
			t.Errorf("%s is %s", name, text)
		}
	}

	address := strings.TrimSuffix(strings.TrimPrefix(p.address, "http://"), "/api/v1/state")
	var out, errs strings.Builder
	film := []string{"watch", "--camera", filepath.Join(frames, "%04d.jpg"), "--listen", address}
	if status := run(append(film, "--page"), strings.NewReader(""), &out, &errs); status != 2 ||
		!strings.Contains(errs.String(), "--listen "+address+": ") {
		t.Errorf("with a page: exit status %d, %s", status, &errs)
	}
	if status := run(film, strings.NewReader(""), &out, &errs); status != 0 ||
		!strings.Contains(out.String(), "White (light) moved 25x18.") {
		t.Errorf("without a page: exit status %d, %s", status, &errs)
	}
	p.end()
	if status := p.process.ProcessState.ExitCode(); status != 0 {
		t.Errorf("it ends with status %d", status)
	}
}
