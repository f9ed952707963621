package hands

// colourBin is the bin of a colour in a histogram of all three channels.
type colourBin uint16

func colourBinOf(t logColour) (c colourBin) {
	for _, v := range t {
		c = c*colourSteps + colourBin(min(max(int((v-darkestColour)/colourStep), 0), colourSteps-1))
	}
	return c
}

// colourBinsOf returns the bins of the cells in a mask; those of the others are 0.
func colourBinsOf(now []logColour, of []bool) []colourBin {
	list := make([]colourBin, len(now))
	for i, t := range now {
		if of[i] {
			list[i] = colourBinOf(t)
		}
	}
	return list
}

// colourCounts is how many cells of the arm had each colour.
type colourCounts map[colourBin]int

// knows reports whether the arm has a colour, or one in a neighbouring bin.
func (s colourCounts) knows(c colourBin) bool {
	b, g, r := int(c/colourSteps/colourSteps), int(c/colourSteps%colourSteps), int(c%colourSteps)
	for i := max(0, b-1); i <= min(colourSteps-1, b+1); i++ {
		for j := max(0, g-1); j <= min(colourSteps-1, g+1); j++ {
			for k := max(0, r-1); k <= min(colourSteps-1, r+1); k++ {
				if s[colourBin((i*colourSteps+j)*colourSteps+k)] >= colourCells {
					return true
				}
			}
		}
	}
	return false
}
