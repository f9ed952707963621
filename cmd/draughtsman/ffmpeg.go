package main

import "os"

// quietFFmpeg keeps what FFmpeg complains of from standard error, where the program talks to people; what matters of
// it comes back as an error. OpenCV has no function for that: it reads this variable when it first opens a source.
// So it is set where the process begins, before any goroutine runs, since C reads the environment without a lock. A
// user who wants to see the complaints sets the variable to a higher level (16: errors, 48: debugging).
func quietFFmpeg() error {
	const level = "OPENCV_FFMPEG_LOGLEVEL"
	if _, set := os.LookupEnv(level); set {
		return nil
	}
	return os.Setenv(level, "-8") // AV_LOG_QUIET
}
