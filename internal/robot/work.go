package robot

import (
	"golang.org/x/text/language"

	"draughtsman/planner"
	"draughtsman/vision"
)

// work is what the robot does at the table of one game: the table is what is believed to stand there, the task what
// makes another one of it.
type work struct {
	layout
	eyes  *eyes
	tell  func(Event)
	arm   *guardedArm
	log   Log
	tray  planner.Tray // as it is when a game begins
	table planner.Table
	task  *task // nil: nothing

	language language.Tag // of who carries moves out in place of an arm
	rehearse bool         // Robot.ShowMotions
}

// remember notes where on their squares the pieces stand.
func (w *work) remember(s vision.Sighting) { w.table = w.seenAt(w.table, s) }

// start has the log know of a task that begins.
func (w *work) start(t *task) error {
	e := Entry{What: Planned, Task: t.name, From: t.before, Stood: &t.after, Transfers: t.transfers}
	if t.move != "" {
		e.What, e.Move = Chose, t.move
	}
	if err := w.log.Append(e); err != nil {
		return err
	}
	w.task = t
	return nil
}

// done logs that the next transfers of the task came about.
func (w *work) done(n int) error {
	for range n {
		if err := w.log.Append(Entry{What: Done, Step: w.task.step}); err != nil {
			return err
		}
		w.task.step, w.task.run = w.task.step+1, nil
	}
	return nil
}
