package session

import (
	"fmt"
	"strconv"
	"strings"

	"draughtsman/arm"
)

// Digits writes a number to the thousandth without needless zeros.
func Digits(v float64) string {
	text := strings.TrimRight(strconv.FormatFloat(v, 'f', 3, 64), "0")
	text = strings.TrimSuffix(text, ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// Feed is the words of G-code for a point in mm and a speed in mm/s, which G-code has in mm/min:
// "X100 Y50.5 Z20 F9000".
func Feed(to arm.Point, speed float64) string {
	return fmt.Sprintf("X%s Y%s Z%s F%s", Digits(to.X), Digits(to.Y), Digits(to.Z), Digits(speed*60))
}

// Decimal reads a number of digits, a point and a sign. Words such as "inf" and hexadecimal floats are none.
func Decimal(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "+-.0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}
