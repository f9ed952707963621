package klipper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

const (
	aliveInterval     = 500 * time.Millisecond // between two questions whether Klipper lives
	pollInterval      = 20 * time.Millisecond  // between two looks at how far a motion is
	targetToleranceMM = 0.01                   // mm that a place may differ from where it was sent
)

// Driver is an arm.Arm whose motors Klipper moves. Homing leads back from everything; if that takes a restart of the
// firmware, what a pump holds is let fall.
type Driver struct {
	session.Arm
	cfg  Config
	conn session.Session

	// What is known of Klipper, guarded by conn's lock.
	number  uint32                     // of the last request
	scripts map[uint32]*session.Answer // that were sent and have not been answered by Moonraker
	asked   map[uint32]*reply          // other requests
	unknown []string                   // commands that it does not know, since the last answer
	goal    *arm.Point                 // where the last piece ends; nil: not known
	accel   arm.Point                  // mm/s²: X for the plane, Z upwards
}

// reply is what becomes of a request that is no script.
type reply struct {
	done   bool
	result json.RawMessage
	err    *RPCError
}

// receive takes in one message.
func (d *Driver) receive(text string) {
	d.cfg.Log.Debug().Str("line", text).Msg("arm says")
	m, err := Parse(text)
	if err != nil {
		d.conn.Strange(text)
		return
	}
	if m.Method != "" {
		d.notified(m)
		return
	}
	if r := d.asked[m.ID]; r != nil {
		delete(d.asked, m.ID)
		r.done, r.result, r.err = true, m.Result, m.Error
		return
	}
	if a := d.scripts[m.ID]; a != nil {
		delete(d.scripts, m.ID)
		d.answered(a, m.Error)
	}
}

// unknownCommand is what Klipper tells everybody (klippy/gcode.py, cmd_default).
var unknownCommand = regexp.MustCompile(`Unknown command:"([^"]*)"`)

func (d *Driver) notified(m Message) {
	switch m.Method {
	case "notify_gcode_response":
		if found := unknownCommand.FindStringSubmatch(m.text()); found != nil {
			d.unknown = append(d.unknown, found[1])
		}
	case "notify_klippy_shutdown":
		d.conn.Lose(fmt.Errorf("%w: Klipper has shut down; see that the machine is free, then home it", arm.ErrAlarm))
	case "notify_klippy_disconnected":
		d.conn.Lose(fmt.Errorf("%w: Klipper was restarted, or has died; home it before it moves again", arm.ErrPositionLost))
	}
}

// answered is the answer to a script.
func (d *Driver) answered(a *session.Answer, fault *RPCError) {
	unknown := d.unknown
	d.unknown = nil
	if a.Done || len(d.conn.Open) == 0 || d.conn.Open[0] != a {
		return // it was given up
	}
	var err error
	switch {
	case fault == nil:
		for _, name := range unknown {
			if strings.Contains(a.Text, name) {
				err = &RejectedError{a.Text,
					fmt.Sprintf("it does not know the command %s: define it in its configuration, or set arm.grip and arm.release",
						name)}
			}
		}
	case fault.Code == notRunning:
		d.conn.Lose(gone(fault))
		return
	case strings.HasPrefix(fault.Message, "Must home"):
		d.conn.Lose(fmt.Errorf("%w: Klipper has forgotten where the axes are (%s); home it before it moves again",
			arm.ErrPositionLost, first(fault.Message)))
		return
	case strings.Contains(fault.Message, "Printer is shutdown"), strings.Contains(fault.Message, "Printer is not ready"):
		d.conn.Lose(fmt.Errorf("%w: Klipper has shut down, %q; see that the machine is free, then home it", arm.ErrAlarm,
			first(fault.Message)))
		return
	default:
		err = &RejectedError{a.Text, first(fault.Message)}
	}
	d.conn.Answered(err)
}

// gone is what becomes of an arm whose Klipper does not run any more.
func gone(fault *RPCError) error {
	return fmt.Errorf("%w: Klipper was restarted, or has died (%w); home it before it moves again", arm.ErrPositionLost,
		fault)
}

// frame is a script as it goes out.
func (d *Driver) frame(a *session.Answer) string {
	d.number++
	a.Number = d.number
	d.scripts[a.Number] = a
	if len(d.conn.Open) == 0 {
		d.unknown = nil
	}
	if a.Moves {
		d.goal = a.To
	}
	return encode("printer.gcode.script", scriptParams{a.Text}, a.Number)
}

// watch tells whether an answer can still come, and asks something that is answered at once so that the next call
// knows.
func (d *Driver) watch(a *session.Answer, since time.Time) (err error) {
	var text string
	d.conn.Do(func() {
		switch waited := arm.Since(since); {
		case a.Done:
			return
		case d.conn.Silent(since) > d.cfg.Answer:
			err = fmt.Errorf("%w: nothing has come from it for %v; check the computer that Klipper runs on and the network, "+
				"then home it", arm.ErrNoAnswer, d.cfg.Answer)
		case waited > a.Takes+2*d.cfg.Answer && !d.conn.Homing:
			err = fmt.Errorf("%w: Klipper lives and has not carried out %q for %v, a command of another program's keeps it: "+
				"let that end, then home it", arm.ErrNoAnswer, strings.ReplaceAll(a.Text, "\n", "; "), waited.Round(time.Second))
		}
		if err != nil {
			d.conn.Lose(err)
			return
		}
		text = d.question("server.info", nil, &reply{})
	})
	if err != nil || text == "" {
		return err
	}
	return d.conn.Write([]byte(text))
}

// question is a request as it goes out, whose answer fills in a reply. Call it with the lock held.
func (d *Driver) question(method string, params any, r *reply) string {
	d.number++
	d.asked[d.number] = r
	return encode(method, params, d.number)
}

// ask sends a request that is answered at once, and reads its result.
func (d *Driver) ask(ctx context.Context, method string, params, result any) error {
	r := &reply{}
	var text string
	d.conn.Do(func() { text = d.question(method, params, r) })
	if err := d.conn.Write([]byte(text)); err != nil {
		return err
	}
	err := d.conn.Wait(ctx, d.cfg.Answer, func() bool { return r.done })
	switch {
	case errors.Is(err, session.ErrTimeout):
		return fmt.Errorf("%w: no answer to %s came within %v; check the computer that Klipper runs on and the network",
			arm.ErrNoAnswer, method, d.cfg.Answer)
	case err != nil:
		return err
	case r.err != nil && strings.HasPrefix(r.err.Message, "Unauth"): // moonraker/common.py, its 401
		return fmt.Errorf("%w: Moonraker wants to know who asks: add this computer to trusted_clients in its moonraker.conf",
			arm.ErrRejected)
	case r.err != nil:
		return fmt.Errorf("%w: Klipper says to %s: %w", arm.ErrRejected, method, r.err)
	case result == nil:
		return nil
	}
	if err := json.Unmarshal(r.result, result); err != nil {
		return fmt.Errorf("%w: %s is answered with something else (%w)", arm.ErrWrongFirmware, method, err)
	}
	return nil
}

// wanted are the objects of a Status that change.
var wanted = map[string][]string{
	"webhooks":      nil,
	"toolhead":      {"homed_axes", "position", "print_time", "estimated_print_time"},
	"motion_report": {"live_position"},
}

// status asks how Klipper is. One that is not ready is an error.
func (d *Driver) status(ctx context.Context) (Status, error) {
	s, err := d.look(ctx, wanted)
	var lost error
	var fault *RPCError
	switch {
	case errors.As(err, &fault) && fault.Code == notRunning: // before Moonraker tells everybody that it is gone
		lost = gone(fault)
	case err != nil:
		return s, err
	case s.Webhooks.State != "ready":
		lost = fmt.Errorf("%w: Klipper is in the state %q, %q; see that the machine is free, then home it", arm.ErrAlarm,
			s.Webhooks.State, first(s.Webhooks.Message))
	case s.Toolhead.Homed != "xyz":
		lost = fmt.Errorf("%w: of the axes Klipper has homed %q only, its motors were switched off; home it before it "+
			"moves again", arm.ErrPositionLost, s.Toolhead.Homed)
	}
	if lost != nil {
		d.conn.Do(func() {
			if !d.conn.Homing {
				d.conn.Lose(lost)
			}
		})
	}
	return s, lost
}

// look asks some objects.
func (d *Driver) look(ctx context.Context, objects map[string][]string) (Status, error) {
	var result struct {
		Status Status `json:"status"`
	}
	err := d.ask(ctx, "printer.objects.query", map[string]any{"objects": objects}, &result)
	return result.Status, err
}

// room returns when so little motion is planned that the next piece may be sent. Where the last one should have ended
// and did not, somebody else has moved the tool.
func (d *Driver) room(ctx context.Context) error {
	err := d.uncrowded(ctx)
	if err != nil && ctx.Err() != nil {
		return d.conn.Interrupt(ctx)
	}
	return err
}

func (d *Driver) uncrowded(ctx context.Context) error {
	for {
		if err := d.conn.Ready(); err != nil {
			return err
		}
		s, err := d.status(ctx)
		if err != nil {
			return err
		}
		at, _ := point(s.Toolhead.Position)
		d.conn.Do(func() {
			if d.goal != nil && len(d.conn.Open) == 0 && at.Distance(*d.goal) > targetToleranceMM {
				err = session.Foreign(fmt.Sprintf("it was sent to %v and goes to %v", *d.goal, at))
				d.conn.Lose(err)
			}
		})
		if err != nil || s.left() <= sendAheadTime.Seconds() {
			return err
		}
		if err := d.conn.Pause(ctx, pollInterval); err != nil {
			return err
		}
	}
}

// pieces is into how many parts a motion is cut.
func (d *Driver) pieces(from, to arm.Point, speed float64) int {
	accel := d.accel.X
	if d.accel.Z > 0 && from.Z != to.Z {
		accel = min(accel, d.accel.Z)
	}
	return pieces(from.Distance(to), speed, accel)
}

// arrived makes sure that the tool stands where it was sent: in a shutdown, too, Klipper says that all motions have
// ended.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	s, err := d.status(ctx)
	if err != nil {
		return err
	}
	if at, _ := point(s.Toolhead.Position); at.Distance(to) > targetToleranceMM {
		return d.conn.Lost(session.Foreign(fmt.Sprintf("it was sent to %v and is at %v", to, at)))
	}
	return err
}

// where is where the tool is: at rest to the step.
func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	s, err := d.status(ctx)
	if err != nil {
		return nil, err
	}
	coordinates := s.Toolhead.Position
	if s.left() > 0 {
		coordinates = s.Motion.Live
	}
	p, ok := point(coordinates)
	if !ok {
		return nil, nil
	}
	return &p, nil
}
