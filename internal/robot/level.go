package robot

import "draughtsman/engine/pdn"

// LevelOf is the robot's level in a game, by the tags of its record; "" where they name none.
func LevelOf(tags []pdn.Tag) string { return pdn.Game{Tags: tags}.Tag(pdn.LevelTag) }
