package planner

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// The colours. Ways are told apart by dashes as well.
const (
	paper    = "#faf8f3"
	ink      = "#2b2b2b"
	faint    = "#8d877b"
	frame    = "#5b4636"
	light    = "#efe0c4"
	dark     = "#b99b76"
	black    = "#2f2f33"
	white    = "#fdfcf9"
	discsWay = "#c2410c" // the way of a disc
	empty    = "#1d5fa8" // the way of the empty tool
	keepOut  = "#b91c1c"
)

const (
	margin  = 22.0 // round what is drawn, mm
	title   = 34.0 // the height of the title, mm
	profile = 112.0
	scale   = 1.5 // pixels a millimetre, for whoever asks
)

// Draw writes the picture of a plan: the board and the tray from above with the way of the tool, numbered, and below
// them its height over time. It is SVG, a millimetre of the table a unit, White's side at the bottom, or
// Black's if it is turned.
func Draw(w io.Writer, setup Setup, plan Plan, turned bool) error {
	d := drawing{setup: setup, plan: plan, box: bounds(setup, plan), turned: turned}
	d.open()
	d.board()
	d.tray()
	d.obstacles()
	d.pieces()
	d.targets()
	d.ways()
	d.park()
	d.heights()
	d.print("</svg>")
	if _, err := io.WriteString(w, d.text.String()); err != nil {
		return fmt.Errorf("the picture of the plan was not written: %w", err)
	}
	return nil
}

// drawing is a picture on its way.
type drawing struct {
	setup  Setup
	plan   Plan
	box    box
	turned bool
	text   strings.Builder
	badges []spot
}

// spot is a place of the table in the picture: board mm, y downwards from the top.
type spot struct{ x, y float64 }

func (d *drawing) at(p calibration.BoardPoint) spot {
	if d.turned {
		return spot{d.box.right - p.X + margin, p.Y - d.box.bottom + margin + title}
	}
	return spot{p.X - d.box.left + margin, d.box.top - p.Y + margin + title}
}

// tip is where the tool's tip is.
func (d *drawing) tip(p calibration.ArmPoint) spot { return d.at(d.setup.Frame.ToBoard(p)) }

func (d *drawing) print(format string, args ...any) {
	fmt.Fprintf(&d.text, format+"\n", args...)
}

// words writes text with its middle, or its beginning, at a point.
func (d *drawing) words(p spot, size float64, anchor, colour, text string) {
	d.print(`<text x="%.1f" y="%.1f" font-size="%.1f" text-anchor="%s" fill="%s">%s</text>`, p.x, p.y, size, anchor,
		colour, html.EscapeString(text))
}

func (d *drawing) open() {
	width, height := d.box.width()+2*margin, d.box.height()+2*margin+title+profile
	d.print(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.1f %.1f" font-family="DejaVu Sans, Verdana, sans-serif">`,
		width*scale, height*scale, width, height)
	d.print(`<rect width="100%%" height="100%%" fill="%s"/>`, paper)
	const wide = 0.62 // a letter's width, of its height
	size := min(13, (width-2*margin)/wide/float64(max(1, len(d.plan.Task))))
	d.words(spot{margin, margin + 4}, size, "start", ink, d.plan.Task)
	transfers := "transfers"
	if len(d.plan.Steps) == 1 {
		transfers = "transfer"
	}
	d.words(spot{margin, margin + 19}, 9, "start", faint, fmt.Sprintf("%d %s, %.1f s, %.2f m of way", len(d.plan.Steps),
		transfers, d.plan.Takes.Seconds(), d.plan.PathMM/1000))
	d.legend(spot{width - margin - 150, margin + 19})
}

// legend says what the lines mean.
func (d *drawing) legend(p spot) {
	for _, l := range []struct{ colour, style, what string }{
		{discsWay, `stroke-width="2.2"`, "with a disc"},
		{empty, `stroke-width="1.2" stroke-dasharray="4 2.5"`, "empty"},
	} {
		d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" %s/>`, p.x, p.y-3, p.x+24, p.y-3, l.colour,
			l.style)
		d.words(spot{p.x + 29, p.y}, 8.5, "start", ink, l.what)
		p.x += 96
	}
}

func (d *drawing) board() {
	b := d.setup.Board
	half := b.Half()
	corner := d.at(calibration.BoardPoint{})
	corner.x, corner.y = corner.x-half, corner.y-half
	const rim = 6
	d.print(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3" fill="%s"/>`, corner.x-rim, corner.y-rim,
		2*half+2*rim, 2*half+2*rim, frame)
	d.print(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, corner.x, corner.y, 2*half, 2*half, light)
	for s := range d.plan.Before.Position.Set.Board().All().All() {
		middle := d.at(d.middle(OnSquare(s)))
		side := b.SquareMM
		d.print(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, middle.x-side/2, middle.y-side/2, side,
			side, dark)
		d.words(spot{middle.x - side/2 + 1.5, middle.y - side/2 + 0.2*side}, 0.17*side, "start", frame,
			d.plan.Before.Position.Set.Name(s))
	}
}

func (d *drawing) tray() {
	r := d.setup.Disc.DiameterMM / 2
	for i, slot := range d.plan.Before.Tray.Slots {
		p := d.at(slot.At)
		d.print(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#f0ece2" stroke="%s" stroke-width="0.6"/>`, p.x, p.y, r+1, faint)
		for level, side := range slot.Holds {
			d.disc(spot{p.x, p.y - 1.6*float64(level)}, side, slot.Kind == KingSlot, 1)
		}
		beside, anchor := r+4, "start"
		right := 1.0 // which way that is on the table
		if d.turned {
			right = -1
		}
		if d.taken(i, right*(r+10)) || right*slot.At.X < 0 && !d.taken(i, right*(-r-10)) {
			beside, anchor = -beside, "end"
		}
		d.words(spot{p.x + beside, p.y + 2.8}, 8, anchor, faint, fmt.Sprint(i+1))
	}
}

// taken reports whether another slot is so far beside one.
func (d *drawing) taken(slot int, beside float64) bool {
	at := d.plan.Before.Tray.Slots[slot].At
	for i, other := range d.plan.Before.Tray.Slots {
		if i != slot && math.Hypot(other.At.X-at.X-beside, other.At.Y-at.Y) < d.setup.Disc.DiameterMM/2+6 {
			return true
		}
	}
	return false
}

// obstacles are the keep-out boxes.
func (d *drawing) obstacles() {
	for _, k := range d.setup.Machine.KeepOut {
		var corners []string
		label := spot{y: math.Inf(1)}
		for _, c := range [4][2]float64{{k.Min.X, k.Min.Y}, {k.Max.X, k.Min.Y}, {k.Max.X, k.Max.Y}, {k.Min.X, k.Max.Y}} {
			p := d.tip(calibration.ArmPoint{X: c[0], Y: c[1], Z: d.setup.Frame.Origin.Z})
			corners = append(corners, fmt.Sprintf("%.1f,%.1f", p.x, p.y))
			label.x, label.y = label.x+p.x/4, min(label.y, p.y)
		}
		d.print(`<polygon points="%s" fill="%s" fill-opacity="0.13" stroke="%s" stroke-width="0.9" stroke-dasharray="2 1.5"/>`, strings.Join(corners, " "), keepOut, keepOut)
		d.print(`<text x="%.1f" y="%.1f" font-size="8" text-anchor="middle" fill="%s" stroke="%s" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke">%s</text>`,
			label.x, label.y-4, keepOut, paper, html.EscapeString(k.Name))
	}
}

func (d *drawing) pieces() {
	t := d.plan.Before
	for s := range t.Position.Occupied().All() {
		piece := t.Position.At(s)
		at := d.middle(OnSquare(s))
		at.X, at.Y = at.X+t.Offset[s][0], at.Y+t.Offset[s][1]
		p := d.at(at)
		for level := range t.Discs(OnSquare(s)) {
			d.disc(spot{p.x, p.y - 1.6*float64(level)}, piece.Side(), piece.IsKing() && level == t.Discs(OnSquare(s))-1,
				1)
		}
	}
	for _, l := range t.Loose {
		d.disc(d.at(l.At), l.Side, false, 1)
	}
}

// disc draws a disc, with a crown or without.
func (d *drawing) disc(p spot, side checkers.Side, king bool, opacity float64) {
	fill, line := black, "#8b8b90"
	if side == checkers.White {
		fill, line = white, "#77716a"
	}
	r := d.setup.Disc.DiameterMM / 2
	d.print(`<g opacity="%.2f"><circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s" stroke-width="0.9"/><circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s" stroke-width="0.5"/>`,
		opacity, p.x, p.y, r, fill, line, p.x, p.y, 0.74*r, line)
	if king {
		u := r / 12
		var crown []string
		for _, c := range [7][2]float64{{-6, 4}, {-7, -4}, {-3, 0}, {0, -6}, {3, 0}, {7, -4}, {6, 4}} {
			crown = append(crown, fmt.Sprintf("%.1f,%.1f", p.x+u*c[0], p.y+u*c[1]))
		}
		d.print(`<polygon points="%s" fill="#d9a520" stroke="%s" stroke-width="0.4"/>`, strings.Join(crown, " "), line)
	}
	d.print("</g>")
}

// targets are the outlines of the discs where they will lie.
func (d *drawing) targets() {
	r := d.setup.Disc.DiameterMM / 2
	for _, step := range d.plan.Steps {
		p := d.at(d.middle(step.Transfer.To))
		d.print(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s" stroke-width="1.2" stroke-dasharray="2.4 1.8"/>`, p.x, p.y, r+0.6, discsWay)
	}
}

func (d *drawing) middle(p Place) calibration.BoardPoint {
	return d.plan.Before.middle(d.setup.Board, p)
}

// leg is a part of the tool's way across the table.
type leg struct {
	points []spot
	loaded bool
	number int // of the transfer, from 1
}

// legs is the tool's way: from the park point to a disc, with it to where it goes, and on.
func (d *drawing) legs() []leg {
	var all []leg
	now := leg{points: []spot{d.tip(d.plan.Start)}, number: 1}
	for i, step := range d.plan.Steps {
		now.number = i + 1
		for _, m := range step.Motions {
			p := d.tip(m.To)
			if last := now.points[len(now.points)-1]; math.Hypot(p.x-last.x, p.y-last.y) > 0.2 {
				now.points = append(now.points, p)
			}
			if m.Kind == Grip || m.Kind == Release {
				all = append(all, now)
				now = leg{points: []spot{p}, loaded: m.Kind == Grip, number: i + 1}
			}
		}
	}
	return append(all, now)
}

func (d *drawing) ways() {
	legs := d.legs()
	for _, loaded := range []bool{false, true} { // discs' ways on top
		for _, l := range legs {
			if l.loaded != loaded || len(l.points) < 2 {
				continue
			}
			var points []string
			for _, p := range l.points {
				points = append(points, fmt.Sprintf("%.1f,%.1f", p.x, p.y))
			}
			colour, style := empty, `stroke-width="1.2" stroke-dasharray="4 2.5"`
			if loaded {
				colour, style = discsWay, `stroke-width="2.2"`
			}
			d.print(`<polyline points="%s" fill="none" stroke="%s" stroke-linejoin="round" stroke-linecap="round" %s/>`,
				strings.Join(points, " "), colour, style)
			d.arrow(l, colour)
		}
	}
	for _, l := range legs {
		if l.loaded {
			d.badge(l)
		}
	}
}

// along is the point some share of the way along a leg, and the direction there.
func (l leg) along(share float64) (p spot, dx, dy float64) {
	whole := 0.0
	for i := 1; i < len(l.points); i++ {
		whole += gap(l.points[i-1], l.points[i])
	}
	left := share * whole
	for i := 1; i < len(l.points); i++ {
		a, b := l.points[i-1], l.points[i]
		if n := gap(a, b); n > 0 && (left <= n || i == len(l.points)-1) {
			f := min(1, left/n)
			return spot{a.x + f*(b.x-a.x), a.y + f*(b.y-a.y)}, (b.x - a.x) / n, (b.y - a.y) / n
		}
		left -= gap(a, b)
	}
	return l.points[0], 1, 0
}

func gap(a, b spot) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

// arrow is a head three quarters along a leg.
func (d *drawing) arrow(l leg, colour string) {
	p, dx, dy := l.along(0.75)
	const long, wide = 8.0, 3.2
	d.print(`<polygon points="%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="%s"/>`,
		p.x+dx*long/2, p.y+dy*long/2, p.x-dx*long/2-dy*wide, p.y-dy*long/2+dx*wide, p.x-dx*long/2+dy*wide,
		p.y-dy*long/2-dx*wide, colour)
}

// badge is the number of a transfer on its disc's way, where there is room.
func (d *drawing) badge(l leg) {
	const size = 6.2
	best, room := spot{}, -1.0
	for _, share := range []float64{0.45, 0.3, 0.55, 0.2, 0.62, 0.12} {
		p, _, _ := l.along(share)
		if len(l.points) < 2 {
			p.x, p.y = p.x+0.45*d.setup.Board.SquareMM, p.y-0.4*d.setup.Board.SquareMM*share*2
		}
		near := 1e9
		for _, other := range d.badges {
			near = min(near, gap(p, other))
		}
		if near > 2.4*size {
			best = p
			break
		}
		if near > room {
			best, room = p, near
		}
	}
	d.badges = append(d.badges, best)
	d.print(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s" stroke-width="0.8"/>`, best.x, best.y, size,
		discsWay, paper)
	d.print(`<text x="%.1f" y="%.1f" font-size="8" font-weight="bold" text-anchor="middle" fill="%s">%d</text>`, best.x,
		best.y+2.9, paper, l.number)
}

func (d *drawing) park() {
	p := d.tip(d.setup.Machine.Park)
	d.print(`<path d="M%.1f %.1fh10M%.1f %.1fv10" stroke="%s" stroke-width="1.3"/>`, p.x-5, p.y, p.x, p.y-5, ink)
	d.print(`<circle cx="%.1f" cy="%.1f" r="3" fill="none" stroke="%s" stroke-width="1"/>`, p.x, p.y, ink)
	anchor, shift := "start", 8.0
	if p.x > d.box.width()/2+margin {
		anchor, shift = "end", -8
	}
	d.words(spot{p.x + shift, p.y - 4}, 8, anchor, ink, "park")
}
