package feetech

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"
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
	Faults   Faults
}

// highest is the highest id that Inspect asks for.
const highest = 20

// Inspect asks every id from 1 to 20 who is there and what it measures. It
// changes nothing, so that it also helps where Connect fails: which servo has
// which id, and which position a joint is in. The port is closed afterwards.
func Inspect(ctx context.Context, port io.ReadWriteCloser, log zerolog.Logger) (reports []Report, err error) {
	b := newBus(port, 30*time.Millisecond, log)
	defer func() { err = both(err, b.close()) }()
	if err := b.listen(ctx); err != nil {
		return nil, err
	}
	for id := byte(1); id <= highest; id++ {
		there, err := b.ping(ctx, id)
		if err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		r, err := b.report(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("servo %d answers to its name and not to questions: %w", id, err)
		}
		reports = append(reports, r)
	}
	if len(reports) == 0 {
		return nil, b.silence()
	}
	return reports, nil
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
