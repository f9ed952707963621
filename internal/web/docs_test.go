package web

import (
	"encoding"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/calibrating"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
)

// quoted finds the names in the first cell of a row: those that have the other cells in common share one.
var quoted = regexp.MustCompile("`([^`]+)`")

// rows are those of the first table of docs/api.md below a title whose first column has a heading: what is quoted in
// the first cell, and the second cell.
func rows(t *testing.T, title, heading string) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/api.md")
	expect.OK(t, err)
	_, text, titled := strings.Cut("\n"+string(page), "\n"+title+"\n")
	_, text, found := strings.Cut(text, "\n| "+heading+" |")
	if !titled || !found {
		t.Fatalf("the page has no table of a %s below %q", heading, title)
	}
	all := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		if i > 1 {
			if !strings.HasPrefix(line, "|") {
				break
			}
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for _, name := range quoted.FindAllStringSubmatch(cells[0], -1) {
				all[name[1]] = strings.TrimSpace(cells[1])
			}
		}
	}
	return all
}

// typeOf is a JSON type as the page has it.
func typeOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return "time"
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return "string"
	case t.Kind() == reflect.Pointer:
		return typeOf(t.Elem())
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		return "array of " + typeOf(t.Elem())
	case t.Kind() == reflect.Struct:
		return "object"
	case t.Kind() == reflect.Bool:
		return "boolean"
	case t.Kind() == reflect.Float64:
		return "number"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		return "integer"
	}
	return t.Kind().String()
}

// parts are the types whose fields stand in the table of the object that they are a part of.
var parts = []reflect.Type{
	reflect.TypeFor[service.Thought](), reflect.TypeFor[service.Progress](), reflect.TypeFor[calibrating.Stage](),
	reflect.TypeFor[calibrating.LensState](), reflect.TypeFor[calibrating.LensFit](),
	reflect.TypeFor[calibrating.BoardState](), reflect.TypeFor[calibrating.ArmState](), reflect.TypeFor[listed](),
}

// schema is the JSON fields of a type, with their types; those of a part behind the name of the field that has it.
func schema(t reflect.Type) map[string]string {
	all := map[string]string{}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() && !f.Anonymous {
			continue
		}
		if f.Anonymous {
			maps.Copy(all, schema(f.Type))
			continue
		}
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if all[name] = typeOf(f.Type); rest == "omitempty" || rest == "omitzero" {
			all[name] += ", optional"
		}
		part := f.Type
		if part.Kind() == reflect.Slice {
			part, name = part.Elem(), name+"[]"
		}
		if part.Kind() == reflect.Pointer {
			part = part.Elem()
		}
		if slices.Contains(parts, part) {
			for field, is := range schema(part) {
				all[name+"."+field] = is
			}
		}
	}
	return all
}

// The page has every field of every object, with its type, and no other.
func TestSchemasAreThoseOfThePage(t *testing.T) {
	for title, object := range map[string]any{
		"## The state":                  service.Snapshot{},
		"## Events":                     service.Event{},
		"### A new game":                newGame{},
		"### A recorded game":           show{},
		"### A move":                    move{},
		"### A correction":              correct{},
		"### Moves that are taken back": takeBack{},

		"## The games of a table":        collection{},
		"### The state of a calibration": calibrating.Snapshot{},
	} {
		heading := "field"
		if _, command := reflect.New(reflect.TypeOf(object)).Interface().(form); command {
			heading = "key"
		}
		want := schema(reflect.TypeOf(object))
		got := rows(t, title, heading)
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s: the page says that %q is %q, and it is %q", title, name, got[name], want[name])
			}
		}
		for name := range got {
			if want[name] == "" {
				t.Errorf("%s: the page has %q, which does not exist", title, name)
			}
		}
	}
}

// What a command of a calibration takes beside its name stands in its row of the page.
func TestKeysOfCalibrationsAreThoseOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/api.md")
	expect.OK(t, err)
	_, text, _ := strings.Cut(string(page), "### Commands of a calibration\n")
	for _, name := range calibrating.Names() {
		_, row, found := strings.Cut(text, "\n| `"+name+"` |")
		row, _, _ = strings.Cut(row, "\n")
		for _, key := range fieldsOf(reflect.TypeOf(calibrating.NewCommand(name)).Elem()) {
			if key != "motions" && (!found || !strings.Contains(row, "`"+key+"`")) {
				t.Errorf("the row of %q does not have %q", name, key)
			}
		}
	}
}

// The page has every path, state, event and command, and no other.
func TestNamesAreThoseOfThePage(t *testing.T) {
	var paths, states, events []string
	for _, r := range (&handler{}).routes() {
		paths = append(paths, r.method+" "+r.path)
	}
	for _, s := range service.States() {
		states = append(states, string(s))
	}
	for _, k := range robot.Kinds() {
		events = append(events, string(k))
	}
	for _, test := range []struct {
		title, heading string
		want           []string
	}{
		{"# The table over HTTP", "path", paths},
		{"## The state", "state", states},
		{"## Events", "event", events},
		{"## Commands", "command", service.Names()},
		{"### Commands of a calibration", "command", calibrating.Names()},
	} {
		slices.Sort(test.want)
		want := slices.Compact(test.want)
		if got := slices.Sorted(maps.Keys(rows(t, test.title, test.heading))); !slices.Equal(got, want) {
			t.Errorf("%s: the page has\n%q, want\n%q", test.title, got, want)
		}
	}
}
