package firmware

import (
	"bytes"
	"encoding/binary"
	"math"
)

// A packet is AA AA, a length, an id, control bits, parameters and a checksum; the length is that of id, bits and
// parameters.
const (
	dobotSync    = 0xaa
	dobotWrites  = 1
	dobotWaits   = 2
	dobotLongest = 80
)

// dobotCut is how many of some bytes are one packet, or none; 0 if more have to come.
func dobotCut(b []byte) int {
	switch {
	case b[0] != dobotSync || len(b) > 1 && b[1] != dobotSync || len(b) > 2 && (b[2] < 2 || b[2] > dobotLongest):
		return 1
	case len(b) < 3 || len(b) < int(b[2])+4:
		return 0
	}
	return int(b[2]) + 4
}

// dobotMoves reports whether a packet is a motion.
func dobotMoves(b []byte) bool { return len(b) == 23 && b[3] == 84 }

// Receive is what arrives on the serial line.
func (d *dobot) Receive(sent []byte) {
	if d.booting > 0 {
		return
	}
	if d.rx = append(d.rx, sent...); len(d.rx) > dobotRx {
		d.rx = d.rx[len(d.rx)-dobotRx:]
	}
	for len(d.rx) > 0 {
		n := dobotCut(d.rx)
		if n == 0 {
			return
		}
		p := d.rx[:n]
		if n > 1 && !dobotSums(p) {
			n = 1 // the next may begin inside
		} else if n > 1 {
			d.take(p[3], p[4], bytes.Clone(p[5:n-1]))
		}
		d.rx = d.rx[n:]
	}
	d.run()
}

func dobotSums(p []byte) bool {
	sum := byte(0)
	for _, b := range p[3:] {
		sum += b
	}
	return sum == 0
}

// reply answers under the command's own id and bits.
func (d *dobot) reply(id, control byte, params []byte) {
	p := append([]byte{dobotSync, dobotSync, byte(2 + len(params)), id, control}, params...)
	sum := byte(0)
	for _, b := range p[3:] {
		sum += b
	}
	d.send(string(append(p, 0-sum)))
}

// take obeys a packet. What it does not know it says nothing to.
func (d *dobot) take(id, control byte, params []byte) {
	switch control {
	case 0:
		if said := d.tell(id); said != nil {
			d.reply(id, control, said)
		}
	case dobotWrites:
		if d.order(id) || len(params) >= dobotNeeds[id] && d.set(id, params) {
			d.reply(id, control, nil)
		}
	case dobotWrites | dobotWaits:
		least, known := dobotNeeds[id]
		if !known || len(params) < least || len(d.queue) >= dobotQueue {
			return
		}
		d.queued++
		d.queue = append(d.queue, dobotCommand{d.queued, id, params})
		d.reply(id, control, binary.LittleEndian.AppendUint64(nil, d.queued))
	}
}

// dobotNeeds is how many bytes of parameters a command has.
var dobotNeeds = map[byte]int{30: 16, 31: 4, 62: 2, 63: 2, 81: 16, 83: 8, 84: 17}

// tell is the answer to a question; nil: it has none.
func (d *dobot) tell(id byte) []byte {
	switch id {
	case 1:
		return []byte("Magician\x00")
	case 2:
		return []byte{3, 2, 2}
	case 10:
		var pose []byte
		at := d.CalledArm()
		for _, v := range append(at[:], 0, 0, 0, 0, 0) {
			pose = binary.LittleEndian.AppendUint32(pose, math.Float32bits(float32(v)))
		}
		return pose
	case 20:
		return d.alarms[:]
	case 246:
		return binary.LittleEndian.AppendUint64(nil, d.done)
	case 247:
		return binary.LittleEndian.AppendUint32(nil, uint32(dobotQueue-len(d.queue)))
	}
	return nil
}

// order obeys what is done at once and has no parameters.
func (d *dobot) order(id byte) bool {
	switch id {
	case 20:
		d.alarms = [16]byte{}
	case 240:
		d.running = true
	case 241:
		d.running = false
	case 242:
		d.running = false
		d.halt()
	case 245:
		if d.busy {
			d.queue = d.queue[:1]
		} else {
			d.queue = nil
		}
	default:
		return false
	}
	return true
}

// set sets what takes no time.
func (d *dobot) set(id byte, params []byte) bool {
	switch id {
	case 30:
		d.rest = axes(dobotFloats(params))
		for i := range d.rest {
			d.rest[i] = min(max(d.rest[i], 0), d.Bed[i])
		}
	case 62, 63:
		d.Pump = params[0] != 0 && params[1] != 0
	case 81:
		v := dobotFloats(params)
		d.speed, d.accel = v[0], v[2]
	case 83:
		d.speedRatio = float64(math.Float32frombits(binary.LittleEndian.Uint32(params)))
		d.accelRatio = float64(math.Float32frombits(binary.LittleEndian.Uint32(params[4:])))
	default:
		return false
	}
	return true
}
