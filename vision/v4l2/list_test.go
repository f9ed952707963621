package v4l2_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/internal/testkit/playback"
	"draughtsman/vision/v4l2"
)

// computer is a folder with the files that Linux has for its cameras.
type computer struct {
	t     *testing.T
	root  string
	nodes map[string]*playback.Camera
	fails map[string]error // of opening
}

func newComputer(t *testing.T) *computer {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &computer{t, root, map[string]*playback.Camera{}, map[string]error{}}
}

func (c *computer) host() v4l2.Host {
	return v4l2.Host{Root: c.root, Open: func(path string) (v4l2.Device, error) {
		if err := c.fails[path]; err != nil {
			return nil, err
		}
		return c.nodes[path].Open(), nil
	}}
}

func (c *computer) write(path, text string) {
	c.t.Helper()
	full := filepath.Join(c.root, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o660); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Chmod(full, 0o660); err != nil {
		c.t.Fatal(err)
	}
}

func (c *computer) link(to, path string) {
	c.t.Helper()
	full := filepath.Join(c.root, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Symlink(to, full); err != nil {
		c.t.Fatal(err)
	}
}

// plug plugs a node in.
func (c *computer) plug(number, index string, node *playback.Camera) {
	about := "/sys/class/video4linux/video" + number
	c.write(about+"/name", node.Card+"\n")
	c.write(about+"/index", index+"\n")
	c.write(about+"/dev", "81:"+number+"\n")
	c.write("/dev/video"+number, "")
	c.nodes["/dev/video"+number] = node
}

// A webcam with its two nodes, a phone's loopback without a name of its own, a
// Raspberry Pi's receiver, and a node that is no picture's.
func TestList(t *testing.T) {
	c := newComputer(t)
	c.plug("10", "0", playback.Unicam())
	c.plug("0", "0", playback.C920())
	c.plug("1", "1", playback.Metadata())
	c.plug("4", "0", playback.Loopback())
	c.write("/sys/class/video4linux/v4l-subdev0/name", "sensor\n")
	c.link("../../video0", "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_8E2D5C7F-video-index0")
	c.link("../../video1", "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_8E2D5C7F-video-index1")
	c.link("../../video0", "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:1:1.0-video-index0")
	c.link("../../video4", "/dev/v4l/by-path/platform-v4l2loopback-000-video-index0")
	c.link("../../video9", "/dev/v4l/by-id/usb-of-a-camera-that-is-gone")
	got, err := c.host().List()
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 {
		t.Fatalf("%d cameras, want 3: %+v", len(got), got)
	}
	fast := []float64{30, 24, 20, 15, 10, 7.5, 5}
	want := v4l2.Camera{
		Path: "/dev/video0", Stable: "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_8E2D5C7F-video-index0",
		Name: "HD Pro Webcam C920", Driver: "uvcvideo", Bus: "usb-0000:00:14.0-1",
		Modes: []v4l2.Mode{
			{Format: "MJPG", Width: 640, Height: 480, Rates: fast}, {Format: "YUYV", Width: 640, Height: 480, Rates: fast},
			{Format: "MJPG", Width: 1280, Height: 720, Rates: fast}, {Format: "YUYV", Width: 1280, Height: 720,
				Rates: []float64{10, 7.5, 5}},
			{Format: "MJPG", Width: 1920, Height: 1080, Rates: fast},
			{Format: "YUYV", Width: 1920, Height: 1080, Rates: []float64{5}},
		},
		Automatic: []v4l2.Setting{
			{Name: "focus", On: true, Most: 250, Step: 5, Value: 35},
			{Name: "exposure", On: true, Least: 3, Most: 2047, Step: 1, Value: 156},
			{Name: "white balance", On: true, Least: 2000, Most: 6500, Step: 1, Value: 4600},
		},
	}
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Error(diff)
	}
	phone := got[1]
	if phone.Source() != "/dev/v4l/by-path/platform-v4l2loopback-000-video-index0" || phone.Problem != nil {
		t.Errorf("the phone is at %s, %v", phone.Source(), phone.Problem)
	}
	if last := phone.Modes[len(phone.Modes)-1]; last.Width != 8192 || len(phone.Modes) != 6 || last.Fastest() != 60 {
		t.Errorf("the phone offers %+v", phone.Modes)
	}
	if raw := got[2]; raw.Source() != "/dev/video10" || raw.Problem == nil ||
		!strings.Contains(raw.Problem.Error(), "only the formats pRAA") {
		t.Errorf("the receiver is at %s, %v", raw.Source(), raw.Problem)
	}
	for path, node := range c.nodes {
		if node.OpenFiles() != 0 || len(node.Sets()) > 0 {
			t.Errorf("%s was left open %d times and changed by %v", path, node.OpenFiles(), node.Sets())
		}
	}
}

func TestNoCameras(t *testing.T) {
	if got, err := newComputer(t).host().List(); len(got) > 0 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

// What is wrong with a camera is said with what to do.
func TestProblems(t *testing.T) {
	group := func(c *computer) {
		info, err := os.Stat(filepath.Join(c.root, "/dev/video0"))
		if err != nil {
			t.Fatal(err)
		}
		gid := info.Sys().(*syscall.Stat_t).Gid
		c.write("/etc/group", "root:x:99999:\nvideo:x:"+itoa(gid)+":ada\n")
	}
	for name, test := range map[string]struct {
		happens func(c *computer)
		want    string
		is      error
	}{
		"not permitted": {func(c *computer) {
			group(c)
			c.fails["/dev/video0"] = syscall.EACCES
		}, "you may not use it (permission denied): sudo usermod -aG video $USER, then log in again", fs.ErrPermission},
		"not permitted to anybody": {func(c *computer) {
			c.fails["/dev/video0"] = syscall.EACCES
			if err := os.Chmod(filepath.Join(c.root, "/dev/video0"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "install the udev rules", fs.ErrPermission},
		"busy, and we may see who": {func(c *computer) {
			c.nodes["/dev/video0"].SetBusy(true)
			c.write("/proc/4321/comm", "cheese\n")
			c.link("/dev/video0", "/proc/4321/fd/17")
			c.link("/dev/video0", "/proc/4321/fd/18")
			c.link("/dev/null", "/proc/77/fd/1")
		}, "cheese (process 4321) uses it (device or resource busy): close that first", syscall.EBUSY},
		"busy": {func(c *computer) { c.nodes["/dev/video0"].SetBusy(true) }, "sudo fuser -v /dev/video0 says which",
			syscall.EBUSY},
		"gone": {func(c *computer) { c.nodes["/dev/video0"].Unplug() }, "plug it in again", syscall.ENODEV},
	} {
		t.Run(name, func(t *testing.T) {
			c := newComputer(t)
			c.plug("0", "0", playback.C920())
			c.plug("1", "1", playback.Metadata())
			test.happens(c)
			all, err := c.host().List()
			if err != nil || len(all) != 1 {
				t.Fatalf("%v, %v", all, err)
			}
			if p := all[0].Problem; p == nil || !strings.Contains(p.Error(), test.want) || !errors.Is(p, test.is) {
				t.Errorf("the problem is %v, want …%s…", p, test.want)
			}
			if all[0].Name != "HD Pro Webcam C920" {
				t.Errorf("it is called %q", all[0].Name)
			}
		})
	}
}

// A second node that may not be opened is told from a camera by udev, or by its
// number on the device.
func TestUnopenedNodes(t *testing.T) {
	c := newComputer(t)
	c.plug("0", "0", playback.C920())
	c.plug("1", "1", playback.Metadata())
	c.plug("2", "1", playback.C920()) // a second sensor behind the same cable
	for path := range c.nodes {
		c.fails[path] = syscall.EACCES
	}
	c.write("/run/udev/data/c81:2", "S:v4l/x\nE:ID_V4L_VERSION=2\nE:ID_V4L_CAPABILITIES=:capture:\n")
	c.write("/run/udev/data/c81:1", "E:ID_V4L_CAPABILITIES=:\n")
	all, err := c.host().List()
	if err != nil || len(all) != 2 || all[0].Path != "/dev/video0" || all[1].Path != "/dev/video2" {
		t.Errorf("%+v, %v", all, err)
	}
}

// Whoever names the wrong node of a camera is told so.
func TestLook(t *testing.T) {
	c := newComputer(t)
	c.plug("0", "0", playback.C920())
	c.plug("1", "1", playback.Metadata())
	c.link("../../video0", "/dev/v4l/by-id/usb-c920")
	got, err := c.host().Look("/dev/v4l/by-id/usb-c920")
	if err != nil || got.Path != "/dev/video0" || got.Stable != "/dev/v4l/by-id/usb-c920" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.host().Look("/dev/video1"); !errors.Is(err, v4l2.ErrNoPictures) {
		t.Errorf("the metadata: %v", err)
	}
	if _, err := c.host().Look("/dev/video7"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}
