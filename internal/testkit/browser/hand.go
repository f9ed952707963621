package browser

import (
	"github.com/chromedp/chromedp"
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

// Keys presses keys one after the other: letters and digits, or keys of github.com/chromedp/chromedp/kb.
func (b *Tab) Keys(keys ...string) {
	b.t.Helper()
	for _, key := range keys {
		b.Do(chromedp.KeyEvent(key))
	}
}
