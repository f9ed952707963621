package files

import (
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// yamlLine is the line of a text on which a key stands, such as "arm.baud" or "touches[2].at_mm.x"; 0 where it does
// not.
func yamlLine(text []byte, key string) int {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 {
		return 0
	}
	node, named := file.Docs[0].Body, ast.Node(nil)
	for _, name := range strings.Split(strings.ReplaceAll(key, "[", ".["), ".") {
		number, err := strconv.Atoi(strings.Trim(name, "[]"))
		list, isList := node.(*ast.SequenceNode)
		switch {
		case !strings.HasPrefix(name, "["):
			named, node = child(node, name)
		case err == nil && isList && number >= 1 && number <= len(list.Values):
			node = list.Values[number-1]
			named = node
		default:
			return 0
		}
		if named == nil {
			return 0
		}
	}
	return named.GetToken().Position.Line
}
