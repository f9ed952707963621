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
				move, ok := ask(s, lines, position, tag, say)
				if !ok {
					stop(errors.New("the input ended"))
					return
				}
				if position != warned {
					answers <- move
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	told = func(e robot.Event) {
		if tell(e); e.Kind == robot.Warned {
			questions <- warned
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

// warned stands for the question what becomes of a move that the human was warned of.
var warned checkers.Position

// ask asks for a legal move until one is typed or the input ends, or whether one is taken back. What else is asked for
// is done meanwhile.
func ask(s Streams, lines *bufio.Scanner, position checkers.Position, tag language.Tag,
	say Talker) (checkers.Move, bool) {
	prompt := sentence.Say("Type back, or continue:")
	if position != warned {
		prompt = sentence.Say("Your move (such as %s):", position.Moves()[0])
	}
	for {
		fmt.Fprintf(s.Err, "\n%s ", prompt.In(tag))
		if !lines.Scan() {
			return checkers.Move{}, false
		}
		move, err := position.ParseMove(strings.TrimSpace(lines.Text()))
		if err == nil {
			return move, true
		}
		command, _ := parseWord(lines.Text())
		_, back := command.(robot.TakeBack)
		said := say(lines.Text())
		if position == warned && (back || command == service.Continue{}) {
			return move, true
		}
		if !said {
			fmt.Fprintln(s.Err, err)
		}
	}
}
