package flags

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// parseCount reads a number, base 10 only: 010 is ten. k and M stand for
// thousand and million.
func parseCount(s string) (int64, error) {
	n, err := parseNumber(s, func(suffix string) (int64, bool) {
		switch suffix {
		case "":
			return 1, true
		case "k", "K":
			return 1e3, true
		case "m", "M":
			return 1e6, true
		}
		return 0, false
	})
	if err != nil {
		return 0, fmt.Errorf("bad count %s: %w", Quoted(s), err)
	}
	return n, nil
}

// parseSize reads a number of bytes, base 10 only. Suffixes, in any case: k,
// kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024. A number
// without one counts units.
func parseSize(s string, unit int64) (int64, error) {
	n, err := parseNumber(s, func(suffix string) (int64, bool) {
		if suffix == "" {
			return unit, true
		}
		return sizeUnit(strings.ToLower(suffix))
	})
	if err != nil {
		return 0, fmt.Errorf("bad size %s: %w", Quoted(s), err)
	}
	return n, nil
}

func sizeUnit(suffix string) (int64, bool) {
	if suffix == "b" {
		return 1, true
	}
	base := int64(1000)
	letter, rest := suffix[:1], suffix[1:]
	switch rest {
	case "", "b":
	case "i", "ib":
		base = 1024
	default:
		return 0, false
	}
	power := strings.Index("kmgt", letter) + 1
	unit := int64(1)
	for range power {
		unit *= base
	}
	return unit, power > 0
}

var (
	errNotNumber = errors.New("not a number")
	errNegative  = errors.New("it is negative")
	errTooLarge  = errors.New("too large")
	errUnit      = errors.New("unknown unit")
)

// parseNumber reads digits, a fraction and a suffix that stands for a unit. A
// fraction of one is cut off: 0.3KiB is 307.
func parseNumber(s string, unit func(string) (int64, bool)) (int64, error) {
	if strings.HasPrefix(s, "-") {
		return 0, errNegative
	}
	whole, rest := cutDigits(s)
	if whole == "" {
		return 0, errNotNumber
	}
	fraction := ""
	if strings.HasPrefix(rest, ".") {
		if fraction, rest = cutDigits(rest[1:]); fraction == "" {
			return 0, errNotNumber
		}
	}
	u, ok := unit(strings.TrimPrefix(rest, " "))
	if !ok {
		return 0, errUnit
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n > math.MaxInt64/u-1 {
		return 0, errTooLarge
	}
	return n*u + fractionOf(fraction, u), nil
}

// fractionOf returns 0.digits units, cut off. Digits beyond the eighteenth
// cannot make a difference to any unit there is.
func fractionOf(digits string, unit int64) int64 {
	digits = digits[:min(len(digits), 18)]
	if digits == "" {
		return 0
	}
	n, _ := strconv.ParseUint(digits, 10, 64)
	scale := uint64(1)
	for range digits {
		scale *= 10
	}
	hi, lo := bits.Mul64(n, uint64(unit))
	q, _ := bits.Div64(hi, lo, scale)
	return int64(q)
}

func cutDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}
