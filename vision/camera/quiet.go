package camera

import "os"

// FFmpeg writes its complaints to standard error, where the program talks to
// people; what matters of them comes back as an error. OpenCV looks at this
// variable when it first opens a source. It is set before any goroutine runs,
// since C reads the environment without a lock. A user who wants to see the
// complaints sets the variable to a higher level (16 = errors, 48 = debugging).
func init() {
	const level = "OPENCV_FFMPEG_LOGLEVEL"
	if _, set := os.LookupEnv(level); !set {
		_ = os.Setenv(level, "-8") // AV_LOG_QUIET
	}
}
