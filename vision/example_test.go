package vision_test

import (
	"fmt"

	"draughtsman/vision"
)

// What one picture says of a square.
func ExampleOdds_Best() {
	var s vision.Sighting
	s.Odds[18] = vision.Odds{vision.Nothing: 0.04, vision.LightPiece: 0.95, vision.DarkPiece: 0.01}
	content, probability := s.Odds[18].Best()
	fmt.Printf("square 18 shows %v (%.2f)\n", content, probability)
	// Output: square 18 shows a light piece (0.95)
}
