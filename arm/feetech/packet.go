package feetech

import (
	"bytes"
	"errors"
	"fmt"
)

// Baud is the rate at which the servos come from the shop.
const Baud = 1_000_000

// Broadcast is the id that every servo obeys and none answers, a ping excepted.
const Broadcast = 0xfe

// MaxID is the highest id that a servo can have.
const MaxID = 0xfd

// What a request asks for.
const (
	Ping      = 0x01
	Read      = 0x02 // address, length
	Write     = 0x03 // address, data
	SyncRead  = 0x82 // address, length, ids
	SyncWrite = 0x83 // address, length, then id and data for each
)

// Packet is a request or a reply, without its frame.
type Packet struct {
	ID     byte
	Code   byte   // of a request what it asks for, of a reply the servo's Faults
	Params []byte // at most MaxParams
}

// MaxParams is how many parameters a packet can have: its length is one byte, and counts two more.
const MaxParams = 253

// ErrPacket is a packet that cannot be sent.
var ErrPacket = errors.New("this is no packet that a servo can be sent")

// Encode frames a packet: FF FF, id, length, code, parameters, checksum.
func (p Packet) Encode() ([]byte, error) {
	if p.ID == 0xff || len(p.Params) > MaxParams {
		return nil, fmt.Errorf("%w: id %d with %d parameters", ErrPacket, p.ID, len(p.Params))
	}
	b := make([]byte, 0, len(p.Params)+6)
	b = append(b, 0xff, 0xff, p.ID, byte(len(p.Params)+2), p.Code)
	b = append(b, p.Params...)
	return append(b, checksum(b[2:])), nil
}

// checksum is the complement of the sum of everything after the header.
func checksum(body []byte) byte {
	var sum byte
	for _, b := range body {
		sum += b
	}
	return ^sum
}

// Decoder finds packets in a stream of bytes. What does not belong to a packet is skipped: noise before a header,
// packets with a wrong checksum, packets longer than Longest, and the bytes that Expect announced.
type Decoder struct {
	// Longest is how many parameters a packet may have; a longer one is noise, for which nobody waits. 0 means MaxParams.
	Longest int
	// Skipped counts the bytes that were noise.
	Skipped int

	held []byte
	echo []byte
}

// Expect announces that the next bytes are an echo of what was just sent, as adapters that connect sending and
// receiving have them. Bytes that differ end the expectation and are looked at like all others.
func (d *Decoder) Expect(echo []byte) { d.echo = bytes.Clone(echo) }

// Reset forgets what was received so far, half packets and expected echoes.
func (d *Decoder) Reset() { d.held, d.echo = d.held[:0], nil }

// Feed takes bytes in and calls emit for every packet that they complete.
func (d *Decoder) Feed(b []byte, emit func(Packet)) {
	for len(b) > 0 && len(d.echo) > 0 && b[0] == d.echo[0] {
		b, d.echo = b[1:], d.echo[1:]
	}
	if len(b) == 0 {
		return
	}
	d.echo = nil
	d.held = append(d.held, b...)
	for {
		p, size, found := d.next()
		switch {
		case found:
			emit(p)
			d.held = d.held[size:]
		case size > 0:
			d.Skipped += size
			d.held = d.held[size:]
		default:
			d.held = append([]byte(nil), d.held...) // gives what was read back
			return
		}
	}
}

// next looks at the beginning of what is held: a packet and its size, so many bytes that are noise, or 0 when more
// has to come.
func (d *Decoder) next() (p Packet, size int, found bool) {
	b := d.held
	longest := d.Longest
	if longest == 0 {
		longest = MaxParams
	}
	start := bytes.Index(b, []byte{0xff, 0xff})
	switch {
	case start > 0:
		return p, start, false
	case start < 0 && len(b) > 0 && b[len(b)-1] == 0xff:
		return p, len(b) - 1, false // perhaps the first half of a header
	case start < 0:
		return p, len(b), false
	case len(b) > 2 && b[2] == 0xff:
		return p, 1, false // the header begins a byte later
	case len(b) < 4:
		return p, 0, false
	}
	length := int(b[3])
	if length < 2 || length-2 > longest {
		return p, 1, false
	}
	if len(b) < length+4 {
		return p, 0, false
	}
	if checksum(b[2:length+3]) != b[length+3] {
		return p, 1, false
	}
	return Packet{ID: b[2], Code: b[4], Params: bytes.Clone(b[5 : length+3])}, length + 4, true
}
