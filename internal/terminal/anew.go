package terminal

import (
	"context"
	"fmt"
	"strings"

	"draughtsman/internal/cli"
)

// AskAnew asks the person at the terminal whether another game than the one in a file is begun, which was interrupted
// after some moves. Where nobody is there to ask, the error says with which flags it can be said.
func AskAnew(ctx context.Context, s Streams, pdn string, moves int) (bool, error) {
	what := fmt.Sprintf("A game was interrupted here after %d moves", moves)
	if !cli.IsScreen(s.In) {
		return false, cli.WrongUsage("%s: --resume goes on with it; --new begins another one, and keeps its moves in %s as "+
			"those of an unfinished game", strings.ToLower(what[:1])+what[1:], pdn)
	}
	fmt.Fprintf(s.Err, "%s.\n  r  go on with it\n  n  begin a new one; its moves stay in %s as those of an unfinished "+
		"game\n  q  quit, and leave everything as it is\n", what, pdn)
	const left = "nothing was changed, and the game can still be gone on with"
	for {
		fmt.Fprint(s.Err, "r, n or q? ")
		line, err := ReadLine(ctx, s.In)
		if err != nil {
			return false, fmt.Errorf("%w: %s", err, left)
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "r":
			return false, nil
		case "n":
			return true, nil
		case "q":
			return false, cli.Asked(left)
		}
		fmt.Fprintf(s.Err, "%q is none of these.\n", strings.TrimSpace(line))
	}
}
