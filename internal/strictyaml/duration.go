package strictyaml

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// durations looks for a time that cannot be read. The YAML reader says only that there is one.
func durations(text []byte, into reflect.Type) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 {
		return nil
	}
	return badDuration("", file.Docs[0].Body, into)
}

// badDuration is what is wrong with the first bad time in a node that becomes a value of a type.
func badDuration(key string, node ast.Node, into reflect.Type) error {
	for into.Kind() == reflect.Pointer {
		into = into.Elem()
	}
	switch {
	case into == reflect.TypeFor[time.Duration]():
		value := strings.TrimSpace(node.String())
		if _, err := time.ParseDuration(strings.Trim(value, `"'`)); err != nil {
			return fmt.Errorf("line %d: %s is %s; a time with its unit is wanted, such as 250ms or 2s",
				node.GetToken().Position.Line, key, value)
		}
	case into.Kind() == reflect.Slice:
		list, isList := node.(*ast.SequenceNode)
		if !isList {
			return nil
		}
		for _, item := range list.Values {
			if err := badDuration(key, item, into.Elem()); err != nil {
				return err
			}
		}
	case into.Kind() == reflect.Struct:
		group, isGroup := node.(ast.MapNode)
		if !isGroup {
			return nil
		}
		types := map[string]reflect.Type{}
		for i := range into.NumField() {
			name, _, _ := strings.Cut(into.Field(i).Tag.Get("yaml"), ",")
			types[name] = into.Field(i).Type
		}
		for items := group.MapRange(); items.Next(); {
			name := items.Key().String()
			if of, known := types[name]; known {
				if err := badDuration(name, items.Value(), of); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
