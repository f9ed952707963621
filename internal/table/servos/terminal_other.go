//go:build !linux

package servos

import (
	"fmt"
	"runtime"
)

func openTerminal(string, func([]byte)) (socket, error) {
	return nil, fmt.Errorf("the simulated arm runs on Linux only, not on %s", runtime.GOOS)
}
