package world

import (
	"math"
	"math/rand/v2"
)

// SomeLook is what a hand of anybody's looks like, by lot: its fingers do anything, and it is bare, in a glove or in a
// sleeve of any colour; wears says which.
func SomeLook(r *rand.Rand) (look HandLook, wears string) {
	look = HandLook{Pose: HandPose(r.IntN(3)), Skin: someSkin(r), Sleeve: someCloth(r)}
	switch r.IntN(3) {
	case 0:
		look.Sleeve = look.Skin
		return look, "bare"
	case 1:
		look.Skin = someCloth(r)
		return look, "in a glove"
	}
	return look, "in a sleeve"
}

func (p HandPose) String() string {
	return [...]string{Pinching: "pinching", Flat: "flat", Fist: "a fist"}[p]
}

// someSkin is a colour of skin, from light to dark, 0xRRGGBB.
func someSkin(r *rand.Rand) uint32 {
	tones := [...][3]float64{{240, 205, 182}, {188, 130, 92}, {62, 38, 27}}
	k := 2 * r.Float64()
	a, b := tones[int(k)], tones[int(k)+1]
	var c [3]float64
	for n := range c {
		c[n] = (a[n] + (k-math.Floor(k))*(b[n]-a[n])) * (.94 + .12*r.Float64())
	}
	return packed(c)
}

// someCloth is a colour of cloth, as likely grey as vivid, 0xRRGGBB.
func someCloth(r *rand.Rand) uint32 {
	hue, saturation, value := 6*r.Float64(), r.Float64(), 20+235*r.Float64()
	return packed(Colour(hue, saturation, value))
}

// Colour is red, green and blue of a hue (0 to 6: red, yellow, green, cyan, blue, magenta), a saturation (0 to 1) and a
// value, which is the largest of the three.
func Colour(hue, saturation, value float64) (c [3]float64) {
	for n := range c {
		off := math.Abs(math.Mod(hue-2*float64(n)+9, 6) - 3) // 0 to 3, from the hue to its opposite
		c[n] = value * (1 - saturation*min(max(off-1, 0), 1))
	}
	return c
}

// packed is a colour other than 0, which stands for none.
func packed(c [3]float64) (rgb uint32) {
	for _, v := range c {
		rgb = rgb<<8 | uint32(min(max(v, 1), 255))
	}
	return rgb
}
