package dobot

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
)

// Packet is a command for the arm, or its answer, which has the same ID and the same bits.
type Packet struct {
	ID     byte
	Write  bool // it changes something; else it asks
	Queued bool // it is carried out in turn; its answer is a number, eight bytes
	Params []byte
}

// MaxParams is how many bytes of parameters a packet may have. The longest that the driver knows is the pose, 32.
const MaxParams = 64

const (
	header       = 0xaa // twice
	bitSet       = 1 << 0
	bitWait      = 1 << 1
	framingBytes = 4 // two headers, the length, the checksum
)

// Encode is the packet's bytes: AA AA, the length of what follows up to the checksum, ID, control bits, parameters,
// and the checksum, which makes the sum of these from ID on a multiple of 256.
func (p Packet) Encode() ([]byte, error) {
	if len(p.Params) > MaxParams {
		return nil, fmt.Errorf("a packet for the arm has %d bytes of parameters, and at most %d are allowed", len(p.Params),
			MaxParams)
	}
	control := byte(0)
	if p.Write {
		control |= bitSet
	}
	if p.Queued {
		control |= bitWait
	}
	b := append([]byte{header, header, byte(2 + len(p.Params)), p.ID, control}, p.Params...)
	return append(b, -sum(b[3:])), nil
}

func sum(b []byte) (s byte) {
	for _, v := range b {
		s += v
	}
	return s
}

// Parse reads the bytes of one packet.
func Parse(b []byte) (Packet, error) {
	if length, whole := frame(b); !whole || length != len(b) {
		return Packet{}, fmt.Errorf("% X is not a packet of a Dobot's", b)
	}
	return Packet{ID: b[3], Write: b[4]&bitSet != 0, Queued: b[4]&bitWait != 0, Params: bytes.Clone(b[5 : len(b)-1])}, nil
}

// frame reports whether bytes begin with a packet, and how long it is. Not whole and longer than the bytes: more have
// to come; not whole and 0: they do not.
func frame(b []byte) (length int, whole bool) {
	switch {
	case len(b) > 0 && b[0] != header, len(b) > 1 && b[1] != header:
		return 0, false
	case len(b) < 3:
		return 3, false
	case b[2] < 2 || b[2] > 2+MaxParams:
		return 0, false
	}
	length = int(b[2]) + framingBytes
	if len(b) < length {
		return length, false
	}
	if b[4]&^(bitSet|bitWait) != 0 || sum(b[3:length]) != 0 {
		return 0, false
	}
	return length, true
}

// Decoder finds packets in a stream of bytes. What is no packet is passed over; a packet inside of what looked like
// another is found.
type Decoder struct {
	held []byte
	// Skipped is the beginning of what was passed over.
	Skipped []byte
}

// maxSkipped is how much of what was passed over is kept.
const maxSkipped = 512

// Feed adds bytes, and calls emit with each packet that they complete.
func (d *Decoder) Feed(b []byte, emit func(Packet)) {
	d.feed(b, func(raw []byte) {
		if p, err := Parse(raw); err == nil {
			emit(p)
		}
	})
}

// feed is Feed with the packets' bytes, which are valid during the call.
func (d *Decoder) feed(b []byte, emit func(raw []byte)) {
	d.held = append(d.held, b...)
	d.drain(emit)
}

func (d *Decoder) drain(emit func(raw []byte)) {
	for {
		length, whole := frame(d.held)
		switch {
		case whole:
			emit(d.held[:length])
			d.held = d.held[length:]
		case length > len(d.held):
			return
		default:
			d.skip()
		}
	}
}

func (d *Decoder) skip() {
	if len(d.Skipped) < maxSkipped {
		d.Skipped = append(d.Skipped, d.held[0])
	}
	d.held = d.held[1:]
}

// GiveUp passes over a packet whose end does not come: a garbled length would swallow what comes behind it. Packets
// inside of it are found.
func (d *Decoder) GiveUp(emit func(Packet)) {
	d.giveUp(func(raw []byte) {
		if p, err := Parse(raw); err == nil {
			emit(p)
		}
	})
}

func (d *Decoder) giveUp(emit func(raw []byte)) {
	for len(d.held) > 0 {
		d.skip()
		d.drain(emit)
	}
}

// text is the packet in hexadecimal, as it is sent.
func (p Packet) text() string {
	b, err := p.Encode()
	if err != nil {
		return "" // no command of this driver is that long
	}
	return fmt.Sprintf("% X", b)
}

// wire is the bytes of what text wrote.
func wire(text string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		return nil // text was not written by text
	}
	return b
}

// read is the packet of what text wrote.
func read(text string) Packet {
	p, err := Parse(wire(text))
	if err != nil {
		return Packet{} // as above
	}
	return p
}
