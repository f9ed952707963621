package overlay

import (
	"fmt"
	"path/filepath"
	"strings"

	"gocv.io/x/gocv"

	"draughtsman/internal/files"
)

// Kind is pictures that Save has written.
var Kind = files.Kind{Name: "a picture drawn by this program", Holds: drawnHere}

// In is the file in a folder for what is drawn of a picture, which may be an address. That something else is there is
// an error.
func In(folder, picture string) (path string, err error) {
	name := strings.TrimSuffix(filepath.Base(picture), filepath.Ext(picture))
	path = filepath.Join(folder, strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:%?*`, r) {
			return '-'
		}
		return r
	}, name)+".png")
	return path, Kind.MayReplace(path)
}

// Save writes a picture to a file in one step, so that whoever watches the file always finds a whole picture. The
// file's name says the format: .png or .jpg. Kind knows it by a comment in it.
func Save(path string, picture gocv.Mat) error {
	encoded, err := gocv.IMEncode(gocv.FileExt(filepath.Ext(path)), picture)
	if err != nil {
		return fmt.Errorf("the picture %s cannot be written: its name must end in .png or .jpg (%w)", path, err)
	}
	defer encoded.Close()
	if err := files.Replace(path, signed(encoded.GetBytes())); err != nil {
		return fmt.Errorf("the picture %s cannot be written: %w", path, err)
	}
	return nil
}

// Write draws on a picture and saves it. A nil geometry is a picture in which no board is known.
func Write(path string, picture gocv.Mat, g *Geometry, d Drawing) error {
	drawn := gocv.NewMat()
	defer drawn.Close()
	if err := drawOn(picture, g, d, &drawn); err != nil {
		return err
	}
	return Save(path, drawn)
}

// drawOn copies a picture and draws on the copy, with a geometry or, nil, without.
func drawOn(picture gocv.Mat, g *Geometry, d Drawing, into *gocv.Mat) error {
	if g == nil {
		return drawPlain(picture, d, into)
	}
	return Draw(picture, *g, d, into)
}
