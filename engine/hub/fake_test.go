package hub

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// fakeVariable makes this test program a fake engine that behaves as it says.
const fakeVariable = "FAKE_HUB_ENGINE"

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(fakeVariable); behaviour != "" {
		fake(behaviour)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake is an engine that behaves like this:
//
//	good      as it should
//	silent    says nothing
//	slow      answers a while after it should, stopped or not, with the number
//	          of the search for a move
//	crashes   in a search
//	complains of every position
//	stubborn  does not leave, and has a child that does not either
//	endless   begins a line and never ends it
//	deaf      is ready for everything and reads nothing more
func fake(behaviour string) {
	switch behaviour {
	case "good":
		if err := Serve(context.Background(), os.Stdin, os.Stdout, engineOf(nil)); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return
	case "silent":
		<-time.After(time.Hour)
	case "deaf":
		fmt.Fprintln(os.Stdout, "wait\nready")
		<-time.After(time.Hour)
	case "stubborn":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVariable+"=silent")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
	}
	searches := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch command, _, _ := strings.Cut(in.Text(), " "); {
		case command == "hub":
			fmt.Fprintf(os.Stdout, "this is no message =\nid name=Fake version=%s\nwait\n", behaviour)
		case command == "init":
			fmt.Fprintln(os.Stdout, "ready")
		case command == "pos" && behaviour == "complains":
			fmt.Fprintln(os.Stdout, `error message="such a board"`)
		case command == "go":
			searches++
			switch behaviour {
			case "crashes":
				fmt.Fprintln(os.Stderr, "panic: many words\nout of luck")
				os.Exit(3)
			case "slow":
				<-time.After(300 * time.Millisecond)
				fmt.Fprintf(os.Stdout, "done move=%d\n", searches)
			case "endless":
				for {
					if _, err := io.WriteString(os.Stdout, strings.Repeat("info ", 1000)); err != nil {
						os.Exit(1)
					}
				}
			}
		}
	}
	if behaviour == "stubborn" {
		<-time.After(time.Hour)
	}
}
