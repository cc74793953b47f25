package flags

import (
	"errors"
	"math"
	"testing"
)

func TestParseSize(t *testing.T) {
	for s, want := range map[string]int64{
		"0":      0,
		"010":    10,
		"4096":   4096,
		"5B":     5,
		"20k":    20e3,
		"20K":    20e3,
		"20kB":   20e3,
		"20KB":   20e3,
		"64KiB":  64 << 10,
		"64ki":   64 << 10,
		"5MB":    5e6,
		"5 MB":   5e6,
		"5mb":    5e6,
		"256MiB": 256 << 20,
		"1G":     1e9, "1GiB": 1 << 30, "2TB": 2e12, "1TiB": 1 << 40, "2.5MB": 25e5, "0.3KiB": 307,
		"0.97KiB":                       993,
		"1.0000000000000000000000001kB": 1000,
		"0.9999999999999999999TB":       999999999999,
		"9223372036854775806":           math.MaxInt64 - 1,
	} {
		if got, err := parseSize(s, 1); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
}

func TestParseSizeUnit(t *testing.T) {
	for s, want := range map[string]int64{"5": 5e6, "0.5": 5e5, "512KB": 512e3, "7B": 7} {
		if got, err := parseSize(s, 1e6); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
}

func TestParseSizeErrors(t *testing.T) {
	for s, want := range map[string]error{
		"":                     errNotNumber,
		"MB":                   errNotNumber,
		"-1":                   errNegative,
		"+1":                   errNotNumber,
		".5MB":                 errNotNumber,
		"5.MB":                 errNotNumber,
		"0x10":                 errUnit,
		"5  MB":                errUnit,
		"5MBs":                 errUnit,
		"5bits":                errUnit,
		"5i":                   errUnit,
		"1e3":                  errUnit,
		"5\n":                  errUnit,
		"5é":                   errUnit,
		"9223372036854775807":  errTooLarge,
		"9223372037GB":         errTooLarge,
		"99999999999999999999": errTooLarge,
	} {
		if _, err := parseSize(s, 1); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", s, err, want)
		}
	}
}

func TestParseCount(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "010": 10, "20k": 20e3, "20K": 20e3,
		"1.5M": 15e5, "2": 2} {
		if got, err := parseCount(s); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "20kB", "5MiB", "x", "1,000"} {
		if n, err := parseCount(s); err == nil {
			t.Errorf("%q: %d", s, n)
		}
	}
}

func FuzzParseSize(f *testing.F) {
	for _, s := range []string{"5MB", "0.3KiB", "", "1e9", "999999999999999999999",
		"0.99999999999999999999999999TiB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := parseSize(s, 1); err == nil && n < 0 {
			t.Errorf("%q: %d", s, n)
		}
	})
}
