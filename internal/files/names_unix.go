//go:build unix

package files

import (
	"fmt"
	"os"
	"syscall"
)

// OtherNames says in a sentence that a file has other names, hard links, which keep what it holds now when it is
// replaced; "" where it has none.
func OtherNames(path string) string {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return ""
	}
	if about, is := info.Sys().(*syscall.Stat_t); !is || about.Nlink < 2 {
		return ""
	}
	return fmt.Sprintf("%s has another name, a hard link; what is written from now on stands in %[1]s alone, and the "+
		"other name keeps what it holds.", path)
}
