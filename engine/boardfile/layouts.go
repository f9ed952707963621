package boardfile

import (
	"bytes"
	"embed"
	"fmt"

	"draughtsman/engine/variant"
)

//go:embed layouts/*.board
var layouts embed.FS

// Sizes is the sizes of the layouts that come with the program.
func Sizes() []int { return []int{4, 6, 8, 10, 12} }

// Layout is the layout of a size, one of Sizes.
func Layout(size int) (variant.Position, error) {
	data, err := layouts.ReadFile(fmt.Sprintf("layouts/%dx%d.board", size, size))
	if err != nil {
		return variant.Position{}, fmt.Errorf("there is no layout of size %d: want one of %v", size, Sizes())
	}
	layout, _, err := Read(bytes.NewReader(data))
	return layout, err
}
