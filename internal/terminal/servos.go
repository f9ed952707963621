package terminal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"draughtsman/arm/feetech"
)

// inOrder is the reports of all servos, those that are missing among them, in the order of their ids, and the names of
// the joints.
func inOrder(reports []feetech.Report, expected []feetech.Expected) ([]feetech.Report, map[int]string) {
	joint := map[int]string{}
	for _, e := range expected {
		joint[e.ID] = e.Joint
		if !slices.ContainsFunc(reports, func(r feetech.Report) bool { return r.ID == e.ID }) {
			reports = append(reports, feetech.Report{ID: e.ID})
		}
	}
	slices.SortFunc(reports, func(a, b feetech.Report) int { return cmp.Compare(a.ID, b.ID) })
	return reports, joint
}

// servoLine is a servo as JSON; without an answer, or with several, there is nothing to measure.
type servoLine struct {
	ID    int    `json:"id"`
	Joint string `json:"joint,omitempty"`
	State string `json:"state"` // "ok", "missing", or "several" where more than one seems to answer
	*servoMeasures
}

type servoMeasures struct {
	Model    string  `json:"model"`
	Firmware string  `json:"firmware"`
	Position int     `json:"position"` // steps, as are the next three
	Min      int     `json:"from"`
	Max      int     `json:"to"`
	Offset   int     `json:"offset"`
	Volts    float64 `json:"volts"`
	Celsius  int     `json:"celsius"`
	Holds    bool    `json:"holds"`
	Faults   string  `json:"faults,omitempty"`
}

// PrintServosJSON writes a line for each servo.
func PrintServosJSON(out io.Writer, reports []feetech.Report, expected []feetech.Expected) error {
	reports, joint := inOrder(reports, expected)
	encoder := json.NewEncoder(out)
	for _, r := range reports {
		line := servoLine{ID: r.ID, Joint: joint[r.ID], State: "ok"}
		switch {
		case r.Several:
			line.State = "several"
		case r.Model == "":
			line.State = "missing"
		default:
			line.servoMeasures = &servoMeasures{r.Model, r.Firmware, r.Position, r.Min, r.Max, r.Offset, r.Volts, r.Celsius,
				r.Torque, ""}
			if r.Faults != 0 {
				line.Faults = r.Faults.String()
			}
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// PrintServos writes a table of all servos.
func PrintServos(out io.Writer, reports []feetech.Report, expected []feetech.Expected) error {
	reports, joint := inOrder(reports, expected)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "id\tjoint\tmodel\tfirmware\tposition\tfrom\tto\toffset\tvolts\t°C\tholds\tfaults")
	for _, r := range reports {
		name := cmp.Or(joint[r.ID], "-")
		switch {
		case r.Several:
			fmt.Fprintf(w, "%d\t%s\tdoes not answer as one servo\n", r.ID, name)
		case r.Model == "":
			fmt.Fprintf(w, "%d\t%s\tmissing\n", r.ID, name)
		default:
			holds := map[bool]string{true: "yes", false: "no"}[r.Torque]
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%.1f\t%d\t%s\t%v\n",
				r.ID, name, r.Model, r.Firmware, r.Position, r.Min, r.Max, r.Offset, r.Volts, r.Celsius, holds, r.Faults)
		}
	}
	return w.Flush()
}
