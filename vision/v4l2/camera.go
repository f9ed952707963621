package v4l2

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Camera is a camera that the computer has.
type Camera struct {
	Path   string `json:"path"`             // /dev/video0
	Stable string `json:"stable,omitempty"` // below /dev/v4l, the same when other cameras come and go; "": there is none
	Name   string `json:"name"`
	Driver string `json:"driver,omitempty"`
	Bus    string `json:"bus,omitempty"` // where it is plugged in
	Modes  []Mode `json:"modes"`         // sorted by size, then by format
	// Automatic is what it can set by itself.
	Automatic []Setting `json:"automatic"`
	// Problem is why no pictures can be had from it, with what to do; nil: they can.
	Problem error `json:"-"`
}

// Source is what camera.source should be for this camera.
func (c Camera) Source() string { return cmp.Or(c.Stable, c.Path) }

// Mode is a size of pictures in a pixel format.
type Mode struct {
	Format string `json:"format"` // four characters, such as YUYV or MJPG
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Rates are pictures a second, the most first; none: the driver does not say.
	Rates []float64 `json:"rates"`
}

// Fastest is the most pictures a second, or 0.
func (m Mode) Fastest() float64 {
	if len(m.Rates) == 0 {
		return 0
	}
	return m.Rates[0]
}

// usualSizes are what is listed of a driver that offers a range of sizes, beside the largest.
var usualSizes = [][2]uint32{{640, 480}, {800, 600}, {1280, 720}, {1280, 960}, {1920, 1080}}

// readable are the pixel formats that OpenCV 4.6 turns into a picture (modules/videoio/src/cap_v4l.cpp).
var readable = []string{
	"BGR3", "RGB3", "YV12", "YU12", "411P", "YUYV", "UYVY", "NV12", "NV21", "BA81", "GBRG", "S910", "MJPG", "JPEG",
	"Y16 ", "Y12 ", "Y10 ", "GREY", "XR24", "AR24",
}

// Readable reports whether OpenCV turns a pixel format into a picture.
func Readable(format string) bool { return slices.Contains(readable, format) }

// inspect says what a device node is and offers. Of a node that gives no
// pictures, such as one for metadata, the answer is false.
func inspect(d Device, c *Camera) (bool, error) {
	var about capability
	if err := ask(d, vidiocQuerycap, &about); err != nil {
		return false, fmt.Errorf("it does not answer as a camera (%w)", err)
	}
	if name := text(about.Card[:]); name != "" {
		c.Name = name
	}
	c.Driver, c.Bus = text(about.Driver[:]), text(about.BusInfo[:])
	can := about.Capabilities
	if can&capDeviceCaps != 0 {
		can = about.DeviceCaps
	}
	switch {
	case can&capVideoCapture != 0: // v4l2loopback says besides that it converts (M2M)
	case can&capVideoCaptureMplane != 0 && can&capVideoM2MMplane == 0:
		return true, errNoPlainPictures("multi-planar pictures")
	default:
		return false, nil
	}
	var err error
	if c.Modes, err = modes(d); err != nil {
		return true, err
	}
	if c.Automatic, err = automatic(d); err != nil {
		return true, err
	}
	return true, problemOf(d, c)
}

// errNoPlainPictures is for cameras whose pictures a program of their own has to develop first.
func errNoPlainPictures(what string) error {
	return fmt.Errorf("it offers only %s, which OpenCV does not read: let libcamera or MediaMTX make a stream of them, "+
		"see docs/cameras.md", what)
}

// problemOf tells whether pictures could be had now.
func problemOf(d Device, c *Camera) error {
	if len(c.Modes) > 0 && !slices.ContainsFunc(c.Modes, func(m Mode) bool { return Readable(m.Format) }) {
		var formats []string
		for _, m := range c.Modes {
			formats = append(formats, m.Format)
		}
		slices.Sort(formats)
		return errNoPlainPictures("the formats " + strings.Join(slices.Compact(formats), ", "))
	}
	// To ask for no buffers changes nothing, and is refused while another program
	// has some (videobuf2-v4l2.c, vb2_ioctl_reqbufs; uvc_v4l2.c likewise).
	return ask(d, vidiocReqbufs, &requestbuffers{Type: bufTypeVideoCapture, Memory: memoryMmap})
}

// modes lists sizes and rates in all formats.
func modes(d Device) ([]Mode, error) {
	all := []Mode{}
	for index := uint32(0); ; index++ {
		format := fmtdesc{Index: index, Type: bufTypeVideoCapture}
		if err := ask(d, vidiocEnumFmt, &format); lacking(err) {
			break
		} else if err != nil {
			return all, fmt.Errorf("it does not say which pictures it offers (%w)", err)
		}
		sizes, err := sizes(d, format.PixelFormat)
		if err != nil {
			return all, err
		}
		for _, size := range sizes {
			rates, err := rates(d, format.PixelFormat, size)
			if err != nil {
				return all, err
			}
			all = append(all, Mode{Format: fourCC(format.PixelFormat), Width: int(size[0]), Height: int(size[1]), Rates: rates})
		}
	}
	slices.SortStableFunc(all, func(a, b Mode) int {
		return cmp.Or(cmp.Compare(a.Width, b.Width), cmp.Compare(a.Height, b.Height), strings.Compare(a.Format, b.Format))
	})
	return all, nil
}

// sizes lists those of a format.
func sizes(d Device, format uint32) (all [][2]uint32, err error) {
	for index := uint32(0); ; index++ {
		found := frmsizeenum{Index: index, PixelFormat: format}
		if err := ask(d, vidiocEnumFramesizes, &found); lacking(err) {
			return all, nil
		} else if err != nil {
			return all, fmt.Errorf("it does not say which sizes it offers (%w)", err)
		}
		if found.Type != discrete {
			return inRange(found.Size), nil
		}
		all = append(all, [2]uint32{found.Size[0], found.Size[1]})
	}
}

// inRange is the usual sizes that lie in a range, and its largest.
func inRange(r [6]uint32) [][2]uint32 {
	fits := func(v, least, most, step uint32) bool {
		return least <= v && v <= most && (step == 0 || (v-least)%step == 0)
	}
	largest := [2]uint32{r[1], r[4]}
	var all [][2]uint32
	for _, size := range usualSizes {
		if fits(size[0], r[0], r[1], r[2]) && fits(size[1], r[3], r[4], r[5]) && size != largest {
			all = append(all, size)
		}
	}
	return append(all, largest)
}

// rates lists the pictures a second of a size, the most first; of a range the most and the least.
func rates(d Device, format uint32, size [2]uint32) ([]float64, error) {
	all := []float64{}
	for index := uint32(0); ; index++ {
		found := frmivalenum{Index: index, PixelFormat: format, Width: size[0], Height: size[1]}
		if err := ask(d, vidiocEnumFrameintervals, &found); lacking(err) {
			break
		} else if err != nil {
			return all, fmt.Errorf("it does not say how many pictures a second it offers (%w)", err)
		}
		all = appendRate(all, found.Interval[0], found.Interval[1])
		if found.Type != discrete {
			all = appendRate(all, found.Interval[2], found.Interval[3])
			break
		}
	}
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	return slices.Compact(all), nil
}

func appendRate(rates []float64, numerator, denominator uint32) []float64 {
	if numerator == 0 || denominator == 0 {
		return rates
	}
	return append(rates, float64(denominator)/float64(numerator))
}
