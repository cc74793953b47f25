package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/preview"
	"trtools/tools/internal/maintest"
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

// said is a session with results: id, tool, text.
func said(results ...[3]string) string {
	var b strings.Builder
	for _, r := range results {
		fmt.Fprintf(&b, `{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":%q,"input":{"n":1}}]}`+"\n", r[0], r[1])
		fmt.Fprintf(&b, `{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}`+"\nnot json\n", r[0], r[2])
	}
	return b.String()
}

// hashOf is the hash that labels name a text by: the first eight bytes of SHA-256.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum)[:16]
}

// TestRun: every long result of all sessions is counted once, beside its label; one that
// is named wrongly is listed, one without a label counted.
func TestRun(t *testing.T) {
	source := strings.Repeat("package x\n\nfunc f() {}\n", 40)
	plain, other := strings.Repeat("some words of a text ", 30), strings.Repeat("other words of a text ", 30)
	atLimit, short := strings.Repeat("w ", *least/2), strings.Repeat("w ", *least/2)[1:]
	session := said([3]string{"a", "Read", source}, [3]string{"b", "Say", plain}, [3]string{"c", "Say", other}, [3]string{"d", "Say", short}, [3]string{"e", "Say", atLimit})
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	file := write("s.jsonl", session)
	saved := *labels
	defer func() { *labels, *list = saved, false }()
	*labels = write("labels.tsv", "# hash\tgo\n#"+hashOf(other)+"\tgo\n"+hashOf(source)+"\t"+string(preview.Go)+"\n"+hashOf(plain)+"\t"+string(preview.Go)+"\n"+hashOf(atLimit)+"\t"+string(preview.Plain)+"\n")
	var out bytes.Buffer
	if err := run(&out, []string{file, file}); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(out.String(), "\n")
	if want := fmt.Sprintf("%s named %s, is %s: %.80q %.80q", hashOf(plain), preview.Plain, preview.Go, `Say {"n":1}`, plain[:80]); first != want {
		t.Errorf("%s\nwant\n%s", first, want)
	}
	for _, want := range []string{fmt.Sprintf("%-18s %8s %8s %8s\n", "type", "labelled", "named", "right"), fmt.Sprintf("%-18s %8d %8d %8d\n", preview.Go, 2, 1, 1),
		fmt.Sprintf("%-18s %8d %8d %8d\n", preview.Plain, 1, 2, 1), "precision 1.0000 (1 of 1), recall 0.500 (1 of 2), 1 without a label\n"} {
		if !strings.Contains(rest, want) {
			t.Errorf("no %q in\n%s", want, rest)
		}
	}
	if n := strings.Count(rest, "\n"); n != len(preview.Types())+2 {
		t.Errorf("%d lines:\n%s", n, rest)
	}
	out.Reset()
	*list = true
	want := ""
	for _, r := range []struct{ text, call, is, label string }{{source, "Read", string(preview.Go), string(preview.Go)}, {plain, "Say", string(preview.Plain), string(preview.Go)},
		{other, "Say", string(preview.Plain), ""}, {atLimit, "Say", string(preview.Plain), string(preview.Plain)}} {
		want += fmt.Sprintf("%s\t%s\t%s\t%q\t%q\n", hashOf(r.text), r.is, r.label, r.call+` {"n":1}`, r.text[:160])
	}
	if err := run(&out, []string{file}); err != nil || out.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out.String(), want)
	}
}

// TestErrors: a session or a list of labels that is not there is an error; to list, no
// labels are needed.
func TestErrors(t *testing.T) {
	saved, missing := *labels, filepath.Join(t.TempDir(), "missing")
	defer func() { *labels, *list = saved, false }()
	*labels = filepath.FromSlash("../../testdata/types/labels.tsv")
	if err := run(&bytes.Buffer{}, []string{missing}); err == nil {
		t.Error("a session that is not there")
	}
	*labels = missing
	if err := run(&bytes.Buffer{}, nil); err == nil {
		t.Error("labels that are not there")
	}
	*list = true
	if err := run(&bytes.Buffer{}, nil); err != nil {
		t.Error(err)
	}
	for _, err := range []error{printAll(full{}, []result{{}}, nil), printTable(full{}, nil, nil)} {
		if err == nil {
			t.Error("an output that takes nothing")
		}
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

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

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command takes its flags, and says what is wrong and exits with 2.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	name, known := filepath.Join(dir, "s.jsonl"), filepath.Join(dir, "labels")
	for file, text := range map[string]string{name: said([3]string{"a", "Say", "a short text"}), known: hashOf("a short text") + "\t" + string(preview.Plain) + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, messages, status := maintest.Run(t, "", "-min", "12", "-labels", known, name); !strings.Contains(out, "0 without a label") || !strings.Contains(out, fmt.Sprintf("%-18s %8d %8d %8d\n", preview.Plain, 1, 1, 1)) || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	if out, messages, status := maintest.Run(t, "", "-labels", known, name); strings.Contains(out, "1 ") || status != 0 {
		t.Errorf("below the limit: %q, %q, %d", out, messages, status)
	}
	if out, messages, status := maintest.Run(t, "", "-labels", known, name+"x"); out != "" || !strings.HasPrefix(messages, "typereport: ") || status != 2 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
}
