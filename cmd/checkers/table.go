package main

import (
	"fmt"
	"strconv"

	"github.com/pbnjay/memory"
)

// tableMB is the size of a transposition table, or of what is kept of endgame tables, MB.
type tableMB int

// UnmarshalText reads a size that this computer has room for beside everything else.
func (n *tableMB) UnmarshalText(text []byte) error {
	most := mostTableMB(memory.TotalMemory())
	size, err := strconv.Atoi(string(text))
	if err != nil || size < 1 || size > most {
		return fmt.Errorf("%q: want 1 to %d, half of this computer's memory", text, most)
	}
	*n = tableMB(size)
	return nil
}

// mostTableMB is half of a computer's memory in bytes, or 4 GB where that is not known (0).
func mostTableMB(memory uint64) int {
	const unknown = 8 << 30
	if memory == 0 {
		memory = unknown
	}
	return int(memory / 2 >> 20)
}
