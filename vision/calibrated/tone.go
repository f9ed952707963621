package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// logarithms of samples.
var logarithms = imaging.Logarithms(imaging.CalibratedDark)

// tone is a calibration.Tone for arithmetic: brightness, then red and blue against green, natural logarithms.
type tone [3]float32

func toneOf(b, g, r uint8) tone {
	lb, lg, lr := logarithms[b], logarithms[g], logarithms[r]
	return tone{(lb + lg + lr) / 3, lr - lg, lb - lg}
}

func fromTone(t calibration.Tone) tone {
	return tone{float32(t.Brightness), float32(t.Red), float32(t.Blue)}
}

func (t tone) stored() calibration.Tone {
	return calibration.Tone{Brightness: rounded(t[0]), Red: rounded(t[1]), Blue: rounded(t[2])}
}

// rounded keeps the calibration's file readable; a ten-thousandth is far below the noise.
func rounded(v float32) float64 { return math.Round(float64(v)*1e4) / 1e4 }

func (t tone) plus(u tone) tone          { return tone{t[0] + u[0], t[1] + u[1], t[2] + u[2]} }
func (t tone) minus(u tone) tone         { return tone{t[0] - u[0], t[1] - u[1], t[2] - u[2]} }
func abs(v float32) float32              { return float32(math.Abs(float64(v))) }
func sampleAt(bytes []uint8, i int) tone { return toneOf(bytes[3*i], bytes[3*i+1], bytes[3*i+2]) }

// medianTone returns the median tone of some pixels of a rectified view.
func medianTone(bytes []uint8, pixels []int) tone {
	var median [3]float32
	for c := range 3 {
		var histogram [256]int
		for _, p := range pixels {
			histogram[bytes[3*p+c]]++
		}
		median[c] = histogramMedian(&histogram, len(pixels))
	}
	return tone{(median[0] + median[1] + median[2]) / 3, median[2] - median[1], median[0] - median[1]}
}

// histogramMedian returns the logarithm of a histogram's median, with the fraction of a sample that the counts allow.
func histogramMedian(histogram *[256]int, count int) float32 {
	wanted, below := float64(count)/2, 0
	for v, n := range histogram {
		if n > 0 && float64(below+n) >= wanted {
			value := float64(v) - .5 + (wanted-float64(below))/float64(n)
			return float32(math.Log(max(value, 0) + imaging.CalibratedDark))
		}
		below += n
	}
	return logarithms[255]
}
