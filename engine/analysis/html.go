package analysis

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

// What the page is made of.
var (
	//go:embed page/page.html
	layout string
	//go:embed page/style.css
	style string
	//go:embed page/script.js
	script string

	pageTemplate = template.Must(template.New("page").Parse(layout))
)

// WriteHTML writes a report as one page that needs no network: the curve of the score, a board to step through, the
// mistakes with diagrams, all moves. The same report gives the same bytes.
func WriteHTML(w io.Writer, r Report) error {
	p, err := pageOf(r)
	if err != nil {
		return fmt.Errorf("write a report: %w", err)
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return fmt.Errorf("write a report: %w", err)
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write a report: %w", err)
	}
	return nil
}

// generator is how a page says what made it.
const generator = "Draughtsman"

// HoldsReport tells by how a file begins whether it holds a report that WriteHTML has written.
func HoldsReport(head []byte) bool {
	return bytes.Contains(head, []byte(`<meta name="generator" content="`+generator+`">`))
}
