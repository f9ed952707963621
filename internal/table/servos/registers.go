package servos

import "encoding/binary"

// Registers of the STS3215. Values of two bytes have the lower one first.
const (
	rFirmware     = 0
	rModel        = 3
	rID           = 5
	rLeast        = 9
	rMost         = 11
	rOffset       = 31
	rMode         = 33
	rTorque       = 40
	rAcceleration = 41
	rGoal         = 42
	rTime         = 44
	rSpeed        = 46
	rTorqueLimit  = 48
	rLock         = 55
	rPosition     = 56
	rVelocity     = 58
	rLoad         = 60
	rVoltage      = 62
	rTemperature  = 63
	rPending      = 64
	rStatus       = 65
	rMoving       = 66
	rCurrent      = 69
	registers     = 87 // how many there are
)

// readOnly are the registers that a write leaves as they are.
func readOnly(address int) bool {
	return address < rID || address >= rPosition && address < 80
}

// memory is the registers of one servo.
type memory [registers]byte

func (m *memory) word(address int) int { return int(binary.LittleEndian.Uint16(m[address:])) }

// signed is a value whose bit 15 is its sign.
func (m *memory) signed(address int) int {
	w := m.word(address)
	if w&0x8000 != 0 {
		return -(w & 0x7fff)
	}
	return w
}

func (m *memory) putWord(address, value int) {
	binary.LittleEndian.PutUint16(m[address:], uint16(value))
}

// putSigned writes a value with its sign in some bit.
func (m *memory) putSigned(address, value, bit int) {
	if value < 0 {
		value = -value | 1<<bit
	}
	m.putWord(address, value)
}
