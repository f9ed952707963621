package endgame

import (
	"embed"
	"math"
	"sync"
)

// The tables of 2 to 4 pieces, as checkers tables build --pieces 4 makes them.
//
//go:embed english
var english embed.FS

var shipped = sync.OnceValue(func() *Tables {
	t := new(Tables)
	err := t.open(func(m Material) ([]byte, error) { return english.ReadFile("english/" + fileName(m)) })
	if err != nil {
		panic("the endgame tables that come with the program: " + err.Error())
	}
	t.remember(math.MaxInt)
	return t
})

// Shipped is the tables that come with the program, those of 2 to 4 pieces.
func Shipped() *Tables { return shipped() }
