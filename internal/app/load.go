package app

import (
	"errors"
	"fmt"

	"draughtsman/calibration"
	"draughtsman/internal/config"
)

// Load reads a table's description and its calibration, which must be of the same board. What a session of
// calibrate finds out anew may be wrong in it, and is then left out.
func Load(path, session string) (config.Table, calibration.Calibration, error) {
	table, err := config.Load(path)
	if err != nil {
		return config.Table{}, calibration.Calibration{}, err
	}
	known, err := knownOf(table, session)
	return table, known, err
}

// knownOf is a table's calibration; what a session finds out anew may be wrong in it.
func knownOf(table config.Table, session string) (calibration.Calibration, error) {
	known, err := calibration.Load(table.Calibration)
	var redo *calibration.RedoError
	if errors.As(err, &redo) && redo.Session == session && redo.Rest != nil {
		known, err = *redo.Rest, nil
	}
	if err != nil {
		return calibration.Calibration{}, err
	}
	return known, known.CheckBoard(table.Board)
}

// FrameOf is where a table's arm has the board.
func FrameOf(table config.Table, known calibration.Calibration) (calibration.ArmFrame, error) {
	switch {
	case table.ByHand():
		return config.HandsFrame(), nil
	case known.Arm == nil:
		return calibration.ArmFrame{},
			fmt.Errorf("the calibration %s does not know where the arm has the board: run `draughtsman calibrate arm`",
				table.Calibration)
	}
	return *known.Arm, nil
}
