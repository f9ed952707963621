package hands

// tint is a tone in coarse steps.
type tint uint16

const (
	steps    = 21  // of each channel
	coarse   = 0.2 // natural logarithms a step
	faintest = 1.6 // the logarithm at which the first step begins
)

func tintOf(t tone) (c tint) {
	for _, v := range t {
		c = c*steps + tint(min(max(int((v-faintest)/coarse), 0), steps-1))
	}
	return c
}

// tintsOf are the tints of some of the cells.
func tintsOf(now []tone, of []bool) []tint {
	list := make([]tint, len(now))
	for i, t := range now {
		if of[i] {
			list[i] = tintOf(t)
		}
	}
	return list
}

// tints are those in which an arm has been seen, and how often.
type tints map[tint]int

// near reports whether an arm was seen in a tint, or in one beside it.
func (s tints) near(c tint) bool {
	const often = 3 // in so many cells
	b, g, r := int(c/steps/steps), int(c/steps%steps), int(c%steps)
	for i := max(0, b-1); i <= min(steps-1, b+1); i++ {
		for j := max(0, g-1); j <= min(steps-1, g+1); j++ {
			for k := max(0, r-1); k <= min(steps-1, r+1); k++ {
				if s[tint((i*steps+j)*steps+k)] >= often {
					return true
				}
			}
		}
	}
	return false
}
