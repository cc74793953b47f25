package history_test

import (
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// sized files records with their sizes, and ends the index.
func sized(t *testing.T, m tokens.Model, later bool, data []byte) *history.Index {
	t.Helper()
	x := history.New()
	x.Weigh, x.Later, x.Model = true, later, m
	detect := dialect.NewDetector(nil, "")
	var v dialect.View
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var d outline.Doc
		if d.Parse([]byte(line)) == nil && detect.View(d.Root(), &v) {
			x.Add(&v, d.Root(), int64(i))
		}
	}
	x.Finish()
	return x
}

// What is estimated beside reading is the same as what is estimated at once, for every
// record of every format.
func TestLater(t *testing.T) {
	for _, d := range transcripttest.All() {
		for seed := range uint64(6) {
			data := transcripttest.Damaged(d, seed).Data
			for _, m := range []tokens.Model{tokens.Calibrated, tokens.Chars4} {
				now, later := sized(t, m, false, data), sized(t, m, true, data)
				if now.Len() != later.Len() {
					t.Fatalf("%s: %d records, %d later", d.Name, now.Len(), later.Len())
				}
				for i := range uint32(now.Len()) {
					if now.Weight(i) != later.Weight(i) {
						t.Fatalf("%s, seed %d, record %d: %+v at once, %+v later", d.Name, seed, i, now.Weight(i), later.Weight(i))
					}
				}
			}
		}
	}
}

// Records may be larger than most, by their tokens alone or by all of their size.
func TestLargeLater(t *testing.T) {
	var lines []string
	for _, n := range []int{1, 7_000, 8_000, 9_000, 20_000, 70_000, 300_000, 3} {
		lines = append(lines, `{"role":"user","content":"`+strings.Repeat("~ ", n)+`"}`, `{"role":"assistant","content":"`+strings.Repeat("word ", n)+`"}`)
	}
	data := []byte(strings.Join(lines, "\n"))
	now, later := sized(t, tokens.Calibrated, false, data), sized(t, tokens.Calibrated, true, data)
	small, large := 0, 0
	for i := range uint32(len(lines)) {
		if w := now.Weight(i); w != later.Weight(i) {
			t.Errorf("record %d: %+v at once, %+v later", i, w, later.Weight(i))
		} else if w.Chars < 1<<16-1 && w.Tokens >= 1<<16-1 {
			large++
		} else if w.Tokens < 1<<16-1 {
			small++
		}
	}
	if small == 0 || large == 0 {
		t.Errorf("%d small, %d large by their tokens alone", small, large)
	}
}
