package budget_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
)

// TestSpill: 85, 88, 90, 91, 92: the file is the original whatever pass cut it,
// named by its content, and a run adds none that is there.
func TestSpill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	o := limits(20000, 25000)
	run := func(in []byte) resulttest.Output {
		o.Store = spill.New(dir, false)
		return resulttest.Run(t, stage(o), in, 0)
	}
	a, b := x(30000), strings.Repeat("line of text\n", 1500)
	out := run(chat(a, b, a, "small"))
	var kept []string
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		data, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		kept = append(kept, string(data))
	}
	if len(kept) != 2 || !slices.Contains(kept, a) || !slices.Contains(kept, b) {
		t.Errorf("%d files", len(kept))
	}
	run(out.Data)
	o.Turn = 3000 // a preview is shortened again: it is no original
	again := run(out.Data)
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("a preview was kept: %d files", len(list))
	}
	if got := read(again.Data)[0]; !strings.Contains(got, " of 30000 chars omitted") || !strings.Contains(got, dir) || len(got) > 1000 {
		t.Errorf("a preview that was shortened again: %q", got)
	}
}

// TestSpillFails: 93, the result stays whole and is not counted.
func TestSpillFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := limits(20000, 25000)
	o.Store = spill.New(dir, false)
	in := chat(x(30000), "small", x(9000))
	out := resulttest.Run(t, stage(o), in, 0)
	if string(out.Data) != string(in) || out.Stage.(transcript.Summarizer).Summary().Changed != "" {
		t.Error("something was cut")
	}
	for _, f := range out.Findings {
		if f.Code != transcript.SpillFailed || !f.Open() {
			t.Errorf("finding %s %s", f.Code, f.Action)
		}
	}
	if len(out.Findings) == 0 {
		t.Error("nothing was said")
	}
}
