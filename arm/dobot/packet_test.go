package dobot_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/arm/dobot"
	"draughtsman/internal/testkit/expect"
)

// The motion is one that Dobot's people have shown, with its checksum.
func TestEncode(t *testing.T) {
	for _, c := range []struct {
		packet dobot.Packet
		want   []byte
	}{
		{dobot.Packet{ID: 10}, []byte{0xaa, 0xaa, 2, 10, 0, 0xf6}},
		{dobot.Packet{ID: 245, Write: true}, []byte{0xaa, 0xaa, 2, 245, 1, 0x0a}},
		{
			dobot.Packet{ID: 84, Write: true, Queued: true, Params: append([]byte{1, 0, 0, 0x7a, 0x43}, make([]byte, 12)...)},
			append(append([]byte{0xaa, 0xaa, 0x13, 0x54, 3, 1, 0, 0, 0x7a, 0x43}, make([]byte, 12)...), 0xeb),
		},
		{
			dobot.Packet{ID: 2, Params: make([]byte, 64)},
			append(append([]byte{0xaa, 0xaa, 66, 2, 0}, make([]byte, 64)...), 0xfe),
		},
	} {
		got, err := c.packet.Encode()
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("% x, %v, want % x", got, err, c.want)
		}
		back, err := dobot.Parse(got)
		if diff := cmp.Diff(c.packet, back, cmp.Comparer(bytes.Equal)); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	if _, err := (dobot.Packet{Params: make([]byte, dobot.MaxParams+1)}).Encode(); err == nil {
		t.Error("a packet may be too long")
	}
}

func TestParseRefuses(t *testing.T) {
	for name, b := range map[string][]byte{
		"nothing":         nil,
		"no header":       {0xab, 0xaa, 2, 10, 0, 0xf6},
		"half a header":   {0xaa, 0xab, 2, 10, 0, 0xf6},
		"cut off":         {0xaa, 0xaa, 2, 10, 0},
		"a bad sum":       {0xaa, 0xaa, 2, 10, 0, 0xf7},
		"no control bits": {0xaa, 0xaa, 1, 10, 0xf6},
		"other bits":      {0xaa, 0xaa, 2, 10, 4, 0xf2},
		"too much":        {0xaa, 0xaa, 2, 10, 0, 0xf6, 0},
	} {
		if p, err := dobot.Parse(b); err == nil {
			t.Errorf("%s is read as %v", name, p)
		}
	}
}

func anyPacket(t *rapid.T) dobot.Packet {
	return dobot.Packet{
		ID:     rapid.Byte().Draw(t, "id"),
		Write:  rapid.Bool().Draw(t, "write"),
		Queued: rapid.Bool().Draw(t, "queued"),
		Params: rapid.SliceOfN(rapid.Byte(), 0, dobot.MaxParams).Draw(t, "params"),
	}
}

func encode(t *rapid.T, p dobot.Packet) []byte {
	b, err := p.Encode()
	expect.OK(t, err)
	return b
}

// feed hands bytes to a decoder in pieces of any size.
func feed(t *rapid.T, d *dobot.Decoder, b []byte) (got []dobot.Packet) {
	for len(b) > 0 {
		n := rapid.IntRange(1, len(b)).Draw(t, "piece")
		d.Feed(b[:n], func(p dobot.Packet) { got = append(got, p) })
		b = b[n:]
	}
	return got
}

var same = cmp.Comparer(bytes.Equal)

// Packets come back whole, whatever the pieces in which they arrive.
func TestPacketsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []dobot.Packet
		var stream []byte
		for range rapid.IntRange(1, 4).Draw(t, "packets") {
			p := anyPacket(t)
			want, stream = append(want, p), append(stream, encode(t, p)...)
		}
		var d dobot.Decoder
		got := feed(t, &d, stream)
		if diff := cmp.Diff(want, got, same); diff != "" || len(d.Skipped) > 0 {
			t.Fatalf("skipped % x\n%s", d.Skipped, diff)
		}
	})
}

// A byte that was garbled costs its own packet only, at the latest when the decoder is told that no more will come.
// What a garbled packet says is never believed, but for one garbled length in 256, by which the checksum is right by
// chance.
func TestGarbledBytesAreOvercome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Parameters that look like packets would be found inside.
		tame := func(name string) dobot.Packet {
			p := anyPacket(t)
			p.ID, p.Params = byte(rapid.IntRange(0, 0x9f).Draw(t, name)), slices.Repeat([]byte{7}, len(p.Params))
			return p
		}
		before, spoilt, after := tame("before"), encode(t, tame("spoilt")), tame("after")
		place := rapid.IntRange(0, len(spoilt)-1).Draw(t, "place")
		spoilt[place] ^= byte(rapid.IntRange(1, 255).Draw(t, "how"))
		const length = 2 // its place in a packet
		if place == length && fits(slices.Concat(spoilt, encode(t, after))) {
			t.Skip("the checksum is right by chance")
		}
		stream := append(append(encode(t, before), spoilt...), encode(t, after)...)
		var d dobot.Decoder
		got := feed(t, &d, stream)
		d.GiveUp(func(p dobot.Packet) { got = append(got, p) })
		if diff := cmp.Diff([]dobot.Packet{before, after}, got, same); diff != "" {
			t.Fatalf("% x\n%s", stream, diff)
		}
	})
}

// fits reports whether bytes begin with a packet by their length and its checksum, which makes the sum of what follows
// the length 0.
func fits(b []byte) bool {
	sum, end := byte(0), 3+int(b[2])+1
	if end > len(b) {
		return false
	}
	for _, x := range b[3:end] {
		sum += x
	}
	return sum == 0
}

// Whatever comes: pieces make no difference, what is emitted is a packet, and no byte is kept for ever.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte{0xaa, 0xaa, 2, 10, 0, 0xf6}, byte(1))
	f.Add([]byte{0xaa, 0xaa, 0xaa, 2, 10, 0, 0xf6, 0xaa, 0xaa, 0x17}, byte(3))
	f.Add([]byte("\r\nGrbl 1.1h ['$' for help]\r\n"), byte(7))
	f.Add([]byte{0xaa, 0xaa, 9, 0xaa, 0xaa, 2, 10, 0, 0xf6}, byte(2))
	f.Fuzz(func(t *testing.T, stream []byte, piece byte) {
		decode := func(n int) (all []dobot.Packet) {
			var d dobot.Decoder
			emit := func(p dobot.Packet) { all = append(all, p) }
			for part := range slices.Chunk(stream, n) {
				d.Feed(part, emit)
			}
			d.GiveUp(emit)
			return all
		}
		whole := decode(max(1, len(stream)))
		if diff := cmp.Diff(whole, decode(1+int(piece)), same); diff != "" {
			t.Errorf("in pieces it is read otherwise:\n%s", diff)
		}
		for _, p := range whole {
			b, err := p.Encode()
			if err != nil || !bytes.Contains(stream, b) {
				t.Errorf("%v, %v, is not in % x", p, err, stream)
			}
		}
	})
}
