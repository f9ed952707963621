package csci561

import "draughtsman/engine/checkers"

// Homework makes one move: it reads what is asked in a folder, thinks within the CPU time given, and writes its
// answer there. In a game it remembers what came before. The clock is CPUTime but for tests. Input that cannot be
// read is an error, and leaves no answer in the folder.
func Homework(f Folder, clock Clock) error {
	var past Memory
	in, move, err := answer(f, func(in Input) checkers.Move {
		if in.Mode == Game {
			past = f.Memory().Before(in.Position)
		}
		return Choose(in, past, f.Calibration(), clock)
	})
	if err != nil || move == nil || in.Mode == Single {
		return err
	}
	// The move is made; who cannot remember it only knows less next time.
	_ = f.Remember(past.After(in.Position, *move))
	return nil
}

// Play makes one move that a function chooses where there is any; it is for agents that need neither clock nor memory.
func Play(f Folder, choose func(checkers.Position) checkers.Move) error {
	_, _, err := answer(f, func(in Input) checkers.Move { return choose(in.Position) })
	return err
}

// answer reads what is asked, lets the move be chosen where there is any, and writes it; nil where there is none.
func answer(f Folder, choose func(Input) checkers.Move) (Input, *checkers.Move, error) {
	if err := f.Withdraw(); err != nil {
		return Input{}, nil, err
	}
	in, err := f.Input()
	if err != nil {
		return Input{}, nil, err
	}
	if in.Position.Jumpers()|in.Position.Steppers() == 0 {
		return in, nil, f.Answer(nil)
	}
	move := choose(in)
	return in, &move, f.Answer(&move)
}
