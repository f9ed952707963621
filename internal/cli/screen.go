package cli

import (
	"os"

	"golang.org/x/term"
)

// Colours reports whether what is written there may have colours: it is a terminal that knows them, and the user has
// not forbidden them by NO_COLOR (https://no-color.org).
func Colours(stream any) bool {
	kind := os.Getenv("TERM")
	return IsScreen(stream) && os.Getenv("NO_COLOR") == "" && kind != "" && kind != "dumb"
}

// Width is how many columns a terminal has; 0 for what is none, and for one that does not tell.
func Width(stream any) int {
	if !IsScreen(stream) {
		return 0
	}
	width, _, err := term.GetSize(int(File(stream).Fd()))
	if err != nil {
		return 0
	}
	return width
}
