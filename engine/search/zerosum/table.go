package zerosum

import "sync/atomic"

// bound is what a stored score says of the true one.
type bound uint8

const (
	none  bound = iota
	exact       // the score itself
	lower       // at least the score
	upper       // at most the score
)

// entry is what is remembered of one state. Its move is 1 + the place among the legal moves, 0 for none, so that a
// game's moves may have any shape.
type entry struct {
	score int16 // a win or loss counted from this state, not from the root
	move  uint16
	depth int8
	bound bound
	age   uint8
}

// packed is an entry in one word, so that searchers that share a table never see half of one.
func (e entry) packed() uint64 {
	return uint64(uint16(e.score)) | uint64(e.move)<<16 | uint64(uint8(e.depth))<<32 | uint64(e.bound)<<40 |
		uint64(e.age)<<48
}

func unpacked(data uint64) entry {
	return entry{
		score: int16(data), move: uint16(data >> 16), depth: int8(data >> 32), bound: bound(data >> 40),
		age: uint8(data >> 48),
	}
}

// slot is where an entry stands. check is the state's hash combined with data by exclusive or: words of two entries
// do not fit together (R. M. Hyatt and T. Mann, "A Lockless Transposition Table Implementation for Parallel Search",
// ICGA Journal 25(1), 2002).
type slot struct{ check, data uint64 }

const slotBytes = 16

// bucket is where a state may stand: the shallowest entry of an older search makes room first.
type bucket [2]slot

// table is a transposition table; nil remembers nothing.
type table struct {
	buckets []bucket
	age     uint8
	shared  bool // by several goroutines
}

// newTable is a table of the greatest power of two of entries that fits into so many megabytes (2²⁰ bytes).
func newTable(megabytes int) *table {
	n := 1
	for 2*n*len(bucket{})*slotBytes <= megabytes<<20 {
		n *= 2
	}
	return &table{buckets: inPages(n)}
}

func (t *table) at(key uint64) *bucket { return &t.buckets[key&uint64(len(t.buckets)-1)] }

// read is the key and the entry that stand in a slot.
func (t *table) read(s *slot) (key, data uint64) {
	if t.shared {
		check, data := atomic.LoadUint64(&s.check), atomic.LoadUint64(&s.data)
		return check ^ data, data
	}
	return s.check ^ s.data, s.data
}

func (t *table) write(s *slot, key, data uint64) {
	if t.shared {
		atomic.StoreUint64(&s.check, key^data)
		atomic.StoreUint64(&s.data, data)
		return
	}
	s.check, s.data = key^data, data
}

// probe is what is known of a state, its score counted from the root.
func (t *table) probe(key uint64, ply int) (entry, bool) {
	if t == nil {
		return entry{}, false
	}
	places := t.at(key)
	for i := range places {
		if at, data := t.read(&places[i]); at == key {
			e := unpacked(data)
			e.score = int16(shift(int(e.score), -ply))
			return e, e.bound != none
		}
	}
	return entry{}, false
}

// store remembers a score counted from the root. move is the place of the best move, −1 for none.
func (t *table) store(key uint64, ply, depth, score, move int, b bound) {
	if t == nil {
		return
	}
	places := t.at(key)
	place, least := &places[0], 1<<10
	for i := range places {
		at, data := t.read(&places[i])
		e := unpacked(data)
		if at == key {
			place = &places[i]
			if move < 0 {
				move = int(e.move) - 1
			}
			break
		}
		if worth := t.worth(e); worth < least {
			place, least = &places[i], worth
		}
	}
	t.write(place, key, entry{
		score: int16(shift(score, ply)), move: uint16(move + 1), depth: int8(depth), bound: b, age: t.age,
	}.packed())
}

// worth orders entries by what would be lost with them.
func (t *table) worth(e entry) int {
	worth := int(e.depth)
	if e.age == t.age {
		worth += 1 << 8
	}
	return worth
}

// clear empties the table.
func (t *table) clear() {
	if t != nil {
		clear(t.buckets)
		t.age = 0
	}
}

// nextSearch begins another search: what older ones left makes room.
func (t *table) nextSearch() {
	if t != nil {
		t.age++
	}
}

// shift moves a win or a loss away from where it is counted by so many plies and leaves other scores alone.
func shift(score, plies int) int {
	if !Certain(score) {
		return score
	}
	if score > 0 {
		return score + plies
	}
	return score - plies
}
