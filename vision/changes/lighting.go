package changes

import (
	"math"

	"draughtsman/vision/imaging"
)

// relight is the first of two pictures of the table in the light of the second. Where it was too bright for the
// sensor it is as bright as the second. Lamps that are dimmed, or the sun, change the light unevenly over a table:
// the gains are measured in patches of which most has not changed otherwise.
func (v *topView) relight(before, after []uint8) []uint8 {
	light := v.measureGains(before, after)
	relit := make([]uint8, len(before))
	for y := range v.Size {
		for x := range v.Size {
			for c, gain := range light.at(x, y) {
				i := 3*(y*v.Size+x) + c
				relit[i] = uint8(min(gain*float64(before[i])+.5, 255))
				if before[i] >= clipped && relit[i] < after[i] {
					relit[i] = after[i]
				}
			}
		}
	}
	return relit
}

// gains are how many times brighter each channel has become, by patches of the view.
type gains struct {
	side    int // patches along an edge of the view
	patches []colour
}

// measureGains compares two pictures of the table.
func (v *topView) measureGains(before, after []uint8) gains {
	l := gains{side: (v.Size + patchPX - 1) / patchPX}
	var all [3][]float64
	patches := make([][3][]float64, l.side*l.side)
	for y := 0; y < v.Size; y += stride {
		for x := 0; x < v.Size; x += stride {
			patch := &patches[y/patchPX*l.side+x/patchPX]
			for c := range patch {
				was, is := before[3*(y*v.Size+x)+c], after[3*(y*v.Size+x)+c]
				if min(was, is) < dark || max(was, is) >= clipped {
					continue
				}
				ratio := float64(is) / float64(was)
				patch[c] = append(patch[c], ratio)
				all[c] = append(all[c], ratio)
			}
		}
	}
	var overall colour
	for c := range overall {
		if overall[c] = 1; len(all[c]) > 0 {
			overall[c] = imaging.Median(all[c])
		}
	}
	l.patches = make([]colour, len(patches))
	for i := range patches {
		for c := range overall {
			l.patches[i][c] = overall[c]
			if len(patches[i][c]) >= fewestForPatch {
				l.patches[i][c] = imaging.Median(patches[i][c])
			}
		}
	}
	return l
}

// at is the gain at a pixel, interpolated between the middles of the patches about it.
func (g gains) at(x, y int) (gains colour) {
	split := func(at int) (from int, share float64) {
		p := min(max((float64(at)+.5)/patchPX-.5, 0), float64(g.side-1))
		from = min(int(math.Floor(p)), max(g.side-2, 0))
		return from, p - float64(from)
	}
	column, u := split(x)
	row, v := split(y)
	right, below := min(1, g.side-1), min(1, g.side-1)*g.side
	at := row*g.side + column
	for c := range gains {
		gains[c] = (1-v)*((1-u)*g.patches[at][c]+u*g.patches[at+right][c]) +
			v*((1-u)*g.patches[at+below][c]+u*g.patches[at+below+right][c])
	}
	return gains
}
