package robot

import (
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// SideText is a side: "Black".
func SideText(side checkers.Side) sentence.Text {
	if side == checkers.White {
		return sentence.Say("White")
	}
	return sentence.Say("Black")
}

// OutcomeText is how a game ended: "Black wins: White has no legal move".
func OutcomeText(o checkers.Outcome) sentence.Text {
	reason := reasonText(o)
	if o.Draw {
		return sentence.Say("Draw: %s", reason)
	}
	return sentence.Say("%s wins: %s", SideText(o.Winner), reason)
}

// EndText is how a game against a robot ended, said to the human: "You have lost: Black has no piece left".
func EndText(o checkers.Outcome, robots checkers.Side) sentence.Text {
	switch {
	case o.Draw:
		return OutcomeText(o)
	case o.Winner == robots:
		return sentence.Say("You have lost: %s", reasonText(o))
	}
	return sentence.Say("You have won: %s", reasonText(o))
}

// reasonText is why a game ended. What is none of these is said as it stands: a log may be of another version.
func reasonText(o checkers.Outcome) sentence.Text {
	loser := SideText(o.Winner.Opponent())
	var quiet int // moves of each side
	_, _ = fmt.Sscanf(o.Reason, "%d moves", &quiet)
	for _, known := range []sentence.Text{
		sentence.Say("%s has no piece left", loser),
		sentence.Say("%s has no legal move", loser),
		sentence.Say("%s resigns", loser),
		sentence.Say("%s's time is up", loser),
		sentence.Say("by agreement"),
		sentence.Say("threefold repetition"),
		sentence.Say("%d moves by each side without a capture or a man's move", quiet),
	} {
		if known.String() == o.Reason {
			return known
		}
	}
	return sentence.Say("%s", o.Reason)
}

// placeText is a place in words, with the square as a game calls it: "square 18", "square c3".
func placeText(game checkers.RuleSet, p planner.Place) sentence.Text {
	switch {
	case p.Square != 0:
		return sentence.Say("square %s", game.Name(p.Square))
	case p.Slot != 0:
		return sentence.Say("tray slot %d", p.Slot)
	}
	return sentence.Say("%s", p.String())
}

// discText is a side's disc, as the beginning of a sentence.
func discText(side checkers.Side) sentence.Text {
	if side == checkers.White {
		return sentence.Say("The white disc")
	}
	return sentence.Say("The black disc")
}

// TransferText is a transfer in a line: "white disc, square 18 → tray slot 3: takes the captured man off".
func TransferText(game checkers.RuleSet, t planner.Transfer) sentence.Text {
	what := sentence.Say("black disc")
	switch white := t.Side == checkers.White; {
	case white && t.King:
		what = sentence.Say("white king")
	case white:
		what = sentence.Say("white disc")
	case t.King:
		what = sentence.Say("black king")
	}
	return sentence.Say("%s, %s → %s: %s", what, placeText(game, t.From), placeText(game, t.To),
		purposeText(t.Purpose))
}

// order is a transfer as a person is asked for it. Where beside the board they lay a disc is up to them.
func order(game checkers.RuleSet, t planner.Transfer) sentence.Text {
	from, to := placeText(game, t.From), placeText(game, t.To)
	white, purpose := t.Side == checkers.White, purposeText(t.Purpose)
	switch {
	case t.To.Slot > 0 && white:
		return sentence.Say("Take the white disc on %s off the board; this %s.", from, purpose)
	case t.To.Slot > 0:
		return sentence.Say("Take the black disc on %s off the board; this %s.", from, purpose)
	case t.From.Slot > 0 && white:
		return sentence.Say("Put a white disc on %s; this %s.", to, purpose)
	case t.From.Slot > 0:
		return sentence.Say("Put a black disc on %s; this %s.", to, purpose)
	case white:
		return sentence.Say("Move the white disc from %s to %s; this %s.", from, to, purpose)
	}
	return sentence.Say("Move the black disc from %s to %s; this %s.", from, to, purpose)
}

// purposes are what transfers are for, in the planner's words and the robot's own.
var purposes = []sentence.Text{
	sentence.Say("carries the man"),
	sentence.Say("carries the king"),
	sentence.Say("carries the king of a single disc"),
	sentence.Say("carries the king that a man's disc stands for"),
	sentence.Say("carries the king's upper disc"),
	sentence.Say("carries the king's lower disc"),
	sentence.Say("takes the captured man off"),
	sentence.Say("takes the captured king off"),
	sentence.Say("takes the captured king of a single disc off"),
	sentence.Say("takes the captured king that a man's disc stands for off"),
	sentence.Say("takes the captured king's upper disc off"),
	sentence.Say("takes the captured king's lower disc off"),
	sentence.Say("takes the man off"),
	sentence.Say("takes the king off"),
	sentence.Say("takes the king of a single disc off"),
	sentence.Say("takes the king that a man's disc stands for off"),
	sentence.Say("takes the king's upper disc off"),
	sentence.Say("takes the king's lower disc off"),
	sentence.Say("straightens the man"),
	sentence.Say("straightens the king"),
	sentence.Say("straightens the king of a single disc"),
	sentence.Say("straightens the king that a man's disc stands for"),
	sentence.Say("straightens the king's lower disc"),
	sentence.Say("lays the king's upper disc aside"),
	sentence.Say("sets the king's upper disc back"),
	sentence.Say("takes the man off that becomes a king"),
	sentence.Say("sets a king in the man's place"),
	sentence.Say("crowns the man with a captured disc"),
	sentence.Say("crowns the man with a spare disc"),
	sentence.Say("sets it where it belongs"),
	sentence.Say("puts it where it belongs"),
	sentence.Say("takes it off the board"),
	sentence.Say("makes way for the disc below it"),
	sentence.Say("lays it aside for now"),
}

// purposeText is what a transfer is for. What is none of the purposes is said as it stands: a log may be of another
// version.
func purposeText(purpose string) sentence.Text {
	for _, known := range purposes {
		if known.Key == purpose {
			return known
		}
	}
	return sentence.Say("%s", purpose)
}

// NoteTexts are what a person should know of a plan, as its Notes are.
func NoteTexts(plan planner.Plan) (list []sentence.Text) {
	to, side := plan.Before.Position.Set.Name(plan.Move.To()), plan.Before.Position.Turn
	for _, known := range []sentence.Text{
		sentence.Say("The king ends on square %s, where it began, and stays there.", to),
		sentence.Say("The man on square %s is a king now; nothing on the table shows it.", to),
		missingKing(side, to),
		missingDisc(side, to),
	} {
		for _, note := range plan.Notes {
			if known.String() == note {
				list = append(list, known)
			}
		}
	}
	return list
}

func missingKing(side checkers.Side, on string) sentence.Text {
	if side == checkers.White {
		return sentence.Say("There is no white king piece to exchange the man for: a man's disc stands for the king on "+
			"square %s.", on)
	}
	return sentence.Say("There is no black king piece to exchange the man for: a man's disc stands for the king on "+
		"square %s.", on)
}

func missingDisc(side checkers.Side, on string) sentence.Text {
	if side == checkers.White {
		return sentence.Say("There is no white disc to crown the man with: the king on square %s stands as a single disc.",
			on)
	}
	return sentence.Say("There is no black disc to crown the man with: the king on square %s stands as a single disc.", on)
}
