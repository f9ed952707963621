// Package v4l2 asks Video4Linux, the camera interface of the Linux kernel, which cameras there are and what they
// offer, and sets what they control themselves: focus, exposure and white balance. It takes no pictures. On other
// systems its functions return [ErrNoV4L2].
//
// The kernel's interface is described in its documentation, "Video for Linux API"
// (Documentation/userspace-api/media/v4l), and in linux/videodev2.h, whose names are those of the constants here.
package v4l2

import "errors"

// ErrNoV4L2 is what a system without Video4Linux answers.
var ErrNoV4L2 = errors.New("only Linux can say which cameras there are; elsewhere they are numbered 0, 1, 2 …: " +
	"try `draughtsman see 0`, then `draughtsman see 1`")
