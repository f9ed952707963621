package main

import (
	"fmt"
	"strconv"

	"draughtsman/engine/search/zerosum"
)

// threads is how many of them work at once.
type threads int

// UnmarshalText reads a number of threads that a computer can have.
func (n *threads) UnmarshalText(text []byte) error {
	count, err := strconv.Atoi(string(text))
	if err != nil || count < 1 || count > zerosum.MaxThreads {
		return fmt.Errorf("%q: want 1 to %d, as many as there are processors at most", text, zerosum.MaxThreads)
	}
	*n = threads(count)
	return nil
}
