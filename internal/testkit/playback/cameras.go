package playback

// Controls by number, from linux/v4l2-controls.h.
const (
	AutoWhiteBalance        = 0x0098090c
	WhiteBalanceTemperature = 0x0098091a
	ExposureAuto            = 0x009a0901
	ExposureAbsolute        = 0x009a0902
	ExposureAutoPriority    = 0x009a0903
	FocusAbsolute           = 0x009a090a
	FocusAuto               = 0x009a090c
)

// C920 is a Logitech HD Pro Webcam C920 with the driver uvcvideo, as v4l2-ctl --list-formats-ext and --list-ctrls
// show it, with a few of its 34 sizes.
func C920() *Camera {
	fast := [][2]uint32{{1, 30}, {1, 24}, {1, 20}, {1, 15}, {1, 10}, {2, 15}, {1, 5}}
	return &Camera{
		Driver: "uvcvideo", Card: "HD Pro Webcam C920", Bus: "usb-0000:00:14.0-1",
		Capabilities: 0x84a00001, DeviceCaps: 0x04200001,
		Formats: []Format{
			{FourCC: "YUYV", Sizes: []Size{
				{640, 480, fast}, {1280, 720, [][2]uint32{{1, 10}, {2, 15}, {1, 5}}}, {1920, 1080, [][2]uint32{{1, 5}}},
			}},
			{FourCC: "MJPG", Sizes: []Size{{640, 480, fast}, {1280, 720, fast}, {1920, 1080, fast}}},
		},
		Controls: map[uint32]*Control{
			AutoWhiteBalance: {Name: "White Balance, Automatic", Kind: 2, Most: 1, Step: 1, Usual: 1, Value: 1},
			WhiteBalanceTemperature: {Name: "White Balance Temperature", Kind: 1, Least: 2000, Most: 6500, Step: 1, Usual: 4000,
				Value: 4600, By: AutoWhiteBalance},
			ExposureAuto: {Name: "Auto Exposure", Kind: 3, Most: 3, Step: 1, Usual: 3, Value: 3, Menu: []int32{1, 3}},
			ExposureAbsolute: {
				Name: "Exposure Time, Absolute", Kind: 1, Least: 3, Most: 2047, Step: 1, Usual: 250, Value: 156, By: ExposureAuto,
				Hand: 1,
			},
			ExposureAutoPriority: {Name: "Exposure, Dynamic Framerate", Kind: 2, Most: 1, Step: 1, Value: 1},
			FocusAbsolute:        {Name: "Focus, Absolute", Kind: 1, Most: 250, Step: 5, Value: 35, By: FocusAuto},
			FocusAuto:            {Name: "Focus, Automatic Continuous", Kind: 2, Most: 1, Step: 1, Usual: 1, Value: 1},
		},
	}
}

// Metadata is the second node of a camera with uvcvideo.
func Metadata() *Camera {
	return &Camera{
		Driver: "uvcvideo", Card: "HD Pro Webcam C920", Bus: "usb-0000:00:14.0-1",
		Capabilities: 0x84a00001, DeviceCaps: 0x04a00000,
	}
}

// Unicam is the receiver of a Raspberry Pi's camera cable under libcamera: it has the sensor's raw values only.
func Unicam() *Camera {
	return &Camera{
		Driver: "unicam", Card: "unicam", Bus: "platform:3f801000.csi",
		Capabilities: 0xa5a00001, DeviceCaps: 0x25200001,
		Formats: []Format{{FourCC: "pRAA", Range: &[6]uint32{16, 16376, 1, 16, 16376, 1}}},
	}
}

// Loopback is v4l2loopback, through which programs such as DroidCam and iVCam hand on a phone's pictures.
func Loopback() *Camera {
	return &Camera{
		Driver: "v4l2 loopback", Card: "DroidCam", Bus: "platform:v4l2loopback-000",
		Capabilities: 0x85208001, DeviceCaps: 0x05208001, // with exclusive_caps=1, while a program feeds it
		Formats: []Format{{FourCC: "YU12", Range: &[6]uint32{48, 8192, 1, 32, 8192, 1}}},
	}
}
