package book

import (
	_ "embed"
	"sync"
)

// The book that comes with the program, as make book makes it.
//
//go:embed english.book
var english []byte

var shipped = sync.OnceValue(func() *Book {
	b, err := Read(english)
	if err != nil {
		panic("the opening book that comes with the program: " + err.Error())
	}
	return b
})

// Shipped is the book that comes with the program.
func Shipped() *Book { return shipped() }
