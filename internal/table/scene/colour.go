package scene

import (
	"fmt"
	"math"
	"strings"
)

// rgb is a colour in linear light, 0 to 1 a channel.
type rgb [3]float32

func (c rgb) times(k float32) rgb { return rgb{c[0] * k, c[1] * k, c[2] * k} }
func (c rgb) plus(d rgb) rgb      { return rgb{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }
func (c rgb) mix(d rgb, k float32) rgb {
	return c.times(1 - k).plus(d.times(k))
}

// srgb reads a colour as painters and style sheets write it: 0xRRGGBB.
func srgb(hex uint32) rgb {
	linear := func(v uint32) float32 { return float32(math.Pow(float64(v&255)/255, 2.2)) }
	return rgb{linear(hex >> 16), linear(hex >> 8), linear(hex)}
}

// encoded maps linear light, 0 to 1 in steps of 1/4095, to a sample of the picture.
var encoded = func() (table [4096]uint8) {
	for i := range table {
		table[i] = uint8(math.Round(255 * math.Pow(float64(i)/4095, 1/2.2)))
	}
	return table
}()

func encode(v float32) uint8 {
	return encoded[int(min(max(v, 0), 1)*4095)]
}

// material is what a part of the board or the table is made of.
type material struct {
	colour rgb
	wood   float32 // how much grain is seen, 0 to 1
	gloss  float32 // how much the lamp is mirrored, 0 to 1
}

// scheme is a set of matching colours.
type scheme struct {
	table, frame, line material // line is the inlay around the playing area
	dark, light        material // squares
	playOnLight        bool     // the pieces stand on the light squares
	darkDisc           material
	lightDisc          material
}

var schemes = map[string]scheme{
	// A wooden board on a grey cloth.
	"wood": {
		table: material{colour: srgb(0x6f7a80)},
		frame: material{colour: srgb(0x5b3420), wood: 1, gloss: .25},
		line:  material{colour: srgb(0x2a1710)},
		dark:  material{colour: srgb(0x865331), wood: 1, gloss: .25},
		light: material{colour: srgb(0xd9b783), wood: .8, gloss: .25},

		darkDisc:  material{colour: srgb(0x2b2725), gloss: .5},
		lightDisc: material{colour: srgb(0xede0c0), gloss: .4},
	},
	// A tournament mat on a dark table top.
	"green": {
		table: material{colour: srgb(0x5a4436), wood: .6, gloss: .3},
		frame: material{colour: srgb(0xe3dfc6)},
		line:  material{colour: srgb(0xe3dfc6)},
		dark:  material{colour: srgb(0x2f7a4c)},
		light: material{colour: srgb(0xe3dfc6)},

		darkDisc:  material{colour: srgb(0xb3261e), gloss: .5},
		lightDisc: material{colour: srgb(0xf1efe8), gloss: .4},
	},
	// The board of a family game: red and black squares, red and white pieces.
	"red": {
		table: material{colour: srgb(0xa9825c), wood: 1, gloss: .25},
		frame: material{colour: srgb(0x26221f), gloss: .2},
		line:  material{colour: srgb(0xd8b25a)},
		dark:  material{colour: srgb(0x332f2d), gloss: .2},
		light: material{colour: srgb(0xb8332a), gloss: .2},

		darkDisc:  material{colour: srgb(0xd2352b), gloss: .5},
		lightDisc: material{colour: srgb(0xf3efe2), gloss: .4},
	},
	// A bright board that is played on its light squares.
	"pale": {
		table: material{colour: srgb(0x39465a)},
		frame: material{colour: srgb(0x8a6a48), wood: 1, gloss: .25},
		line:  material{colour: srgb(0x3b2a1b)},
		dark:  material{colour: srgb(0x7d5d3f), wood: 1, gloss: .2},
		light: material{colour: srgb(0xc9ad84), wood: .8, gloss: .2},

		playOnLight: true,
		darkDisc:    material{colour: srgb(0x1f2a26), gloss: .5},
		lightDisc:   material{colour: srgb(0xf6f1e6), gloss: .4},
	},
}

// Schemes are the names of the colour schemes.
func Schemes() []string { return names(schemes) }

func findScheme(name string) (scheme, error) {
	if s, ok := schemes[name]; ok {
		return s, nil
	}
	return scheme{}, fmt.Errorf("there is no colour scheme %q: choose one of %s", name, strings.Join(Schemes(), ", "))
}
