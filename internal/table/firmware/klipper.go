package firmware

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/gantry"
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
var klipperLimits = gantry.Limits{
	Steps: axes{80, 80, 400}, Speed: axes{200, 200, 80}, Accel: axes{3000, 3000, 1000}, Junction: 0.013,
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
	gantry.Machine
	api   api
	head  toolhead
	gcode gcodeMove

	state   string // startup, ready, shutdown, error; "": the program does not run
	message string
	booting time.Duration // left
	mcuGone time.Duration // left of a time without its supply
	homed   [3]bool
	idleFor float64 // s after which the motors are switched off
	live    axes    // motion_report's place
	liveAt  float64
	scripts []*script
}

// toolhead plans motions and makes them.
type toolhead struct {
	machine  *gantry.Machine
	now      float64   // s, the micro-controller's
	planned  float64   // s until when motions are planned (print_time)
	commands axes      // where the planned and pending motions end (toolhead.commanded_pos)
	pending  []waiting // not yet planned
	since    float64   // s, when the first of them came
	batches  []batch   // planned
	pins     []pinning // planned
	homing   []gantry.Leg
	restedAt float64 // s, when the last motion ended
}

// gcodeMove is what the commands for motions remember.
type gcodeMove struct {
	base     axes // of G92 and SET_GCODE_OFFSET (gcode_move.base_position)
	offset   axes // of the latter alone (gcode_move.homing_position)
	last     axes // gcode_move.last_position
	relative bool
	feed     float64 // mm/s, before the factor of M220
	factor   float64
}

// waiting is a motion that waits to be planned.
type waiting struct {
	target axes
	rate   float64
}

// batch is motions that were planned together: they begin and end at rest.
type batch struct {
	starts  float64 // s, or until when it has come
	planner gantry.Planner
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
	work  gantry.Chores
}

func newKlipper(o gantry.Options, mount world.Mount, at world.Point, send func(string)) *klipper {
	k := &klipper{
		Machine: gantry.NewMachine(gantry.AxesOf(o.Bed), gantry.AxesOf(o.Bed), mount, at, rand.New(rand.NewPCG(o.Seed, 5))),
		api:     api(send),
	}
	k.begin()
	return k
}

// begin starts the program afresh, with a place that it takes for the origin.
func (k *klipper) begin() {
	k.StopDead()
	k.Planner = gantry.Planner{}
	k.Believe()
	k.state, k.message, k.booting = "startup", klipperStartup, klipperConnects
	k.head = toolhead{machine: &k.Machine, now: k.head.now, restedAt: k.head.now}
	k.gcode = gcodeMove{feed: 25, factor: 1}
	k.homed, k.idleFor, k.Pump, k.scripts = [3]bool{}, 600, false, nil
	k.live, k.liveAt = axes{}, k.head.now
	k.api.post(map[string]any{"socket": "open"})
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

// api is how the API server's client is told something.
type api gantry.ToHost

// post sends a message.
func (a api) post(message map[string]any) {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // of plain values
	}
	a(string(text) + "\n")
}

// tell tells all who want to know of a state.
func (k *klipper) tell() {
	k.api.post(map[string]any{"method": "process_status_update", "params": map[string]any{
		"eventtime": k.head.now, "status": map[string]any{"webhooks": k.webhooks()},
	}})
}

func (k *klipper) webhooks() map[string]any {
	return map[string]any{"state": k.state, "state_message": k.message}
}

// respond is output for a person.
func (a api) respond(text string) {
	a.post(map[string]any{"method": "process_gcode_response", "params": map[string]any{"response": text}})
}

// Opened is somebody who connects, which nothing here notices.
func (k *klipper) Opened() {}

// PowerUp is somebody's FIRMWARE_RESTART.
func (k *klipper) PowerUp() { k.restart() }

// restart ends the program; it begins again by itself.
func (k *klipper) restart() {
	k.head.stop()
	k.scripts = nil
	k.state, k.message, k.Pump, k.booting = "", "", false, klipperRestarts
	k.api.post(map[string]any{"socket": "closed"})
}

// Trip is the micro-controller giving up.
func (k *klipper) Trip() { k.shutDown("MCU 'mcu' shutdown: Timer too close") }

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
	k.head.stop()
	k.Pump, k.state, k.message = false, "shutdown", why+klipperShutdown
	k.api.respond("// Klipper state: Shutdown")
	k.tell()
	k.run()
}

// Busy is part of world.Actor.
func (k *klipper) Busy() bool {
	return k.booting > 0 || k.mcuGone > 0 || k.head.busy() || len(k.scripts) > 0
}

// Advance is part of world.Actor.
func (k *klipper) Advance(s *world.State, dt time.Duration) {
	defer k.Drive(s)
	k.head.now += dt.Seconds()
	k.mcuGone = max(0, k.mcuGone-dt)
	if k.booting > 0 {
		if k.booting -= dt; k.booting <= 0 {
			k.booting = 0
			k.booted()
		}
	}
	k.head.advance(dt)
	if k.state == "ready" && k.head.now-k.head.restedAt > k.idleFor && len(k.scripts) == 0 {
		k.homed, k.head.restedAt = [3]bool{}, k.head.now // idle_timeout's M84
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
		k.api.respond("// Klipper state: Ready")
		k.tell()
	}
}

// advance does what is due, at the end of a time.
func (h *toolhead) advance(dt time.Duration) {
	if len(h.homing) > 0 && h.homing[0].Step(dt, &h.machine.Arm) {
		h.homing = h.homing[1:]
	}
	h.move()
	for len(h.pins) > 0 && h.pins[0].at <= h.now {
		h.machine.Pump, h.pins = h.pins[0].on, h.pins[1:]
	}
	if len(h.pending) > 0 && (h.now-h.since >= klipperPriming || h.planned > h.now && h.planned-h.now < klipperLow) {
		h.flush()
	}
}

// move brings planned motions to where they are by now.
func (h *toolhead) move() {
	for len(h.batches) > 0 && h.now > h.batches[0].starts {
		b := &h.batches[0]
		b.planner.Move(time.Duration((h.now - b.starts) * float64(time.Second)))
		b.starts = h.now
		h.machine.Planner.Position = b.planner.Position
		h.machine.Planner.Queue, h.machine.Planner.Speed = b.planner.Queue, b.planner.Speed // what stopDead coasts along
		h.machine.Follow()
		if len(b.planner.Queue) > 0 {
			return
		}
		h.batches, h.restedAt = h.batches[1:], h.now
	}
}

// flush plans the motions that were sent, to a rest at their end.
func (h *toolhead) flush() {
	if len(h.pending) == 0 {
		return
	}
	var p gantry.Planner
	if p.Position = h.machine.Planner.Position; len(h.batches) > 0 {
		p.Position = h.batches[len(h.batches)-1].planner.End()
	}
	for _, m := range h.pending {
		p.Add(m.target, m.rate, klipperLimits)
	}
	h.pending = nil
	starts := h.lastMove()
	h.batches = append(h.batches, batch{starts, p})
	ahead := p
	ahead.Queue = append([]gantry.Block(nil), p.Queue...)
	const long = 1e6 // s
	h.planned = starts + long - ahead.Run(long)
}

// lastMove is when the next thing may happen (get_last_move_time).
func (h *toolhead) lastMove() float64 {
	h.flush()
	h.planned = max(h.planned, h.now+klipperStart)
	return h.planned
}

func (h *toolhead) busy() bool {
	return len(h.batches)+len(h.pending)+len(h.pins)+len(h.homing) > 0 || h.planned > h.now
}

// stop forgets all motions; the motors stop dead.
func (h *toolhead) stop() {
	h.machine.StopDead()
	h.pending, h.batches, h.pins, h.homing = nil, nil, nil, nil
}

// Receive is a request of the API server's.
func (k *klipper) Receive(bytes []byte) {
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
	answer := func(result any) { k.api.answer(request.ID, result) }
	switch request.Method {
	case "info":
		answer(map[string]any{"state": k.state, "state_message": k.message, "hostname": "gantry",
			"software_version": "v0.12.0-439-g1fc6d214", "process_id": 1})
	case "emergency_stop":
		k.shutDown("Shutdown due to webhooks request")
		answer(map[string]any{})
	case "objects/list":
		answer(map[string]any{"objects": klipperObjects})
	case "objects/query", "objects/subscribe":
		answer(map[string]any{"eventtime": k.head.now, "status": k.status(request.Params.Objects)})
	case "gcode/help":
		answer(map[string]string{"SET_PIN": "Set the value of an output pin"})
	case "gcode/firmware_restart", "gcode/restart":
		answer(map[string]any{})
		k.restart()
	case "gcode/script":
		k.scripts = append(k.scripts, &script{id: request.ID, lines: splitLines(request.Params.Script)})
		k.run()
	default:
		k.api.fail(request.ID, "webhooks: No registered callback for path '"+request.Method+"'")
	}
}

func (a api) answer(id int, result any) { a.post(map[string]any{"id": id, "result": result}) }

func (a api) fail(id int, why string) {
	a.post(map[string]any{"id": id, "error": map[string]any{"error": "WebRequestError", "message": why}})
}

// round6 is a number as Klipper writes it.
func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

func coordinate(a axes) []float64 {
	return []float64{round6(a[x]), round6(a[y]), round6(a[z]), 0}
}

func homedAxes(homed [3]bool) string {
	text := ""
	for i, h := range homed {
		if h {
			text += "xyz"[i : i+1]
		}
	}
	return text
}

// klipperObjects are the printer objects by name (docs/Status_Reference.md).
var klipperObjects = []string{"gcode", "webhooks", "configfile", "mcu", "gcode_move", "output_pin pump",
	"gcode_macro PUMP_ON", "gcode_macro PUMP_OFF", "idle_timeout", "motion_report", "print_stats", "virtual_sdcard",
	"toolhead"}

// status is what some printer objects say.
func (k *klipper) status(wanted map[string][]string) map[string]any {
	if k.head.now-k.liveAt >= klipperRefresh {
		k.live, k.liveAt = k.Planner.Position, k.head.now
	}
	value := 0.0
	if k.Pump {
		value = 1
	}
	all := map[string]map[string]any{"webhooks": k.webhooks()}
	if k.state == "ready" || k.state == "shutdown" {
		all["toolhead"] = map[string]any{
			"homed_axes": homedAxes(k.homed), "axis_minimum": coordinate(axes{}), "axis_maximum": coordinate(k.Bed),
			"print_time": k.head.planned, "estimated_print_time": k.head.now, "position": coordinate(k.head.commands),
			"max_velocity": klipperLimits.Speed[x], "max_accel": klipperLimits.Accel[x], "stalls": 0, "extruder": "",
		}
		all["gcode_move"] = map[string]any{
			"absolute_coordinates": !k.gcode.relative, "speed_factor": k.gcode.factor,
			"homing_origin": coordinate(k.gcode.offset),
			"position":      coordinate(k.gcode.last), "gcode_position": coordinate(k.gcode.last.Minus(k.gcode.base)),
		}
		all["motion_report"] = map[string]any{"live_position": coordinate(k.live), "live_velocity": k.Planner.Speed}
		all["print_stats"] = map[string]any{"state": "standby", "filename": ""}
		all["idle_timeout"] = map[string]any{"state": "Ready"}
		all["output_pin pump"] = map[string]any{"value": value}
		all["configfile"] = map[string]any{"settings": map[string]any{
			"printer": map[string]any{"kinematics": "cartesian", "max_z_velocity": klipperLimits.Speed[z],
				"max_z_accel": klipperLimits.Accel[z]},
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
