package trtools

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"trtools/internal/cli"
	"trtools/internal/dialect"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// largeHistories has a history of 60 messages and 1 MB for every format that has results and a
// history: as a generator renders it, or a sample of the format many times over.
func largeHistories(t *testing.T) map[string][]byte {
	list := map[string][]byte{}
	for _, d := range transcripttest.All() {
		var story strings.Builder
		for i := range 20 {
			fmt.Fprintf(&story, "U A[c%d] R(c%d) F ", i, i)
		}
		data := d.Bytes(story.String())
		if d.Inside {
			data = bytes.ReplaceAll(data, []byte("result of "), []byte(strings.Repeat("a line of words\\n", 2000)+"result of "))
		}
		list[d.Name] = withLongResults(data)
	}
	for _, name := range dialect.Names() {
		files, _ := filepath.Glob(filepath.Join("internal/dialect/testdata", name, "*.jsonl"))
		if _, rendered := list[name]; !rendered && len(files) == 1 {
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			list[name] = withLongResults(manyTimes(data))
		}
	}
	delete(list, "cursor")         // it has no results,
	delete(list, "logs")           // and these have no history
	delete(list, "chatgpt-export") // that is understood
	return list
}

var (
	idMembers = regexp.MustCompile(`("(?:\w*[iI]d|uuid|parentUuid)":"|\{")([a-z]\w*)("[,}]|":\{"tool_use_id)`)
	succeeds  = strings.NewReplacer(`rror":true`, `rror":false`, `"status":"error"`, `"status":"success"`, `"ok":false`, `"ok":true`,
		`"failed"`, `"completed"`, `"error":{"type":"X","message":"no"}`, `"output":"no"`, `"error":"no"`, `"output":"no"`, `"name":"bash"`, `"name":"read"`)
)

// manyTimes repeats the records of a sample behind its first one, with other ids each time, and
// has its calls succeed. What ends a history is left out.
func manyTimes(sample []byte) []byte {
	var out strings.Builder
	for n := range 20 {
		for i, line := range strings.Split(strings.TrimSpace(string(sample)), "\n") {
			if n == 0 || i > 0 && !strings.Contains(line, "Compaction") {
				out.WriteString(succeeds.Replace(idMembers.ReplaceAllString(line, fmt.Sprintf("${1}${2}x%d${3}", n))) + "\n")
			}
		}
	}
	return []byte(out.String())
}

// withLongResults adds 40,000 chars to every text of a result.
func withLongResults(data []byte) []byte {
	var out []byte
	detect := dialect.NewDetector(nil, "")
	for line := range bytes.Lines(data) {
		var d outline.Doc
		var v dialect.View
		var edits []outline.Edit
		if d.Parse(line) == nil && detect.View(d.Root(), &v) {
			for i := range v.Results {
				for _, x := range v.Texts(&v.Results[i]) {
					start, end := x.Value.Span()
					edits = append(edits, outline.Edit{Start: start, End: end, Text: outline.Quote(x.Value.Text() + strings.Repeat("a line of words\n", 2500))})
				}
			}
		}
		out = append(out, outline.Splice(line, edits)...)
	}
	return out
}

// Every stage that shrinks does it to a large history of every format, or ends with 1 and says
// why not.
func TestEveryFormat(t *testing.T) {
	for name, data := range largeHistories(t) {
		for _, command := range []string{
			"budget", "microcompact --keep-tools none", "recover --level 1", "recover --level 2", "recover --level 3", "recover --max-chars 90000",
			"prune --max-chars 90000", "prune --max-messages 9",
		} {
			out, said, status := shrink(command, data)
			switch {
			case status > 1, status == 1 && said == "":
				t.Errorf("%s, %s: status %d: %s", name, command, status, said)
			case status == 0 && len(out) > len(data)*9/10:
				t.Errorf("%s, %s: %d bytes of %d", name, command, len(out), len(data))
			}
		}
	}
}

// A line may hold a conversation whose messages are records of any format, also such as hold
// several messages themselves: no command fails on it.
func TestEveryFormatInside(t *testing.T) {
	files, err := filepath.Glob("internal/dialect/testdata/*/*.jsonl")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	path := filepath.Join(t.TempDir(), "inside.jsonl")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var inside []byte
		for record := range strings.Lines(string(data)) {
			record = strings.TrimSpace(record)
			inside = fmt.Appendf(inside, `{"messages":[%s]}`+"\n"+`{"messages":[{"role":"user","content":"a"},%[1]s,%[1]s]}`+"\n", record)
		}
		if err := os.WriteFile(path, inside, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, f := range filters {
			var said bytes.Buffer
			if code := cli.Run(f.command, append(f.args, path), cli.Streams{Out: io.Discard, Err: &said}); code > 1 {
				t.Errorf("%s of the records of %s: exit status %d: %s", f.args[0], file, code, &said)
			}
		}
		if wrong := listedBadly(inside); wrong != "" {
			t.Errorf("the records of %s: %s", file, wrong)
		}
	}
}
