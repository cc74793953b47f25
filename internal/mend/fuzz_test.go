package mend

import (
	"strings"
	"testing"
)

// FuzzMend checks what holds for every input: every byte is accounted for, every
// line that is a record survives, and a second run finds nothing to do.
func FuzzMend(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.in), false)
	}
	for _, c := range foreign {
		f.Add([]byte(c.text), false)
	}
	for _, text := range adversaries {
		f.Add([]byte(lines(ra, text(3), rb)), false)
	}
	for _, c := range texts {
		f.Add([]byte(strings.ReplaceAll(c.in, `"a"`, `"role"`)), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, every bool) {
		o := Options{Known: hasRole}
		invariants(t, o, data)
		if every {
			invariants(t, Options{Known: isObject}, data)
		}
		o.Off = true
		if r := runWith(o, data); string(r.out) != string(data) || len(r.regions) > 0 {
			t.Fatalf("with mending off %q is edited", data)
		}
	})
}
