//go:build matprofile

package leak

import "gocv.io/x/gocv"

func mats() int { return gocv.MatProfile.Count() }
