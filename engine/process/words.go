package process

import "strings"

// keptBytes is how much of each end of what a program writes is kept, in bytes: some languages say first what went
// wrong, others last.
const keptBytes = 150

// words keeps both ends of what is written to it.
type words struct{ head, tail []byte }

// Write never fails.
func (w *words) Write(p []byte) (int, error) {
	n := min(len(p), keptBytes-len(w.head))
	w.head = append(w.head, p[:n]...)
	w.tail = append(w.tail, p[max(n, len(p)-keptBytes):]...)
	w.tail = append(w.tail[:0], w.tail[max(0, len(w.tail)-keptBytes):]...)
	return len(p), nil
}

// String is both ends on one line.
func (w *words) String() string {
	between := ""
	if len(w.tail) == keptBytes {
		between = " … "
	}
	return strings.Join(strings.Fields(string(w.head)+between+string(w.tail)), " ")
}
