package process

import "strings"

// kept is how much of each end of what a program writes is kept, in bytes: some languages say first what went wrong,
// others last.
const kept = 150

// words keeps both ends of what is written to it.
type words struct{ head, tail []byte }

// Write never fails.
func (w *words) Write(p []byte) (int, error) {
	n := min(len(p), kept-len(w.head))
	w.head = append(w.head, p[:n]...)
	w.tail = append(w.tail, p[max(n, len(p)-kept):]...)
	w.tail = append(w.tail[:0], w.tail[max(0, len(w.tail)-kept):]...)
	return len(p), nil
}

// String is both ends on one line.
func (w *words) String() string {
	between := ""
	if len(w.tail) == kept {
		between = " … "
	}
	return strings.Join(strings.Fields(string(w.head)+between+string(w.tail)), " ")
}
