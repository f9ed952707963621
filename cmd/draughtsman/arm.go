package main

type armCommand struct {
	Check armCheckCommand `cmd:"" help:"Go through all that the arm has to do, over a free table."`
}

func (armCommand) Help() string {
	return `Before the first game, and after whatever was changed at the arm or at the program
that drives it:

  draughtsman arm check --config table.yaml`
}
