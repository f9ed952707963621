package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is far behind what a lock's file says: others may read who has it.
const lockedByte = 1 << 30

// lock takes an open file for this program alone, as long as it stays open; taken: another one has it.
func lock(file *os.File) (taken bool, err error) {
	err = windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0,
		&windows.Overlapped{Offset: lockedByte})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return true, nil
	}
	return false, err
}
