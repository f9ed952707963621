package scene

import "errors"

// RoomLight is how the room is lit. The zero value is one lamp and bright walls.
type RoomLight struct {
	// Shade is how bright a place is, against one in the open, that lies in the shadow of what is high above the
	// table; 0: 0.74. Near 1 the light comes from everywhere.
	Shade float64
	// Blur is how soft those shadows are, in units of four pixels; 0: 3.2.
	Blur float64
	// Sun is how much brighter the table is where the sun shines on it, a stripe across the board: 0.8 is 80 %
	// brighter; 0: it does not.
	Sun float64
}

func (r RoomLight) validate() error {
	if r.Shade < 0 || r.Shade > 1 || r.Blur < 0 || r.Sun < 0 || r.Sun > 3 {
		return errors.New("a room's shadows keep 0 to 1 of the light, are not sharper than 0, and its sun is 0 to 3 times " +
			"as bright")
	}
	return nil
}

func (r RoomLight) withDefaults() RoomLight {
	if r.Shade == 0 {
		r.Shade = shaded + .08
	}
	if r.Blur == 0 {
		r.Blur = 3.2
	}
	return r
}

// sunlight is the way that the sun's rays go, down to the table.
var sunlight = vector{-.8, .5, -1}

// sunny is the stripe of the table on which the sun shines, mm.
var sunny = []vector{{-60, -210, 0}, {40, -230, 0}, {150, 160, 0}, {60, 190, 0}}

// shineIn brightens the table where the sun shines on it and no part of the machine keeps it off.
func (s *Scene) shineIn(built parts) error {
	if s.room.Sun == 0 {
		return nil
	}
	l := s.sun
	l.clear()
	l.cover(&s.film.view, sunny, func(p *uint8, cover float32) { *p = max(*p, uint8(255*cover)) })
	built.pieces(func(p vector) vector { return height(p.plus(sunlight.times(max(p[2], 0))), 0) }, func(places []vector) {
		l.cover(&s.film.view, places, func(p *uint8, cover float32) { *p = min(*p, uint8(255*(1-cover))) })
	})
	if err := l.soften(1.2); err != nil {
		return err
	}
	l.darken(s.framePix, 1+s.room.Sun)
	return nil
}
