package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"draughtsman/internal/testkit/playback"
	"draughtsman/vision/v4l2"
)

// webcams is a computer with two webcams, of which the second may not be used.
func webcams(t *testing.T) v4l2.Host {
	root := t.TempDir()
	for path, text := range map[string]string{
		"sys/class/video4linux/video0/name": "HD Pro Webcam C920\n", "dev/video0": "",
		"sys/class/video4linux/video2/name": "Trust Webcam\n", "dev/video2": "",
	} {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(full, 0o660); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(root, "dev/v4l/by-id"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../video0",
		filepath.Join(root, "dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0")); err != nil {
		t.Fatal(err)
	}
	return v4l2.Host{Root: root, Open: func(path string) (v4l2.Device, error) {
		if path == "/dev/video2" {
			return nil, syscall.EACCES
		}
		return playback.C920().Open(), nil
	}}
}

func listed(t *testing.T, c camerasCommand, host v4l2.Host) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	if err := c.list(&session{out: &o, err: &e, log: zerolog.Nop()}, host); err != nil {
		t.Fatal(err)
	}
	return o.String(), e.String()
}

func TestCamerasCommand(t *testing.T) {
	out, _ := listed(t, camerasCommand{}, webcams(t))
	want := `/dev/video0  HD Pro Webcam C920  (uvcvideo, usb-0000:00:14.0-1)
  camera: {source: "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0"}
   640×480   MJPG 30 to 5/s,  YUYV 30 to 5/s
  1280×720   MJPG 30 to 5/s,  YUYV 10 to 5/s
  1920×1080  MJPG 30 to 5/s,  YUYV 5/s
  focus: by itself, now 35; 0 to 250
  exposure: by itself, now 15.6 ms; 0.3 ms to 204.7 ms
  white balance: by itself, now 4600 K; 2000 K to 6500 K
/dev/video2  Trust Webcam
  camera: {source: "/dev/video2"}
  you may not use it (permission denied): sudo usermod -aG video $USER, then log in again
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}

func TestCamerasAsJSON(t *testing.T) {
	out, _ := listed(t, camerasCommand{JSON: true}, webcams(t))
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines:\n%s", len(lines), out)
	}
	for _, want := range []string{
		`{"source":"/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0","path":"/dev/video0",`,
		`{"format":"YUYV","width":1280,"height":720,"rates":[10,7.5,5]}`,
		`{"name":"exposure","on":true,"least":3,"most":2047,"step":1,"value":156}`, `"problem":null}`,
	} {
		if !strings.Contains(lines[0], want) {
			t.Errorf("%s\nhas no %s", lines[0], want)
		}
	}
	want := `{"source":"/dev/video2","path":"/dev/video2","name":"Trust Webcam","modes":[],"automatic":[],` +
		`"problem":"you may not use it (permission denied): sudo usermod -aG video $USER, then log in again"}`
	if lines[1] != want {
		t.Errorf("%s\nwant\n%s", lines[1], want)
	}
}

func TestNoCamera(t *testing.T) {
	out, errs := listed(t, camerasCommand{}, v4l2.Host{Root: t.TempDir(),
		Open: func(string) (v4l2.Device, error) { return nil, syscall.ENOENT }})
	if out != "" || !strings.Contains(errs, "No camera found: is it plugged in?") {
		t.Errorf("%q, %q", out, errs)
	}
}
