package rig

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision"
)

// A disc that was dropped is found by what has changed: the table, seen from
// straight above at the height of a disc's top, is compared with a picture of it
// from before.
const (
	mmPerPX   = 1.0
	margin    = 130.0 // mm beside the playing area that are searched
	differs   = 18.0  // of 255, by which a pixel has changed
	hardly    = 9.0   // of 255, by which it has changed if nothing has: of a dark disc set on another one not more is seen
	covered   = 0.75  // of a disc's face that must have changed
	spared    = 0.5   // of a ring about it, that may
	ringWidth = 6.0   // mm
	emptied   = 0.23  // of a square about its middle: what changes there of an empty square is what has left it
	sureOf    = 0.75  // of the odds, from which a square is sure
	// of a disc's diameter about a piece that is read: no other one can lie there, as well as it is known
	// where that one is
	apiece = 0.85
	// of a disc's diameter about the middle of a square with a piece of that side: it may be that one, at the
	// square's edge
	astride = 0.95
	ofTaken = 0.8  // of a disc's diameter about a slot from which one was taken: what changes there is that
	inSlot  = 0.3  // of a disc's diameter about a slot with one disc: beside that another one is not in it
	onStack = 0.6  // of a disc's diameter about a stack's top: beside that a disc does not stay on it
	players = 0.25 // of a disc's diameter beyond the board's edge, from where on people lay down what they like
)

// compare finds discs that lie neither on a playable square nor in the tray, which
// should hold what it says, or across a square's edge, and the squares and slots
// where nothing has changed. Both pictures show a free table.
func (s *sheet) compare(before, now gocv.Mat, known calibration.Calibration, tray trays,
	seen vision.Sighting) (found robot.Survey, err error) {
	if err := s.aim(known); err != nil {
		return found, err
	}
	then, err := s.take(before)
	if err != nil {
		return found, err
	}
	defer closeInto(&err, &then)
	here, err := s.take(now)
	if err != nil {
		return found, err
	}
	defer closeInto(&err, &here)
	a, err := then.DataPtrUint8()
	if err != nil {
		return found, err
	}
	b, err := here.DataPtrUint8()
	if err != nil {
		return found, err
	}
	a = s.relit(a, b)
	looks := s.looks(a, b, known, tray, seen)
	changed := s.changed(a, b, looks)
	for _, at := range s.discs(changed, known.Disc.DiameterMM/2) {
		was, look := s.mean(a, at, known.Disc.DiameterMM/4), s.mean(b, at, known.Disc.DiameterMM/4)
		side, ok := looks.side(look)
		if !ok || looks.left(was, look) {
			continue
		}
		stray := robot.Stray{Side: side, At: s.middle(b, a, at, look, known.Disc.DiameterMM/2)}
		if s.inTray(stray.At, known, tray) {
			continue
		}
		if square := s.astride(b, stray, looks, known, seen); square != 0 {
			found.Askew = append(found.Askew, robot.Askew{Stray: stray, Square: square})
			continue
		}
		if !s.known(stray.At, known, seen) && !slices.ContainsFunc(found.Strays, func(other robot.Stray) bool {
			return math.Hypot(other.At.X-stray.At.X, other.At.Y-stray.At.Y) < known.Disc.DiameterMM/2
		}) {
			found.Strays = append(found.Strays, stray)
		}
	}
	found.Same = s.same(changed, known, tray.now)
	return found, nil
}

// same is the places to which no disc has come and from which none has gone, not
// even on top of another one: a top that is higher by a disc is seen elsewhere, if
// only by a hair's breadth. A slot that is not seen is none of them.
func (s *sheet) same(changed []change, known calibration.Calibration, tray planner.Tray) (same robot.Same) {
	const little = 0.004
	rows := s.round(0, 0.6*known.Disc.DiameterMM/mmPerPX)
	reach := -rows[0].y
	unchanged := func(at calibration.BoardPoint) bool {
		x, y := s.pixel(at)
		if x < reach || y < reach || x+reach >= s.size || y+reach >= s.size {
			return false
		}
		n, of := 0, 0
		for _, r := range rows {
			for _, c := range changed[(y+r.y)*s.size+x+r.from : (y+r.y)*s.size+x+r.to] {
				of++
				if c != none {
					n++
				}
			}
		}
		return float64(n) < little*float64(of)
	}
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		if unchanged(known.Board.Centre(square.Row(), square.Column())) {
			same.Squares |= checkers.SetOf(square)
		}
	}
	for _, slot := range tray.Slots {
		same.Slots = append(same.Slots, unchanged(slot.At))
	}
	same.Known = true
	return same
}

// closeInto adds what goes wrong in giving a picture's memory back.
func closeInto(err *error, m *gocv.Mat) {
	if closing := m.Close(); *err == nil {
		*err = closing
	}
}

// sheet is a plane over the table in small squares, seen from straight above.
type sheet struct {
	camera calibration.Camera
	half   float64 // of its side, mm
	size   int     // pixels

	mapX, mapY gocv.Mat // pixels of the camera's picture
	aimed      bool
}

// aim prepares the rectifying of pictures of a table, unless that is done.
func (s *sheet) aim(known calibration.Calibration) error {
	if s.aimed && s.camera == known.Camera {
		return nil
	}
	if err := s.close(); err != nil {
		return err
	}
	s.camera, s.half = known.Camera, known.Board.Half()+margin
	s.size = int(2 * s.half / mmPerPX)
	points := make([]calibration.BoardPoint, 0, s.size*s.size)
	for y := range s.size {
		for x := range s.size {
			p := s.point(x, y)
			p.Z = known.Disc.HeightMM
			points = append(points, p)
		}
	}
	s.mapX, s.mapY = gocv.NewMatWithSize(s.size, s.size, gocv.MatTypeCV32F),
		gocv.NewMatWithSize(s.size, s.size, gocv.MatTypeCV32F)
	s.aimed = true
	xs, err := s.mapX.DataPtrFloat32()
	if err != nil {
		return err
	}
	ys, err := s.mapY.DataPtrFloat32()
	if err != nil {
		return err
	}
	for i, pixel := range s.camera.ProjectAll(points) {
		if math.IsNaN(pixel.X) {
			pixel = calibration.Pixel{X: -1, Y: -1}
		}
		xs[i], ys[i] = float32(pixel.X), float32(pixel.Y)
	}
	return nil
}

// close gives the memory back.
func (s *sheet) close() error {
	if !s.aimed {
		return nil
	}
	s.aimed = false
	return errors.Join(s.mapX.Close(), s.mapY.Close())
}

// point is where a pixel is, on the playing surface's level.
func (s *sheet) point(x, y int) calibration.BoardPoint {
	return calibration.BoardPoint{X: (float64(x)+.5)*mmPerPX - s.half, Y: s.half - (float64(y)+.5)*mmPerPX}
}

// pixel is the pixel of a point.
func (s *sheet) pixel(p calibration.BoardPoint) (x, y int) {
	return int(math.Floor((p.X + s.half) / mmPerPX)), int(math.Floor((s.half - p.Y) / mmPerPX))
}

// shows reports whether the camera sees a place.
func (s *sheet) shows(p calibration.BoardPoint) bool {
	const edge = 20 // pixels of the sheet and of the picture
	x, y := s.pixel(p)
	at, lens := s.camera.Project(p), s.camera.Lens
	return min(x, y) >= edge && max(x, y) < s.size-edge &&
		min(at.X, at.Y) >= edge && at.X < float64(lens.Width-edge) && at.Y < float64(lens.Height-edge)
}

// take rectifies a picture; what it does not show is black.
func (s *sheet) take(picture gocv.Mat) (gocv.Mat, error) {
	flat := gocv.NewMat()
	err := gocv.Remap(picture, &flat, &s.mapX, &s.mapY, gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{})
	if err == nil {
		err = gocv.Blur(flat, &flat, image.Pt(5, 5))
	}
	if err != nil {
		return gocv.Mat{}, errors.Join(fmt.Errorf("looking for discs beside the squares: %w", err), flat.Close())
	}
	return flat, nil
}

// change is what has become of a pixel.
type change uint8

const (
	none  change = iota
	faint        // it differs hardly
	left         // it differs, because a disc has left it
	come         // it differs otherwise
)

// changed says what has become of each pixel of two pictures in the same light.
func (s *sheet) changed(a, b []uint8, l *looks) []change {
	changed := make([]change, s.size*s.size)
	for i := range changed {
		var was, is colour
		most := 0.0
		for c := range was {
			was[c], is[c] = float64(a[3*i+c]), float64(b[3*i+c])
			most = max(most, math.Abs(is[c]-was[c]))
		}
		switch {
		case most <= hardly:
		case most <= differs:
			changed[i] = faint
		case l.left(was, is):
			changed[i] = left
		default:
			changed[i] = come
		}
	}
	return changed
}

// discs are the places of what has changed and is as large as a disc, the
// clearest first.
func (s *sheet) discs(changed []change, radius float64) (places []calibration.BoardPoint) {
	inner, outer := s.round(0, radius/mmPerPX), s.round((radius+2)/mmPerPX, (radius+2+ringWidth)/mmPerPX)
	share := func(x, y int, rows []span) float64 {
		n, of := 0, 0
		for _, r := range rows {
			for at := r.from; at < r.to; at++ {
				of++
				if changed[(y+r.y)*s.size+x+at] == come {
					n++
				}
			}
		}
		return float64(n) / float64(of)
	}
	type found struct {
		x, y  int
		score float64
	}
	var candidates []found
	reach := int(math.Ceil((radius+2+ringWidth)/mmPerPX)) + 1
	const step = 2
	for y := reach; y < s.size-reach; y += step {
		for x := reach; x < s.size-reach; x += step {
			if changed[y*s.size+x] != come {
				continue
			}
			in := share(x, y, inner)
			if in < covered {
				continue
			}
			if out := share(x, y, outer); out < spared {
				candidates = append(candidates, found{x, y, in - out})
			}
		}
	}
	for len(candidates) > 0 {
		best := candidates[0]
		for _, c := range candidates {
			if c.score > best.score {
				best = c
			}
		}
		places = append(places, s.point(best.x, best.y))
		left := candidates[:0]
		for _, c := range candidates {
			if math.Hypot(float64(c.x-best.x), float64(c.y-best.y))*mmPerPX > radius {
				left = append(left, c)
			}
		}
		candidates = left
	}
	return places
}

// span is the pixels of a row, from its shape's middle.
type span struct{ y, from, to int }

// round is the pixels whose distance from the middle is in a range.
func (s *sheet) round(least, most float64) (rows []span) {
	for y := -int(most); float64(y) <= most; y++ {
		outer := int(math.Sqrt(most*most - float64(y*y)))
		if math.Abs(float64(y)) >= least {
			rows = append(rows, span{y, -outer, outer + 1})
			continue
		}
		inner := int(math.Sqrt(least*least - float64(y*y)))
		rows = append(rows, span{y, -outer, -inner}, span{y, inner + 1, outer + 1})
	}
	return rows
}

// known reports a place that is looked at in another way, or where people keep
// things: a playable square that was read, the table before the players.
func (s *sheet) known(at calibration.BoardPoint, known calibration.Calibration, seen vision.Sighting) bool {
	half, side := known.Board.Half(), known.Board.SquareMM
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		is, sure := seen.Odds[square].Best()
		c := known.Board.Centre(square.Row(), square.Column())
		off := math.Hypot(c.X+seen.Offset[square][0]-at.X, c.Y+seen.Offset[square][1]-at.Y)
		if is != vision.Nothing && sure >= sureOf && off < apiece*known.Disc.DiameterMM {
			return true // that one, beside the middle of its square
		}
	}
	row, column := int(math.Floor((half-at.Y)/side)), int(math.Floor((at.X+half)/side))
	if row >= 0 && column >= 0 && row < checkers.Size && column < checkers.Size && checkers.SquareAt(row, column) != 0 {
		is, sure := seen.Odds[checkers.SquareAt(row, column)].Best()
		centre := known.Board.Centre(row, column)
		aside := math.Hypot(at.X-centre.X, at.Y-centre.Y) > emptied*side
		return sure >= sureOf && (is != vision.Nothing || !aside)
	}
	return math.Abs(at.Y) > half+players*known.Disc.DiameterMM
}

// inTray reports whether what is seen at a place is in a slot, on top of what the
// slot holds, or where something was taken from it. A stack's top is seen beside its
// slot, since places are those of discs that lie on the table.
func (s *sheet) inTray(at calibration.BoardPoint, known calibration.Calibration, tray trays) bool {
	for i, slot := range tray.now.Slots {
		n, within := len(slot.Holds), onStack
		switch {
		case n < len(tray.then.Slots[i].Holds):
			n, within = max(n, 1), ofTaken
		case n == 0:
			continue
		case n == 1:
			within = inSlot
		}
		top, ok := s.top(slot.At, n, known)
		if ok && math.Hypot(top.X-at.X, top.Y-at.Y) < within*known.Disc.DiameterMM {
			return true
		}
	}
	return false
}

// trays are what the tray held in the first of two pictures, and should hold in the
// second.
type trays struct{ then, now planner.Tray }

// top is where the uppermost of some discs on one another is seen; not ok where it
// is not.
func (s *sheet) top(slot calibration.BoardPoint, discs int, known calibration.Calibration) (calibration.BoardPoint,
	bool) {
	face := slot
	face.Z += float64(discs) * known.Disc.HeightMM
	seen, err := s.camera.Locate(s.camera.Project(face), slot.Z+known.Disc.HeightMM)
	return seen, err == nil
}

// astride is the square at whose edge a piece stands that was found, and which is
// read on it: nothing like it is on the square's other half. Another one could not
// lie so near to the square's middle. It is 0 where there is none.
func (s *sheet) astride(now []uint8, stray robot.Stray, l *looks, known calibration.Calibration,
	seen vision.Sighting) checkers.Square {
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		is, sure := seen.Odds[square].Best()
		c := known.Board.Centre(square.Row(), square.Column())
		away := math.Hypot(c.X-stray.At.X, c.Y-stray.At.Y)
		if is == vision.Nothing || sure < sureOf || sideOf(is, known) != stray.Side ||
			away < emptied*known.Board.SquareMM || away > astride*known.Disc.DiameterMM {
			continue
		}
		beyond := known.Disc.DiameterMM / 3 / away
		other := calibration.BoardPoint{X: c.X + beyond*(c.X-stray.At.X), Y: c.Y + beyond*(c.Y-stray.At.Y)}
		look := s.mean(now, other, known.Disc.DiameterMM/8)
		if look.nearest(l.discs[stray.Side]) > look.nearest(l.bare) {
			return square
		}
	}
	return 0
}

// sideOf is whose piece looks so.
func sideOf(is vision.Content, known calibration.Calibration) checkers.Side {
	if (is == vision.DarkPiece) == (known.BlackPieces != calibration.Light) {
		return checkers.Black
	}
	return checkers.White
}

// colour is a mean of blue, green and red.
type colour [3]float64

func (c colour) apart(d colour) float64 {
	return math.Hypot(math.Hypot(c[0]-d[0], c[1]-d[1]), c[2]-d[2])
}

// mean is the colour within some millimetres of a point.
func (s *sheet) mean(bytes []uint8, at calibration.BoardPoint, radius float64) (sum colour) {
	x, y := s.pixel(at)
	n := 0
	for _, r := range s.round(0, radius/mmPerPX) {
		for k := r.from; k < r.to; k++ {
			if y+r.y < 0 || y+r.y >= s.size || x+k < 0 || x+k >= s.size {
				continue
			}
			i := 3 * ((y+r.y)*s.size + x + k)
			for c := range sum {
				sum[c] += float64(bytes[i+c])
			}
			n++
		}
	}
	for c := range sum {
		sum[c] /= float64(n)
	}
	return sum
}

// middle is where the face of a disc lies that was found about a place and looks
// so: its side and its shadow have changed there as well.
func (s *sheet) middle(now, before []uint8, about calibration.BoardPoint, look colour,
	radius float64) calibration.BoardPoint {
	const (
		around, ringed = 9, 4.0 // pixels
		mine           = 0.35   // how much nearer to the disc's colour than to what was there
		alike          = 25     // of 255 in three colours
	)
	at := func(bytes []uint8, i int) colour {
		return colour{float64(bytes[3*i]), float64(bytes[3*i+1]), float64(bytes[3*i+2])}
	}
	x0, y0 := s.pixel(about)
	inner, outer := s.round(0, radius/mmPerPX), s.round(radius/mmPerPX+1, radius/mmPerPX+1+ringed)
	share := func(x, y int, rows []span) float64 {
		n, of := 0, 0
		for _, r := range rows {
			for k := r.from; k < r.to; k++ {
				if y+r.y < 0 || y+r.y >= s.size || x+k < 0 || x+k >= s.size {
					continue
				}
				of++
				i := (y+r.y)*s.size + x + k
				if c := at(now, i); c.apart(look) < min(alike, mine*c.apart(at(before, i))) {
					n++
				}
			}
		}
		return float64(n) / float64(of)
	}
	best, most := about, math.Inf(-1)
	for dy := -around; dy <= around; dy++ {
		for dx := -around; dx <= around; dx++ {
			if score := share(x0+dx, y0+dy, inner) - share(x0+dx, y0+dy, outer); score > most {
				best, most = s.point(x0+dx, y0+dy), score
			}
		}
	}
	return best
}

// looks is what the sides' discs look like in a picture, on the board and in the
// tray, by side, and the squares without them.
type looks struct {
	discs [2][]colour
	bare  []colour
}

func (s *sheet) looks(before, now []uint8, known calibration.Calibration, tray trays, seen vision.Sighting) *looks {
	l := &looks{}
	radius := known.Disc.DiameterMM / 4
	for row := range checkers.Size {
		for column := range checkers.Size {
			at := known.Board.Centre(row, column)
			square := checkers.SquareAt(row, column)
			is, sure := seen.Odds[square].Best()
			switch {
			case square == 0 || is == vision.Nothing && sure >= sureOf:
				was, look := s.mean(before, at, radius), s.mean(now, at, radius)
				if was.apart(look) < differs { // a disc may have fallen there, or have left it
					l.bare = append(l.bare, look)
				}
			case sure >= 0.9:
				side := sideOf(is, known)
				at.X, at.Y = at.X+seen.Offset[square][0], at.Y+seen.Offset[square][1]
				l.discs[side] = append(l.discs[side], s.mean(now, at, radius))
			}
		}
	}
	for i, slot := range tray.now.Slots {
		n := len(slot.Holds)
		if n == 0 || n != len(tray.then.Slots[i].Holds) {
			continue
		}
		if top, ok := s.top(slot.At, n, known); ok && s.shows(top) {
			l.discs[slot.Holds[n-1]] = append(l.discs[slot.Holds[n-1]], s.mean(now, top, radius))
		}
	}
	return l
}

// side is whose disc looks so; not ok where no disc does.
func (l *looks) side(c colour) (checkers.Side, bool) {
	const alike = 70 // of 255 in three colours
	black, white := c.nearest(l.discs[checkers.Black]), c.nearest(l.discs[checkers.White])
	if black < white {
		return checkers.Black, black < alike
	}
	return checkers.White, white < alike
}

// left reports whether a disc has left the place that looked so before and does so
// now: a bare square of wood is nearer to a black disc than to a white one, and
// would be taken for one.
func (l *looks) left(before, now colour) bool {
	disc := func(c colour) bool {
		return min(c.nearest(l.discs[checkers.Black]), c.nearest(l.discs[checkers.White])) < c.nearest(l.bare)
	}
	return disc(before) && !disc(now)
}

// nearest is how far a colour is from the nearest of a list.
func (c colour) nearest(list []colour) float64 {
	least := math.Inf(1)
	for _, other := range list {
		least = min(least, c.apart(other))
	}
	return least
}
