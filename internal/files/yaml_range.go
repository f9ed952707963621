package files

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Range is what a number may be, as the tag of its field says: `range:"15..200 mm, a travel set, a garden's board"`.
// The tag of a field that is a group or a list holds for all numbers in it.
type Range struct {
	Least, Most string // as in the tag; times have their unit
	Unit        string // "" for what has none, and for times
	Why         string // what has the least and the most
}

// String is "from 15 to 200 mm (a travel set, a garden's board)", or the one number that there may be.
func (r Range) String() string {
	if r.Least == r.Most {
		return r.Least
	}
	return fmt.Sprintf("from %s to %s (%s)", r.Least, strings.TrimRight(r.Most+" "+r.Unit, " "), r.Why)
}

// Number is a number of a value that a file holds.
type Number struct {
	Key   string // from the top: "tray.slots[2].at.x", counted from 1
	Range Range  // the zero value where its field has none
	value reflect.Value
}

// fits reports whether the number lies in its range. What is not a number does not.
func (n Number) fits() bool {
	least, most, value := bound(n.Range.Least), bound(n.Range.Most), 0.0
	switch v := n.value; {
	case v.CanFloat():
		value = v.Float()
	case v.CanUint():
		value = float64(v.Uint())
	case v.Type() == reflect.TypeFor[time.Duration]():
		value = time.Duration(v.Int()).Seconds()
	default:
		value = float64(v.Int())
	}
	return value >= least && value <= most
}

// bound is an end of a range; of a time, seconds.
func bound(text string) float64 {
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return number
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		panic("files: the range of a field has the end " + text)
	}
	return d.Seconds()
}

// ValueError is a value that a key cannot have.
type ValueError struct {
	Key     string // from the top: "arm.baud"
	Problem string // what follows the key in a sentence
	number  *Number
}

func (e *ValueError) Error() string { return e.Key + " " + e.Problem }

// InRange says which number of a value is not in its range, the first. The error is a *ValueError. A number that is 0
// and that the file may leave out is one that was left out.
func InRange(of any) (err error) {
	each("", reflect.ValueOf(of), Range{}, false, func(n Number) {
		if err == nil && !n.fits() {
			value := strings.TrimRight(fmt.Sprint(n.value)+" "+n.Range.Unit, " ")
			err = &ValueError{Key: n.Key, Problem: fmt.Sprintf("is %s; it must be %s", value, n.Range), number: &n}
		}
	})
	return err
}

// ValidYAML is what is wrong with a value that a text was decoded into, with the line of a *ValueError: a number that
// is missing where others of its group stand, or what the value says of itself.
func ValidYAML(text []byte, of interface{ Validate() error }) error {
	if err := inspect(text, of, leftOut); err != nil {
		return err
	}
	err := of.Validate()
	var wrong *ValueError
	if !errors.As(err, &wrong) {
		return err
	}
	line := yamlLine(text, wrong.Key)
	if line == 0 && wrong.number != nil {
		err = missing(wrong.Key, wrong.number.Range)
		for key := wrong.Key; line == 0 && key != ""; line = yamlLine(text, key) {
			key = key[:max(0, strings.LastIndexAny(key, ".["))]
		}
	}
	if line > 0 {
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

func missing(key string, r Range) error {
	return &ValueError{Key: key, Problem: fmt.Sprintf("is missing; it must be %s", r)}
}

// NumbersOf are the numbers that values of a type can have. [] stands for each of a list.
func NumbersOf(of reflect.Type) (all []Number) {
	each("", reflect.Zero(of), Range{}, true, func(n Number) { all = append(all, n) })
	return all
}

// each finds the numbers of a value: those that are stated, which are not behind a nil pointer, and not 0 where they
// may be left out; possible: all that it can have.
func each(key string, v reflect.Value, within Range, possible bool, found func(Number)) {
	if !v.IsValid() {
		return
	}
	switch stated := v.Interface().(type) {
	case encoding.TextMarshaler:
		return
	case yaml.InterfaceMarshaler: // in other units than in the program
		if inFile, err := stated.MarshalYAML(); err == nil {
			v = reflect.ValueOf(inFile)
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() && possible {
			v = reflect.New(v.Type().Elem())
		}
		each(key, v.Elem(), within, possible, found)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && possible {
			each(key+"[]", reflect.Zero(v.Type().Elem()), within, possible, found)
			return
		}
		for i := range v.Len() {
			each(fmt.Sprintf("%s[%d]", key, i+1), v.Index(i), within, possible, found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := fieldOf(v.Type().Field(i))
			if f.name == "-" || f.optional && !possible && v.Field(i).IsZero() {
				continue
			}
			each(f.below(key), v.Field(i), f.within(within), possible, found)
		}
	default:
		if v.CanInt() || v.CanUint() || v.CanFloat() {
			found(Number{Key: key, Range: within, value: v})
		}
	}
}

// field is how a field of a struct stands in a file.
type field struct {
	name             string // "-": not at all
	inline, optional bool
	tag              string // its range
}

func fieldOf(f reflect.StructField) field {
	options := strings.Split(f.Tag.Get("yaml"), ",")
	at := field{name: options[0], tag: f.Tag.Get("range")}
	for _, option := range options[1:] {
		at.inline, at.optional = at.inline || option == "inline", at.optional || option == "omitempty"
	}
	switch {
	case !f.IsExported():
		at.name = "-"
	case at.name == "":
		at.name = strings.ToLower(f.Name)
	}
	return at
}

// below is the key of the field in a group.
func (f field) below(group string) string {
	if f.inline {
		return group
	}
	return strings.TrimPrefix(group+"."+f.name, ".")
}

// within is the range of the field's numbers.
func (f field) within(otherwise Range) Range {
	if f.tag == "" {
		return otherwise
	}
	bounds, why, _ := strings.Cut(f.tag, ", ")
	bounds, unit, _ := strings.Cut(bounds, " ")
	least, most, _ := strings.Cut(bounds, "..")
	return Range{Least: least, Most: most, Unit: unit, Why: why}
}
