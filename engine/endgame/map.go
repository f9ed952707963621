package endgame

import (
	"fmt"
	"os"

	"github.com/edsrzf/mmap-go"
)

// mapFile has the content of a file appear in memory, read only, until unmap is called.
func mapFile(path string) (content []byte, unmap func() error, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = file.Close() }() // it stays mapped
	about, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	if about.Size() == 0 {
		return nil, func() error { return nil }, nil
	}
	mapped, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("map the file into memory: %w", err)
	}
	return mapped, mapped.Unmap, nil
}
