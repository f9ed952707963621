package firmware

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/world"
)

// What Klipper does when (klippy/toolhead.py, klippy/extras/output_pin.py).
const (
	klipperStart    = 0.250 // s from a motion's planning to its beginning, where none goes on (BUFFER_TIME_START)
	klipperPriming  = 0.100 // s that a motion waits for others to follow it
	klipperLow      = 1.000 // s of planned motion below which all that was sent is planned to a rest (BUFFER_TIME_LOW)
	klipperHigh     = 2.000 // s of planned motion at which G1 lets wait (BUFFER_TIME_HIGH)
	klipperDrains   = 0.100 // s between two looks whether the motions have ended (wait_moves)
	klipperRefresh  = 0.250 // s for which motion_report keeps its place (STATUS_REFRESH_TIME)
	klipperRestarts = 2 * time.Second
	klipperConnects = 500 * time.Millisecond
	klipperHoming   = 100 // mm/s towards a switch; z at half of it, the second time at half again
)

// klipperLimits are those of the configuration of a gantry with quick motors.
var klipperLimits = limits{
	steps: axes{80, 80, 400}, speed: axes{200, 200, 80}, accel: axes{3000, 3000, 1000}, junction: 0.013,
}

// klipper is the host program Klipper (klippy) with its micro-controller and a pump on an output pin, as its API
// server shows it (docs/API_Server.md): a brain that is sent requests and sends responses, a JSON object a line. What
// it does is written from klippy/gcode.py, gcode_move.py, toolhead.py, webhooks.py, kinematics/cartesian.py,
// extras/output_pin.py, motion_report.py and idle_timeout.py:
//
//   - a script is answered when its last command is; scripts are carried out one after
//     another, whoever sends them. G1 is done when it is queued, M400 when nothing moves;
//   - an unknown command is no error: its name is told to everybody, the script goes on;
//   - queued motions cannot be stopped but by a shutdown, which stops the motors dead,
//     switches them and the pump off, and lets M400 be answered as if all were well;
//   - only FIRMWARE_RESTART leads out of that; meanwhile there is nobody to talk to.
type klipper struct {
	gantry
	send toHost

	state    string // startup, ready, shutdown, error; "": the program does not run
	message  string
	booting  time.Duration // left
	mcuGone  time.Duration // left of a time without its supply
	homed    [3]bool
	now      float64 // s, the micro-controller's
	planned  float64 // s until when motions are planned (print_time)
	commands axes    // where the planned and pending motions end (toolhead.commanded_pos)
	base     axes    // of G92 and SET_GCODE_OFFSET (gcode_move.base_position)
	offset   axes    // of the latter alone (gcode_move.homing_position)
	last     axes    // gcode_move.last_position
	relative bool
	feed     float64 // mm/s, before the factor of M220
	factor   float64
	idleFor  float64 // s after which the motors are switched off
	restedAt float64 // s, when the last motion ended

	pending []waiting // not yet planned
	since   float64   // s, when the first of them came
	batches []batch   // planned
	pins    []pinning // planned
	live    axes      // motion_report's place
	liveAt  float64

	scripts []*script
	homing  []leg
}

// waiting is a motion that waits to be planned.
type waiting struct {
	target axes
	rate   float64
}

// batch is motions that were planned together: they begin and end at rest.
type batch struct {
	starts  float64 // s, or until when it has come
	planner planner
}

// pinning is a change of the pump's pin.
type pinning struct {
	at float64
	on bool
}

// script is a request gcode/script.
type script struct {
	id    int
	lines []string
	work  chores
}

func newKlipper(o Options, mount world.Mount, at world.Point, send func(string)) *klipper {
	k := &klipper{
		gantry: newGantry(axesOf(o.Bed), axesOf(o.Bed), mount, at, rand.New(rand.NewPCG(o.Seed, 5))),
		send:   send,
	}
	k.begin()
	return k
}

// begin starts the program afresh, with a place that it takes for the origin.
func (k *klipper) begin() {
	k.stopDead()
	k.planner = planner{}
	k.believe()
	k.state, k.message, k.booting = "startup", klipperStartup, klipperConnects
	k.homed, k.planned, k.commands, k.base, k.offset, k.last = [3]bool{}, 0, axes{}, axes{}, axes{}, axes{}
	k.relative, k.feed, k.factor, k.idleFor, k.restedAt = false, 25, 1, 600, k.now
	k.pending, k.batches, k.pins, k.pump, k.scripts, k.homing = nil, nil, nil, false, nil, nil
	k.live, k.liveAt = axes{}, k.now
	k.post(map[string]any{"socket": "open"})
}

// What get_state_message says (klippy/klippy.py, extras/error_mcu.py).
const (
	klipperReady   = "Printer is ready"
	klipperStartup = "Printer is not ready\nThe klippy host software is attempting to connect.  Please\nretry in a few " +
		"moments.\n"
	klipperShutdown = "\nOnce the underlying issue is corrected, use the\n\"FIRMWARE_RESTART\" command to reset the " +
		"firmware, reload the\nconfig, and restart the host software.\nPrinter is shutdown\n"
	klipperNoMCU = "mcu 'mcu': Unable to connect\nOnce the underlying issue is corrected, use " +
		"the\n\"FIRMWARE_RESTART\" command to reset the firmware, reload the\nconfig, and restart the host " +
		"software.\nError configuring printer\n"
)

// post sends a message.
func (k *klipper) post(message map[string]any) {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // of plain values
	}
	k.send(string(text) + "\n")
}

// tell tells all who want to know of a state.
func (k *klipper) tell() {
	k.post(map[string]any{"method": "process_status_update", "params": map[string]any{
		"eventtime": k.now, "status": map[string]any{"webhooks": k.webhooks()},
	}})
}

func (k *klipper) webhooks() map[string]any {
	return map[string]any{"state": k.state, "state_message": k.message}
}

// respond is output for a person.
func (k *klipper) respond(text string) {
	k.post(map[string]any{"method": "process_gcode_response", "params": map[string]any{"response": text}})
}

// opened is somebody who connects, which nothing here notices.
func (k *klipper) opened() {}

// powerUp is somebody's FIRMWARE_RESTART.
func (k *klipper) powerUp() { k.restart() }

// restart ends the program; it begins again by itself.
func (k *klipper) restart() {
	k.stopDead()
	k.batches, k.pending, k.pins, k.scripts, k.homing = nil, nil, nil, nil, nil
	k.state, k.message, k.pump, k.booting = "", "", false, klipperRestarts
	k.post(map[string]any{"socket": "closed"})
}

// trip is the micro-controller giving up.
func (k *klipper) trip() { k.shutDown("MCU 'mcu' shutdown: Timer too close") }

// loseMCU takes the micro-controller's supply away for a time.
func (k *klipper) loseMCU(d time.Duration) {
	k.mcuGone = d
	k.shutDown("Lost communication with MCU 'mcu'")
}

// shutDown is invoke_shutdown: motors and outputs are off.
func (k *klipper) shutDown(why string) {
	if k.state != "ready" && k.state != "startup" {
		return
	}
	k.stopDead()
	k.batches, k.pending, k.pins, k.homing = nil, nil, nil, nil
	k.pump, k.state, k.message = false, "shutdown", why+klipperShutdown
	k.respond("// Klipper state: Shutdown")
	k.tell()
	k.run()
}

// Busy is part of world.Actor.
func (k *klipper) Busy() bool {
	return k.booting > 0 || k.mcuGone > 0 || len(k.batches)+len(k.pending)+len(k.pins)+len(k.homing) > 0 ||
		k.planned > k.now || len(k.scripts) > 0
}

// Advance is part of world.Actor.
func (k *klipper) Advance(s *world.State, dt time.Duration) {
	defer k.drive(s)
	k.now += dt.Seconds()
	k.mcuGone = max(0, k.mcuGone-dt)
	if k.booting > 0 {
		if k.booting -= dt; k.booting <= 0 {
			k.booting = 0
			k.booted()
		}
	}
	k.home(dt)
	k.move()
	for len(k.pins) > 0 && k.pins[0].at <= k.now {
		k.pump, k.pins = k.pins[0].on, k.pins[1:]
	}
	if len(k.pending) > 0 && (k.now-k.since >= klipperPriming || k.planned > k.now && k.planned-k.now < klipperLow) {
		k.flush()
	}
	if k.state == "ready" && k.now-k.restedAt > k.idleFor && len(k.scripts) == 0 {
		k.homed, k.restedAt = [3]bool{}, k.now // idle_timeout's M84
	}
	k.run()
}

// booted is the next step of a start.
func (k *klipper) booted() {
	switch {
	case k.state == "":
		k.begin()
	case k.mcuGone > 0:
		k.state, k.message = "error", klipperNoMCU
		k.tell()
	default:
		k.state, k.message = "ready", klipperReady
		k.respond("// Klipper state: Ready")
		k.tell()
	}
}

// move brings planned motions to where they are by now.
func (k *klipper) move() {
	for len(k.batches) > 0 && k.now > k.batches[0].starts {
		b := &k.batches[0]
		b.planner.move(time.Duration((k.now - b.starts) * float64(time.Second)))
		b.starts = k.now
		k.planner.position = b.planner.position
		k.planner.queue, k.planner.speed = b.planner.queue, b.planner.speed // what stopDead coasts along
		k.follow()
		if len(b.planner.queue) > 0 {
			return
		}
		k.batches, k.restedAt = k.batches[1:], k.now
	}
}

// flush plans the motions that were sent, to a rest at their end.
func (k *klipper) flush() {
	if len(k.pending) == 0 {
		return
	}
	var p planner
	if p.position = k.planner.position; len(k.batches) > 0 {
		p.position = k.batches[len(k.batches)-1].planner.end()
	}
	for _, m := range k.pending {
		p.add(m.target, m.rate, klipperLimits)
	}
	k.pending = nil
	starts := k.lastMove()
	k.batches = append(k.batches, batch{starts, p})
	ahead := p
	ahead.queue = append([]block(nil), p.queue...)
	const long = 1e6 // s
	left := long
	for len(ahead.queue) > 0 {
		exit := 0.0
		if len(ahead.queue) > 1 {
			exit = ahead.queue[1].entry
		}
		left = ahead.along(left, exit)
	}
	k.planned = starts + long - left
}

// lastMove is when the next thing may happen (get_last_move_time).
func (k *klipper) lastMove() float64 {
	k.flush()
	k.planned = max(k.planned, k.now+klipperStart)
	return k.planned
}

// receive is a request of the API server's.
func (k *klipper) receive(bytes []byte) {
	var request struct {
		ID     int    `json:"id"`
		Method string `json:"method"`
		Params struct {
			Script  string              `json:"script"`
			Objects map[string][]string `json:"objects"`
		} `json:"params"`
	}
	if json.Unmarshal(bytes, &request) != nil || k.state == "" {
		return
	}
	answer := func(result any) { k.post(map[string]any{"id": request.ID, "result": result}) }
	switch request.Method {
	case "info":
		answer(map[string]any{"state": k.state, "state_message": k.message, "hostname": "gantry",
			"software_version": "v0.12.0-439-g1fc6d214", "process_id": 1})
	case "emergency_stop":
		k.shutDown("Shutdown due to webhooks request")
		answer(map[string]any{})
	case "objects/list":
		answer(map[string]any{"objects": k.objects()})
	case "objects/query", "objects/subscribe":
		answer(map[string]any{"eventtime": k.now, "status": k.status(request.Params.Objects)})
	case "gcode/help":
		answer(map[string]string{"SET_PIN": "Set the value of an output pin"})
	case "gcode/firmware_restart", "gcode/restart":
		answer(map[string]any{})
		k.restart()
	case "gcode/script":
		k.scripts = append(k.scripts, &script{id: request.ID, lines: splitLines(request.Params.Script)})
		k.run()
	default:
		k.fail(request.ID, "webhooks: No registered callback for path '"+request.Method+"'")
	}
}

func (k *klipper) fail(id int, why string) {
	k.post(map[string]any{"id": id, "error": map[string]any{"error": "WebRequestError", "message": why}})
}

// round6 is a number as Klipper writes it.
func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

func coordinate(a axes) []float64 { return []float64{round6(a[x]), round6(a[y]), round6(a[z]), 0} }

func (k *klipper) homedAxes() string {
	text := ""
	for i, h := range k.homed {
		if h {
			text += "xyz"[i : i+1]
		}
	}
	return text
}

// objects are the printer objects by name (docs/Status_Reference.md).
func (k *klipper) objects() []string {
	return []string{"gcode", "webhooks", "configfile", "mcu", "gcode_move", "output_pin pump", "gcode_macro PUMP_ON",
		"gcode_macro PUMP_OFF", "idle_timeout", "motion_report", "print_stats", "virtual_sdcard", "toolhead"}
}

// status is what some printer objects say.
func (k *klipper) status(wanted map[string][]string) map[string]any {
	if k.now-k.liveAt >= klipperRefresh {
		k.live, k.liveAt = k.planner.position, k.now
	}
	value := 0.0
	if k.pump {
		value = 1
	}
	all := map[string]map[string]any{"webhooks": k.webhooks()}
	if k.state == "ready" || k.state == "shutdown" {
		all["toolhead"] = map[string]any{
			"homed_axes": k.homedAxes(), "axis_minimum": coordinate(axes{}), "axis_maximum": coordinate(k.bed),
			"print_time": k.planned, "estimated_print_time": k.now, "position": coordinate(k.commands),
			"max_velocity": klipperLimits.speed[x], "max_accel": klipperLimits.accel[x], "stalls": 0, "extruder": "",
		}
		all["gcode_move"] = map[string]any{
			"absolute_coordinates": !k.relative, "speed_factor": k.factor, "homing_origin": coordinate(k.offset),
			"position": coordinate(k.last), "gcode_position": coordinate(k.last.minus(k.base)),
		}
		all["motion_report"] = map[string]any{"live_position": coordinate(k.live), "live_velocity": k.planner.speed}
		all["print_stats"] = map[string]any{"state": "standby", "filename": ""}
		all["idle_timeout"] = map[string]any{"state": "Ready"}
		all["output_pin pump"] = map[string]any{"value": value}
		all["configfile"] = map[string]any{"settings": map[string]any{
			"printer": map[string]any{"kinematics": "cartesian", "max_z_velocity": klipperLimits.speed[z],
				"max_z_accel": klipperLimits.accel[z]},
		}}
	}
	status := map[string]any{}
	for name, fields := range wanted {
		object, here := all[name]
		if !here {
			continue
		}
		if fields == nil {
			status[name] = object
			continue
		}
		some := map[string]any{}
		for _, f := range fields {
			if v, known := object[f]; known {
				some[f] = v
			}
		}
		status[name] = some
	}
	return status
}

func (k *klipper) unknown(command string) { k.respond(fmt.Sprintf("// Unknown command:%q", command)) }
