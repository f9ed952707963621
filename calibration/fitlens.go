package calibration

import (
	"fmt"
	"math"
)

// What is believed of a lens, beside its focal length and K1, before several pictures are fitted. Cheap cameras have
// their sensor a hundredth of its edge beside the axis.
const (
	centreSpread     = 0.02 // of the longer edge
	secondBendSpread = 0.2  // of K2
	slantSpread      = 0.003
	minViews         = 3
	// What the pictures must tell, as standard deviations.
	maxFocalSpread  = 0.02 // of the focal length
	maxCentreSpread = 0.01 // of the longer edge
	// leastNoise, px, is what even the best pictures are measured to.
	minNoisePX = 0.05
)

// LensFit is a lens as several pictures tell it.
type LensFit struct {
	Lens          Lens
	Poses         []Pose    // of the camera, to the board or target of each picture
	ResidualPX    float64   // root mean square distance of the points from where the lens sees them
	EachPX        []float64 // the same of each picture
	FocalSpreadPX float64   // standard deviation of the focal length
}

// Untold is the error for pictures that do not tell the lens, although each is good: something is too much alike in
// all of them.
type Untold struct {
	What string // the property, for people: "the focal length"
	Do   string // what pictures would tell it
}

func (e *Untold) Error() string {
	return fmt.Sprintf("the pictures do not tell %s: %s", e.What, e.Do)
}

// FitLens finds a lens, with its centre, K1, K2, P1 and P2, from three or more pictures of the same plane target in
// different poses: known points at z = 0, four or more in each. Where the poses are too much alike the error is an
// *Untold.
func FitLens(width, height int, views [][]Correspondence) (LensFit, error) {
	if len(views) < minViews {
		return LensFit{}, &Untold{"the lens", fmt.Sprintf("%d were taken, %d are the fewest, tilted in different ways",
			len(views), minViews)}
	}
	rough, poses, _, err := FitViews(width, height, views)
	if err != nil {
		return LensFit{}, err
	}
	fit := cameraFit{lens: StraightLens(width, height, priorFocal*float64(max(width, height))), views: views}
	edge := float64(max(width, height))
	fit.values = []lensValue{
		fit.logFocal(), firstBend,
		{fit.lens.Centre.X, centreSpread * edge, func(l *Lens, v float64) { l.Centre.X = v }},
		{fit.lens.Centre.Y, centreSpread * edge, func(l *Lens, v float64) { l.Centre.Y = v }},
		{0, secondBendSpread, func(l *Lens, v float64) { l.K2 = v }},
		{0, slantSpread, func(l *Lens, v float64) { l.P1 = v }},
		{0, slantSpread, func(l *Lens, v float64) { l.P2 = v }},
	}
	start := []float64{math.Log(rough.FocalPX), rough.K1, fit.lens.Centre.X, fit.lens.Centre.Y, 0, 0, 0}
	for _, pose := range poses {
		start = append(start, pose.Rotation[:]...)
		start = append(start, pose.Translation[:]...)
	}
	x, sum := minimise(start, fit.count(), fit.residuals)
	if math.IsInf(sum, 1) {
		return LensFit{}, fmt.Errorf("no lens can show the target where it was seen: take the pictures again")
	}
	made := LensFit{ResidualPX: fit.distance(x), EachPX: fit.distances(x)}
	made.Lens, made.Poses = fit.camera(x)
	for i := range made.Poses {
		made.Poses[i].Rotation = RotationOf(made.Poses[i].Rotation.Matrix())
	}
	// Residuals are in units of pixelSpread a coordinate; the points may have been measured better or worse.
	noise := math.Max(made.ResidualPX, minNoisePX) / math.Sqrt2 / pixelSpread
	spread := deviations(x, len(fit.values), fit.count(), fit.residuals)
	made.FocalSpreadPX = made.Lens.FocalPX * spread[0] * noise
	switch {
	case spread[0]*noise > maxFocalSpread:
		return made, &Untold{"the focal length", "tilt the target by 20° or more, to both sides and away from the camera"}
	case math.Max(spread[2], spread[3])*noise > maxCentreSpread*edge:
		return made, &Untold{"where the lens's axis is",
			"tilt the target to the left, to the right, and away from the camera"}
	}
	return made, nil
}

// FitPose is FitCamera for a lens that is known: where the camera stands, and the residual, px.
func FitPose(lens Lens, seen []Correspondence) (Pose, float64, error) {
	straight := make([]Correspondence, len(seen))
	for i, s := range seen {
		x, y, err := lens.Ray(s.Pixel)
		if err != nil {
			return Pose{}, 0, err
		}
		straight[i] = s
		straight[i].Pixel = Pixel{X: lens.Centre.X + lens.FocalPX*x, Y: lens.Centre.Y + lens.FocalPX*y}
	}
	h, err := cameraFit{lens: lens}.plane(straight)
	if err != nil {
		return Pose{}, 0, err
	}
	return Camera{Lens: lens, Pose: poseOf(h, lens.FocalPX)}.Refit(seen)
}
