package process

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// tick is the unit of times in /proc/PID/stat: USER_HZ is 100 on every
// architecture that Go runs on (proc(5), sysconf(3)).
const tick = 10 * time.Millisecond

// Fields of /proc/PID/stat after the name of the program, counted from 0.
const (
	groupField     = 2
	firstTimeField = 11 // user and system time, then those of children waited for
	lastTimeField  = 14
)

// groupTime is the CPU time that the processes of a group have used, rounded
// down to ticks for each of them; false where nothing tells.
func groupTime(leader int) (time.Duration, bool) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, false
	}
	used := time.Duration(0)
	for _, entry := range entries {
		if _, err := strconv.Atoi(entry.Name()); err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil { // it has just ended
			continue
		}
		used += processTime(stat, leader)
	}
	return used, true
}

// processTime is the CPU time that /proc/PID/stat tells if the process belongs
// to a group, and 0 otherwise.
func processTime(stat []byte, leader int) time.Duration {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= lastTimeField || string(fields[groupField]) != strconv.Itoa(leader) {
		return 0
	}
	ticks := int64(0)
	for _, field := range fields[firstTimeField : lastTimeField+1] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * tick
}
