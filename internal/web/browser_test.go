package web_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take to come to what a test waits for.
const patience = 60 * time.Second

// chromium is the browser of the page's tests: Debian's package chromium, or another of that family.
func chromium(t *testing.T) string {
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

// tab is a page in a browser.
type tab struct {
	t      *testing.T
	ctx    context.Context
	mu     sync.Mutex
	faults []string // what the page wrote to the console, and exceptions
	failed []string // requests of it that were refused, or not answered
}

// opener opens a page of a size in a browser.
type opener func(t *testing.T, width, height int) *tab

// browse starts a browser.
func browse(t *testing.T) opener {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time: make page")
	}
	options := slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{chromedp.NoSandbox,
		chromedp.ExecPath(chromium(t)), chromedp.UserDataDir(t.TempDir())})
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	browser, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return func(t *testing.T, width, height int) *tab {
		t.Helper()
		ctx, cancel := chromedp.NewContext(browser)
		t.Cleanup(cancel)
		b := &tab{t: t, ctx: ctx}
		if err := chromedp.Listen(ctx, b.hear); err != nil {
			t.Fatal(err)
		}
		b.do(chromedp.EmulateViewport(int64(width), int64(height)))
		return b
	}
}

// hear notes what is written to the console.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.faults = append(b.faults, text)
	case *runtime.EventConsoleAPICalled:
		b.faults = append(b.faults, string(e.Type))
	case *log.EventEntryAdded:
		if e.Entry.Source == "network" {
			b.failed = append(b.failed, e.Entry.URL)
			return
		}
		b.faults = append(b.faults, e.Entry.Text)
	}
}

// quiet fails the test if the page has written anything to the console. Requests that were refused stand there, too: a
// page cannot keep a browser from it.
func (b *tab) quiet(refused ...string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, fault := range b.faults {
		b.t.Errorf("the console has: %s", fault)
	}
	for _, address := range b.failed {
		if !slices.ContainsFunc(refused, func(part string) bool { return strings.Contains(address, part) }) {
			b.t.Errorf("a request was not answered: %s", address)
		}
	}
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// value is what an expression is worth in a page.
func value[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v; the page shows %q", expression, err, b.sentence())
	}
	return v
}

// until waits until an expression is true in a page.
func (b *tab) until(expression string) {
	b.t.Helper()
	value[bool](b, `new Promise((resolve) => {
		const look = () => (`+expression+`) ? resolve(true) : setTimeout(look, 20);
		look();
	})`)
}

// sentence is the large one.
func (b *tab) sentence() string {
	said, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector("h1")?.textContent ?? ""`))
	if err != nil {
		return err.Error()
	}
	return said
}

// says waits until the large sentence has a text in it.
func (b *tab) says(text string) {
	b.t.Helper()
	b.until("document.querySelector('h1').textContent.includes(" + quoted(text) + ")")
}

// quoted is a text as a script has it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// press clicks on an element, which must be there, be enabled, and not be covered.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.until(`(() => { const e = document.querySelector(` + quoted(selector) + `);
		return e && !e.disabled && e.checkVisibility(); })()`)
	value[bool](b, `(document.querySelector(`+quoted(selector)+`).scrollIntoView({block: "start"}), true)`)
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// dark has the page see a dark screen.
func (b *tab) dark() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	if err != nil {
		b.t.Fatal(err)
	}
}

// picture keeps what a page looks like in a folder, if DRAUGHTSMAN_SCREENSHOTS names one.
func (b *tab) picture(name string) {
	b.t.Helper()
	folder := os.Getenv("DRAUGHTSMAN_SCREENSHOTS")
	if folder == "" {
		return
	}
	file, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), file, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// await waits until something is so.
func await(t *testing.T, so func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
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
