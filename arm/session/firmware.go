package session

import (
	"fmt"
	"regexp"
	"strings"

	"draughtsman/arm"
)

// signs are what gives a firmware away, the surest first. The uArm says it is a Marlin too, and says so later.
var signs = []struct {
	name string
	says *regexp.Regexp
}{
	{"uArm", regexp.MustCompile(`(?i)uarm|^@\d`)},
	{"Grbl", regexp.MustCompile(`(?i)^grbl(?:hal)? |^error:\d+$|^ALARM:\d+$`)},
	{"Smoothie", regexp.MustCompile(`(?i)smoothie`)},
	{"Klipper", regexp.MustCompile(`(?i)klipper`)},
	{"RepRapFirmware", regexp.MustCompile(`(?i)reprapfirmware`)},
	{"Repetier", regexp.MustCompile(`(?i)repetier`)},
	{"TinyG", regexp.MustCompile(`(?i)tinyg`)},
	{"Marlin", regexp.MustCompile(`(?i)marlin`)},
}

// Firmware finds the name of a firmware in some lines that it has sent; "" if they do not give it away.
func Firmware(said []string) string {
	for _, h := range signs {
		for _, text := range said {
			if h.says.MatchString(strings.TrimSpace(text)) {
				return h.name
			}
		}
	}
	return ""
}

// WrongFirmware is the error for a firmware that has given its name away, when another was looked for.
func WrongFirmware(found, wanted string) error {
	return fmt.Errorf("%w: %s answers at this port, not %s; choose the protocol that fits in the configuration",
		arm.ErrWrongFirmware, found, wanted)
}

// Unknown is the error when what a port said is none of the firmware that was looked for, nor of one that is known.
// With nothing legible it is silence.
func Unknown(wanted string, bytes int, said []string, silence error) error {
	switch {
	case bytes == 0:
		return fmt.Errorf("%w: not one byte came from the port; is it the right one, and is the controller switched on?",
			arm.ErrNoAnswer)
	case len(said) == 0:
		return silence
	}
	return fmt.Errorf("%w: %s was looked for, and %.40q came; is it the right port, and the right baud rate?",
		arm.ErrWrongFirmware, wanted, said[0])
}

// Strange keeps a line that the firmware does not send, if it is among the first. Call it inside receive.
func (c *Conn) Strange(text string) {
	const maxStrangeLines = 8
	if len(c.strange) < maxStrangeLines {
		c.strange = append(c.strange, text)
	}
}

// Said are the lines that Strange has kept. Call it inside Do, Wait or receive.
func (c *Conn) Said() []string { return c.strange }

// Stranger is the error for a firmware other than the one that was looked for, if it has given its name away.
func (c *Conn) Stranger(wanted string) (err error) {
	c.Do(func() {
		if name := Firmware(c.strange); name != "" {
			err = WrongFirmware(name, wanted)
		}
	})
	return err
}

// Unknown is the error when what came is none of the firmware that was looked for, nor of one that is known. With
// nothing legible it is silence.
func (c *Conn) Unknown(wanted string, silence error) (err error) {
	c.Do(func() { err = Unknown(wanted, c.bytes, c.strange, silence) })
	return err
}
