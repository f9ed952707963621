package v4l2

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Host is the computer whose cameras are meant.
type Host struct {
	// Root is the folder in which /dev, /sys, /proc, /run and /etc are; "": /.
	Root string
	// Open opens a device file of Root; nil: the kernel does.
	Open func(path string) (Device, error)
}

func (h Host) at(path string) string { return filepath.Join(cmp.Or(h.Root, "/"), path) }

func (h Host) open(path string) (Device, error) {
	if h.Open != nil {
		return h.Open(path)
	}
	return open(h.at(path))
}

// kernel tells whether there is one with V4L2.
func (h Host) kernel() bool { return runtime.GOOS == "linux" || h.Open != nil }

// List is all cameras, by their numbers. Device nodes that give no pictures are left out.
func (h Host) List() ([]Camera, error) {
	if !h.kernel() {
		return nil, ErrNoV4L2
	}
	nodes, err := os.ReadDir(h.at("/sys/class/video4linux"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without any camera there is no folder
		return nil, fmt.Errorf("list the cameras: %w", err)
	}
	var numbers []int
	for _, node := range nodes {
		if number, err := strconv.Atoi(strings.TrimPrefix(node.Name(), "video")); err == nil {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	stable := h.links()
	var cameras []Camera
	for _, number := range numbers {
		c := Camera{Path: fmt.Sprintf("/dev/video%d", number), Modes: []Mode{}, Automatic: []Setting{}}
		c.Stable = stable[c.Path]
		if h.describe(&c) {
			cameras = append(cameras, c)
		}
	}
	return cameras, nil
}

// ErrNoPictures is a device node that belongs to a camera and gives no pictures.
var ErrNoPictures = errors.New("it gives no pictures")

// Look is what there is to know of the camera at a path, which may be a link to it. The error says why it is none; a
// problem of one that is a camera is its Problem.
func (h Host) Look(path string) (Camera, error) {
	if !h.kernel() {
		return Camera{}, ErrNoV4L2
	}
	target, err := h.follow(path)
	if err != nil {
		return Camera{}, err
	}
	c := Camera{Path: target, Stable: h.links()[target], Modes: []Mode{}, Automatic: []Setting{}}
	if h.describe(&c) {
		return c, nil
	}
	return c, fmt.Errorf("%s is no camera's pictures but something else of %q: %w", path, c.Name, ErrNoPictures)
}

// follow is where a link leads to, as a path below /dev.
func (h Host) follow(path string) (string, error) {
	to, err := filepath.EvalSymlinks(h.at(path))
	if err != nil {
		return "", err
	}
	root, err := filepath.EvalSymlinks(h.at("/"))
	if err != nil {
		return "", err
	}
	return "/" + strings.TrimPrefix(strings.TrimPrefix(to, root), "/"), nil
}

// links are the names of cameras that stay the same, by device node: by what the
// camera says that it is, or else by where it is plugged in. udev makes them.
func (h Host) links() map[string]string {
	found := map[string]string{}
	for _, folder := range []string{"/dev/v4l/by-id", "/dev/v4l/by-path"} {
		entries, err := os.ReadDir(h.at(folder))
		if err != nil {
			continue // where no udev runs, in containers, there are none
		}
		for _, entry := range entries {
			link := filepath.Join(folder, entry.Name())
			if target, err := h.follow(link); err == nil && found[target] == "" {
				found[target] = link
			}
		}
	}
	return found
}

// describe completes a camera; false: this node gives no pictures. What cannot be opened counts as a camera where udev
// knows it for one, and without udev if it is a camera's first node.
func (h Host) describe(c *Camera) bool {
	about := filepath.Join("/sys/class/video4linux", filepath.Base(c.Path))
	c.Name = h.line(filepath.Join(about, "name"))
	device, err := h.open(c.Path)
	if err != nil {
		c.Problem = h.problem(*c, err)
		can, known := h.udev(h.line(filepath.Join(about, "dev")))
		if known {
			return strings.Contains(can, ":capture:")
		}
		return cmp.Or(h.line(filepath.Join(about, "index")), "0") == "0"
	}
	pictures, err := inspect(device, c)
	if closing := device.Close(); err == nil && closing != nil {
		err = closing
	}
	if err != nil {
		c.Problem = h.problem(*c, err)
	}
	return pictures || c.Problem != nil && c.Driver == ""
}

// udev is what udev's database says that a node can do, by the node's numbers such as 81:0.
func (h Host) udev(numbers string) (string, bool) {
	data, err := os.ReadFile(h.at("/run/udev/data/c" + numbers))
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(data)) {
		if can, ok := strings.CutPrefix(strings.TrimSpace(line), "E:ID_V4L_CAPABILITIES="); ok {
			return can, true
		}
	}
	return "", false
}

// line is what a file of one line says, or nothing.
func (h Host) line(path string) string {
	data, err := os.ReadFile(h.at(path))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// problem says what to do about an error of a camera.
func (h Host) problem(c Camera, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return h.notPermitted(c.Path)
	case errors.Is(err, syscall.EBUSY):
		return h.busy(c.Path)
	case errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENXIO):
		return fmt.Errorf("it has just been unplugged (%w): plug it in again", err)
	}
	return err
}
