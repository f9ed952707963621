package referee

import "strings"

// tailBytes is how much of what a program writes is kept.
const tailBytes = 300

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

// Write keeps the end.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[max(0, len(p)-tailBytes):]...)
	t.text = append(t.text[:0], t.text[max(0, len(t.text)-tailBytes):]...)
	return len(p), nil
}

// String is the end as one line.
func (t *tail) String() string { return strings.Join(strings.Fields(string(t.text)), " ") }
