package boards

// styles are those that only scenes of one set have.
type styles struct {
	textures, frames []string // of boards
	tables, others   []string // what a board lies on, and what there is instead of one
	pieces           []string
	lights           []string
}

// additions are the styles of each set beside those that all have.
var additions = map[Set]*styles{
	Kept: {
		textures: []string{"marble", "hatched"}, frames: []string{"ornament"},
		tables: []string{"parquet", "terrazzo"}, others: []string{"parquet", "pegboard", "shelves"},
		pieces: []string{"rings", "cones"}, lights: []string{"blinds"},
	},
	Unseen: {
		textures: []string{"bevelled", "creased", "grained"}, frames: []string{"coordinates", "groove"},
		tables: []string{"grain", "lattice"}, others: []string{"crossword", "calendar", "grain"},
		pieces: []string{"caps", "beads"}, lights: []string{"leaves", "window light"},
	},
}

// For the board, the table, the pieces and the light of a scene of a set: the styles that only this set has, where the
// lot says so, of one of them at least.
func (l lots) additions(set Set) (of [4]*styles) {
	if additions[set] == nil {
		return of
	}
	for of == [4]*styles{} {
		for i := range of {
			of[i] = nil
			if l.chance(0.4) {
				of[i] = additions[set]
			}
		}
	}
	return of
}
