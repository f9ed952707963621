package planner

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// nodMM is how far the tool goes up and down again above a square that it points at, mm.
const nodMM = 15

// Point is the motions that have an empty tool point at squares, one after the other, from the park point back to it:
// it hovers above each, as low as it may travel there, and nods. It touches nothing. It is an error, which names the
// square and the limit, if one of them cannot be pointed at.
func Point(setup Setup, table Table, squares []checkers.Square) ([]Motion, error) {
	if err := setup.validate(table); err != nil {
		return nil, err
	}
	c := setup.workcell(table.Tray)
	r := c.route(table, c.Machine.Park)
	for _, square := range squares {
		place := OnSquare(square)
		hover := c.face(place, table.Offset[square], table.Discs(place))
		hover.Z = c.travelHeight(table, hover, hover, r.tip)
		if err := r.nod(place, hover); err != nil {
			return nil, err
		}
	}
	err := r.park()
	return r.motions, err
}

// nod appends the motions that bring the tip above a place, up a little, and down again.
func (r *route) nod(place Place, hover calibration.ArmPoint) error {
	if err := r.within(r.table.place(place), hover); err != nil {
		return err
	}
	up := hover
	if up.Z += nodMM; r.within(r.table.place(place), up) != nil {
		up = hover // there is no room to nod: it only stops there
	}
	if err := r.cross(place, hover); err != nil {
		return err
	}
	for _, m := range []struct {
		kind Kind
		to   calibration.ArmPoint
	}{{Descend, hover}, {Rise, up}, {Descend, hover}} {
		if err := r.line(m.kind, place, m.to, r.Machine.VerticalSpeed); err != nil {
			return err
		}
	}
	return nil
}
