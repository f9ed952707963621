package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

// fakeHub is a Hub engine that behaves as its argument says:
//
//	late      answers nothing until it is told to stop, and then too late
//	illegal   answers with a move that is not legal
//	crashes   in every search
//	silent    never says that it is ready
func fakeHub() {
	behaviour := os.Args[1]
	if behaviour == "silent" {
		<-time.After(time.Hour)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch command, _, _ := strings.Cut(in.Text(), " "); {
		case command == "hub":
			fmt.Println("id name=Fake\nwait")
		case command == "init":
			fmt.Println("ready")
		case command == "quit":
			return
		case command == "stop" && behaviour == "late":
			fmt.Println("done move=1-2")
		case command == "go" && behaviour == "illegal":
			fmt.Println("done move=1-2")
		case command == "go" && behaviour == "crashes":
			fmt.Fprintln(os.Stderr, "out of luck")
			os.Exit(3)
		}
	}
}
