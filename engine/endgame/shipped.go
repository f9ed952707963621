package endgame

import (
	"embed"
	"sync"
	"sync/atomic"
)

// The tables of 2 to 4 pieces, as checkers tables build --pieces 4 makes them.
//
//go:embed english
var english embed.FS

var shipped = sync.OnceValue(func() *Tables {
	t := new(Tables)
	err := t.open(func(name string) ([]byte, error) { return english.ReadFile("english/" + name) })
	if err != nil {
		panic("the endgame tables that come with the program: " + err.Error())
	}
	t.recent = make([]atomic.Pointer[block], t.numBlocks()) // no start waits for them to be decompressed
	return t
})

// Shipped is the tables that come with the program, those of 2 to 4 pieces.
func Shipped() *Tables { return shipped() }
