package detect

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// saddleSet holds the crossings that were found in a picture, a list for each filter width.
type saddleSet struct {
	byWidth [][]saddle
	count   int
	index   saddleIndex // all of them
}

// pyramid finds the crossings in a picture (see saddlesOfWidth) at every filter width: each width in the picture
// halved until the narrowest filter does (A. Witkin, Scale-space filtering, 1983: what is smooth needs fewer pixels).
func (w filterBuffers) pyramid(p logImage) (saddleSet, error) {
	var found saddleSet
	level := gocv.NewMat()
	defer level.Close()
	if err := p.mat.CopyTo(&level); err != nil {
		return saddleSet{}, fmt.Errorf("looking for the crossings of squares: %w", err)
	}
	for k := range widths {
		if k > 0 {
			size := image.Pt((level.Cols()+1)/2, (level.Rows()+1)/2)
			if err := gocv.Resize(level, &level, size, 0, 0, gocv.InterpolationArea); err != nil {
				return saddleSet{}, fmt.Errorf("halving the picture: %w", err)
			}
		}
		of, err := w.saddlesOfWidth(level, narrowest)
		if err != nil {
			return saddleSet{}, fmt.Errorf("looking for the crossings of squares: %w", err)
		}
		bx, by := float64(p.Width)/float64(level.Cols()), float64(p.Height)/float64(level.Rows())
		for i := range of {
			of[i].at = imaging.Pt((of[i].at.X+0.5)*bx-0.5, (of[i].at.Y+0.5)*by-0.5)
			of[i].id = found.count
			found.count++
		}
		found.byWidth = append(found.byWidth, of)
	}
	found.index = newSaddleIndex(slices.Concat(found.byWidth...))
	return found, nil
}

// saddles finds the crossings in the picture made so many times taller; their places are those of the taller picture.
func (w filterBuffers) saddles(p logImage, stretch float64) (saddleSet, error) {
	if stretch == 1 {
		return w.pyramid(p)
	}
	tall := logImage{mat: gocv.NewMat()}
	tall.Width, tall.Height = p.Width, int(math.Round(stretch*float64(p.Height)))
	defer tall.close()
	err := gocv.Resize(p.mat, &tall.mat, image.Pt(tall.Width, tall.Height), 0, 0, gocv.InterpolationLinear)
	if err != nil {
		return saddleSet{}, fmt.Errorf("stretching the picture: %w", err)
	}
	return w.pyramid(tall)
}

// suppressed returns at most n saddles, strongest first, no two nearer than saddleSpacing (non-maximum suppression).
func suppressed(found []saddle, n int) []saddle {
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b saddle) int { return cmp.Compare(b.strength, a.strength) })
	sorted = sorted[:min(len(sorted), 2*n)]
	kept := make([]saddle, 0, n)
	for _, s := range sorted {
		if len(kept) == n {
			break
		}
		if !slices.ContainsFunc(kept, func(k saddle) bool {
			d := k.at.Minus(s.at)
			return d.Dot(d) < saddleSpacing*saddleSpacing
		}) {
			kept = append(kept, s)
		}
	}
	return kept
}
