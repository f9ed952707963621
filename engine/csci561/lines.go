package csci561

import "strings"

// lines are the lines of a file, which may end in LF or CRLF and in blanks, the last one in nothing at all. Empty
// lines at the end are dropped.
func lines(text string) []string {
	text = strings.TrimRight(text, " \t\r\n")
	if text == "" {
		return nil
	}
	all := strings.Split(text, "\n")
	for i := range all {
		all[i] = strings.TrimRight(strings.TrimSuffix(all[i], "\r"), " \t")
	}
	return all
}
