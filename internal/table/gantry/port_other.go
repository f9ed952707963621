//go:build !linux

package gantry

import (
	"fmt"
	"runtime"
)

// port needs Linux: it learns from inotify who opens the pseudo-terminal.
type port struct{}

func openPort(string) (*port, error) {
	return nil, fmt.Errorf("the simulated arm runs on Linux only, not on %s", runtime.GOOS)
}

func (p *port) path() string { return "" }
func (p *port) attend()      {}

func (p *port) send(string)                {}
func (p *port) serve(func(), func([]byte)) {}
func (p *port) close() error               { return nil }
