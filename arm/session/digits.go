package session

import (
	"strconv"
	"strings"
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

// Decimal reads a number of digits, a point and a sign. Words such as "inf" and hexadecimal floats are none.
func Decimal(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "+-.0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}
