//go:build !unix

package cli

import "os"

func notifyOfKeys(chan<- os.Signal) {}

func isSuspend(os.Signal) bool { return false }

func stopSelf() {}

type keyboard struct{ *os.File }
