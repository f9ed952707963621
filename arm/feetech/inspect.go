package feetech

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm/session"
)

// Report is what one servo says of itself.
type Report struct {
	ID       int
	Model    string // "STS3215", or a number
	Firmware string // "3.10"
	Position int    // steps
	Offset   int    // that is taken off the sensor's position (register 31), steps
	Min, Max int    // between which it goes by its own setting, steps
	Volts    float64
	Celsius  int
	Torque   bool // it holds
	Several  bool // more than one servo seems to have this id: nothing else is known then
	Faults   Faults
}

// inspectTimeout is how long an answer is waited for, of which a USB adapter may need 16 ms.
const inspectTimeout = 30 * time.Millisecond

// maxInspectedID is the highest id that Inspect asks for.
const maxInspectedID = 20

// Inspect asks every id from 1 to 20, and the expected ones, who is there and what it measures. It changes nothing,
// so that it also helps where Connect fails: which servo has which id, and which position a joint is in. The port is
// closed afterwards.
func Inspect(ctx context.Context, port io.ReadWriteCloser, expected []Expected, log zerolog.Logger) (reports []Report,
	err error) {
	b := newBus(port, inspectTimeout, log)
	defer func() { err = session.Both(err, b.Close()) }()
	if err := b.listen(ctx); err != nil {
		return nil, err
	}
	var ids []byte
	for id := byte(1); id <= maxInspectedID; id++ {
		ids = append(ids, id)
	}
	for _, e := range expected {
		if e.ID > maxInspectedID {
			ids = append(ids, byte(e.ID))
		}
	}
	again := make([]byte, 0, len(expected)) // to be asked again: they may have missed the question
	for _, id := range ids {
		r, there, err := b.inspect(ctx, id, hastyAttempts)
		switch {
		case err != nil:
			return nil, err
		case there == present:
			reports = append(reports, r)
		case there == garbled || slices.ContainsFunc(expected, func(e Expected) bool { return e.ID == int(id) }):
			again = append(again, id)
		}
	}
	for _, id := range again {
		r, there, err := b.inspect(ctx, id, nameAttempts)
		switch {
		case err != nil:
			return nil, err
		case there != absent:
			reports = append(reports, r)
		}
		if !slices.ContainsFunc(reports, func(r Report) bool { return !r.Several }) {
			break // nobody is understood
		}
	}
	if !slices.ContainsFunc(reports, func(r Report) bool { return !r.Several }) {
		return nil, b.silence()
	}
	slices.SortFunc(reports, func(a, b Report) int { return a.ID - b.ID })
	return reports, nil
}

// inspect asks one id. Two servos that have one id answer at the same time: to their name perhaps with the same bytes,
// to questions not.
func (b *bus) inspect(ctx context.Context, id byte, attempts int) (Report, presence, error) {
	there, err := b.ping(ctx, id, attempts)
	if err != nil || there != present {
		return Report{ID: int(id), Several: true}, there, err
	}
	r, err := b.report(ctx, id)
	if errors.Is(err, errSilent) {
		return Report{ID: int(id), Several: true}, present, nil
	}
	return r, present, err
}

func (b *bus) report(ctx context.Context, id byte) (Report, error) {
	fixed, err := b.get(ctx, id, regFirmware, regMode+1)
	if err != nil {
		return Report{}, err
	}
	now, err := b.get(ctx, id, sram, stateLength)
	if err != nil {
		return Report{}, err
	}
	s, err := parseState(now.Params)
	if err != nil {
		return Report{}, err
	}
	f := fixed.Params
	pair := func(address int) int { return int(f[address]) | int(f[address+1])<<8 }
	model, known := models[pair(regModel)]
	if !known {
		model = fmt.Sprint(pair(regModel))
	}
	return Report{
		ID: int(id), Model: model, Firmware: fmt.Sprintf("%d.%d", f[regFirmware], f[regFirmware+1]),
		Position: s.position, Offset: signed(pair(regOffset), 11), Min: pair(regMinAngle), Max: pair(regMaxAngle),
		Volts: s.volts, Celsius: s.celsius, Torque: s.torque, Faults: s.faults | Faults(now.Code),
	}, nil
}
