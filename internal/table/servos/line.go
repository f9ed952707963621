package servos

// Instructions.
const (
	iPing      = 0x01
	iRead      = 0x02
	iWrite     = 0x03
	iLater     = 0x04
	iAction    = 0x05
	iReset     = 0x06
	iSyncRead  = 0x82
	iSyncWrite = 0x83
	everybody  = 0xfe
)

// listener takes packets out of the bytes on the line, as the servos' firmware does: byte by byte, from one header to
// the next.
type listener struct {
	history [2]byte
	state   int
	id      byte
	code    byte
	left    int
	sum     byte
	params  []byte
}

// hear takes one byte, and reports a packet when it ends it. Two bytes FF begin a packet wherever they are, as the
// firmware has it.
func (l *listener) hear(b byte) bool {
	header := l.history == [2]byte{0xff, 0xff} && b != 0xff
	l.history = [2]byte{l.history[1], b}
	if header {
		l.id, l.sum, l.state = b, b, 1
		return false
	}
	switch l.state {
	case 1: // length
		l.sum += b
		l.left, l.state = int(b)-2, 2
		if b < 2 {
			l.state = 0
		}
	case 2: // instruction
		l.sum += b
		l.code, l.params, l.state = b, nil, 3
		if l.left == 0 {
			l.state = 4
		}
	case 3: // parameters
		l.sum += b
		l.params = append(l.params, b)
		if l.left--; l.left == 0 {
			l.state = 4
		}
	case 4: // checksum
		l.state = 0
		l.history = [2]byte{}
		return b == ^l.sum
	}
	return false
}

// answers is what the servos say to the packet that was heard, in the order in which they do.
func (a *arm) answers(l *listener) (said [][]byte) {
	if l.code == iSyncRead && l.id == everybody && len(l.params) >= 3 {
		for _, id := range l.params[2:] {
			for _, s := range a.servos {
				if s.m[rID] == id && s.asleep == 0 {
					said = append(said, s.read(l.params[:2])...)
				}
			}
		}
		return said
	}
	for _, s := range a.servos {
		if s.asleep > 0 || l.id != s.m[rID] && l.id != everybody {
			continue
		}
		reply := s.obey(l)
		if l.id != everybody || l.code == iPing {
			said = append(said, reply...)
		}
	}
	return said
}

// obey carries out a packet and says what there is to say to it.
func (s *servo) obey(l *listener) [][]byte {
	switch l.code {
	case iRead:
		if len(l.params) != 2 {
			return nil
		}
		return s.read(l.params)
	case iWrite, iLater:
		if len(l.params) < 2 || int(l.params[0])+len(l.params)-1 > registers {
			return nil
		}
		if l.code == iLater {
			s.pending = append([]byte(nil), l.params...)
			s.m[rPending] = 1
		} else {
			s.write(int(l.params[0]), l.params[1:])
		}
	case iAction:
		if s.pending != nil {
			s.write(int(s.pending[0]), s.pending[1:])
		}
		s.pending, s.m[rPending] = nil, 0
	case iReset:
		s.eprom++
	case iSyncWrite:
		s.take(l.params)
	}
	return [][]byte{s.status(nil)} // also where the instruction means nothing to it
}

// take carries out the servo's part of a write to many.
func (s *servo) take(params []byte) {
	if len(params) < 2 {
		return
	}
	n := int(params[1])
	for rest := params[2:]; len(rest) > n; rest = rest[n+1:] {
		if rest[0] == s.m[rID] && int(params[0])+n <= registers {
			s.write(int(params[0]), rest[1:n+1])
		}
	}
}

// read answers with registers, and registers that do not exist with silence.
func (s *servo) read(params []byte) [][]byte {
	from, n := int(params[0]), int(params[1])
	if from+n > registers {
		return nil
	}
	return [][]byte{s.status(s.m[from : from+n])}
}

// status is a reply: the servo's status register, and data.
func (s *servo) status(data []byte) []byte {
	b := append([]byte{0xff, 0xff, s.m[rID], byte(len(data) + 2), s.m[rStatus]}, data...)
	var sum byte
	for _, v := range b[2:] {
		sum += v
	}
	return append(b, ^sum)
}
