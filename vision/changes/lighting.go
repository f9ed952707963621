package changes

import (
	"math"

	"draughtsman/vision/imaging"
)

// relit is the first of two pictures of the table in the light of the second. What
// was too bright for the sensor is as bright as it shows now. Lamps that are dimmed, or
// the sun, change the light unevenly over a table: how is measured in patches, of which
// most has not changed otherwise.
func (s *sheet) relit(before, after []uint8) []uint8 {
	light := s.lighting(before, after)
	relit := make([]uint8, len(before))
	for y := range s.Size {
		for x := range s.Size {
			gains := light.at(x, y)
			for c, gain := range gains {
				i := 3*(y*s.Size+x) + c
				relit[i] = uint8(min(gain*float64(before[i])+.5, 255))
				if before[i] >= clipped && relit[i] < after[i] {
					relit[i] = after[i]
				}
			}
		}
	}
	return relit
}

// lighting is by how much brighter patches of a sheet have become.
type lighting struct {
	side  int // patches along the sheet
	gains []colour
}

// lighting compares two pictures of the table.
func (s *sheet) lighting(before, after []uint8) lighting {
	l := lighting{side: (s.Size + patchPX - 1) / patchPX}
	var all [3][]float64
	patches := make([][3][]float64, l.side*l.side)
	for y := 0; y < s.Size; y += stride {
		for x := 0; x < s.Size; x += stride {
			patch := &patches[y/patchPX*l.side+x/patchPX]
			for c := range patch {
				was, is := before[3*(y*s.Size+x)+c], after[3*(y*s.Size+x)+c]
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
	l.gains = make([]colour, len(patches))
	for i := range patches {
		for c := range overall {
			l.gains[i][c] = overall[c]
			if len(patches[i][c]) >= enough {
				l.gains[i][c] = imaging.Median(patches[i][c])
			}
		}
	}
	return l
}

// at is the gains at a pixel, between the middles of the patches about it.
func (l lighting) at(x, y int) (gains colour) {
	split := func(at int) (from int, share float64) {
		p := min(max((float64(at)+.5)/patchPX-.5, 0), float64(l.side-1))
		from = min(int(math.Floor(p)), max(l.side-2, 0))
		return from, p - float64(from)
	}
	column, u := split(x)
	row, v := split(y)
	right, below := min(1, l.side-1), min(1, l.side-1)*l.side
	at := row*l.side + column
	for c := range gains {
		gains[c] = (1-v)*((1-u)*l.gains[at][c]+u*l.gains[at+right][c]) +
			v*((1-u)*l.gains[at+below][c]+u*l.gains[at+below+right][c])
	}
	return gains
}
