package calibration

import "math"

// Rotation is a turn in space as Rodrigues' vector: its direction is the axis, its length the angle in radians,
// counter-clockwise seen against the axis. In files the length is in degrees.
type Rotation [3]float64

// Matrix is the rotation as a row-major matrix.
func (r Rotation) Matrix() [3][3]float64 {
	angle := math.Sqrt(r[0]*r[0] + r[1]*r[1] + r[2]*r[2])
	// R = cos θ·I + (sin θ/θ)·[r]× + ((1−cos θ)/θ²)·r·rᵀ
	s, c := 1-angle*angle/6, 0.5-angle*angle/24
	if angle > 1e-4 {
		s, c = math.Sin(angle)/angle, (1-math.Cos(angle))/(angle*angle)
	}
	cos := math.Cos(angle)
	return [3][3]float64{
		{cos + c*r[0]*r[0], c*r[0]*r[1] - s*r[2], c*r[0]*r[2] + s*r[1]},
		{c*r[1]*r[0] + s*r[2], cos + c*r[1]*r[1], c*r[1]*r[2] - s*r[0]},
		{c*r[2]*r[0] - s*r[1], c*r[2]*r[1] + s*r[0], cos + c*r[2]*r[2]},
	}
}

// RotationOf is the vector, at most π long, of a rotation matrix.
func RotationOf(m [3][3]float64) Rotation {
	// By way of the quaternion (w, q), built from its greatest component (Shepperd 1978): a camera that looks
	// straight down turns the board by π, where the shorter formula from the trace fails.
	trace := m[0][0] + m[1][1] + m[2][2]
	var w float64
	var q [3]float64
	if i := largestDiagonal(m); trace > m[i][i] {
		w = math.Sqrt(math.Max(0, 1+trace)) / 2
		q = [3]float64{(m[2][1] - m[1][2]) / (4 * w), (m[0][2] - m[2][0]) / (4 * w), (m[1][0] - m[0][1]) / (4 * w)}
	} else {
		j, k := (i+1)%3, (i+2)%3
		q[i] = math.Sqrt(math.Max(0, 1+2*m[i][i]-trace)) / 2
		q[j] = (m[j][i] + m[i][j]) / (4 * q[i])
		q[k] = (m[k][i] + m[i][k]) / (4 * q[i])
		w = (m[k][j] - m[j][k]) / (4 * q[i])
	}
	if w < 0 {
		w, q = -w, [3]float64{-q[0], -q[1], -q[2]}
	}
	length := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2])
	factor := 2.0
	if length > 1e-12 {
		factor = 2 * math.Atan2(length, w) / length
	}
	return Rotation{factor * q[0], factor * q[1], factor * q[2]}
}

func largestDiagonal(m [3][3]float64) int {
	best := 0
	for i := 1; i < 3; i++ {
		if m[i][i] > m[best][best] {
			best = i
		}
	}
	return best
}
