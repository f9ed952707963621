package playback

import (
	"encoding/binary"
	"sync"
	"syscall"
)

// Camera is a camera's device node as the Linux kernel shows it: it answers the requests of linux/videodev2.h, byte by
// byte as that header lays them out. It is written from the header and from the kernel's uvcvideo driver
// (drivers/media/usb/uvc), not from the program that asks. Its fields may be set until it is used.
type Camera struct {
	Driver, Card, Bus string
	Capabilities      uint32 // of the whole device
	DeviceCaps        uint32 // of this node
	Formats           []Format
	Controls          map[uint32]*Control

	mu   sync.Mutex
	busy bool
	gone bool
	sets []Set
	open int
}

// Format is a pixel format with its sizes.
type Format struct {
	FourCC string
	Sizes  []Size
	Range  *[6]uint32 // in place of sizes: least, most, step of the width, then of the height
}

// Size is one size of pictures with the times between two of them.
type Size struct {
	Width, Height uint32
	Intervals     [][2]uint32 // seconds, as fractions
}

// Control is something that can be set.
type Control struct {
	Name                     string
	Kind                     uint32 // 1 a number, 2 a switch, 3 a menu
	Least, Most, Step, Usual int32
	Value                    int32
	Flags                    uint32
	Menu                     []int32 // the values that a menu has
	// By is the control that decides whether this one may be set, and Hand the value of that which allows it.
	By   uint32
	Hand int32
	// Deaf controls take a value and keep the one they have.
	Deaf bool
}

// Set is a control that was set.
type Set struct {
	ID    uint32
	Value int32
}

// SetBusy says that another program takes pictures, or no longer does.
func (c *Camera) SetBusy(busy bool) { c.mu.Lock(); defer c.mu.Unlock(); c.busy = busy }

// Unplug takes the camera off the bus.
func (c *Camera) Unplug() { c.mu.Lock(); defer c.mu.Unlock(); c.gone = true }

// Sets are the controls that were set, in order.
func (c *Camera) Sets() []Set {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Set(nil), c.sets...)
}

// Value is what a control is set to.
func (c *Camera) Value(id uint32) int32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Controls[id].Value
}

// Change has the camera set a control by itself.
func (c *Camera) Change(id uint32, value int32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Controls[id].Value = value
}

// OpenFiles is how many times the node is open.
func (c *Camera) OpenFiles() int { c.mu.Lock(); defer c.mu.Unlock(); return c.open }

// Open opens the node.
func (c *Camera) Open() *File {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open++
	return &File{camera: c}
}

// File is the open node.
type File struct {
	camera *Camera
	closed bool
}

// Close closes it.
func (f *File) Close() error {
	f.camera.mu.Lock()
	defer f.camera.mu.Unlock()
	if f.closed {
		return syscall.EBADF
	}
	f.closed = true
	f.camera.open--
	return nil
}

// Ioctl answers a request.
func (f *File) Ioctl(request uint32, argument []byte) error {
	c := f.camera
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case f.closed:
		return syscall.EBADF
	case c.gone:
		return syscall.ENODEV
	case int(request>>16&0x3fff) != len(argument):
		return syscall.EFAULT // the kernel would read or write behind the argument
	}
	a := bytes(argument)
	switch request {
	case 0x80685600: // VIDIOC_QUERYCAP
		a.text(0, 16, c.Driver)
		a.text(16, 32, c.Card)
		a.text(48, 32, c.Bus)
		a.put(80, 6<<16)
		a.put(84, c.Capabilities)
		a.put(88, c.DeviceCaps)
		return nil
	case 0xc0405602: // VIDIOC_ENUM_FMT
		return c.format(a)
	case 0xc02c564a: // VIDIOC_ENUM_FRAMESIZES
		return c.size(a)
	case 0xc034564b: // VIDIOC_ENUM_FRAMEINTERVALS
		return c.interval(a)
	case 0xc0145608: // VIDIOC_REQBUFS
		if a.get(4) != 1 || a.get(8) != 1 {
			return syscall.EINVAL
		}
		if c.busy {
			return syscall.EBUSY
		}
		return nil
	case 0xc0445624: // VIDIOC_QUERYCTRL
		return c.query(a)
	case 0xc008561b: // VIDIOC_G_CTRL
		control := c.Controls[a.get(0)]
		if control == nil {
			return syscall.EINVAL
		}
		a.put(4, uint32(control.Value))
		return nil
	case 0xc008561c: // VIDIOC_S_CTRL
		return c.set(a.get(0), int32(a.get(4)))
	}
	return syscall.ENOTTY
}

func (c *Camera) format(a bytes) error {
	index := int(a.get(0))
	if a.get(4) != 1 || index >= len(c.Formats) { // V4L2_BUF_TYPE_VIDEO_CAPTURE
		return syscall.EINVAL
	}
	a.text(12, 32, "format "+c.Formats[index].FourCC)
	a.text(44, 4, c.Formats[index].FourCC)
	return nil
}

func (c *Camera) find(fourCC string) *Format {
	for i := range c.Formats {
		if c.Formats[i].FourCC == fourCC {
			return &c.Formats[i]
		}
	}
	return nil
}

func (c *Camera) size(a bytes) error {
	format, index := c.find(string(a[4:8])), int(a.get(0))
	switch {
	case format == nil:
		return syscall.EINVAL
	case format.Range != nil && index == 0:
		a.put(8, 3) // V4L2_FRMSIZE_TYPE_STEPWISE
		for i, v := range format.Range {
			a.put(12+4*i, v)
		}
		return nil
	case index >= len(format.Sizes):
		return syscall.EINVAL
	}
	a.put(8, 1) // V4L2_FRMSIZE_TYPE_DISCRETE
	a.put(12, format.Sizes[index].Width)
	a.put(16, format.Sizes[index].Height)
	return nil
}

func (c *Camera) interval(a bytes) error {
	format, index := c.find(string(a[4:8])), int(a.get(0))
	if format == nil {
		return syscall.EINVAL
	}
	if format.Range != nil && index == 0 {
		a.put(16, 2) // V4L2_FRMIVAL_TYPE_CONTINUOUS
		for i, v := range []uint32{1, 60, 1, 1, 1, 1} {
			a.put(20+4*i, v)
		}
		return nil
	}
	for _, size := range format.Sizes {
		if size.Width == a.get(8) && size.Height == a.get(12) && index < len(size.Intervals) {
			a.put(16, 1) // V4L2_FRMIVAL_TYPE_DISCRETE
			a.put(20, size.Intervals[index][0])
			a.put(24, size.Intervals[index][1])
			return nil
		}
	}
	return syscall.EINVAL
}

func (c *Camera) query(a bytes) error {
	control := c.Controls[a.get(0)]
	if control == nil {
		return syscall.EINVAL
	}
	a.put(4, control.Kind)
	a.text(8, 32, control.Name)
	for i, v := range []int32{control.Least, control.Most, control.Step, control.Usual} {
		a.put(40+4*i, uint32(v))
	}
	flags := control.Flags
	if c.inactive(control) {
		flags |= 0x10 // V4L2_CTRL_FLAG_INACTIVE
	}
	a.put(56, flags)
	return nil
}

// inactive reports whether something else sets a control.
func (c *Camera) inactive(control *Control) bool {
	return control.By != 0 && c.Controls[control.By].Value != control.Hand
}

// set sets a control as uvcvideo does: numbers are brought into their range, a menu's other values are refused, and
// so is what the camera sets by itself.
func (c *Camera) set(id uint32, value int32) error {
	control := c.Controls[id]
	switch {
	case control == nil:
		return syscall.EINVAL
	case control.Flags&4 != 0 || c.inactive(control): // V4L2_CTRL_FLAG_READ_ONLY
		return syscall.EACCES
	case control.Kind == 3 && !contains(control.Menu, value):
		return syscall.ERANGE
	}
	if control.Kind == 1 {
		value = min(max(value, control.Least), control.Most)
		value -= (value - control.Least) % max(control.Step, 1)
	}
	c.sets = append(c.sets, Set{id, value})
	if !control.Deaf {
		control.Value = value
	}
	return nil
}

func contains(values []int32, value int32) bool {
	for _, v := range values {
		if v == value {
			return true
		}
	}
	return false
}

// bytes are a request's argument.
type bytes []byte

func (b bytes) get(at int) uint32    { return binary.NativeEndian.Uint32(b[at:]) }
func (b bytes) put(at int, v uint32) { binary.NativeEndian.PutUint32(b[at:], v) }

func (b bytes) text(at, length int, s string) {
	clear(b[at : at+length])
	copy(b[at:at+length], s)
}
