package strictyaml

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Line is the line of a text on which a key stands, such as "arm.baud"; 0 where it does not.
func Line(text []byte, key string) int {
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 {
		return 0
	}
	node := file.Docs[0].Body
	line := 0
	for _, name := range strings.Split(key, ".") {
		group, isGroup := node.(ast.MapNode)
		if !isGroup {
			return 0
		}
		line = 0
		for items := group.MapRange(); items.Next(); {
			if items.Key().String() == name {
				line, node = items.Key().GetToken().Position.Line, items.Value()
				break
			}
		}
		if line == 0 {
			return 0
		}
	}
	return line
}
