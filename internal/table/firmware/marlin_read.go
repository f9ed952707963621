package firmware

import (
	"strconv"
	"strings"
)

// read takes lines out of the serial buffer while there is room for them.
func (m *marlin) read() {
	for len(m.rx) > 0 && len(m.ring) < marlinRing && !m.dead {
		b := m.rx[0]
		m.rx = m.rx[1:]
		switch {
		case b == '\n' || b == '\r':
			text := strings.TrimLeft(string(m.line), " ")
			m.line, m.comment = nil, false
			if text != "" { // a blank line is no line: it gets no answer
				m.accept(text)
			}
		case b == ';':
			m.comment = true
		case !m.comment && len(m.line) < marlinLine:
			m.line = append(m.line, b)
		}
	}
}

// accept checks a line's number and sum, acts on what cannot wait, and queues it.
func (m *marlin) accept(text string) {
	if text[0] == 'N' {
		if !m.inOrder(&text) {
			return
		}
	}
	switch word, _, _ := strings.Cut(text, " "); word {
	case "M112":
		m.kill("echo:M112 Shutdown\n", "Error:Printer halted. kill() called!\n")
		return
	case "M410":
		m.quickStop()
	case "M108":
		m.paused = false
	}
	m.ring = append(m.ring, text)
}

// inOrder reports whether a numbered line is the next one and whole, and takes the number and the sum off it.
func (m *marlin) inOrder(text *string) bool {
	n, i := integer((*text)[1:])
	rest := strings.TrimLeft((*text)[1+i:], " ")
	resets := strings.HasPrefix(rest, "M110")
	if n != m.lastN+1 && !resets {
		if n == m.lastN || n == m.lastN-1 {
			return false // it has had that one: not a word
		}
		m.complain("Line Number is not Last Line Number+1")
		return false
	}
	star := strings.LastIndexByte(*text, '*')
	if star < 0 {
		m.complain("No Checksum with line number")
		return false
	}
	sum := byte(0)
	for _, b := range []byte((*text)[:star]) {
		sum ^= b
	}
	if told, _ := integer((*text)[star+1:]); told != int(sum) {
		m.complain("checksum mismatch")
		return false
	}
	m.lastN = n
	if cut := strings.LastIndexByte(rest, '*'); cut >= 0 {
		rest = rest[:cut]
	}
	*text = strings.TrimSpace(rest)
	return true
}

// complain asks for a line again. What has arrived behind it is thrown away, except where the serial line is USB
// itself.
func (m *marlin) complain(what string) {
	if !m.native {
		m.rx = nil
	}
	m.send.Sayf("Error:%s, Last Line: %d\n", what, m.lastN)
	m.send.Sayf("Resend: %d\n", m.lastN+1)
	m.send("ok\n")
}

// integer reads the digits at the beginning of a text, and tells how many they are.
func integer(text string) (n, length int) {
	for length < len(text) && text[length] >= '0' && text[length] <= '9' {
		length++
	}
	n, err := strconv.Atoi(text[:length])
	if err != nil {
		return -1, length
	}
	return n, length
}
