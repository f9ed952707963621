package zerosum

// Weakness is how a search errs: like somebody who judges positions roughly and does not see everything, but always
// judges the same position the same way. Together with a small depth that is how people play who are learning.
type Weakness struct {
	Noise    int     // estimates are off by up to so many units either way
	Overlook float64 // the share of moves, its own and the replies, that it does not think of
	Seed     uint64  // of what it misjudges and overlooks
}

// errs reports whether the search errs at all.
func (w Weakness) errs() bool { return w.Noise > 0 || w.Overlook > 0 }

// mixed is a number that looks random: the mixing step of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
