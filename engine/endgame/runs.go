package endgame

// Won, drawn and lost positions lie together. They are kept as runs: each byte says which of the three it is and how
// often it comes in a row. A longer run takes several bytes. Programs have done so since R. Lake, J. Schaeffer and
// P. Lu, "Solving Large Retrograde Analysis Problems Using a Network of Workstations", Advances in Computer Chess 7,
// 1994.

// runBlockSize is how many positions begin anew: to find one, the runs of its block before it are added up.
const runBlockSize = 1024

const (
	runLengths   = 85 // that a byte can say of each of the three
	lengthGrowth = 14 // lengths grow by one, or by such a part of themselves
	noRun        = 255
)

// runLength is the length that each byte says, of wins, then of draws, then of losses; 0 for noRun.
var runLength = func() (lengths [noRun + 1]uint16) {
	length := 1
	for i := range runLengths {
		for first := i; first < noRun; first += runLengths {
			lengths[first] = uint16(length)
		}
		length = min(runBlockSize, length+max(1, length/lengthGrowth))
	}
	return lengths
}()

// appendRun appends a run of positions of one utility: 1, 0 or −1.
func appendRun(to []byte, utility, length int) []byte {
	first := (1 - utility) * runLengths
	for length > 0 {
		i := runLengths - 1
		for int(runLength[i]) > length {
			i--
		}
		to = append(to, byte(first+i))
		length -= int(runLength[i])
	}
	return to
}

// findRun is the utility of position i of a block; false if the block has fewer.
func findRun(block []byte, i int) (utility int, found bool) {
	for _, code := range block {
		if i -= int(runLength[code]); i < 0 {
			return 1 - int(code/runLengths), true
		}
	}
	return 0, false
}
