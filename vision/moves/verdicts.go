package moves

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// unreadable returns the verdict for a sighting that is no reading of the board.
func unreadable(s vision.Sighting) (Verdict, bool) {
	switch {
	case s.Obstructed:
		return Verdict{Kind: Obstructed, Text: sentence.Say("Something is over the board.")}, true
	case s.Moving:
		return Verdict{Kind: Moving, Text: sentence.Say("Something is moving.")}, true
	}
	return Verdict{}, false
}

func settling() Verdict { return Verdict{Kind: Settling, Text: sentence.Say("Looking.")} }

// waiting returns the verdict while a position stands.
func waiting(p checkers.Position, blackPieces calibration.Shade) Verdict {
	turn := player(p.Turn, blackPieces)
	if p.Jumpers()|p.Steppers() == 0 {
		return Verdict{Kind: Waiting, Text: sentence.Say("The game is over: %s has no legal move.", turn)}
	}
	return Verdict{Kind: Waiting, Text: sentence.Say("Waiting for %s to move.", turn)}
}

// restored returns the verdict when a position stands again.
func restored(p checkers.Position, blackPieces calibration.Shade) Verdict {
	return Verdict{Kind: Restored,
		Text: sentence.Say("The board is as it was; it is %s to move.", player(p.Turn, blackPieces))}
}

// complaint returns what is wrong with what has been seen for a while, given what the board may look like: first that
// nothing has happened to a position.
func complaint(e evidence, p checkers.Position, may []Picture, o Options) Verdict {
	seen := e.seen(o)
	differences := seen.differences(may[0])
	if s, ok := unfinished(e, p, o); ok {
		return Verdict{
			Kind: Unfinished, Differences: differences, At: s.at, Next: s.next, TakeOff: s.takeOff,
			Text: s.text(o, p.Turn),
		}
	}
	for i := range may {
		if !seen.contradicts(may[i]) {
			unread := seen.unknowns()
			return Verdict{Kind: Unclear, Unread: unread, Text: o.unreadText(unread)}
		}
	}
	return Verdict{Kind: Illegal, Differences: differences, Text: o.illegalText(p, seen, differences)}
}

// gameBegins returns the verdict that a game begins.
func gameBegins(l *line) Verdict {
	return Verdict{Kind: NewGame, Text: GameBegins(l.position, l.seat.black)}
}

// GameBegins says that a game begins with a position.
func GameBegins(start checkers.Position, blackPieces calibration.Shade) sentence.Text {
	return sentence.Say("A new game: %s to move.", player(start.Turn, blackPieces))
}

// verdict returns how the record changes, from what the records before and after begin with.
func verdict(shared *line, undone, made []checkers.Move) Verdict {
	p, black := shared.position, shared.seat.black
	v := Verdict{Kind: Accepted, Undone: undone, Moves: made}
	switch {
	case len(undone) == 0:
		v.Text = movedText(p, made, black)
	case len(made) == 0:
		v.Kind = TakenBack
		v.Text = sentence.Say("%s was taken back; it is %s to move.", moveList(undone).String(), player(p.Turn, black))
		if len(undone) > 1 {
			v.Text = sentence.Say("%s were taken back; it is %s to move.", moveList(undone).String(), player(p.Turn, black))
		}
	default:
		v.Kind = Corrected
		v.Text = sentence.Say("The record is corrected: %s instead of %s.", moveList(made).String(),
			moveList(undone).String())
	}
	return v
}
