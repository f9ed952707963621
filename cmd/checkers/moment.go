package main

import (
	"fmt"
	"time"

	"draughtsman/internal/cli"
)

// moment is a length of time, 0 or more: in seconds, "2.5", or with its unit, "500ms".
type moment time.Duration

// UnmarshalText reads a time.
func (m *moment) UnmarshalText(text []byte) error {
	d, err := cli.Time(string(text))
	if err == nil && d < 0 {
		err = fmt.Errorf("%s is below 0", text)
	}
	*m = moment(d)
	return err
}
