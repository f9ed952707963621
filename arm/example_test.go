package arm_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"draughtsman/arm"
)

// The beginning of a transfer, carried out by an arm that only says what it would do.
func Example() {
	limits := arm.Limits{Max: arm.Point{X: 640, Y: 520, Z: 90}, MaxSpeed: 200}
	a := arm.NewDryRun(os.Stdout, limits, arm.Point{X: 5, Y: 515, Z: 85})
	err := arm.Run(context.Background(), a, []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 300, Y: 240, Z: 85}, Speed: 200},
		{Verb: arm.VerbMove, To: arm.Point{X: 300, Y: 240, Z: 19}, Speed: 20},
		{Verb: arm.VerbGrip},
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1  home
	//    2  move to X 300.0 Y 240.0 Z 85.0 at 200 mm/s (403.3 mm)
	//    3  move to X 300.0 Y 240.0 Z 19.0 at 20 mm/s (66.0 mm)
	//    4  grip
}

// A place out of reach is refused before anything moves, and the arm need not be homed for it.
func ExampleNeedsHoming() {
	limits := arm.Limits{Max: arm.Point{X: 640, Y: 520, Z: 90}, MaxSpeed: 200}
	err := limits.Check(arm.Point{X: 700, Y: 240, Z: 85}, 200)
	fmt.Println(err)
	fmt.Println(errors.Is(err, arm.ErrLimit), arm.NeedsHoming(err))
	// Output:
	// X 700.0 mm is outside the arm's limits, 0.0 to 640.0 mm
	// true false
}
