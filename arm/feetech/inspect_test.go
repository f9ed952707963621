package feetech_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/internal/testkit/expect"
)

func TestInspect(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, so101())
		for id := byte(3); id <= 6; id++ {
			delete(b.servos, id)
		}
		for id, pose := range map[byte]float64{1: 2048, 2: 2048, 20: 1000} { // as they come from the shop
			b.add(id, pose)
		}
		b.servos[20].put(3, 1284)
		b.servos[20].put(31, 0x805)
		b.servos[20].put(11, 4095)
		b.servos[20].r[65] = 32
		b.servos[1].r[40] = 1
		got, err := feetech.Inspect(t.Context(), b, nil, zerolog.Nop())
		expect.OK(t, err)
		if diff := cmp.Diff([]feetech.Report{
			{ID: 1, Model: "STS3215", Firmware: "3.10", Position: 2048, Volts: 7.4, Celsius: 31, Torque: true},
			{ID: 2, Model: "STS3215", Firmware: "3.10", Position: 2048, Volts: 7.4, Celsius: 31},
			{ID: 20, Model: "1284", Firmware: "3.10", Position: 1000, Offset: -5, Max: 4095, Volts: 7.4, Celsius: 31,
				Faults: feetech.FaultOverload},
		}, got); diff != "" {
			t.Error(diff)
		}
		for _, q := range b.sent {
			if q[4] != feetech.Ping && q[4] != feetech.Read {
				t.Errorf("% x was sent", q)
			}
		}
	})
	bubble(t, func(t *testing.T) {
		b := newBench(t, so101())
		clear(b.servos)
		_, err := feetech.Inspect(t.Context(), b, nil, zerolog.Nop())
		expect.Error(t, err, arm.ErrNoAnswer, "are the servos supplied with power?")
	})
}
