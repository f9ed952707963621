package search_test

import (
	"context"
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// A won ending: the score says in how many plies. A search to a fixed depth has the same answer every time.
func Example() {
	position, err := checkers.ParseFEN("W:WK14,K19:BK1")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := search.New(search.Options{TableMB: 1}).Search(context.Background(),
		search.Request{Position: position, Depth: 5}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	plies, decided := search.Distance(result.Score)
	fmt.Println(result.Move, decided, plies)
	// Output: 19-23 true 19
}

// A report comes after each finished depth. A line may be longer than that: captures are played out.
func ExampleSearcher_Search() {
	s := search.New(search.Options{TableMB: 1})
	request := search.Request{Position: checkers.Start(), Depth: 3}
	_, err := s.Search(context.Background(), request, func(so search.Info) {
		fmt.Println("depth", so.Depth, len(so.PV) >= so.Depth)
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// depth 1 true
	// depth 2 true
	// depth 3 true
}

// Levels are for people.
func ExampleLevelNamed() {
	level, err := search.LevelNamed("club")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(level.Name, level.Depth, level.Elo)
	// Output: club 4 1440
}
