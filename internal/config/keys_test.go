package config

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"draughtsman/calibration"
	"draughtsman/internal/files"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// inCode are the paths of all keys that a type of the description has, but for groups.
func inCode(path string, of reflect.Type) (paths []string) {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch {
	case of == reflect.TypeFor[calibration.ArmPoint](), of == reflect.TypeFor[calibration.BoardPoint]():
		return []string{path}
	case of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Struct:
		return inCode(path+"[]", of.Elem())
	case of.Kind() != reflect.Struct:
		return []string{path}
	}
	for i := range of.NumField() {
		name, option, _ := strings.Cut(of.Field(i).Tag.Get("yaml"), ",")
		switch {
		case name == "-":
		case option == "inline":
			paths = append(paths, inCode(path, of.Field(i).Type)...)
		default:
			paths = append(paths, inCode(strings.TrimPrefix(path+"."+name, "."), of.Field(i).Type)...)
		}
	}
	return paths
}

// The list of keys has every key of the code, once, and no other.
func TestKeysAreThoseOfTheCode(t *testing.T) {
	var listed []string
	for _, k := range Keys() {
		listed = append(listed, k.Path)
	}
	want := inCode("", reflect.TypeFor[Table]())
	slices.Sort(listed)
	slices.Sort(want)
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("the keys (-code +list):\n%s", diff)
	}
}

// ranges are those of the numbers of a key, which may be a point's.
func ranges(path string) (all []files.Range) {
	for _, n := range files.NumbersOf(reflect.TypeFor[Table]()) {
		if n.Key == path || slices.Contains([]string{path + ".x", path + ".y", path + ".z"}, n.Key) {
			all = append(all, n.Range)
		}
	}
	return all
}

// Every number has a range and says why. A key that ends in a unit has it.
func TestUnitsAndRangesOfKeys(t *testing.T) {
	for _, n := range files.NumbersOf(reflect.TypeFor[Table]()) {
		if n.Range == (files.Range{}) || n.Range.Why == "" && n.Range.Least != n.Range.Most {
			t.Errorf("%s has no range", n.Key)
		}
	}
	for _, k := range Keys() {
		for _, r := range ranges(k.Path) {
			if k.Unit != r.Unit && k.Unit != "time" && k.Unit != "driver's" {
				t.Errorf("%s has the unit %q, and its range %q", k.Path, k.Unit, r.Unit)
			}
		}
		for _, u := range []struct{ ending, unit string }{{"_mm", "mm"}, {"_mm_s", "mm/s"}, {"_mm_s2", "mm/s²"},
			{"_deg", "°"}, {"_ms", "ms"}, {"_k", "K"}} {
			if strings.HasSuffix(k.Path, u.ending) && k.Unit != u.unit {
				t.Errorf("%s has the unit %q, want %q", k.Path, k.Unit, u.unit)
			}
		}
	}
}

// Whatever number is a little too great or too small is refused, by its key.
func TestNumbersOutOfRange(t *testing.T) {
	for _, k := range Keys() {
		for _, r := range ranges(k.Path)[:min(1, len(ranges(k.Path)))] {
			for _, value := range outside(t, r) {
				all := tree(t, base(k.Path))
				if strings.HasPrefix(k.Path, "machine.keep_out") {
					put(all, "machine.keep_out", []any{map[string]any{"name": "a", "min": map[string]any{"x": 0, "y": 0, "z": 0},
						"max": map[string]any{"x": 9, "y": 9, "z": 9}}})
				}
				put(all, k.Path, value)
				if len(ranges(k.Path)) > 1 {
					put(all, k.Path, map[string]any{"x": 0, "y": value, "z": 0})
				}
				name := k.Path[strings.LastIndex(k.Path, ".")+1:]
				if _, err := understood(t, all); err == nil || !strings.Contains(err.Error(), name) ||
					!strings.Contains(err.Error(), r.String()) {
					t.Errorf("%s: %v: %v", k.Path, value, err)
				}
			}
		}
	}
}

// outside is what lies on either side of a range.
func outside(t *testing.T, r files.Range) []any {
	if most, err := time.ParseDuration(r.Most); err == nil && r.Most != "0" {
		return []any{(most + time.Second).String(), "-2s"}
	}
	least, err := strconv.ParseFloat(r.Least, 64)
	most, wrong := strconv.ParseFloat(r.Most, 64)
	if err != nil || wrong != nil {
		t.Fatal(r)
	}
	below := int(math.Floor(least)) - 1
	if below == 0 { // which may say that it is left out
		below = -1
	}
	return []any{int(most) + 1, below}
}

// tree is a description as YAML without types.
func tree(t *testing.T, d Table) map[string]any {
	t.Helper()
	text, err := yaml.Marshal(d)
	expect.OK(t, err)
	var all map[string]any
	expect.OK(t, yaml.Unmarshal(text, &all))
	return all
}

// put sets the value at a path, or takes the key away for nil.
func put(in map[string]any, path string, value any) {
	name, rest, deeper := strings.Cut(path, ".")
	name, list := strings.CutSuffix(name, "[]")
	switch {
	case !deeper && value == nil:
		delete(in, name)
	case !deeper:
		in[name] = value
	case list:
		items, _ := in[name].([]any)
		if len(items) == 0 {
			items = []any{map[string]any{}}
		}
		put(items[0].(map[string]any), rest, value)
		in[name] = items
	default:
		below, there := in[name].(map[string]any)
		if !there {
			below = map[string]any{}
		}
		put(below, rest, value)
		in[name] = below
	}
}

// understood decodes a description without types, and says what is wrong with it.
func understood(t *testing.T, all map[string]any) (Table, error) {
	t.Helper()
	text, err := yaml.Marshal(all)
	expect.OK(t, err)
	var d Table
	if err := files.DecodeYAML(text, &d); err != nil {
		return d, err
	}
	return d, files.ValidYAML(text, d)
}

// base is a valid description to which a key belongs.
func base(path string) Table {
	if strings.HasPrefix(path, "arm.servos") {
		return ServoExample()
	}
	d := Example()
	if path == "arm.command" {
		d.Arm = Arm{Driver: "program", Command: []string{"arm"}}
	}
	return d
}

// Every example is understood at its place; and a key is needed exactly if nothing works without it.
func TestExamplesAndNeededKeys(t *testing.T) {
	for _, k := range Keys() {
		var value any
		if err := yaml.Unmarshal([]byte(k.Example), &value); err != nil {
			t.Errorf("%s: %v", k.Path, err)
			continue
		}
		all := tree(t, base(k.Path))
		if strings.HasPrefix(k.Path, "machine.keep_out") {
			put(all, "machine.keep_out", []any{map[string]any{"name": "a", "min": map[string]any{"x": -9, "y": -9, "z": -9},
				"max": map[string]any{"x": 99, "y": 99, "z": 99}}})
		}
		switch k.Path {
		case "tray.kings": // swap needs slots for kings
			put(all, "tray.slots[].kind", "king")
		case "machine.grasp_mm": // the last part of the way down is longer
			put(all, "machine.approach_mm", 10)
		case "machine.stray_mm":
			put(all, "machine.tool", "magnet")
		}
		put(all, k.Path, value)
		if _, err := understood(t, all); err != nil {
			t.Errorf("%s: %s: %v", k.Path, k.Example, err)
		}
		if strings.HasPrefix(k.Path, "machine.keep_out") || k.Path == "arm.command" ||
			k.Path == "speech.command" {
			continue // a group that may be left out as a whole; needed by its driver alone
		}
		all = tree(t, base(k.Path))
		put(all, k.Path, nil)
		if _, err := understood(t, all); (err != nil) != (k.Default == Needed) {
			t.Errorf("%s: without it: %v, and the default is %q", k.Path, err, k.Default)
		}
	}
}

// A default is what counts where a key is left out.
func TestDefaultsOfKeys(t *testing.T) {
	for _, k := range Keys() {
		all := tree(t, base(k.Path))
		put(all, k.Path, nil)
		without, err := understood(t, all)
		if err != nil || k.Default == Needed {
			continue
		}
		var value any
		expect.OK(t, yaml.Unmarshal([]byte(k.Default), &value))
		switch value.(type) {
		case string:
			if _, err := time.ParseDuration(k.Default); err != nil {
				continue // told in words
			}
		case nil, []any:
			continue
		}
		put(all, k.Path, value)
		with, err := understood(t, all)
		if err != nil {
			t.Errorf("%s: its default %s: %v", k.Path, k.Default, err)
			continue
		}
		if diff := cmp.Diff(effect(without), effect(with), cmpopts.EquateApprox(0, 0.002)); diff != "" {
			t.Errorf("%s: without it, and with its default %s:\n%s", k.Path, k.Default, diff)
		}
	}
}

// effect is what becomes of the values that have a default in code.
func effect(d Table) []any {
	all := []any{d.Machine, d.Tray.Slots, d.Board, d.Disc}
	if s := d.Arm.Servos; s != nil {
		jaws := s.Jaws(d.Disc.DiameterMM)
		jaws.Torque, jaws.Load = 0, 0 // whose defaults are the driver's, as those of the supply are
		all = append(all, s.Kinematics(d.Disc.DiameterMM), s.Servos(), jaws)
	}
	return all
}

// The sample says behind each of its keys what it is.
func TestSampleIsCommented(t *testing.T) {
	full, program := Example(), Example()
	full.Arm.Grip, full.Arm.Release, full.Arm.Patience = []string{"M3 S1000", "G4 P0.2"}, []string{"M5"}, 8*time.Second
	full.Camera = Camera{Source: "0", GiveUp: time.Minute, Size: "1280x720", Rate: 30, Autofocus: "on"}
	corner := calibration.ArmPoint{X: 1, Y: 1, Z: 1}
	full.Machine.KeepOut = []planner.KeepOut{{Name: "the post", Box: planner.Box{Max: corner}}}
	program.Arm = Arm{Driver: "program", Command: []string{"python3", "my_arm.py"}}
	program.Speech = &Speech{Command: []string{"espeak-ng", "-v", "{language}", "{text}"}}
	for _, d := range []Table{Example(), ServoExample(), full, program} {
		text, err := d.Sample()
		expect.OK(t, err)
		for _, k := range Keys() {
			if !strings.Contains(string(text), "# "+k.Unit+"; "+k.About+"\n") &&
				!strings.Contains(string(text), "# "+k.About+"\n") && holds(t, d, k.Path) &&
				k.Path != "arm.command" && k.Path != "speech.command" {
				t.Errorf("nothing is said behind %s:\n%s", k.Path, text)
			}
		}
		var again Table
		expect.OK(t, files.DecodeYAML(text, &again))
		if diff := cmp.Diff(d, again); diff != "" {
			t.Errorf("what the sample says is another table:\n%s", diff)
		}
	}
}

// holds reports whether a description has a key.
func holds(t *testing.T, d Table, path string) bool {
	var in any = tree(t, d)
	for name := range strings.SplitSeq(path, ".") {
		name, list := strings.CutSuffix(name, "[]")
		group, _ := in.(map[string]any)
		in = group[name]
		if items, _ := in.([]any); list && len(items) > 0 {
			in = items[0]
		}
	}
	return in != nil
}

const pageAbout = "../../docs/table.md"

// The page about the description has every key, as the list has it.
func TestThePageAboutTheTable(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash(pageAbout))
	expect.OK(t, err)
	written := string(page)
	for _, group := range []string{"", "camera", "arm", "arm.servos", "machine", "tray", "engine", "speech"} {
		mark := fmt.Sprintf("<!-- keys of %s -->\n", nameOf(group))
		before, after, found := strings.Cut(written, mark)
		_, rest, closed := strings.Cut(after, "<!-- end -->")
		if !found || !closed {
			t.Fatalf("the page has no place for %q", strings.TrimSpace(mark))
		}
		written = before + mark + rows(group) + "<!-- end -->" + rest
	}
	if *expect.Update {
		expect.OK(t, os.WriteFile(filepath.FromSlash(pageAbout), []byte(written), 0o600))
		return
	}
	if diff := cmp.Diff(written, string(page)); diff != "" {
		t.Errorf("the page is not what `go test ./internal/config -run ThePageAboutTheTable -update` makes of it:\n%s", diff)
	}
}

// nameOf is how the page calls a group.
func nameOf(group string) string {
	if group == "" {
		return "the table"
	}
	return group
}

// ofJoint finds the keys of servos' joints, which are alike but for their defaults: the page has them once.
var ofJoint = regexp.MustCompile(`^arm\.servos\.joints\.\w+(\.\w+)$`)

// rows are the keys of a group as a table in Markdown.
func rows(group string) string {
	var b strings.Builder
	b.WriteString("| key | unit | range | default | example | what it says |\n|---|---|---|---|---|---|\n")
	defaults := map[string][]string{} // of a row's key
	for _, k := range Keys() {
		key := ofJoint.ReplaceAllString(k.Path, "arm.servos.joints.JOINT$1")
		def := k.Default
		if def != Needed && !strings.Contains(def, " ") {
			def = "`" + def + "`"
		}
		if !slices.Contains(defaults[key], def) {
			defaults[key] = append(defaults[key], def)
		}
	}
	for _, k := range Keys() {
		key := ofJoint.ReplaceAllString(k.Path, "arm.servos.joints.JOINT$1")
		if groupOf(k.Path) != group || defaults[key] == nil {
			continue
		}
		within := ""
		for _, r := range ranges(k.Path) {
			if within = r.Least; r.Most != r.Least {
				within += " to " + r.Most + ": " + r.Why
			}
		}
		name := k.Path[strings.LastIndex(k.Path, ".")+1:]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s: %s` | %s |\n", key, k.Unit, within,
			strings.Join(defaults[key], ", "), name, k.Example, k.About)
		delete(defaults, key)
	}
	return b.String()
}

func groupOf(path string) string {
	for _, group := range []string{"arm.servos", "camera", "arm", "machine", "tray", "engine", "speech"} {
		if strings.HasPrefix(path, group+".") {
			return group
		}
	}
	return ""
}
