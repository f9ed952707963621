package v4l2

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The requests and the structures are those of the kernel's header, as the C
// compiler of this machine lays them out.
func TestLayout(t *testing.T) {
	if _, err := os.Stat("/usr/include/linux/videodev2.h"); err != nil {
		t.Skip("there is no linux/videodev2.h here")
	}
	want := map[string]uint32{
		"VIDIOC_QUERYCAP": vidiocQuerycap, "VIDIOC_ENUM_FMT": vidiocEnumFmt, "VIDIOC_REQBUFS": vidiocReqbufs,
		"VIDIOC_G_CTRL": vidiocGCtrl, "VIDIOC_S_CTRL": vidiocSCtrl, "VIDIOC_QUERYCTRL": vidiocQueryctrl,
		"VIDIOC_ENUM_FRAMESIZES": vidiocEnumFramesizes, "VIDIOC_ENUM_FRAMEINTERVALS": vidiocEnumFrameintervals,
		"V4L2_CID_FOCUS_AUTO": cidFocusAuto, "V4L2_CID_FOCUS_ABSOLUTE": cidFocusAbsolute,
		"V4L2_CID_EXPOSURE_AUTO":     cidExposureAuto,
		"V4L2_CID_EXPOSURE_ABSOLUTE": cidExposureAbsolute, "V4L2_CID_EXPOSURE_AUTO_PRIORITY": cidExposureAutoPriority,
		"V4L2_CID_AUTO_WHITE_BALANCE": cidAutoWhiteBalance, "V4L2_CID_WHITE_BALANCE_TEMPERATURE": cidWhiteBalanceTemperature,
		"V4L2_EXPOSURE_MANUAL": exposureManual, "V4L2_EXPOSURE_APERTURE_PRIORITY": exposureAperture,
		"V4L2_CAP_VIDEO_CAPTURE": capVideoCapture, "V4L2_CAP_VIDEO_CAPTURE_MPLANE": capVideoCaptureMplane,
		"V4L2_CAP_VIDEO_M2M_MPLANE": capVideoM2MMplane, "V4L2_CAP_DEVICE_CAPS": capDeviceCaps,
		"V4L2_CTRL_FLAG_DISABLED": flagDisabled, "V4L2_CTRL_FLAG_READ_ONLY": flagReadOnly,
		"V4L2_BUF_TYPE_VIDEO_CAPTURE": bufTypeVideoCapture, "V4L2_MEMORY_MMAP": memoryMmap,
		"V4L2_FRMSIZE_TYPE_DISCRETE":     discrete,
		"sizeof(struct v4l2_capability)": size(capability{}), "offsetof(struct v4l2_capability, device_caps)": 88,
		"sizeof(struct v4l2_fmtdesc)": size(fmtdesc{}), "offsetof(struct v4l2_fmtdesc, pixelformat)": 44,
		"sizeof(struct v4l2_frmsizeenum)": size(frmsizeenum{}), "offsetof(struct v4l2_frmsizeenum, stepwise)": 12,
		"sizeof(struct v4l2_frmivalenum)": size(frmivalenum{}), "offsetof(struct v4l2_frmivalenum, stepwise)": 20,
		"sizeof(struct v4l2_queryctrl)": size(queryctrl{}), "offsetof(struct v4l2_queryctrl, flags)": 56,
		"sizeof(struct v4l2_control)": size(control{}), "sizeof(struct v4l2_requestbuffers)": size(requestbuffers{}),
	}
	program := "#include <linux/videodev2.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n"
	for name := range want {
		program += fmt.Sprintf("printf(\"%%s=%%lu\\n\", %q, (unsigned long)(%s));\n", name, name)
	}
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "layout.c"), filepath.Join(folder, "layout")
	if err := os.WriteFile(source, []byte(program+"return 0; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "cc", "-o", binary, source).CombinedOutput(); err != nil {
		t.Skipf("there is no C compiler here: %v %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range want {
		if line := fmt.Sprintf("%s=%d\n", name, value); !strings.Contains(string(out), line) {
			t.Errorf("%sis not what the header says:\n%s", line, out)
		}
	}
}

func size(of any) uint32 { return uint32(binary.Size(of)) }
