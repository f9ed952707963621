package armcheck

import (
	"draughtsman/arm"
	"draughtsman/internal/config"
)

// Corners are the places that are gone to.
func Corners(table config.Table) (all []arm.Point) {
	for _, c := range corners(table) {
		all = append(all, c.at)
	}
	return all
}
