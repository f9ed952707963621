package endgame

import "fmt"

// Material is how many pieces of each kind stand on a board: those of the side to move, and those of the other side.
type Material struct{ Men, Kings, TheirMen, TheirKings uint8 }

// MaxPieces is the greatest number of pieces that tables are made for.
const MaxPieces = 6

// Pieces is how many pieces there are together.
func (m Material) Pieces() int { return int(m.Men + m.Kings + m.TheirMen + m.TheirKings) }

// swapped is the material as the other side sees it.
func (m Material) swapped() Material {
	return Material{Men: m.TheirMen, Kings: m.TheirKings, TheirMen: m.Men, TheirKings: m.Kings}
}

// String is "2m1k-1m2k": the men and kings of the side to move, then of the other side.
func (m Material) String() string {
	return fmt.Sprintf("%dm%dk-%dm%dk", m.Men, m.Kings, m.TheirMen, m.TheirKings)
}

// MarshalText is String.
func (m Material) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what String writes.
func (m *Material) UnmarshalText(text []byte) error {
	var read Material
	_, err := fmt.Sscanf(string(text), "%dm%dk-%dm%dk", &read.Men, &read.Kings, &read.TheirMen, &read.TheirKings)
	if err != nil || read.String() != string(text) {
		return fmt.Errorf("%q is not material: want men and kings of both sides, as in 2m1k-1m2k", text)
	}
	*m = read
	return nil
}

// slot is a number below materialSlots that the material has for itself, if it is of MaxPieces pieces or fewer.
func (m Material) slot() int {
	return int(m.Men) | int(m.Kings)<<3 | int(m.TheirMen)<<6 | int(m.TheirKings)<<9
}

const materialSlots = 1 << 12

// materials is all material of so many pieces, at least one on each side, in the order in which it can be solved:
// captures lead to fewer pieces, crownings to fewer men. What is swapped stands side by side.
func materials(pieces int) []Material {
	var all []Material
	seen := map[Material]bool{}
	for men := range pieces + 1 {
		for own := 1; own < pieces; own++ {
			for ownMen := max(0, men-(pieces-own)); ownMen <= min(own, men); ownMen++ {
				m := Material{uint8(ownMen), uint8(own - ownMen), uint8(men - ownMen), uint8(pieces - own - (men - ownMen))}
				for _, m := range []Material{m, m.swapped()} {
					if !seen[m] {
						seen[m] = true
						all = append(all, m)
					}
				}
			}
		}
	}
	return all
}
