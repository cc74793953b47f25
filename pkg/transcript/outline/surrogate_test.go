package outline

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// slowSurrogate finds half a pair one escape at a time.
func slowSurrogate(raw []byte) int {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		high, low := half(raw[i:])
		switch {
		case high:
			if _, low := half(raw[i+6:]); low {
				i += 11
				continue
			}
			fallthrough
		case low:
			return i
		default:
			i++
		}
	}
	return -1
}

// half reports which half of a surrogate pair b begins with.
func half(b []byte) (high, low bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' || b[2] != 'd' && b[2] != 'D' {
		return false, false
	}
	high = bytes.IndexByte([]byte("89abAB"), b[3]) >= 0
	return high, !high && bytes.IndexByte([]byte("cdefCDEF"), b[3]) >= 0
}

var surrogates = []string{
	`\ud83d`, `\ude00`, `\uD83D`, `\uDE00`, `\ud83d\ude00`, `\uD83D\uDE00`, `\ude00\ud83d`, `\ud83d\ud83d`, `\ud83d\ud83d\ude00`,
	`\ude00\ude00`, `\ud83d\u0041`, `\ud83d\n`, `\ud83dx\ude00`, `\\ud83d`, `\\\ud83d`, `\\\\ud83d`, `\\\\\ud83d`, `\"\ud83d`,
	`\ud83d\\ude00`, `\ud800`, `\udbff`, `\udc00`, `\udfff`, `\ud7ff`, `\ue000`, `\ud7ff\udc00`, `\udbff\udfff`, `\u0000`,
	`\\ud83d\ude00`, `\\\\\\ud83d\ude00`, `\u00d8`, `ud83d`, `\\u`, `\\\\`, ``,
}

// Every case at many places, and at many distances from the end of the text.
func TestHalfPairEverywhere(t *testing.T) {
	for _, s := range surrogates {
		for before := range 45 {
			for after := range 45 {
				raw := []byte(`"` + strings.Repeat("a", before) + s + strings.Repeat("z", after) + `"`)
				if got, want := HasHalfPair(raw), slowSurrogate(raw) >= 0; got != want {
					t.Fatalf("%q: %v, want %v", raw, got, want)
				}
			}
		}
	}
}

func TestHalfPairRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 5000 {
		raw := []byte(`"`)
		for range r.IntN(12) {
			raw = append(raw, surrogates[r.IntN(len(surrogates))]...)
			raw = append(raw, strings.Repeat("a", r.IntN(40))...)
		}
		raw = append(raw, '"')
		if got, want := HasHalfPair(raw), slowSurrogate(raw) >= 0; got != want {
			t.Fatalf("%q: %v, want %v", raw, got, want)
		}
	}
}
