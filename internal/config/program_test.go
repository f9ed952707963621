package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"draughtsman/internal/testkit/expect"
)

// A program is named by its command, which comes back from the file with the folder in which it runs; what belongs to
// a port is refused.
func TestArmByProgram(t *testing.T) {
	described := Example()
	command := []string{"python3", "my arm.py", "--port", "/dev/ttyUSB0", "--x=[1, 2]"}
	described.Arm = Arm{Driver: "program", Command: command}
	path := filepath.Join(t.TempDir(), "table.yaml")
	expect.OK(t, described.Save(path, ""))
	got, err := Load(path)
	expect.OK(t, err)
	if !got.ByProgram() || !slices.Equal(got.Arm.Command, command) || got.Arm.Folder != filepath.Dir(path) {
		t.Errorf("it comes back as %+v", got.Arm)
	}
	for want, wrong := range map[string]Arm{
		"arm.command is missing":                    {Driver: "program"},
		"arm.command belongs to the driver program": {Driver: "grbl", Port: "/dev/ttyUSB0", Command: command},
		"arm.port is not for the driver program":    {Driver: "program", Command: command, Port: "/dev/ttyUSB0"},
		"arm.baud is not for the driver program":    {Driver: "program", Command: command, Baud: 9600},
		"arm.grip is not for the driver program":    {Driver: "program", Command: command, Grip: []string{"M8"}},
		"arm.release is not for the driver program": {Driver: "program", Command: command, Release: []string{"M9"}},
		"arm.servos belongs to the driver feetech": {Driver: "program", Command: command,
			Servos: &Servos{Profile: "so101"}},
		"arm.driver is \"programme\"; known drivers: ": {Driver: "programme", Command: command},
	} {
		described.Arm = wrong
		if err := described.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", wrong, err, want)
		}
	}
}
