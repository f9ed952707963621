package config

// ByProgram reports whether a program of the user's drives the arm.
func (t Table) ByProgram() bool { return t.Arm.Driver == "program" }

// validateProgram says what is wrong with how the program is named that drives the arm; for other drivers, that it is.
func (t Table) validateProgram() error {
	a := t.Arm
	switch {
	case !t.ByProgram() && len(a.Command) > 0:
		return wrongValue("arm.command", "belongs to the driver program, not to %s", a.Driver)
	case !t.ByProgram():
		return nil
	case len(a.Command) == 0 || a.Command[0] == "":
		return wrongValue("arm.command",
			"is missing: the program that drives the arm and its arguments, such as [python3, my_arm.py] (docs/arm-protocol.md)")
	}
	for _, other := range []struct {
		key   string
		given bool
	}{{"arm.port", a.Port != ""}, {"arm.baud", a.Baud != 0}, {"arm.grip", len(a.Grip) > 0},
		{"arm.release", len(a.Release) > 0}} {
		if other.given {
			return wrongValue(other.key, "is not for the driver program: give it to the program itself, under arm.command")
		}
	}
	return nil
}
