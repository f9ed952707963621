package v4l2

import (
	"encoding/binary"
	"errors"
	"fmt"
	"syscall"
)

// Device is an open device node. Tests put a recorded device in its place.
type Device interface {
	// Ioctl carries out a request whose argument has the layout that linux/videodev2.h gives it; the answer overwrites
	// the argument. Its errors are the kernel's, syscall.Errno.
	Ioctl(request uint32, argument []byte) error
	Close() error
}

// Requests, as linux/videodev2.h numbers them: what is read (2) or written (1),
// the argument's length in bytes, 'V', and a number.
var (
	vidiocQuerycap           = request(2, 104, 0)
	vidiocEnumFmt            = request(3, 64, 2)
	vidiocReqbufs            = request(3, 20, 8)
	vidiocGCtrl              = request(3, 8, 27)
	vidiocSCtrl              = request(3, 8, 28)
	vidiocQueryctrl          = request(3, 68, 36)
	vidiocEnumFramesizes     = request(3, 44, 74)
	vidiocEnumFrameintervals = request(3, 52, 75)
)

func request(direction, length, number uint32) uint32 {
	return direction<<30 | length<<16 | 'V'<<8 | number
}

// Capabilities of a device node.
const (
	capVideoCapture       = 0x00000001
	capVideoCaptureMplane = 0x00001000
	capVideoM2MMplane     = 0x00004000
	capDeviceCaps         = 0x80000000 // the node's own capabilities stand in DeviceCaps
)

const (
	bufTypeVideoCapture = 1
	memoryMmap          = 1

	// Kinds of sizes and of frame intervals: listed one by one, or a range.
	discrete = 1
)

type capability struct {
	Driver       [16]byte
	Card         [32]byte
	BusInfo      [32]byte
	Version      uint32
	Capabilities uint32
	DeviceCaps   uint32
	_            [3]uint32
}

type fmtdesc struct {
	Index, Type, Flags uint32
	Description        [32]byte
	PixelFormat        uint32
	MbusCode           uint32
	_                  [3]uint32
}

// frmsizeenum's Size is width and height, or for a range the least, the most
// and the step of the width, then those of the height.
type frmsizeenum struct {
	Index, PixelFormat, Type uint32
	Size                     [6]uint32
	_                        [2]uint32
}

// frmivalenum's Interval is numerator and denominator in seconds, or for a range
// those of the shortest, the longest and the step.
type frmivalenum struct {
	Index, PixelFormat, Width, Height, Type uint32
	Interval                                [6]uint32
	_                                       [2]uint32
}

type queryctrl struct {
	ID, Type uint32
	Name     [32]byte
	Minimum  int32
	Maximum  int32
	Step     int32
	Default  int32
	Flags    uint32
	_        [2]uint32
}

type control struct {
	ID    uint32
	Value int32
}

type requestbuffers struct {
	Count, Type, Memory, Capabilities uint32
	Flags                             uint8
	_                                 [3]uint8
}

// ask carries out a request; argument points to one of the structures above.
func ask(d Device, request uint32, argument any) error {
	bytes, err := binary.Append(nil, binary.NativeEndian, argument)
	if err != nil {
		return fmt.Errorf("a request to a camera cannot be written down: %w", err)
	}
	if err := d.Ioctl(request, bytes); err != nil {
		return err
	}
	_, err = binary.Decode(bytes, binary.NativeEndian, argument)
	return err
}

// lacking reports whether an error says that a device does not know a request, or has no more to enumerate.
func lacking(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTTY)
}

// text is what stands in a field before its first zero byte.
func text(field []byte) string {
	for i, b := range field {
		if b == 0 {
			return string(field[:i])
		}
	}
	return string(field)
}

// fourCC is a pixel format's name, such as YUYV or MJPG.
func fourCC(format uint32) string {
	return string([]byte{byte(format), byte(format >> 8), byte(format >> 16), byte(format >> 24 & 0x7f)})
}
