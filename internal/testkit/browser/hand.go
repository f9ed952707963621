package browser

import (
	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Press clicks on an element, which must be there, be enabled, and not be covered.
func (b *Tab) Press(selector string) {
	b.t.Helper()
	b.Until(`(() => { const e = document.querySelector(` + Quoted(selector) + `);
		return e && !e.disabled && e.checkVisibility(); })()`)
	Value[bool](b, `(document.querySelector(`+Quoted(selector)+`).scrollIntoView({block: "start"}), true)`)
	b.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Middle is where the middle of an element is, in pixels of the page's window.
func (b *Tab) Middle(selector string) (x, y float64) {
	b.t.Helper()
	place := Value[[]float64](b, `(() => { const r = document.querySelector(`+Quoted(selector)+`).getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	return place[0], place[1]
}

// Click clicks on the middle of an element, whatever is there.
func (b *Tab) Click(selector string) {
	b.t.Helper()
	x, y := b.Middle(selector)
	b.Do(chromedp.MouseClickXY(x, y))
}

// Drag drags from the middle of an element to that of another one.
func (b *Tab) Drag(from, to string) {
	b.t.Helper()
	fromX, fromY := b.Middle(from)
	toX, toY := b.Middle(to)
	b.Do(chromedp.DragAndDropXY(fromX, fromY, toX, toY))
}

// Touch drags from the middle of one element to that of another with a finger.
func (b *Tab) Touch(from, to string) {
	b.t.Helper()
	x, y := b.Middle(from)
	toX, toY := b.Middle(to)
	for _, step := range []input.DispatchTouchEventParams{
		{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
		{Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: []*input.TouchPoint{{X: (x + toX) / 2, Y: (y + toY) / 2}}},
		{Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: []*input.TouchPoint{{X: toX, Y: toY}}},
		{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
	} {
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, step); err != nil {
			b.t.Fatal(err)
		}
	}
}

// Keys presses keys one after the other: letters and digits, or keys of github.com/chromedp/chromedp/kb.
func (b *Tab) Keys(keys ...string) {
	b.t.Helper()
	for _, key := range keys {
		b.Do(chromedp.KeyEvent(key))
	}
}

// TabTo presses the tab key until what a selector names has the focus.
func (b *Tab) TabTo(selector string) {
	b.t.Helper()
	const most = 200 // elements of a page that can have the focus
	for range most {
		b.Keys(kb.Tab)
		if Value[bool](b, `document.activeElement.matches(`+Quoted(selector)+`)`) {
			return
		}
	}
	b.t.Fatalf("the tab key does not come to %s", selector)
}

// Downloads has the browser keep what it downloads in a folder.
func (b *Tab) Downloads(folder string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{
		Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder}) //nolint:misspell // as the protocol has it
	if err != nil {
		b.t.Fatal(err)
	}
}
