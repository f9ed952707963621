package feetech_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/arm/feetech"
	"draughtsman/internal/testkit/expect"
)

// The examples of Feetech's protocol manual: a ping of servo 1, its answer, and a goal for servo 1.
func TestEncode(t *testing.T) {
	for _, c := range []struct {
		packet feetech.Packet
		want   []byte
	}{
		{feetech.Packet{ID: 1, Code: feetech.Ping}, []byte{0xff, 0xff, 1, 2, 1, 0xfb}},
		{feetech.Packet{ID: 1}, []byte{0xff, 0xff, 1, 2, 0, 0xfc}},
		{feetech.Packet{ID: 1, Code: feetech.Write, Params: []byte{0x2a, 0, 8, 0, 0, 0xe8, 3}},
			[]byte{0xff, 0xff, 1, 9, 3, 0x2a, 0, 8, 0, 0, 0xe8, 3, 0xd5}},
	} {
		got, err := c.packet.Encode()
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("% x, %v, want % x", got, err, c.want)
		}
	}
	if _, err := (feetech.Packet{Params: make([]byte, 253)}).Encode(); err != nil {
		t.Error(err)
	}
	for _, bad := range []feetech.Packet{{ID: 0xff}, {Params: make([]byte, 254)}} {
		if _, err := bad.Encode(); !errors.Is(err, feetech.ErrPacket) {
			t.Errorf("%v", err)
		}
	}
}

func anyPacket(t *rapid.T) feetech.Packet {
	return feetech.Packet{
		ID:     rapid.ByteRange(0, 0xfe).Draw(t, "id"),
		Code:   rapid.Byte().Draw(t, "code"),
		Params: rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "params"),
	}
}

// feed hands bytes to a decoder in pieces of any size.
func feed(t *rapid.T, d *feetech.Decoder, b []byte) (got []feetech.Packet) {
	for len(b) > 0 {
		n := rapid.IntRange(1, len(b)).Draw(t, "piece")
		d.Feed(b[:n], func(p feetech.Packet) { got = append(got, p) })
		b = b[n:]
	}
	return got
}

// Packets come back whole, whatever the pieces in which they arrive.
func TestPacketsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []feetech.Packet
		var stream []byte
		for range rapid.IntRange(1, 4).Draw(t, "packets") {
			p := anyPacket(t)
			b, err := p.Encode()
			expect.OK(t, err)
			want, stream = append(want, p), append(stream, b...)
		}
		var d feetech.Decoder
		got := feed(t, &d, stream)
		for i := range got {
			got[i].Params = slices.Clip(got[i].Params)
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(bytes.Equal)); diff != "" || d.Skipped != 0 {
			t.Fatalf("skipped %d\n%s", d.Skipped, diff)
		}
	})
}

// Noise before a packet costs nothing but itself, unless it looks like the beginning of one.
func TestNoiseBeforeAPacket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		noise := rapid.SliceOf(rapid.ByteRange(0, 0xfe)).Draw(t, "noise")
		noise = append(noise, bytes.Repeat([]byte{0xff}, rapid.IntRange(0, 4).Draw(t, "headers"))...)
		p := anyPacket(t)
		b, err := p.Encode()
		expect.OK(t, err)
		var d feetech.Decoder
		got := feed(t, &d, append(noise, b...))
		if diff := cmp.Diff([]feetech.Packet{p}, got, cmp.Comparer(bytes.Equal)); diff != "" || d.Skipped != len(noise) {
			t.Fatalf("skipped %d of % x\n%s", d.Skipped, noise, diff)
		}
	})
}

// A byte that was changed on the way loses its packet, and the next question's answer comes through whatever the
// first left behind.
func TestGarbledByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := anyPacket(t), anyPacket(t)
		a, err := first.Encode()
		expect.OK(t, err)
		b, err := second.Encode()
		expect.OK(t, err)
		a[rapid.IntRange(2, len(a)-1).Draw(t, "at")] ^= rapid.ByteRange(1, 255).Draw(t, "by")
		var d feetech.Decoder
		for _, p := range feed(t, &d, a) {
			if p.ID == first.ID && p.Code == first.Code && bytes.Equal(p.Params, first.Params) {
				t.Fatalf("%v came through", p)
			}
		}
		d.Reset()
		if diff := cmp.Diff([]feetech.Packet{second}, feed(t, &d, b), cmp.Comparer(bytes.Equal)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestEcho(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request, reply := anyPacket(t), anyPacket(t)
		a, err := request.Encode()
		expect.OK(t, err)
		b, err := reply.Encode()
		expect.OK(t, err)
		var d feetech.Decoder
		d.Expect(a)
		if diff := cmp.Diff([]feetech.Packet{reply}, feed(t, &d, append(bytes.Clone(a), b...)),
			cmp.Comparer(bytes.Equal)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A length that noise pretends is not waited for.
func TestLongest(t *testing.T) {
	for _, c := range []struct {
		said             []byte
		skipped, packets int
	}{
		{[]byte{0xff, 0xff, 3, 1}, 4, 0},
		{[]byte{0xff, 0xff, 3, 4}, 0, 0},
		{[]byte{0xff, 0xff, 3, 5}, 4, 0},
		{[]byte{0xff, 0xff, 3, 4, 0, 7, 7, 0xea}, 0, 1},
		{[]byte{0xff, 0xff, 3, 200, 0xff, 0xff, 1, 2, 0, 0xfc}, 4, 1},
	} {
		d, got := feetech.Decoder{Longest: 2}, 0
		d.Feed(c.said, func(feetech.Packet) { got++ })
		if got != c.packets || d.Skipped != c.skipped {
			t.Errorf("% x: %d packets, %d bytes of noise", c.said, got, d.Skipped)
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for _, b := range [][]byte{
		{0xff, 0xff, 1, 2, 0, 0xfc}, {0xff, 0xff, 0xff, 1, 2, 0, 0xfc}, {0xff, 0xff, 1, 0, 0}, {0xff, 0xff, 5, 255, 1},
		{1, 2, 3, 0xff, 0xff, 1, 2, 0, 0xfc, 0xff}, {0xff, 0xff, 1, 3, 0, 7, 0xf4},
	} {
		f.Add(b, 2)
	}
	f.Fuzz(func(t *testing.T, b []byte, at int) {
		var whole, pieces feetech.Decoder
		var a, c []feetech.Packet
		whole.Feed(b, func(p feetech.Packet) { a = append(a, p) })
		at = min(max(at, 0), len(b))
		pieces.Feed(b[:at], func(p feetech.Packet) { c = append(c, p) })
		pieces.Feed(b[at:], func(p feetech.Packet) { c = append(c, p) })
		if diff := cmp.Diff(a, c, cmp.Comparer(bytes.Equal)); diff != "" {
			t.Fatalf("in two pieces it is something else:\n%s", diff)
		}
		for _, p := range a {
			text, err := p.Encode()
			if err != nil || !bytes.Contains(b, text) {
				t.Fatalf("%v (%v) was not in % x", p, err, b)
			}
		}
	})
}
