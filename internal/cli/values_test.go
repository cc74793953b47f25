package cli

import (
	"errors"
	"testing"
)

func TestSizes(t *testing.T) {
	for s, want := range map[string]int64{
		"0": 0, "010": 10, "4096": 4096, "5B": 5, "20k": 20e3, "20K": 20e3, "20kB": 20e3, "64KiB": 64 << 10, "64ki": 64 << 10,
		"5MB": 5e6, "5 MB": 5e6, "5mb": 5e6, "256MiB": 256 << 20, "1G": 1e9, "1GiB": 1 << 30, "2TB": 2e12, "2.5MB": 25e5, "0.3KiB": 307,
	} {
		if got, err := size("").parse(s); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
}

func TestBadSizes(t *testing.T) {
	for s, want := range map[string]error{
		"": errNotNumber, "MB": errNotNumber, "-1": errNegative, "+1": errNotNumber, " 5": errNotNumber, "0x10": errNotNumber, "5MBs": errNotNumber,
		"1e3": errNotNumber, "1,5MB": errNotNumber, ".": errNotNumber, "9223372036854775808": errTooLarge, "9223372037GB": errTooLarge, "99999999999999999999": errTooLarge,
	} {
		if n, err := size("").parse(s); !errors.Is(err, want) {
			t.Errorf("%q: %d, %v, want %v", s, n, err, want)
		}
	}
}

func TestCounts(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "010": 10, "20k": 20e3, "20K": 20e3, "1.5M": 15e5, "2": 2} {
		if got, err := count("").parse(s); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "20kB", "5MiB", "x", "1,000"} {
		if n, err := count("").parse(s); err == nil {
			t.Errorf("%q: %d", s, n)
		}
	}
}

func FuzzSizes(f *testing.F) {
	for _, s := range []string{"5MB", "0.3KiB", "", "1e9", "999999999999999999999", "0.99999999999999999999999999TiB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := size("").parse(s); err == nil && n < 0 {
			t.Errorf("%q: %d", s, n)
		}
	})
}
