package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// formOf is an empty form of a command, by its name, at a table where a game is played; nil: there is no such command.
func formOf(name string, game checkers.RuleSet) form {
	switch c := service.Named(name).(type) {
	case nil:
		return nil
	case service.NewGame:
		return &newGame{game: game}
	case service.Show:
		return &show{}
	case service.Move:
		return &move{}
	case service.Correct:
		return &correct{}
	case service.Speed:
		return &speed{}
	case robot.TakeBack:
		return &takeBack{}
	case service.Teach:
		return &teach{}
	default:
		return &named{command: c}
	}
}

// commandKey is the key of a command's name.
const commandKey = "command"

// nameIn is the name of the command in a text; "": it has none.
func nameIn(text []byte) string {
	var keys map[string]json.RawMessage
	var name string
	if json.Unmarshal(text, &keys) != nil || json.Unmarshal(keys[commandKey], &name) != nil {
		return ""
	}
	return name
}

// ParseCommand reads a command as clients write it, a JSON object, and checks all of it that can be checked without
// looking at the table, where a game is played. The error is a *robot.Refusal that says what is wrong.
func ParseCommand(text []byte, game checkers.RuleSet) (service.Command, error) {
	name, keys, err := keysOf(text)
	if err != nil {
		return nil, err
	}
	form := formOf(name, game)
	if form == nil {
		return nil, unknown(name, service.Names())
	}
	if err := fill(reflect.ValueOf(form).Elem(), name, keys); err != nil {
		return nil, err
	}
	return form.parse()
}

// keysOf are the name of the command in a text, and what else it has.
func keysOf(text []byte) (name string, keys map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(text, &keys); err != nil {
		return "", nil, malformed(err)
	}
	if key, twice := doubled(text); twice {
		return "", nil, refusal("The command has %q twice: write it once.", shortened(key))
	}
	if value, ok := keys[commandKey]; !ok {
		return "", nil, refusal("The command has no name: write {%q: %q}, for example.", commandKey, "stop")
	} else if err := parseValue(commandKey, value, reflect.ValueOf(&name).Elem()); err != nil {
		return "", nil, err
	}
	delete(keys, commandKey)
	return name, keys, nil
}

// doubled is a key that a JSON object has twice.
func doubled(object []byte) (key string, twice bool) {
	seen := map[string]bool{}
	read := json.NewDecoder(bytes.NewReader(object))
	for _, err := read.Token(); err == nil && read.More(); { // the first is the brace
		var name json.Token
		if name, err = read.Token(); err == nil {
			var value json.RawMessage
			key, _ = name.(string)
			if twice = seen[key]; twice {
				return key, true
			}
			seen[key], err = true, read.Decode(&value)
		}
	}
	return "", false
}

// unknown is the error for a name that no command has.
func unknown(name string, names []string) error {
	return refusal("There is no command %q. There are %s.", name, strings.Join(names, ", "))
}

// refusal is an error for whoever has written a command, in a sentence.
func refusal(format string, args ...any) error {
	return &robot.Refusal{Why: sentence.Say("%s", fmt.Sprintf(format, args...))}
}

// malformed says why a text is no JSON object.
func malformed(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return refusal("The command is no JSON: byte %d: %s.", syntax.Offset, syntax)
	}
	return refusal(`The command is no JSON object: write {"command": "stop"}, for example.`)
}

// fill sets the fields of a command's form.
func fill(form reflect.Value, command string, keys map[string]json.RawMessage) error {
	fields := fieldsOf(form.Type())
	for key, value := range keys {
		i := slices.Index(fields, key)
		switch {
		case i < 0 && len(fields) == 0:
			return refusal("The command %q has no %q: it is a name and nothing else.", command, key)
		case i < 0:
			return refusal("The command %q has no %q, but %s.", command, key, strings.Join(fields, ", "))
		}
		if err := parseValue(key, value, form.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf are the JSON keys of a form, which are those of its first fields.
func fieldsOf(form reflect.Type) (keys []string) {
	for i := range form.NumField() {
		if key := form.Field(i).Tag.Get("json"); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// wanted are the values that a field takes, for people, by the kind of the field.
var wanted = map[reflect.Kind]string{
	reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Float64: "a number",
	reflect.String: "a text in quotes",
}

// parseValue reads the value of a key.
func parseValue(key string, value json.RawMessage, into reflect.Value) error {
	if bytes.Equal(value, []byte("null")) || json.Unmarshal(value, into.Addr().Interface()) != nil {
		return refusal("%q is to be %s, not %s.", key, wanted[into.Kind()], shortened(string(value)))
	}
	return nil
}

// mostQuoted is how many bytes of a client's text are said again.
const mostQuoted = 40

// shortened is the beginning of a text.
func shortened(text string) string {
	if len(text) <= mostQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:mostQuoted], "") + "…"
}
