package planner

import (
	"fmt"
	"math"
)

// heights draws how high the tip is above the playing surface as time goes by.
func (d *drawing) heights() {
	left, right := margin+24, d.box.width()+margin
	top := d.box.height() + 2*margin + title + 14
	bottom := top + profile - 36
	highest := d.setup.Frame.ToBoard(d.plan.Start).Z
	for _, step := range d.plan.Steps {
		for _, m := range step.Motions {
			highest = max(highest, m.Height)
		}
	}
	seconds := max(d.plan.Takes.Seconds(), 0.1)
	at := func(time, height float64) spot {
		return spot{left + (right-left)*time/seconds, bottom - (bottom-top)*height/max(highest, 1)}
	}
	d.words(spot{margin - 10, top - 13}, 8, "start", faint, "height of the tip, mm")
	for _, h := range ticks(highest, 4) {
		p := at(0, h)
		d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#ddd6c8" stroke-width="0.6"/>`, left, p.y, right, p.y)
		d.words(spot{left - 4, p.y + 2.5}, 7.5, "end", faint, fmt.Sprint(h))
	}
	for _, s := range ticks(seconds, 12) {
		d.words(spot{at(s, 0).x, bottom + 11}, 7.5, "middle", faint, fmt.Sprintf("%g s", s))
	}
	time, height, loaded := 0.0, d.setup.Frame.ToBoard(d.plan.Start).Z, false
	for i, step := range d.plan.Steps {
		began := time
		for _, m := range step.Motions {
			from := at(time, height)
			time, height = time+m.Takes.Seconds(), m.Height
			to := at(time, height)
			colour, style := empty, `stroke-width="1.2" stroke-dasharray="4 2.5"`
			if loaded {
				colour, style = discsWay, `stroke-width="2.2"`
			}
			if gap(from, to) > 0 {
				d.print(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-linecap="round" %s/>`, from.x, from.y,
					to.x, to.y, colour, style)
			}
			switch m.Kind {
			case Grip:
				loaded, began = true, time
			case Release:
				loaded = false
				p := at((began+time)/2, highest)
				d.print(`<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>`, p.x, top-2, discsWay)
				d.print(`<text x="%.1f" y="%.1f" font-size="6.5" font-weight="bold" text-anchor="middle" fill="%s">%d</text>`, p.x,
					top+0.4, paper, i+1)
			}
		}
	}
}

// ticks are round numbers from 0 to a greatest one, about so many.
func ticks(greatest float64, about int) []float64 {
	step := math.Pow(10, math.Floor(math.Log10(greatest/float64(about))))
	for _, f := range []float64{1, 2, 5, 10} {
		if greatest/(f*step) <= float64(about) {
			step *= f
			break
		}
	}
	var all []float64
	for i := 0; float64(i)*step <= greatest; i++ {
		all = append(all, float64(i)*step)
	}
	return all
}
