package main

import (
	"context"
	"fmt"
	"os"

	"draughtsman/vision/camera"
	"draughtsman/vision/report"
)

// onePicture is a stored picture, just as it is stored, or the first one that a camera or a video shows. What plays
// videos would change the colours of a stored picture a little, and turn it where its camera was held sideways.
func onePicture(ctx context.Context, s *session, source string) (camera.Frame, error) {
	if about, err := os.Stat(source); err == nil && about.Mode().IsRegular() {
		if frame, err := report.Load(source); err == nil {
			return frame, nil
		}
	}
	cam, err := camera.Open(ctx, source, camera.Options{Log: s.log})
	if err != nil {
		return camera.Frame{}, err
	}
	defer cam.Close()
	frame, err := cam.Next(ctx)
	if err != nil {
		return camera.Frame{}, fmt.Errorf("%s: %w", source, err)
	}
	return frame, nil
}
