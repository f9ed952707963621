package cli

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// longestTime is beyond every sensible time.
const longestTime = 1000 * time.Hour

// Time reads a length of time: in seconds, "2.5", or with its unit, "500ms". It may be negative, which is for the
// command to judge.
func Time(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if seconds, plain := strconv.ParseFloat(text, 64); plain == nil {
		d, err = 0, nil
		if !(math.Abs(seconds) <= longestTime.Seconds()) { // which NaN is not, either
			d = longestTime + 1
		} else {
			d = time.Duration(math.Round(seconds * float64(time.Second)))
		}
	}
	if err != nil || d.Abs() > longestTime {
		return 0, fmt.Errorf("%q is not a time: want seconds, as in 2.5, or a unit, as in 500ms", text)
	}
	return d, nil
}

// Number reads a number. What is none, or not finite, is an error.
func Number(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
		err = strconv.ErrSyntax
	}
	return x, err
}

// values are how numbers and times are read, with errors for people.
func values() []kong.Option {
	whole := reading(func(text string, into reflect.Value) error {
		n, err := strconv.ParseInt(text, 10, into.Type().Bits())
		into.SetInt(n)
		return notANumber(text, "a whole number", err)
	})
	counted := reading(func(text string, into reflect.Value) error {
		n, err := strconv.ParseUint(text, 10, into.Type().Bits())
		into.SetUint(n)
		return notANumber(text, "a whole number, 0 or more", err)
	})
	number := reading(func(text string, into reflect.Value) error {
		x, err := Number(text)
		into.SetFloat(x)
		return notANumber(text, "a number", err)
	})
	lasting := reading(func(text string, into reflect.Value) error {
		d, err := Time(text)
		into.SetInt(int64(d))
		return err
	})
	return []kong.Option{
		kong.KindMapper(reflect.Int, whole), kong.KindMapper(reflect.Uint64, counted),
		kong.KindMapper(reflect.Float64, number), kong.TypeMapper(reflect.TypeFor[time.Duration](), lasting),
	}
}

// reading makes what reads a text one of kong's mappers.
func reading(read func(text string, into reflect.Value) error) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		t, err := ctx.Scan.PopValue("")
		if err != nil {
			return err
		}
		return read(fmt.Sprint(t.Value), target)
	})
}

func notANumber(text, wanted string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is beyond all numbers that make sense here", text)
	}
	return fmt.Errorf("%q is not %s", text, wanted)
}

var (
	longFlag = regexp.MustCompile(`^--[a-z][a-z0-9-]*$`)
	negative = regexp.MustCompile(`^-\.?[0-9]`)
)

// withNegatives joins numbers below 0 to the flags before them, since they look like flags themselves. One that
// stands alone is an error.
func withNegatives(args []string) ([]string, error) {
	var joined []string
	for i, arg := range args {
		switch {
		case arg == "--":
			return append(joined, args[i:]...), nil
		case !negative.MatchString(arg):
			joined = append(joined, arg)
		case len(joined) > 0 && longFlag.MatchString(joined[len(joined)-1]):
			joined[len(joined)-1] += "=" + arg
		default:
			return nil, fmt.Errorf("%s is no option, and no number below 0 is wanted here", arg)
		}
	}
	return joined, nil
}
