// Package browser drives a real browser for the tests of pages: as a person does, by what is pressed, pointed at and
// typed, and by what can be read.
package browser

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a page may take to come to what a test waits for.
const Patience = 60 * time.Second

// chromium is the browser of the page's tests: Debian's package chromium, or another of that family.
func chromium(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "the page is tried in Chromium, which is not installed: .build/install-deps chromium"
	if os.Getenv("CI") == "true" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// Opener opens an empty page of a size in a browser.
type Opener func(t testing.TB, width, height int) *Tab

// Start starts a browser, which ends with the test. A test that is to be short is skipped, as is one where no browser
// is installed.
func Start(t testing.TB) Opener {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time: make page")
	}
	options := slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{chromedp.NoSandbox,
		chromedp.IgnoreCertErrors, // of servers whose certificate a test has made
		// Pages may use the camera, which shows a green ground with a clock on it.
		chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true),
		chromedp.ExecPath(chromium(t)), chromedp.UserDataDir(t.TempDir())})
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	browser, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return func(t testing.TB, width, height int) *Tab {
		t.Helper()
		ctx, cancel := chromedp.NewContext(browser)
		t.Cleanup(cancel)
		b := &Tab{t: t, ctx: ctx}
		if err := chromedp.Listen(ctx, b.hear); err != nil {
			t.Fatal(err)
		}
		b.Do(chromedp.EmulateViewport(int64(width), int64(height)))
		return b
	}
}

// Await waits until something is so.
func Await(t *testing.T, so func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	looks := time.NewTicker(5 * time.Millisecond)
	defer looks.Stop()
	for !so() {
		select {
		case <-looks.C:
		case <-ctx.Done():
			t.Fatal("it does not come to that")
		}
	}
}
