package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"draughtsman/vision/v4l2"
)

type camerasCommand struct {
	JSON bool `name:"json" help:"Print one JSON object a line for each camera."`
}

func (camerasCommand) Help() string {
	return `Each camera is listed with the line for camera.source in the table's
description, the sizes that it offers with the pictures a second of each
format, and what it sets by itself. A camera that is in use, or that you may
not use, says what to do about it. Cameras in the network and phones are not
listed: docs/cameras.md has their addresses.

  draughtsman cameras`
}

// Run lists the cameras of this computer.
func (c camerasCommand) Run(s *session) error { return c.list(s, v4l2.Host{}) }

// list lists a computer's cameras.
func (c camerasCommand) list(s *session, host v4l2.Host) error {
	cameras, err := host.List()
	if err != nil {
		return err
	}
	if len(cameras) == 0 {
		fmt.Fprintln(s.err, "No camera found: is it plugged in? lsusb lists what is. (Cameras in the network and phones "+
			"are not listed: see docs/cameras.md.)")
		return nil
	}
	for _, camera := range cameras {
		if c.JSON {
			err = cameraJSON(s.out, camera)
		} else {
			_, err = io.WriteString(s.out, describeCamera(camera))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func cameraJSON(w io.Writer, camera v4l2.Camera) error {
	var problem *string
	if camera.Problem != nil {
		text := camera.Problem.Error()
		problem = &text
	}
	return json.NewEncoder(w).Encode(struct {
		Source string `json:"source"`
		v4l2.Camera
		Problem *string `json:"problem"`
	}{camera.Source(), camera, problem})
}

// describeCamera is a paragraph about a camera.
func describeCamera(c v4l2.Camera) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", c.Path, c.Name)
	if c.Driver != "" {
		fmt.Fprintf(&b, "  (%s, %s)", c.Driver, c.Bus)
	}
	fmt.Fprintf(&b, "\n  camera: {source: %s}\n", strconv.Quote(c.Source()))
	if c.Problem != nil {
		fmt.Fprintf(&b, "  %v\n", c.Problem)
	}
	for i, m := range c.Modes {
		switch {
		case i == 0 || m.Width != c.Modes[i-1].Width || m.Height != c.Modes[i-1].Height:
			fmt.Fprintf(&b, "%s  %4d×%-4d", newline(i > 0), m.Width, m.Height)
		default:
			b.WriteByte(',')
		}
		b.WriteString("  " + strings.TrimSpace(m.Format) + " " + ratesText(m.Rates))
	}
	b.WriteString(newline(len(c.Modes) > 0))
	for _, setting := range c.Automatic {
		fmt.Fprintf(&b, "  %s\n", settingText(setting))
	}
	return b.String()
}

func newline(wanted bool) string {
	if wanted {
		return "\n"
	}
	return ""
}

// ratesText is pictures a second from the most to the least.
func ratesText(rates []float64) string {
	if len(rates) == 0 {
		return "at an unknown rate"
	}
	text := strconv.FormatFloat(rates[0], 'g', 4, 64)
	if last := rates[len(rates)-1]; last < rates[0] {
		text += " to " + strconv.FormatFloat(last, 'g', 4, 64)
	}
	return text + "/s"
}

// settingText says what a camera sets by itself.
func settingText(s v4l2.Setting) string {
	text := s.Name + ": by itself"
	if !s.On {
		text = s.Name + ": by hand"
	}
	if s.Most == 0 {
		return text
	}
	return fmt.Sprintf("%s, now %s; %s to %s", text, settingValue(s.Name, s.Value), settingValue(s.Name, s.Least),
		settingValue(s.Name, s.Most))
}

// settingValue is a value in the unit of the table's description.
func settingValue(name string, value int) string {
	switch name {
	case v4l2.Exposure:
		return strconv.FormatFloat(float64(value)/v4l2.ExposureUnits, 'f', -1, 64) + " ms"
	case v4l2.WhiteBalance:
		return strconv.Itoa(value) + " K"
	}
	return strconv.Itoa(value)
}
