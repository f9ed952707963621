package engine

import (
	"fmt"
	"strconv"

	"github.com/pbnjay/memory"

	"draughtsman/engine/search/zerosum"
)

// Threads is how many of them work at once.
type Threads int

// UnmarshalText reads a number of threads that a computer can have.
func (n *Threads) UnmarshalText(text []byte) error {
	count, err := strconv.Atoi(string(text))
	if err != nil || count < 1 || count > zerosum.MaxThreads {
		return fmt.Errorf("%q: want 1 to %d, as many as there are processors at most", text, zerosum.MaxThreads)
	}
	*n = Threads(count)
	return nil
}

// MB is a size of memory in units of 2²⁰ bytes.
type MB int

// UnmarshalText reads a size that this computer has room for beside everything else.
func (n *MB) UnmarshalText(text []byte) error {
	size, err := strconv.Atoi(string(text))
	if err != nil || size < 1 || MB(size) > mostMB() {
		return fmt.Errorf("%q: want 1 to %d, half of this computer's memory", text, mostMB())
	}
	*n = MB(size)
	return nil
}

// mostMB is half of this computer's memory.
func mostMB() MB { return halfOf(memory.TotalMemory()) }

// halfOf is half of a memory in bytes, or 4 GB where that is not known (0).
func halfOf(memory uint64) MB {
	const unknown = 8 << 30
	if memory == 0 {
		memory = unknown
	}
	return MB(memory / 2 >> 20)
}
