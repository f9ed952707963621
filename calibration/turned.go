package calibration

import "slices"

// Turned is the camera that takes the same picture the other way up, as TurnPixels makes of it.
func (c Camera) Turned() Camera {
	l := &c.Lens
	l.Centre = Pixel{X: float64(l.Width-1) - l.Centre.X, Y: float64(l.Height-1) - l.Centre.Y}
	l.P1, l.P2 = -l.P1, -l.P2
	m, t := c.Pose.Rotation.Matrix(), c.Pose.Translation
	for i := range 2 { // half a turn about the optical axis
		t[i] = -t[i]
		for j := range m[i] {
			m[i][j] = -m[i][j]
		}
	}
	c.Pose = Pose{Rotation: RotationOf(m), Translation: t}
	return c
}

// TurnPixels turns a picture of three bytes a pixel by half a turn, in its place.
func TurnPixels(picture []byte) {
	slices.Reverse(picture)
	for i := 0; i+2 < len(picture); i += 3 {
		picture[i], picture[i+2] = picture[i+2], picture[i]
	}
}

// WhiteBelow reports whether White's edge of a board is lower in the picture than Black's.
func (c Camera) WhiteBelow(b Board) bool {
	return c.Project(BoardPoint{Y: -b.Half()}).Y > c.Project(BoardPoint{Y: b.Half()}).Y
}
