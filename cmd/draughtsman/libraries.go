package main

import (
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// ownErrors is standard error for this program alone. What libraries in C write there by themselves ("Premature end of
// JPEG file", the warnings of OpenCV, FFmpeg and libpng) goes nowhere: what matters of it comes back as an error. Who
// wants to see it says how much by OPENCV_LOG_LEVEL (such as WARNING) or OPENCV_FFMPEG_LOGLEVEL (16: errors, 48:
// debugging). It is called where the process begins, before any goroutine runs, since C reads the environment without
// a lock.
func ownErrors() (*os.File, error) {
	for _, level := range []string{"OPENCV_LOG_LEVEL", "OPENCV_FFMPEG_LOGLEVEL"} {
		if _, set := os.LookupEnv(level); set {
			return os.Stderr, nil
		}
	}
	own, err := unix.FcntlInt(os.Stderr.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return os.Stderr, nil // it is closed
	}
	errs := os.NewFile(uintptr(own), os.Stderr.Name())
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Dup2(int(nowhere.Fd()), int(os.Stderr.Fd())); err != nil {
		return nil, err
	}
	os.Stderr = errs
	// What the Go runtime says of a crash is this program's own.
	if err := debug.SetCrashOutput(errs, debug.CrashOptions{}); err != nil {
		return nil, err
	}
	// OpenCV has no function for FFmpeg's level: it reads this variable when it first opens a source.
	return errs, os.Setenv("OPENCV_FFMPEG_LOGLEVEL", "-8") // AV_LOG_QUIET
}
