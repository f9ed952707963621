package endgame

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
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
	content, err = unix.Mmap(int(file.Fd()), 0, int(about.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("map the file into memory: %w", err)
	}
	return content, func() error { return unix.Munmap(content) }, nil
}
