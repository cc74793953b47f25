package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = `package sample

import "fmt"

const limit = 9

func f(a, b int) bool {
	if a < b && b != 3 {
		fmt.Println(a)
		a += 1
		return true
	}
	switch {
	case a >= limit:
		a++
	}
	return a-b > 0
}
`

// Every kind of change is found once, and only where it belongs.
func TestMutations(t *testing.T) {
	list, err := mutationsIn("f.go", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, strings.TrimPrefix(m.String(), "f.go:"))
		if _, err := parser.ParseFile(token.NewFileSet(), "f.go", m.text(), 0); err != nil {
			t.Errorf("%s: %v", m, err)
		}
	}
	want := []string{
		"5: 9 -> 10",
		"8: a < b && b != 3 -> !(a < b && b != 3)", "8: && -> ||", "8: < -> <=", "8: != -> ==", "8: 3 -> 4",
		"9: fmt.Println(a) -> nothing", "10: a += 1 -> nothing", "10: 1 -> 2", "11: true -> false",
		"14: a >= limit -> !(a >= limit)", "15: a++ -> nothing", "14: >= -> >",
		"17: > -> >=", "17: - -> +", "17: 0 -> 1",
	}
	if fmt.Sprint(sorted(got)) != fmt.Sprint(sorted(want)) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The runner tells what is noticed from what survives and from what does not
// compile.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the go command a dozen times")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module sample\n", "f.go": sample,
		"f_test.go": "package sample\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {\n\tif !f(1, 2) || f(1, 1) || f(2, 3) {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out strings.Builder
	r := runner{out: &out, tests: []string{"."}, timeout: time.Minute}
	if err := r.run(".", 0, 1); err != nil {
		t.Fatal(err)
	}
	if r.noticed < 5 || r.survived < 3 || r.broken != 1 || strings.Count(out.String(), "\n") != r.survived+1 {
		t.Errorf("%d noticed, %d survived, %d broken:\n%s", r.noticed, r.survived, r.broken, &out)
	}
}

// Tests that fail without a change cannot notice one.
func TestRunNeedsTestsThatPass(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	r := runner{tests: []string{"nothing"}, timeout: time.Minute}
	if err := r.run(".", 0, 1); err == nil || !strings.Contains(err.Error(), "without a change") {
		t.Error(err)
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
