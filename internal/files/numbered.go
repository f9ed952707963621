package files

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Numbered is the name of one of several files: game-001.svg.
func Numbered(path string, number int) string {
	kind := filepath.Ext(path)
	return fmt.Sprintf("%s-%03d%s", strings.TrimSuffix(path, kind), number, kind)
}
