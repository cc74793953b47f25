package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/preview"
)

// TestTable: what is named otherwise than it is labelled is listed and counted.
func TestTable(t *testing.T) {
	text := strings.Repeat("package x\\n\\nfunc f() {}\\n", 60)
	data := `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Read","input":{}}]}` + "\n" +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"` + text + `"}]}` + "\n"
	all := results([]byte(data))
	if len(all) != 1 || all[0].is != preview.Go || !strings.HasPrefix(all[0].call, "Read ") {
		t.Fatalf("%+v", all)
	}
	for label, want := range map[preview.Type]string{preview.Go: "precision 1.0000 (1 of 1)", preview.Plain: "precision 0.0000 (0 of 1)"} {
		var out bytes.Buffer
		if err := printTable(&out, all, map[string]preview.Type{all[0].hash: label}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("labelled %s: %s", label, out.String())
		}
	}
}

// TestCorpora: where the labelled sessions are, at least 98 of 100 names are
// right.
func TestCorpora(t *testing.T) {
	files, _ := filepath.Glob(filepath.FromSlash("../../../shared/corpora/*/*.jsonl"))
	if len(files) == 0 || testing.Short() {
		t.Skip("no corpora here, or no time")
	}
	known, err := readLabels(filepath.FromSlash("../../testdata/types/labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	named, right := 0, 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results(data) {
			if want, ok := known[r.hash]; ok && r.is != preview.Plain {
				named++
				if want == r.is {
					right++
				}
			}
		}
	}
	if named < 300 || right*100 < named*98 {
		t.Errorf("%d of %d are right", right, named)
	}
}
