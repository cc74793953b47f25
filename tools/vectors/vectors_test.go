package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/tools/internal/maintest"
)

// stored is where the vectors are in the tree.
var stored = filepath.Join("..", "..", "testdata", "vectors")

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(stored, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command writes into the directory that it is given, without one into that of the
// tree, or says what is wrong and exits with 1.
func TestCommand(t *testing.T) {
	want := read(t, "vectors.jsonl")
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(filepath.Join("testdata", "vectors"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{{"testdata/vectors/vectors.jsonl"}, {"vectors.jsonl", "."}} {
		if out, messages, status := maintest.Run(t, "", c[1:]...); out != "" || messages != "" || status != 0 {
			t.Errorf("%q, %q, %d", out, messages, status)
		}
		if got, err := os.ReadFile(c[0]); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is another one, %v", c[0], err)
		}
	}
	if _, messages, status := maintest.Run(t, "", "nowhere"); !strings.HasPrefix(messages, "vectors: ") || status != 1 {
		t.Errorf("%q, %d", messages, status)
	}
}

// The files in the tree are what the program writes now. If a repair has become
// better on purpose: make vectors, and look at the difference.
func TestVectorsAreCurrent(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"vectors.jsonl", "manifest.json"} {
		now, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.SplitAfter(read(t, name), []byte("\n")) {
			if !bytes.HasPrefix(now, line) {
				t.Fatalf("%s:%d: it is now\n%.400s", name, i+1, now)
			}
			now = now[len(line):]
		}
		if len(now) > 0 {
			t.Errorf("%s ends before\n%.400s", name, now)
		}
	}
}

// The stage does what the files in the tree say, whatever made them.
func TestVectors(t *testing.T) {
	dec := json.NewDecoder(bytes.NewReader(read(t, "vectors.jsonl")))
	dec.DisallowUnknownFields()
	n := 0
	for ; dec.More(); n++ {
		var v vector
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		t.Run(v.ID, func(t *testing.T) { v.check(t) })
	}
	var m manifest
	if err := json.Unmarshal(read(t, "manifest.json"), &m); err != nil || m.Cases != n || m.Version != version || m.SHA256 != sum(read(t, "vectors.jsonl")) {
		t.Errorf("the manifest tells of %d cases, version %d; there are %d (%v)", m.Cases, m.Version, n, err)
	}
}

func (v *vector) check(t *testing.T) {
	input, err := v.Input.bytes()
	if err != nil {
		t.Fatal(err)
	}
	want := input
	if v.Output != nil {
		if want, err = v.Output.bytes(); err != nil {
			t.Fatal(err)
		}
	}
	out, found, err := repaired(input)
	if err != nil || !bytes.Equal(out, want) || sum(out) != v.SHA256 {
		t.Errorf("%v, got\n%s\nwant\n%s", err, out, want)
	}
	if fmt.Sprint(found) != fmt.Sprint(v.Findings) {
		t.Errorf("findings %v, want %v", found, v.Findings)
	}
	if err := transcripttest.Check(transcripttest.Named(v.Dialect), out); err != nil && v.Verdict != "reported" && v.Verdict != "partial" {
		t.Error(err)
	}
}

// An expectation that is wrong is noticed where the vectors are made.
func TestJudge(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	lost := class{code: "missing-result", events: "U A[x] F"}
	input, _ := lost.make(d)
	v := vector{Verdict: "healthy"}
	if err := lost.judge(d, &v, input); err == nil || !strings.Contains(err.Error(), "not told") {
		t.Errorf("a finding is missing: %v", err)
	}
	v.Findings = []finding{{Code: "missing-result"}}
	if err := lost.judge(d, &v, input); err == nil {
		t.Error("an output that the provider refuses passes")
	}
	fine := class{events: "U F"}
	v.Verdict = "repaired"
	if err := fine.judge(d, &v, input); err == nil || !strings.Contains(err.Error(), "nothing is wrong") {
		t.Errorf("a repair of what is healthy: %v", err)
	}
}

// Every class has cases, and every dialect.
func TestClassesHaveCases(t *testing.T) {
	var m manifest
	if err := json.Unmarshal(read(t, "manifest.json"), &m); err != nil {
		t.Fatal(err)
	}
	lines := string(read(t, "vectors.jsonl"))
	for _, c := range classes {
		if !strings.Contains(lines, `"class":"`+c.name+`"`) {
			t.Errorf("no case of %s", c.name)
		}
	}
	for _, d := range dialects() {
		if m.Dialects[d.Name] == 0 {
			t.Errorf("no case in %s", d.Name)
		}
	}
}

// The description names every dialect, member and verdict, so that who reads it needs no
// look into a program; its own recipe makes the files that it promises.
func TestReadme(t *testing.T) {
	readme := string(read(t, "README.md"))
	for _, d := range dialects() {
		if !strings.Contains(readme, "`"+d.Name+"`") {
			t.Errorf("the dialect %s is not described", d.Name)
		}
	}
	members, verdicts := map[string]bool{}, map[string]bool{}
	for line := range bytes.Lines(read(t, "vectors.jsonl")) {
		var v map[string]any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		for name := range v {
			members[name] = true
		}
		verdicts[fmt.Sprint(v["verdict"])] = true
	}
	for _, names := range []map[string]bool{members, verdicts} {
		for name := range names {
			if !strings.Contains(readme, "`"+name+"`") {
				t.Errorf("%s is not described", name)
			}
		}
	}
}

// TestRecipe runs the recipe of the description on the vectors.
func TestRecipe(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	_, recipe, ok := strings.Cut(string(read(t, "README.md")), "```sh\n")
	recipe, _, closed := strings.Cut(recipe, "```")
	if !ok || !closed {
		t.Fatal("there is no recipe")
	}
	out := t.TempDir()
	cmd := exec.Command("sh", "-ec", strings.Replace(recipe, " OUT ", " "+out+" ", 1))
	cmd.Dir = filepath.Join("..", "..")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for line := range bytes.Lines(read(t, "vectors.jsonl")) {
		var v vector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(out, v.ID+".output")); err != nil || sum(got) != v.SHA256 {
			t.Errorf("%s: %v, or other bytes", v.ID, err)
		}
	}
}
