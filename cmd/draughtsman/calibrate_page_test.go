package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/config"
	"draughtsman/internal/service"
	"draughtsman/internal/table"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/browser"
)

// benchSeed is the seed of the table that is calibrated in both ways.
const benchSeed = 11

// benchTable is a simulated table that is described in a file and not calibrated.
type benchTable struct {
	*table.Table
	t      *testing.T
	config string
	discs  []world.Disc // that were put aside
}

// newBench sets a table up. What is changed is its description.
func newBench(t *testing.T, changes ...func(*table.Table, *config.Table)) *benchTable {
	t.Helper()
	tb, err := table.Start(t.Context(), table.Options{Seed: benchSeed, Speed: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tb.Close(); err != nil {
			t.Error(err)
		}
	})
	described := config.Example()
	described.Camera.Source, described.Arm.Port = tb.CameraURL(), tb.PortPath()
	described.Calibration = "calibration.yaml"
	for _, change := range changes {
		change(tb, &described)
	}
	b := &benchTable{Table: tb, t: t, config: filepath.Join(t.TempDir(), "table.yaml")}
	if err := described.Save(b.config, "A table."); err != nil {
		t.Fatal(err)
	}
	return b
}

// tip is where the arm's tip really is, in the arm's coordinates.
func (b *benchTable) tip() world.Point { return b.Layout().Mount.ToArm(b.Snapshot().Tool.At) }

// middle is where the middle of a square really is, in the arm's coordinates.
func (b *benchTable) middle(square int) world.Point {
	return b.Layout().Mount.ToArm(b.Layout().Centre(checkers.Square(square)))
}

// clear puts all discs aside, and back puts them back.
func (b *benchTable) clear() {
	b.Do(func(s *world.State) { b.discs, s.Discs = s.Discs, nil })
}

func (b *benchTable) back() {
	b.Do(func(s *world.State) { s.Discs = b.discs })
}

// corners are where the board's corners are really seen, px: a pinhole with one radial term, from the scene's camera.
func (b *benchTable) corners() (seen [4]calibration.Pixel) {
	o := scene.DefaultOptions()
	c := o.Camera
	type vector = [3]float64
	dot := func(a, b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
	cross := func(a, b vector) vector {
		return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	unit := func(a vector) vector {
		l := math.Sqrt(dot(a, a))
		return vector{a[0] / l, a[1] / l, a[2] / l}
	}
	forward := unit(vector{c.LookAt.X - c.Eye.X, c.LookAt.Y - c.Eye.Y, c.LookAt.Z - c.Eye.Z})
	right := unit(cross(forward, vector{0, 0, 1}))
	down := cross(forward, right)
	sin, cos := math.Sincos(c.Turn)
	half := b.Layout().Half()
	for i, p := range [4][2]float64{{-half, half}, {half, half}, {half, -half}, {-half, -half}} {
		d := vector{p[0] - c.Eye.X, p[1] - c.Eye.Y, -c.Eye.Z}
		z := dot(d, forward)
		across, along := dot(d, right)/z, dot(d, down)/z
		x, y := across*cos+along*sin, along*cos-across*sin
		k := 1 + c.K1*(x*x+y*y)
		seen[i] = calibration.Pixel{X: float64(o.Width-1)/2 + c.FocalPX*k*x, Y: float64(o.Height-1)/2 + c.FocalPX*k*y}
	}
	return seen
}

// errors of a calibration against the truth.
type calibrationErrors struct{ cornerPX, cornerMM, armMM float64 }

// judge holds a calibration file against the truth: the corner that is worst, and the square that the arm misses most.
func (b *benchTable) judge(path string) (worst calibrationErrors) {
	b.t.Helper()
	made, err := calibration.Load(path)
	if err != nil {
		b.t.Fatal(err)
	}
	if made.Arm == nil || made.Colours == nil {
		b.t.Fatalf("%s knows no arm, or no pieces", path)
	}
	for i, on := range made.Board.Corners() {
		seen, has := b.corners()[i], made.Camera.Project(on)
		worst.cornerPX = max(worst.cornerPX, math.Hypot(seen.X-has.X, seen.Y-has.Y))
		at, err := made.Camera.Locate(seen, 0)
		if err != nil {
			b.t.Fatal(err)
		}
		worst.cornerMM = max(worst.cornerMM, math.Hypot(at.X-on.X, at.Y-on.Y))
	}
	for square := 1; square <= made.Board.Squares*made.Board.Squares/2; square++ {
		on, err := made.Board.Square(square)
		if err != nil {
			b.t.Fatal(err)
		}
		has, is := made.Arm.ToArm(on), b.middle(square)
		worst.armMM = max(worst.armMM, math.Hypot(math.Hypot(has.X-is.X, has.Y-is.Y), has.Z-is.Z))
	}
	return worst
}

// besideIt runs the program beside the test, and returns its keyboard, what it writes, and its exit status.
func besideIt(t *testing.T, args ...string) (keys io.Writer, written *screen, status <-chan int) {
	t.Helper()
	in, keyboard := io.Pipe()
	out, writes := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(args, in, writes, writes)
		_ = writes.Close()
		_ = in.Close()
	}()
	t.Cleanup(func() { _ = keyboard.Close() })
	return keyboard, newScreen(out), ended
}

// calibratePage is the page that calibrates a table, in a browser.
type calibratePage struct {
	*browser.Tab
	*benchTable
	status  <-chan int
	written *screen
	address string
}

var calibratedAt = regexp.MustCompile(`http://\S+/calibrate`)

// browse calibrates a table in a browser.
func (b *benchTable) browse(open browser.Opener, width, height int, flags ...string) *calibratePage {
	b.t.Helper()
	_, written, status := besideIt(b.t, append([]string{"calibrate", "--page", "--listen", "127.0.0.1:0", "--config",
		b.config}, flags...)...)
	if !written.await("/calibrate\n") {
		b.t.Fatalf("it says nowhere where the page is: %s", written.text())
	}
	p := &calibratePage{Tab: open(b.t, width, height), benchTable: b, status: status, written: written,
		address: calibratedAt.FindString(written.text())}
	p.Open(p.address)
	p.session("lens")
	return p
}

// end ends the calibration, and waits for the program.
func (p *calibratePage) end(want int) {
	p.t.Helper()
	browser.Value[bool](p.Tab, `fetch("/api/v1/calibration/commands", {method: "POST",
		headers: {"Content-Type": "application/json"}, body: '{"command":"end"}'}).then(() => true)`)
	if got := <-p.status; got != want {
		p.t.Errorf("exit status %d, want %d: %s", got, want, p.written.text())
	}
}

// session waits for a session.
func (p *calibratePage) session(name string) {
	p.t.Helper()
	p.comesTo(`!s.busy && document.querySelector('[data-open="` + name + `"][aria-current]')`)
}

// idle waits until nothing is being done.
func (p *calibratePage) idle() {
	p.t.Helper()
	p.comesTo(`!s.busy && !document.querySelector("#skip").disabled`)
}

// comesTo waits until something is so in the page, and of the state s. A board is looked for as long as it takes: on a
// busy computer that is minutes.
func (p *calibratePage) comesTo(so string) {
	p.t.Helper()
	const attempts = 15
	for range attempts {
		if browser.Value[bool](p.Tab, `(async () => {
			for (const began = performance.now(); performance.now() - began < 20000;) {
				const answer = await (window.real ?? fetch)("/api/v1/calibration").catch(() => null);
				const s = await answer?.json();
				if (s && (`+so+`)) return true;
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			return false;
		})()`) {
			return
		}
	}
	p.t.Fatalf("it does not come to that: %s; the page shows %q, with the refusal %q, of the state %s", so, p.Sentence(),
		browser.Value[string](p.Tab, `document.querySelector("#refusal").textContent`),
		browser.Value[string](p.Tab, `(window.real ?? fetch)("/api/v1/calibration").then((answer) => answer.text())`))
}

// toBoard leaves the lens out, and waits until the board is found.
func (p *calibratePage) toBoard() {
	p.t.Helper()
	p.Press("#skip")
	p.session("board")
	p.comesTo(`s.board.side_known && document.querySelector("#board-fit").textContent.includes("found")`)
}

// toArm takes the board as it is found and homes the arm.
func (p *calibratePage) toArm() {
	p.t.Helper()
	p.toBoard()
	p.Press(`[data-command="accept"]`)
	p.session("arm")
	p.clear()
	p.Press(`[data-command="home"]`)
	p.Press("#sure-yes")
	p.comesTo(`!document.querySelector("#steering").hidden`)
	p.idle()
}

// pixel is where a pixel of the picture is in the window.
func (p *calibratePage) pixel(at calibration.Pixel) (x, y float64) {
	p.t.Helper()
	place := browser.Value[[]float64](p.Tab, fmt.Sprintf(`(() => { const q = new DOMPoint(%f, %f).matrixTransform(
		document.querySelector("#corners").getScreenCTM()); return [q.x, q.y]; })()`, at.X, at.Y))
	return place[0], place[1]
}

// handle is where a corner's handle is, in pixels of the picture.
func (p *calibratePage) handle(corner int) (at calibration.Pixel) {
	p.t.Helper()
	text := browser.Value[string](p.Tab, fmt.Sprintf(`document.querySelector('[data-corner="%d"]').getAttribute("transform")`,
		corner))
	if _, err := fmt.Sscanf(text, "translate(%f %f)", &at.X, &at.Y); err != nil {
		p.t.Fatal(text, err)
	}
	return at
}

// drag drags a corner's handle to a pixel of the picture, as exactly as a mouse has it, and waits until that is known.
func (p *calibratePage) drag(corner int, to calibration.Pixel) {
	p.t.Helper()
	fromX, fromY := p.pixel(p.handle(corner))
	toX, toY := p.pixel(to)
	p.Do(chromedp.DragAndDropXY(fromX, fromY, math.Round(toX), math.Round(toY)))
	p.comesTo(fmt.Sprintf(`Math.hypot(s.board.corners[%d]?.[0] - %f, s.board.corners[%d]?.[1] - %f) < 2`, corner, to.X,
		corner, to.Y))
}

// acceptsWhileACornerMoves takes the board as it is marked before the server has heard of the last step of a corner.
func (p *calibratePage) acceptsWhileACornerMoves() {
	p.t.Helper()
	p.Until(`!document.querySelector('[data-command="accept"]').disabled`)
	browser.Value[bool](p.Tab, `(() => {
		const fetched = window.fetch;
		window.told = [];
		window.fetch = async (url, o) => {
			const name = JSON.parse(o?.body ?? "{}").command;
			if (name === "corner") await new Promise((resolve) => { window.hear = resolve; });
			if (name) window.told.push(name);
			if (name === "accept") window.fetch = fetched;
			return fetched(url, o);
		};
		const key = new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true});
		document.querySelector('[data-corner="0"]').dispatchEvent(key);
		document.querySelector('[data-command="accept"]').click();
		setTimeout(() => window.hear());
		return true;
	})()`)
	p.Until(`window.told.includes("accept")`)
	if told := browser.Value[[]string](p.Tab, `window.told`); !slices.Equal(told, []string{"corner", "accept"}) {
		p.t.Errorf("the server is told %q", told)
	}
}

// saysWhichCornerIsOff takes a board of which a corner lies beside the board's, and puts it back.
func (p *calibratePage) saysWhichCornerIsOff(at calibration.Pixel) {
	p.t.Helper()
	p.drag(1, calibration.Pixel{X: at.X + 9, Y: at.Y - 8})
	p.Press(`[data-command="accept"]`)
	p.comesTo(`/^B, top right corner: 1[0-4] px outside the board/.test(document.querySelector("#more").textContent)`)
	p.Until(`document.querySelector("figure svg").getBoundingClientRect().width > 100`)
	p.Picture("calibrate-board-off")
	p.drag(1, at)
	p.comesTo(`document.querySelector("#more").hidden`)
}

// way is the button of the pad that leads along an axis.
func way(axis string, far float64) string {
	if far < 0 {
		return `[data-way="` + axis + `-"]`
	}
	return `[data-way="` + axis + `+"]`
}

// down presses the mouse on an element of the pad, and up lets go of it.
func (p *calibratePage) down(selector string) (x, y float64) {
	p.t.Helper()
	browser.Value[bool](p.Tab, `(document.querySelector(`+browser.Quoted(selector)+`).scrollIntoView({block: "nearest"}), true)`)
	x, y = p.Middle(selector)
	p.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, chromedp.ButtonNone),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	return x, y
}

func (p *calibratePage) up(x, y float64) {
	p.t.Helper()
	p.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// step chooses the size of a step.
func (p *calibratePage) step(mm float64) {
	p.t.Helper()
	p.Press(fmt.Sprintf(`#step-sizes input[value="%g"]`, mm))
}

// steer holds buttons of the pad until the tip is at a place of an axis, as a person does who sees where it is.
func (p *calibratePage) steer(axis string, to float64, of func(world.Point) float64) {
	p.t.Helper()
	const near = 0.06 // mm
	size := 0.0
	for {
		far := to - of(p.tip())
		if math.Abs(far) < near {
			return
		}
		best := 0.1
		for _, s := range []float64{0.5, 1, 5, 10} {
			if math.Abs(far) > 2.5*s {
				best = s
			}
		}
		if best != size {
			size = best
			p.step(size)
		}
		began := p.tip()
		x, y := p.down(way(axis, far))
		browser.Await(p.t, func() bool { // it has moved, and goes on until it is near
			now := to - of(p.tip())
			return p.tip() != began && (math.Abs(now) <= 3*size || now*far < 0)
		})
		p.up(x, y)
		p.still()
	}
}

// still waits until the step that is on its way is done and would have been followed by another one.
func (p *calibratePage) still() {
	p.t.Helper()
	p.comesTo(`document.querySelector(".pad .held") === null`)
	browser.Value[bool](p.Tab, `(window.since = performance.now(), true)`)
	p.Until(`performance.now() - window.since > 200`)
	p.idle()
}

// touch steers the tip to the middle of a square, and takes the point.
func (p *calibratePage) touch(square int) {
	p.t.Helper()
	to := p.middle(square)
	x, y, z := func(a world.Point) float64 { return a.X }, func(a world.Point) float64 { return a.Y },
		func(a world.Point) float64 { return a.Z }
	p.steer("x", to.X, x)
	p.steer("y", to.Y, y)
	p.steer("z", to.Z, z)
	p.Press(`[data-command="touch"]`)
	p.Until(fmt.Sprintf(`document.querySelector("#touches").textContent.includes("Square %d")`, square))
	p.idle()
	p.steer("z", to.Z+30, z)
}

// A table is calibrated in a browser from the beginning to the check, and as well as at the terminal.
func TestCalibrateInTheBrowser(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	axe := browser.NewAxe(t)
	b := newBench(t)
	p := b.browse(open, 1440, 900)
	axe.Look(p.Tab, "the lens")
	p.Picture("calibrate-lens")
	p.toBoard()
	p.Picture("calibrate-board-found")
	axe.Look(p.Tab, "the board")
	truth := b.corners()
	for i, at := range truth {
		p.drag(i, calibration.Pixel{X: at.X + []float64{60, -70, 50, 40}[i], Y: at.Y + []float64{50, 40, -60, -45}[i]})
	}
	p.Picture("calibrate-board-wrong")
	p.acceptsWhileACornerMoves()
	p.comesTo(`document.querySelector("#more").textContent.length > 0`)
	for i, at := range truth {
		p.drag(i, at)
	}
	p.Picture("calibrate-board")
	p.saysWhichCornerIsOff(truth[1])
	p.Press(`[data-command="accept"]`)
	p.session("arm")
	p.Press(`[data-open="pieces"]`)
	p.session("pieces")
	p.Press(`[data-command="learn"]`)
	p.idle()
	p.Until(`document.querySelectorAll("#margins dd.fine").length === 3`)
	p.Picture("calibrate-pieces")
	axe.Look(p.Tab, "the pieces")
	p.Press("#skip")
	p.session("arm")
	b.clear()
	p.Press(`[data-command="home"]`)
	p.Picture("calibrate-home")
	axe.Look(p.Tab, "the arm that homes")
	p.Press("#sure-yes")
	p.comesTo(`!document.querySelector("#steering").hidden`)
	p.idle()
	for i, square := range config.Example().CornerSquares() {
		if i == 1 { // the tip has not moved away from the first square
			p.Press(`[data-command="touch"]`)
			p.Until(`document.querySelector("#refusal").textContent.includes("Square 29 cannot be there")`)
		}
		p.touch(square)
		if i == 1 {
			p.Picture("calibrate-arm")
			axe.Look(p.Tab, "the arm")
		}
	}
	p.Until(`document.querySelector("#arm-worth").textContent.includes("mm of every square's middle")`)
	p.Picture("calibrate-arm-done")
	p.Press(`[data-command="done"]`)
	p.Press("#sure-yes")
	p.session("delay")
	p.Press("#skip")
	p.session("check")
	b.back()
	p.Press(`[data-command="check"]`)
	p.comesTo(`document.querySelectorAll("#report .fine").length === 4`)
	p.Says("Everything holds.")
	p.Picture("calibrate-check")
	axe.Look(p.Tab, "the check")
	p.Quiet("commands")
	p.end(0)
	if collisions := b.Counts().Collisions; collisions > 0 {
		t.Errorf("%d collisions", collisions)
	}

	other := newBench(t)
	other.dialogue()
	folder := func(b *benchTable) string { return filepath.Join(filepath.Dir(b.config), "calibration.yaml") }
	inBrowser, atTerminal := b.judge(folder(b)), other.judge(folder(other))
	t.Logf("%-10s %-22s %s", "", "worst corner", "worst square of the arm")
	for _, made := range []struct {
		how string
		calibrationErrors
	}{{"browser", inBrowser}, {"terminal", atTerminal}} {
		t.Logf("%-10s %5.2f px  %5.2f mm      %5.2f mm", made.how, made.cornerPX, made.cornerMM, made.armMM)
	}
	if inBrowser.cornerPX > atTerminal.cornerPX+worseCornerPX || inBrowser.armMM > atTerminal.armMM+worseArmMM {
		t.Errorf("it is worse by more than %.1f px or %.1f mm", worseCornerPX, worseArmMM)
	}
}

// How much worse the browser may be than the terminal: a mouse points to whole pixels of the screen, which shows less
// than all of the picture's, and the pad's smallest step is a tenth of a millimetre.
const (
	worseCornerPX = 0.5
	worseArmMM    = 0.15
)

// dialogue calibrates the table by the terminal's dialogue, with the same corners and squares.
func (b *benchTable) dialogue() {
	b.t.Helper()
	keys, written, status := besideIt(b.t, "calibrate", "board", "--config", b.config)
	shows := func(text string) {
		b.t.Helper()
		if !written.await(text) {
			b.t.Fatalf("the terminal does not show %q: %s", text, written.text())
		}
	}
	ends := func() {
		b.t.Helper()
		if got := <-status; got != 0 {
			b.t.Fatalf("exit status %d: %s", got, written.text())
		}
	}
	shows("The board is found")
	for i, at := range b.corners() {
		fmt.Fprintf(keys, "%c %.0f %.0f\n", 'a'+i, at.X, at.Y)
	}
	shows("set by hand")
	fmt.Fprintln(keys)
	ends()
	b.clear()
	keys, written, status = besideIt(b.t, "calibrate", "arm", "--config", b.config)
	fmt.Fprintln(keys)
	shows("tip at")
	move := func(axis string, mm float64) {
		b.t.Helper()
		if math.Abs(mm) >= 0.05 { // what stays as it is is not told again
			fmt.Fprintf(keys, "%s %.1f\n", axis, mm)
			shows("tip at")
		}
	}
	for _, square := range config.Example().CornerSquares() {
		to, at := b.middle(square), b.tip()
		move("z", max(0, to.Z+30-at.Z))
		move("x", to.X-at.X)
		move("y", to.Y-at.Y)
		move("z", to.Z-b.tip().Z)
		fmt.Fprintln(keys)
		shows(fmt.Sprintf("Square %d is at", square))
		if square != 32 {
			shows("tip at")
		}
	}
	ends()
}

// Whatever ends the holding of a button, the arm moves no more than the step that is on its way.
func TestPadIsHeld(t *testing.T) {
	open := browser.Start(t)
	b := newBench(t)
	p := b.browse(open, 1280, 900)
	p.toArm()
	p.step(0.5)
	for _, end := range []struct {
		name string
		do   func(x, y float64)
	}{
		{"the button is let go", p.up},
		{"the pointer leaves", func(x, y float64) {
			p.Do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x-600, y, chromedp.ButtonLeft))
		}},
		{"the window loses the focus", func(float64, float64) {
			browser.Value[bool](p.Tab, `window.dispatchEvent(new Event("blur"))`)
		}},
		{"the page is hidden", func(float64, float64) {
			browser.Value[bool](p.Tab, `document.dispatchEvent(new Event("visibilitychange"))`)
		}},
		{"the connection is cut", func(float64, float64) {
			browser.Value[bool](p.Tab, `(window.real = fetch, window.fetch = () => Promise.reject(new TypeError("cut")), true)`)
		}},
	} {
		x, y := p.down(way("x", -1))
		began := p.tip().X
		browser.Await(t, func() bool { return p.tip().X < began-1 })
		end.do(x, y)
		ended := p.tip().X
		p.still()
		browser.Value[bool](p.Tab, `(window.real && (window.fetch = window.real), true)`)
		if on := ended - p.tip().X; on > 0.55 {
			t.Errorf("%s: the arm goes on by %.2f mm", end.name, on)
		}
		p.up(x, y)
	}

	// The keyboard alone: the pad has the focus, and a key is held.
	browser.Value[bool](p.Tab, `(document.querySelector('[data-way="x-"]').focus(), true)`)
	for _, key := range []kbKey{{"ArrowUp", 38}, {"ArrowDown", 40}, {"Enter", 13}, {"PageDown", 34}} {
		began := p.tip()
		p.key(input.DispatchKeyEventTypeRawKeyDown, key)
		browser.Await(t, func() bool { return away(p.tip(), began) > 1 })
		p.key(input.DispatchKeyEventTypeKeyUp, key)
		ended := p.tip()
		p.still()
		if on := away(p.tip(), ended); on > 0.55 {
			t.Errorf("%s: the arm goes on by %.2f mm", key.name, on)
		}
	}

	// The space bar stops, and the arm has to be homed then.
	x, y := p.down(way("x", -1))
	began := p.tip().X
	browser.Await(t, func() bool { return p.tip().X < began-1 })
	p.Do(chromedp.KeyEvent(" "))
	ended := p.tip().X
	p.still()
	if on := ended - p.tip().X; on > 0.55 {
		t.Errorf("STOP: the arm goes on by %.2f mm", on)
	}
	p.up(x, y)

	// A page that is closed while a button is held.
	if browser.Value[bool](p.Tab, `document.querySelector("#steering").hidden`) {
		p.Press(`[data-command="home"]`)
		p.Press("#sure-yes")
		p.comesTo(`!document.querySelector("#steering").hidden`)
		p.idle()
	}
	p.down(way("x", -1))
	began = p.tip().X
	browser.Await(t, func() bool { return p.tip().X < began-1 })
	p.Open("about:blank")
	ended = p.tip().X
	again := open(t, 390, 844)
	again.Open(p.address)
	p.Tab = again
	p.comesTo(`document.querySelector("#tip").textContent !== ""`)
	if on := ended - p.tip().X; on > 0.55 {
		t.Errorf("a page that is closed: the arm goes on by %.2f mm", on)
	}
	browser.Value[bool](again, `(document.querySelector("#tip").scrollIntoView({block: "end"}), true)`)
	again.Picture("calibrate-phone-arm")
	if wide := browser.Value[float64](again, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the page is %v pixels wide", wide)
	}
	p.end(1) // nothing was checked
}

// away is how far two points are from each other.
func away(a, b world.Point) float64 { return math.Hypot(math.Hypot(a.X-b.X, a.Y-b.Y), a.Z-b.Z) }

// kbKey is a key of a keyboard.
type kbKey struct {
	name string
	code int64
}

// key presses a key, or lets go of it.
func (p *calibratePage) key(what input.DispatchKeyEventType, key kbKey) {
	p.t.Helper()
	p.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: what, Key: key.name,
			Code: key.name, WindowsVirtualKeyCode: key.code})
		return err
	}))
}

// Corners are moved by keys alone, on a phone's screen as well, and no language makes the page too wide.
func TestCornersByKeys(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	b := newBench(t)
	p := b.browse(open, 390, 844)
	p.Picture("calibrate-phone-lens")
	p.toBoard()
	before := p.handle(1)
	for range 60 {
		p.Do(chromedp.KeyEvent(kb.Tab))
		if browser.Value[bool](p.Tab, `document.activeElement.dataset.corner === "1"`) {
			break
		}
	}
	p.Keys(kb.ArrowLeft, kb.ArrowLeft, kb.ArrowUp)
	p.Do(chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift)))
	p.comesTo(fmt.Sprintf(`s.board.by_hand && Math.abs(s.board.corners[1][1] - %f) < 0.1`, before.Y+9))
	after := p.handle(1)
	if math.Abs(after.X-before.X+2) > 0.2 || math.Abs(after.Y-before.Y-9) > 0.2 {
		t.Errorf("from %v to %v", before, after)
	}
	p.Picture("calibrate-phone-board")
	for _, language := range []string{"de", "es", "nl", "ru", "fr"} {
		p.Do(chromedp.SetValue(chromedp.CSS("#language"), language))
		browser.Value[bool](p.Tab, `document.querySelector("#language").dispatchEvent(new Event("change"))`)
		p.Until(`document.documentElement.lang === ` + browser.Quoted(language))
		if wide := browser.Value[float64](p.Tab, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s: the page is %v pixels wide", language, wide)
		}
	}
	p.Quiet()
	p.end(1) // nothing was checked
	if _, err := os.Stat(filepath.Join(filepath.Dir(b.config), "calibration.yaml")); err == nil {
		t.Error("a board that was not taken is saved")
	}
}

// The lens is learnt from what is held before the camera: pictures are taken by themselves, the last one can be
// forgotten, and with the last wish the fit is made.
func TestLensInTheBrowser(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	holds := &person{}
	film := httptest.NewServer(http.HandlerFunc(holds.film))
	t.Cleanup(func() {
		film.CloseClientConnections()
		film.Close()
	})
	pictures := poses(t)()
	show := func(picture []byte) {
		holds.mu.Lock()
		defer holds.mu.Unlock()
		holds.view = picture
	}
	show(pictures[0])
	b := newBench(t, func(tb *table.Table, described *config.Table) {
		holds.table, described.Camera.Source = tb, film.URL
	})
	p := b.browse(open, 1280, 900, "--squares", "8")
	p.comesTo(`s.lens.taken === 1 && document.querySelectorAll("#wishes .done").length > 0`)
	show(desk(t))
	p.comesTo(`s.lens.seen === "nothing" && document.querySelector("h1").textContent.includes("Show the printed target")`)
	p.Press(`[data-command="undo"]`)
	p.comesTo(`s.lens.taken === 0`)
	show(pictures[0])
	p.comesTo(`s.lens.taken === 1`)
	for i, picture := range pictures[1:] {
		show(picture)
		if i == 1 {
			p.comesTo(`s.lens.taken === 3`)
			p.Picture("calibrate-lens-taken")
		} else {
			p.comesTo(fmt.Sprintf(`s.lens.taken >= %d || s.session === "board"`, i+2))
		}
	}
	p.session("board")
	show(nil)
	p.Press(`[data-open="lens"]`)
	p.comesTo(`document.querySelector("#lens-fit").textContent.includes("fit to")`)
	lens, err := calibration.LoadLens(filepath.Join(filepath.Dir(b.config), "calibration-lens.yaml"))
	if want := scene.DefaultCamera().FocalPX; err != nil || math.Abs(lens.Lens.FocalPX-want) > 0.02*want {
		t.Errorf("the focal length is %.1f px, and is %.1f: %v", lens.Lens.FocalPX, want, err)
	}
	p.Quiet()
	p.end(1) // nothing was checked
}

// A table that is not calibrated is served when it has been calibrated. Here a program does so over HTTP, at a table
// without an arm.
func TestServeCalibratesFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("calibrates a table")
	}
	t.Parallel()
	b := newBench(t, func(_ *table.Table, described *config.Table) { described.Arm = config.Arm{Driver: "hands"} })
	process := exec.CommandContext(t.Context(), "draughtsman", "serve", "--config", b.config, "--no-guard", "--no-auto",
		"--listen", "127.0.0.1:0")
	said, err := process.StderrPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	written := newScreen(said)
	if !written.await("/calibrate\n") {
		t.Fatal(written.text())
	}
	site := strings.TrimSuffix(calibratedAt.FindString(written.text()), "/calibrate")
	state := func() (s calibrating.Snapshot) {
		t.Helper()
		if err := json.Unmarshal(get(t, site+"/api/v1/calibration"), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	until := func(so func(calibrating.Snapshot) bool) {
		t.Helper()
		late := time.Now().Add(5 * time.Minute)
		for !so(state()) {
			if time.Now().After(late) {
				t.Fatalf("it does not come to that: %+v", state())
			}
		}
	}
	order := func(command string) {
		t.Helper()
		for {
			answer, err := http.Post(site+"/api/v1/calibration/commands", "application/json", strings.NewReader(command))
			if err != nil {
				t.Fatal(err)
			}
			why, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if answer.StatusCode == http.StatusAccepted {
				break
			}
			if answer.StatusCode != http.StatusTooManyRequests {
				t.Fatalf("%s: %s", command, why)
			}
		}
		if !strings.Contains(command, `"end"`) {
			until(func(s calibrating.Snapshot) bool { return s.Busy == "" })
		}
	}
	if page := get(t, site+"/"); !strings.Contains(string(page), "calibrate.js") {
		t.Error("the page is not the one that calibrates")
	}
	until(func(s calibrating.Snapshot) bool { return len(s.Sessions) > 0 })
	order(`{"command":"skip"}`)
	until(func(s calibrating.Snapshot) bool { return s.Board.SideKnown })
	order(`{"command":"accept"}`)
	order(`{"command":"check"}`)
	if s := state(); s.Report == nil || !s.Report.Holds {
		t.Fatalf("%+v", s.Report)
	}
	order(`{"command":"end"}`)
	if !written.await("Clients are answered at " + site) {
		t.Fatalf("no games follow: %s", written.text())
	}
	late := time.Now().Add(5 * time.Minute)
	for now := (service.Snapshot{State: service.NotCalibrated}); now.State == service.NotCalibrated; {
		if err := json.Unmarshal(get(t, site+"/api/v1/state"), &now); err != nil || time.Now().After(late) {
			t.Fatalf("%+v %v", now, err)
		}
	}
	if err := process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := process.Wait(); err != nil {
		t.Errorf("it was asked to end, and ends with %v", err)
	}
}
