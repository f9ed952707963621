package browser

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Tab is a page in a browser.
type Tab struct {
	t      testing.TB
	ctx    context.Context
	mu     sync.Mutex
	faults []string // what the page wrote to the console, and exceptions
	failed []string // requests of it that were refused, or not answered
}

// hear notes what is written to the console.
func (b *Tab) hear(event any) {
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

// Quiet fails the test if the page has written anything to the console. Requests that were refused stand there, too: a
// page cannot keep a browser from it. Those with one of some texts in their addresses may be.
func (b *Tab) Quiet(refused ...string) {
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

// Do does something in the page.
func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// Open loads the page at an address.
func (b *Tab) Open(address string) {
	b.t.Helper()
	b.Do(chromedp.Navigate(address))
}

// Value is what an expression is worth in a page, or comes to be worth if it is a promise.
func Value[T any](b *Tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, Patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v; the page shows %q", expression, err, b.Sentence())
	}
	return v
}

// Until waits until an expression is true in a page.
func (b *Tab) Until(expression string) {
	b.t.Helper()
	Value[bool](b, `new Promise((resolve) => {
		const look = () => (`+expression+`) ? resolve(true) : setTimeout(look, 20);
		look();
	})`)
}

// Sentence is the large one.
func (b *Tab) Sentence() string {
	said, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector("h1")?.textContent ?? ""`))
	if err != nil {
		return err.Error()
	}
	return said
}

// Says waits until the large sentence has a text in it.
func (b *Tab) Says(text string) {
	b.t.Helper()
	b.Until("document.querySelector('h1').textContent.includes(" + Quoted(text) + ")")
}

// Quoted is a text as a script has it.
func Quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// Dark has the page see a dark screen.
func (b *Tab) Dark() { b.Prefers("color-scheme", "dark") }

// Prefers has the page see that its user has asked the system for something: Prefers("contrast", "more").
func (b *Tab) Prefers(what, value string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-" + what, Value: value}}})
	if err != nil {
		b.t.Fatal(err)
	}
}

// Picture keeps what a page looks like in a folder, as a JPEG, if DRAUGHTSMAN_SCREENSHOTS names one.
func (b *Tab) Picture(name string) {
	b.t.Helper()
	folder := os.Getenv("DRAUGHTSMAN_SCREENSHOTS")
	if folder == "" {
		return
	}
	Value[bool](b, `(scrollTo(0, 0), document.querySelector("main").scrollTo(0, 0), true)`)
	quality := int64(85)
	file, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatJpeg, Quality: &quality})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".jpg"), file.Data, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}
