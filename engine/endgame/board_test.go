package endgame

import (
	"strings"
	"testing"
)

func TestMaterialIsWrittenAndRead(t *testing.T) {
	seen := map[Material]bool{}
	for _, m := range upTo(MaxPieces) {
		var read Material
		if err := read.UnmarshalText([]byte(m.String())); err != nil || read != m {
			t.Errorf("%s is read as %s: %v", m, read, err)
		}
		if seen[m] {
			t.Errorf("%s comes twice", m)
		}
		seen[m] = true
		for _, before := range leadsTo(m) {
			if !seen[before] && !seen[before.swapped()] {
				t.Errorf("%s comes before %s, which it leads to", m, before)
			}
		}
	}
	for _, text := range []string{"", "1m1k", "1m1k-1m1k ", "01m1k-1m1k", "1m1k-1m-1k", "1m300k-1m1k"} {
		if err := new(Material).UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "2m1k-1m2k") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// leadsTo is what one crowning or one capture of a piece leads to while there are pieces on both sides.
func leadsTo(m Material) (all []Material) {
	if m.Men > 0 {
		crowned := m
		crowned.Men, crowned.Kings = m.Men-1, m.Kings+1
		all = append(all, crowned)
	}
	for _, taken := range []Material{{TheirMen: 1}, {TheirKings: 1}} {
		if m.TheirMen < taken.TheirMen || m.TheirKings < taken.TheirKings || m.TheirMen+m.TheirKings == 1 {
			continue
		}
		all = append(all, Material{m.Men, m.Kings, m.TheirMen - taken.TheirMen, m.TheirKings - taken.TheirKings})
	}
	return all
}
