package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// TypedMoves lets the person at the keyboard say what the human at a simulated table plays. The answer is asked again
// and again while it is the human's turn; the first question of a turn is passed on to the person. When the input
// ends, so does the game. What is told is passed on to tell; whoever is warned of a move is asked what becomes of it.
func TypedMoves(ctx context.Context, s Streams, tag language.Tag, stop context.CancelCauseFunc, say Talker,
	tell func(robot.Event)) (next func(checkers.Position) (checkers.Move, bool), told func(robot.Event)) {
	questions := make(chan checkers.Position, 1)
	answers := make(chan checkers.Move, 1)
	go func() {
		lines := bufio.NewScanner(s.In)
		for {
			select {
			case position := <-questions:
				warned := position == checkers.Position{}
				var move checkers.Move
				var ok bool
				if warned {
					ok = askAfterWarning(s, lines, tag, say)
				} else {
					move, ok = ask(s, lines, position, tag, say)
				}
				if !ok {
					stop(errors.New("the input ended"))
					return
				}
				if !warned {
					answers <- move
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	told = func(e robot.Event) {
		if tell(e); e.Kind == robot.Warned {
			questions <- checkers.Position{}
		}
	}
	var mu sync.Mutex
	asked := false
	next = func(position checkers.Position) (checkers.Move, bool) {
		mu.Lock()
		defer mu.Unlock()
		if !asked {
			asked = true
			questions <- position
		}
		select {
		case move := <-answers:
			asked = false
			return move, true
		default:
			return checkers.Move{}, false
		}
	}
	return next, told
}

// askAfterWarning asks until the move is taken back, or the game goes on, or the input ends.
func askAfterWarning(s Streams, lines *bufio.Scanner, tag language.Tag, say Talker) bool {
	for {
		fmt.Fprintf(s.Err, "\n%s ", sentence.Say("Type back, or continue:").In(tag))
		if !lines.Scan() {
			return false
		}
		switch command, _ := parseWord(lines.Text()); command.(type) {
		case robot.TakeBack, service.Continue:
			return say(lines.Text())
		}
	}
}

// ask asks for a legal move until one is typed or the input ends. What else is asked for is done meanwhile.
func ask(s Streams, lines *bufio.Scanner, position checkers.Position, tag language.Tag,
	say Talker) (checkers.Move, bool) {
	for {
		fmt.Fprintf(s.Err, "\n%s ", sentence.Say("Your move (such as %s):", position.Moves()[0]).In(tag))
		if !lines.Scan() {
			return checkers.Move{}, false
		}
		move, err := position.ParseMove(strings.TrimSpace(lines.Text()))
		if err == nil {
			return move, true
		}
		if say(lines.Text()) {
			continue
		}
		fmt.Fprintln(s.Err, err)
	}
}
