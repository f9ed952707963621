// Package world is the simulated table's physics: discs as rigid things in millimetres, the tool and the hand above
// them, the clock that moves everything, and the truth log. It knows nothing of cameras, firmware or how the robot
// works.
//
// Whatever acts at the table (the gantry, the human) is an [Actor]: the world calls it once a tick of 5 ms, under the
// world's lock, and then lets the physics follow: a held disc moves with what holds it, a released one falls, what is
// touched by accident is pushed and counted. Between ticks others look in with [World.Snapshot] or change something
// with [World.Do].
package world
