package outline

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// slowSurrogate is LoneSurrogate one escape at a time.
func slowSurrogate(raw []byte, from int) int {
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
			if i >= from {
				return i
			}
			i += 5
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
func TestLoneSurrogateEverywhere(t *testing.T) {
	for _, s := range surrogates {
		for before := range 45 {
			for after := range 45 {
				raw := []byte(`"` + strings.Repeat("a", before) + s + strings.Repeat("z", after) + `"`)
				if got, want := LoneSurrogate(raw, 0), slowSurrogate(raw, 0); got != want {
					t.Fatalf("LoneSurrogate(%q) = %d, want %d", raw, got, want)
				}
			}
		}
	}
}

func TestLoneSurrogate(t *testing.T) {
	for raw, want := range map[string]int{
		`"\ud83d"`: 1, `"\ud83d\ude00"`: -1, `"x\ude00"`: 2, `"\\ud83d"`: -1, `"\\\ud83d"`: 3, `"\ud83d\ud83d\ude00"`: 1,
		`"\ud83d\ude00\ud83d"`: 13, `"\ud83d","\ude00"`: 1, `"😀"`: -1, `""`: -1, ``: -1, `{"\udead":1}`: 2,
	} {
		if got := LoneSurrogate([]byte(raw), 0); got != want {
			t.Errorf("LoneSurrogate(%s) = %d, want %d", raw, got, want)
		}
	}
}

// One after the other, as a repair finds them.
func TestLoneSurrogateFrom(t *testing.T) {
	raw := []byte(`["\ud83d \ude00","\ud83d\ude00 \udfff\\ud800\ud800"]`)
	var got []int
	for i := LoneSurrogate(raw, 0); i >= 0; i = LoneSurrogate(raw, i+6) {
		got = append(got, i)
	}
	if len(got) != 4 || got[0] != 2 || got[1] != 9 || got[2] != 31 || got[3] != 44 {
		t.Errorf("found at %v", got)
	}
	if LoneSurrogate(raw, len(raw)) != -1 || LoneSurrogate(raw, len(raw)+9) != -1 {
		t.Error("found behind the end")
	}
}

func TestLoneSurrogateRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	for range 5000 {
		raw := []byte(`"`)
		for range r.IntN(12) {
			raw = append(raw, surrogates[r.IntN(len(surrogates))]...)
			raw = append(raw, strings.Repeat("a", r.IntN(40))...)
		}
		raw = append(raw, '"')
		if got, want := LoneSurrogate(raw, 0), slowSurrogate(raw, 0); got != want {
			t.Fatalf("LoneSurrogate(%q) = %d, want %d", raw, got, want)
		}
	}
}

// A text that is cut in an escape must not be read past its end.
func TestLoneSurrogateCut(t *testing.T) {
	for _, s := range surrogates {
		raw := []byte(`"0123456789012345678901234567890123456789` + s)
		for n := range raw {
			cut := bytes.Clone(raw[:n:n])
			if got, want := LoneSurrogate(cut, 0), slowSurrogate(cut, 0); got != want {
				t.Fatalf("LoneSurrogate(%q) = %d, want %d", cut, got, want)
			}
		}
	}
}
