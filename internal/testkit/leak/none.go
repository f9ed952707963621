//go:build !matprofile

package leak

func mats() int { return 0 }
