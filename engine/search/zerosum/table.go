package zerosum

// bound is what a stored score says of the true one.
type bound uint8

const (
	none  bound = iota
	exact       // the score itself
	lower       // at least the score
	upper       // at most the score
)

// entry is what is remembered of one state. Its move is 1 + the place among
// the legal moves, 0 for none, so that a game's moves may have any shape.
type entry struct {
	key   uint64
	score int16 // a win or loss counted from this state, not from the root
	move  uint16
	depth int8
	bound bound
	age   uint8
}

const entryBytes = 16

// bucket is where a state may stand: the shallowest entry of an older search
// makes room first.
type bucket [2]entry

// table is a transposition table; nil remembers nothing.
type table struct {
	buckets []bucket
	age     uint8
}

// newTable is a table of the greatest power of two of entries that fits into
// so many megabytes (2²⁰ bytes).
func newTable(megabytes int) *table {
	n := 1
	for 2*n*len(bucket{})*entryBytes <= megabytes<<20 {
		n *= 2
	}
	return &table{buckets: make([]bucket, n)}
}

func (t *table) at(key uint64) *bucket { return &t.buckets[key&uint64(len(t.buckets)-1)] }

// look is what is known of a state, its score counted from the root.
func (t *table) look(key uint64, ply int) (entry, bool) {
	if t == nil {
		return entry{}, false
	}
	for _, e := range t.at(key) {
		if e.key == key && e.bound != none {
			e.score = int16(shift(int(e.score), -ply))
			return e, true
		}
	}
	return entry{}, false
}

// keep remembers a score counted from the root. move is the place of the best
// move, −1 for none.
func (t *table) keep(key uint64, ply, depth, score, move int, b bound) {
	if t == nil {
		return
	}
	places := t.at(key)
	place := &places[0]
	for i := range places {
		if e := &places[i]; e.key == key {
			place = e
			break
		} else if t.worth(e) < t.worth(place) {
			place = e
		}
	}
	if move < 0 && place.key == key {
		move = int(place.move) - 1
	}
	*place = entry{
		key: key, score: int16(shift(score, ply)), move: uint16(move + 1),
		depth: int8(depth), bound: b, age: t.age,
	}
}

// worth orders entries by what would be lost with them.
func (t *table) worth(e *entry) int {
	worth := int(e.depth)
	if e.age == t.age {
		worth += 1 << 8
	}
	return worth
}

// forget empties the table.
func (t *table) forget() {
	if t != nil {
		clear(t.buckets)
		t.age = 0
	}
}

// turn begins another search: what older ones left makes room.
func (t *table) turn() {
	if t != nil {
		t.age++
	}
}

// shift moves a win or a loss away from where it is counted by so many plies
// and leaves other scores alone.
func shift(score, plies int) int {
	if _, decided := Distance(score); !decided {
		return score
	}
	if score > 0 {
		return score + plies
	}
	return score - plies
}
