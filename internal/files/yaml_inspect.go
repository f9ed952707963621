package files

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// look is what is wrong with a node that becomes a value of a type.
type look func(key string, node ast.Node, into reflect.Type, within Range) error

// inspect has every node of a text looked at that becomes a value.
func inspect(text []byte, into any, at look) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 {
		return nil
	}
	return at.all("", file.Docs[0].Body, reflect.TypeOf(into), Range{})
}

// all looks at a node and at those below it.
func (at look) all(key string, node ast.Node, into reflect.Type, within Range) error {
	for into.Kind() == reflect.Pointer {
		into = into.Elem()
	}
	if err := at(key, node, into, within); err != nil {
		return err
	}
	switch into.Kind() {
	case reflect.Slice:
		list, isList := node.(*ast.SequenceNode)
		if !isList {
			return nil
		}
		for i, item := range list.Values {
			if err := at.all(fmt.Sprintf("%s[%d]", key, i+1), item, into.Elem(), within); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range into.NumField() {
			f := fieldOf(into.Field(i))
			below := node
			if !f.inline {
				_, below = child(node, f.name)
			}
			if below == nil {
				continue
			}
			if err := at.all(f.below(key), below, into.Field(i).Type, f.within(within)); err != nil {
				return err
			}
		}
	}
	return nil
}

// child is the key and the value of a name in a group; nil where there is none.
func child(group ast.Node, name string) (key, value ast.Node) {
	pairs, isGroup := group.(ast.MapNode)
	if !isGroup {
		return nil, nil
	}
	for items := pairs.MapRange(); items.Next(); {
		if items.Key().GetToken().Value == name {
			return items.Key(), items.Value()
		}
	}
	return nil, nil
}

// badDuration says of a time that it cannot be read. The YAML reader says only that there is one.
func badDuration(key string, node ast.Node, into reflect.Type, _ Range) error {
	if into != reflect.TypeFor[time.Duration]() {
		return nil
	}
	value := strings.TrimSpace(node.String())
	if _, err := time.ParseDuration(strings.Trim(value, `"'`)); err == nil {
		return nil
	}
	return fmt.Errorf("line %d: %s is %s; a time with its unit is wanted, such as 250ms or 2s",
		node.GetToken().Position.Line, key[strings.LastIndex(key, ".")+1:], value)
}

// decimal is how a number is written. YAML has others, which a person does not mean: 0x10 is 16, 045 is 37.
var decimal = regexp.MustCompile(`^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$`)

// notDecimal says of a number that it is written in another way.
func notDecimal(key string, node ast.Node, into reflect.Type, _ Range) error {
	_, whole := node.(*ast.IntegerNode)
	_, broken := node.(*ast.FloatNode)
	isNumber := reflect.Zero(into).CanInt() || reflect.Zero(into).CanUint() || reflect.Zero(into).CanFloat()
	text := node.GetToken().Value
	if !whole && !broken || !isNumber || into == reflect.TypeFor[time.Duration]() || decimal.MatchString(text) {
		return nil
	}
	return fmt.Errorf("line %d: %s is %s, which is no number here: write it in decimal figures, such as 16 or 0.5",
		node.GetToken().Position.Line, key[strings.LastIndex(key, ".")+1:], text)
}

// leftOut names a number that is missing from a group which is there, and may not be.
func leftOut(key string, node ast.Node, into reflect.Type, within Range) error {
	if into.Kind() != reflect.Struct {
		return nil
	}
	for i := range into.NumField() {
		f := fieldOf(into.Field(i))
		named, below := child(node, f.name)
		if f.name == "-" || f.inline || f.optional || f.within(within) == (Range{}) ||
			below != nil && below.Type() != ast.NullType {
			continue
		}
		if named == nil {
			named = node
		}
		return fmt.Errorf("line %d: %w", named.GetToken().Position.Line, missing(f.below(key), f.within(within)))
	}
	return nil
}
