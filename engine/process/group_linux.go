package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc/PID/stat: USER_HZ is 100 on every architecture that Go runs on (proc(5),
// sysconf(3)).
const tick = 10 * time.Millisecond

// Fields of /proc/PID/stat after the name of the program, counted from 0.
const (
	stateField     = 0
	groupField     = 2
	firstTimeField = 11 // user and system time, then those of children waited for
	lastTimeField  = 14
)

// lookAt is what the processes of a group have used, rounded down to ticks for each of them, and whether any of them
// has something to do.
func lookAt(leader int) glance {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return glance{}
	}
	seen := glance{known: true}
	for _, entry := range entries {
		if _, err := strconv.Atoi(entry.Name()); err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil { // it has just ended
			continue
		}
		used, belongs := processTime(stat, leader)
		seen.used = seen.used.plus(used)
		seen.busy = seen.busy || belongs && hasBusyThread("/proc/"+entry.Name()+"/task/")
	}
	return seen
}

// processTime is the CPU time that /proc/PID/stat tells of a process, and whether it belongs to a group; 0 where it
// does not.
func processTime(stat []byte, leader int) (CPUTime, bool) {
	fields := statFields(stat)
	if len(fields) <= lastTimeField || string(fields[groupField]) != strconv.Itoa(leader) {
		return CPUTime{}, false
	}
	var used [lastTimeField + 1 - firstTimeField]time.Duration
	for i, field := range fields[firstTimeField : lastTimeField+1] {
		ticks, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return CPUTime{}, true
		}
		used[i] = time.Duration(ticks) * tick
	}
	return CPUTime{User: used[0] + used[2], System: used[1] + used[3]}, true
}

// hasBusyThread reports whether a thread runs, would run if a processor were free (R), or waits for a disk (D).
func hasBusyThread(tasks string) bool {
	threads, err := os.ReadDir(tasks)
	if err != nil { // the process has just ended
		return false
	}
	for _, thread := range threads {
		stat, err := os.ReadFile(tasks + thread.Name() + "/stat")
		if err != nil {
			continue
		}
		if fields := statFields(stat); len(fields) > stateField && strings.ContainsAny(string(fields[stateField]), "RD") {
			return true
		}
	}
	return false
}

// statFields is the fields of a stat file after the name of the program, which may hold anything.
func statFields(stat []byte) [][]byte { return bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) }
