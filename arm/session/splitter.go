package session

// splitter cuts a stream of bytes into lines. A line ends with \n or \r; empty lines, which two-byte line ends leave
// behind, are dropped. A line longer than max bytes is noise or another baud rate: it is dropped as a whole.
type splitter struct {
	max      int
	held     []byte
	overlong bool
}

// feed adds bytes and calls emit for every line they complete.
func (s *splitter) feed(p []byte, emit func(string)) {
	for _, b := range p {
		switch {
		case b == '\n' || b == '\r':
			if len(s.held) > 0 && !s.overlong {
				emit(string(s.held))
			}
			s.held, s.overlong = s.held[:0], false
		case len(s.held) == s.max:
			s.overlong = true
		default:
			s.held = append(s.held, b)
		}
	}
}

// lines cuts a stream into lines of at most MaxLength.
func lines() func(p []byte, emit func(string)) { return (&splitter{max: MaxLength}).feed }

// Messages cuts a stream into lines that may be as long as 16 MiB: messages of a program and not of a firmware.
func Messages() func(p []byte, emit func(string)) { return (&splitter{max: 16 << 20}).feed }
