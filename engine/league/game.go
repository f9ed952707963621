package league

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
	"draughtsman/engine/process"
	"draughtsman/engine/variant"
)

// Agent is a program that plays, and the folder in which it does.
type Agent struct {
	Name    string
	Command []string // the program's path, and its arguments
	Folder  csci561.Folder
}

// Terms are what a game is played under.
type Terms struct {
	Start      checkers.Position
	Time       time.Duration    // CPU time of each agent for the whole game
	Count      process.Counting // what of the CPU time counts
	Patience   time.Duration    // see process.Limits
	Form       csci561.Form     // how moves have to be written
	DrawToTime bool             // a draw goes to the agent with more time left
}

// Game is a game between agents that was played and ruled on.
type Game struct {
	Start   checkers.Position
	Moves   []checkers.Move
	Outcome checkers.Outcome
	Used    [2]time.Duration // CPU time, by side
	Longest [2]time.Duration // the most for one move
	Failed  [2]string        // how an agent's program ended last that had moved and failed all the same, "" for none did
}

// playGame plays a game between two agents, by side, and rules on it. The error is one of the referee's own: a folder
// that cannot be written, a program that cannot be started, or the end of the context.
func playGame(ctx context.Context, agents [2]Agent, terms Terms) (Game, error) {
	for _, agent := range agents {
		if err := agent.Folder.Forget(); err != nil {
			return Game{}, fmt.Errorf("begin a game: %w", err)
		}
	}
	record := variant.NewGame(variant.CSCI561(), variant.FromCheckers(terms.Start))
	g := Game{Start: terms.Start}
	for p := terms.Start; ; {
		if outcome, over := record.Outcome(); over {
			g.Outcome = checkers.Outcome{Draw: outcome.Draw, Winner: checkers.Side(outcome.Winner), Reason: outcome.Reason}
			return g.awarded(terms), nil
		}
		turn := p.Turn
		in := csci561.Input{Mode: csci561.Game, Position: p, Left: terms.Time - g.Used[turn]}
		move, usage, fault, err := ask(ctx, agents[turn], in, terms)
		if err != nil {
			return g, err
		}
		used := usage.CPU
		if usage.End == process.Crashed && fault == "" {
			g.Failed[turn] = usage.Words
		}
		g.Used[turn] += used
		g.Longest[turn] = max(g.Longest[turn], used)
		if fault != "" {
			g.Outcome = checkers.Outcome{Winner: turn.Opponent(), Reason: turn.String() + " " + fault}
			return g, nil
		}
		if err := record.Play(variant.CSCI561().FromCheckersMove(move)); err != nil {
			return g, err
		}
		g.Moves = append(g.Moves, move)
		p = p.Play(move)
	}
}

// awarded is the game with a draw given to the agent with more time left.
func (g Game) awarded(terms Terms) Game {
	black, white := g.Used[checkers.Black], g.Used[checkers.White]
	if !g.Outcome.Draw || !terms.DrawToTime || black == white {
		return g
	}
	winner := checkers.Black
	if white < black {
		winner = checkers.White
	}
	g.Outcome = checkers.Outcome{Winner: winner, Reason: fmt.Sprintf("%s, and %s has more time left", g.Outcome.Reason,
		winner)}
	return g
}

// ask lets an agent make one move, and returns what its program used. fault is what the agent did to lose the game
// otherwise than on the board: "made an illegal move: …". A program that fails after it has left a legal move has
// moved.
func ask(ctx context.Context, agent Agent, in csci561.Input, terms Terms) (move checkers.Move,
	usage process.Usage, fault string, err error) {
	if err := agent.Folder.Ask(in); err != nil {
		return checkers.Move{}, usage, "", fmt.Errorf("ask %s for a move: %w", agent.Name, err)
	}
	usage, err = process.Run(ctx, agent.Command, string(agent.Folder), process.Limits{CPU: in.Left,
		Count: terms.Count, Patience: terms.Patience})
	if err != nil {
		return checkers.Move{}, usage, "", fmt.Errorf("ask %s for a move: %w", agent.Name, err)
	}
	switch {
	case usage.End == process.OverTime || usage.CPU >= in.Left:
		return checkers.Move{}, usage, outOfTime(usage, in.Left), nil
	case usage.End == process.Idle:
		return checkers.Move{}, usage, fmt.Sprintf("gave no answer and did nothing for %v", terms.Patience), nil
	}
	move, err = agent.Folder.Move(in.Position, terms.Form)
	if err != nil && usage.End == process.Crashed {
		return checkers.Move{}, usage, "crashed: " + usage.Words, nil
	}
	return move, usage, faultOf(err), nil
}

// outOfTime is the fault of an agent that used its time up.
func outOfTime(usage process.Usage, left time.Duration) string {
	if usage.CPU < left { // user time counts, and it had none to speak of
		return fmt.Sprintf("ran out of time: it used %.3f s in the operating system and had %.3f s left",
			usage.Used.System.Seconds(), left.Seconds())
	}
	return fmt.Sprintf("ran out of time: it used %.3f s and had %.3f s left", usage.CPU.Seconds(), left.Seconds())
}

// faultOf is what an error in an answer is ruled to be.
func faultOf(err error) string {
	var illegal *csci561.IllegalError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrNotExist):
		return "wrote no output.txt"
	case errors.As(err, &illegal):
		return "made an illegal move: " + err.Error()
	default:
		return "wrote a bad output.txt: " + err.Error()
	}
}
