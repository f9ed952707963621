package guide

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// TargetSquares is how many squares the target of the lens has along an edge. They are odd, so that its four corners
// are alike and nothing else on the table looks like it.
const TargetSquares = 9

// Paper is a size of paper.
type Paper struct {
	Name          string
	width, height float64 // mm, upright
}

// The papers.
var (
	A4     = Paper{"A4", 210, 297}
	Letter = Paper{"Letter", 215.9, 279.4}
)

// targetTitle is the title of every target.
const targetTitle = "Draughtsman: target for a camera's lens"

// HoldsTarget tells by how a file begins whether it is a target that WriteTarget has written: its title stands at its
// end, within its first few thousand bytes.
func HoldsTarget(head []byte) bool {
	return bytes.HasPrefix(head, []byte("%PDF-")) && bytes.Contains(head, []byte(targetTitle))
}

// Lengths on the page, mm.
const (
	edgeMM       = 15.0 // that printers leave white, and that the target needs around it
	footMM       = 45.0 // for the words and the ruler below the target
	rulerMM      = 100.0
	minSideMM    = 10.0
	textHeightMM = 4.0
)

// WriteTarget writes the chequered target that a lens is calibrated with as a PDF of one page at true scale, with
// squares of a side in mm. The date goes into the file; equal ones make equal files.
func WriteTarget(w io.Writer, p Paper, side float64, made time.Time) error {
	whole := TargetSquares * side
	if most := min(p.width-2*edgeMM, p.height-2*edgeMM-footMM) / TargetSquares; !(side >= minSideMM && side <= most) {
		return fmt.Errorf("squares of %g mm: from %g to %.1f mm fit on %s", side, minSideMM, most, p.Name)
	}
	page := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: p.width, Ht: p.height}})
	page.SetCompression(false) // a page of squares is small, and can be read
	page.SetCreationDate(made)
	page.SetModificationDate(made)
	page.SetTitle(targetTitle, false)
	page.SetAutoPageBreak(false, 0)
	page.AddPage()
	page.SetFillColor(0, 0, 0)
	left := (p.width - whole) / 2
	for row := range TargetSquares {
		for column := range TargetSquares {
			if (row+column)%2 == 0 {
				page.Rect(left+float64(column)*side, edgeMM+float64(row)*side, side, side, "F")
			}
		}
	}
	write := func(y, size float64, text string) {
		page.SetFont("Helvetica", "", size)
		page.Text(left, y, text)
	}
	y := edgeMM + whole + 12
	write(y, 12, fmt.Sprintf("%d x %d squares of %g mm. Fix the page to something flat, such as a stiff board.",
		TargetSquares, TargetSquares, side))
	y += 12
	page.SetLineWidth(0.3)
	page.Line(left, y, left+rulerMM, y)
	for i := range 11 {
		tick := 2.0
		if i%5 == 0 {
			tick = textHeightMM
		}
		x := left + rulerMM*float64(i)/10
		page.Line(x, y-tick, x, y)
	}
	write(y+6, 10, fmt.Sprintf("This line is %g mm long. If it is not, print again at 100 %% (\"actual size\").", rulerMM))
	if err := page.Output(w); err != nil {
		return fmt.Errorf("the target cannot be written: %w", err)
	}
	return nil
}
