package program

import (
	"runtime"
	"syscall"
)

// dieWithParent makes the system send a program SIGTERM when this process dies, however that happens, so that one
// that does not read its input ends too.
func dieWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGTERM }

// attend keeps the thread that starts a program until the function is called: the signal is sent when that thread
// ends (prctl(2), PR_SET_PDEATHSIG).
func attend() (end func()) {
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}
