package main

import (
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
	"draughtsman/engine/search"
)

// agentCommand is the agents that a referee can start: each makes one move, which it reads from input.txt and writes
// to output.txt in the current directory.
type agentCommand struct {
	Minimax minimaxAgent `cmd:"" help:"Look at everything that can happen in some plies, leaving nothing out: the reference opponent."`
	Random  randomAgent  `cmd:"" help:"Play any legal move."`
	Engine  engineAgent  `cmd:"" help:"Play as well as the time left allows, as homework does."`
}

const agentHelp = "It reads input.txt in the current folder and writes output.txt there.\n\n"

// here is the folder in which agents run.
const here = csci561.Folder(".")

type minimaxAgent struct {
	Depth int `default:"4" help:"Plies to look ahead, 1 or more (${default})." placeholder:"N"`
}

// Help is what --help adds.
func (minimaxAgent) Help() string { return agentHelp + "  checkers agent minimax --depth 4" }

func (c minimaxAgent) Run() error {
	if c.Depth < 1 {
		return wrongUsage("--depth %d: want 1 or more", c.Depth)
	}
	return csci561.Play(here, func(p checkers.Position) checkers.Move { return csci561.Minimax(p, c.Depth) })
}

type randomAgent struct {
	Seed uint64 `default:"1" help:"Chooses the moves: the same ones in the same positions (${default})." placeholder:"N"`
}

// Help is what --help adds.
func (randomAgent) Help() string { return agentHelp + "  checkers agent random --seed 7" }

func (c randomAgent) Run() error {
	return csci561.Play(here, func(p checkers.Position) checkers.Move {
		legal := p.Moves()
		return legal[rand.New(rand.NewPCG(c.Seed, search.English{}.Hash(p))).IntN(len(legal))]
	})
}

type engineAgent struct{}

// Help is what --help adds.
func (engineAgent) Help() string { return agentHelp + "  checkers agent engine" }

func (engineAgent) Run() error { return csci561.Homework(here, csci561.CPUTime) }
