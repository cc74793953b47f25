package trtools

import (
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/pair"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/recover"
)

// TestLibrary: every stage makes of messages in memory what its command makes of a file
// with them, be they an array, the body of a request, or lines.
func TestLibrary(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(readDoc(t, "testdata/samples/loop.jsonl")), "\n")
	array := "[\n  " + strings.Join(lines, ",\n  ") + "\n]\n"
	dir := t.TempDir()
	for name, text := range map[string]string{"array.json": array, "body.json": `{"model": "m",` + "\n" + `"messages": ` + array + "}\n", "lines.jsonl": strings.Join(lines, "\n")} {
		writeFile(t, filepath.Join(dir, name), text)
		for command, run := range map[string]func([]byte) ([]byte, []transcript.Finding, error){
			"tr-pair": func(b []byte) ([]byte, []transcript.Finding, error) { return pair.RepairBytes(b, pair.Options{}) },
			"tr-budget --no-spill --max-result-chars 30": func(b []byte) ([]byte, []transcript.Finding, error) {
				return budget.CutBytes(b, budget.Options{Result: 30})
			},
			"tr-microcompact --no-spill --min-chars 30 --keep-tools ''": func(b []byte) ([]byte, []transcript.Finding, error) {
				return microcompact.CompactBytes(b, microcompact.Options{Min: 30})
			},
			"tr-prune --max-messages 5": func(b []byte) ([]byte, []transcript.Finding, error) {
				return prune.PruneBytes(b, prune.Options{MaxMessages: 5})
			},
			"tr-recover --level 2 --keep 4": func(b []byte) ([]byte, []transcript.Finding, error) {
				return recover.RecoverBytes(b, recover.Options{Level: 2, Keep: 4})
			},
		} {
			out, _, err := run([]byte(text))
			if string(out) == text && command != "tr-pair" {
				t.Errorf("%s changes nothing of %s", command, name)
			}
			if want := shell(t, dir, command+" -q "+name+"; :"); err != nil || string(out) != want {
				t.Errorf("%s of %s: %v\n%s\nwant\n%s", command, name, err, out, want)
			}
		}
	}
}
