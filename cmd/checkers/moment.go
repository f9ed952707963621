package main

import (
	"fmt"
	"strconv"
	"time"
)

// moment is a length of time, 0 or more: in seconds, "2.5", or with its unit, "500ms".
type moment time.Duration

// longestMoment is beyond every sensible time.
const longestMoment = 1000 * time.Hour

// UnmarshalText reads a time.
func (m *moment) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if seconds, plain := strconv.ParseFloat(string(text), 64); plain == nil {
		d, err = -1, nil
		if seconds >= 0 && seconds <= longestMoment.Seconds() {
			d = time.Duration(seconds * float64(time.Second))
		}
	}
	if err != nil || d < 0 || d > longestMoment {
		return fmt.Errorf("%q is not a time: want seconds, as in 2.5, or a unit, as in 500ms", text)
	}
	*m = moment(d)
	return nil
}
