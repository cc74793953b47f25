package trtools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// TestSchemas: every line of JSON that the commands print is what docs/schema says, and
// docs/interface.md names each schema.
func TestSchemas(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "samples"))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	writeFile(t, filepath.Join(dir, ".claude/projects/-home-ann-shop/1.jsonl"), readDoc(t, "testdata/samples/session.jsonl"))
	writeFile(t, filepath.Join(dir, "counted.jsonl"), `{"role":"user","content":"go"}
{"role":"assistant","content":"on","usage":{"prompt_tokens":9,"completion_tokens":2,"cost":0.5}}
`)
	described := readDoc(t, "docs/interface.md")
	for name, commands := range map[string][]string{
		"finding": {"tr-pair -c -f json *.jsonl *.json", "tr-budget -c -f json --max-result-chars 10 loop.jsonl", "tr-prune -c -v -f json --max-messages 3 loop.jsonl",
			"tr-classify -c -f json --error-file error.txt loop.jsonl", "tr-recover -c -v -f json --level 3 loop.jsonl"},
		"reject":  {"tr-pair -q --rejects r *.jsonl >/dev/null; cat r", `printf '{"role":"user","content":"hi"}\n{"role":"user","content":"\377' | tr-pair -q --rejects s >/dev/null; cat s`},
		"verdict": {"tr-classify --text error.txt", "tr-classify -q --only --error '429' loop.jsonl", "tr-classify --only --error-file error.txt -q --attempt 2 session.jsonl", "echo hello | tr-classify --text"},
		"message": {"tr-stat *.jsonl", "tr-stat messages.json"},
		"total":   {"tr-stat --total *.jsonl", "tr-stat --total --no-costs loop.jsonl"},
		"session": {"tr-stat --sessions"},
		"chunk":   {"tr-chunk -q --parts 3 loop.jsonl", "tr-chunk -q --max-tokens 10 --out-dir parts loop.jsonl"},
	} {
		path := filepath.Join("docs", "schema", name+".json")
		schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(readDoc(t, path)))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if !strings.Contains(described, "schema/"+name+".json") {
			t.Errorf("docs/interface.md does not name %s", path)
		}
		for _, command := range commands {
			out := strings.TrimSpace(shell(t, dir, "("+command+") 2>/dev/null"))
			if out == "" {
				t.Errorf("%s prints nothing", command)
				continue
			}
			for line := range strings.SplitSeq(out, "\n") {
				result, err := schema.Validate(gojsonschema.NewStringLoader(line))
				switch {
				case err != nil:
					t.Errorf("%s: %.300s: %v", command, line, err)
				case !result.Valid():
					t.Errorf("%s: %.300s is not what %s says: %v", command, line, path, result.Errors())
				}
			}
		}
	}
}
