package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"trtools/internal/maintest"
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

var _ = [1]int{0: 2}
`

// sampled returns the changes of the sample, in a module of its own.
func sampled(t *testing.T) *code {
	t.Helper()
	return module(t, sample, "!f(1, 2) || f(1, 1) || f(2, 3)")
}

// module returns the changes of a package, whose test fails under a condition.
func module(t *testing.T, text, fails string) *code {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod": "module sample\n\ngo 1.26\n", "f.go": text,
		"f_test.go": "package sample\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {\n\tif " + fails + " {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := load(".")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A change is known by its function and its place among those like it there, so that
// no other one hides behind it.
func TestKeys(t *testing.T) {
	f := finder{name: "f.go", src: []byte("package p\n\nvar a = 1\n\nfunc (t *T) f() bool {\n\treturn 2+2 > a\n}\n")}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "f.go", f.src, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.file = set.File(file.FileStart)
	var got []string
	for _, m := range f.find(file) {
		got = append(got, m.key())
	}
	want := []string{"f.go: : var a = 1 | 1 -> 2", "f.go: f: return 2+2 > a | > -> >=", "f.go: f: return 2+2 > a | + -> -",
		"f.go: f: return 2+2 > a | 2 -> 3", "f.go: f: return 2+2 > a | 2 -> 3 (2)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A file of known changes may name single ones and whole files, each with a reason.
func TestKnown(t *testing.T) {
	name := filepath.Join(t.TempDir(), "known")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("# a comment\n\np/f.go: g: a++ | a++ -> nothing | why\np/table.go: * | fitted\nq/f.go: * | elsewhere\n")
	k, err := readKnown(name, "p")
	if err != nil {
		t.Fatal(err)
	}
	m := mutation{file: "p/f.go", function: "g", code: "a++", src: []byte("a++"), end: 3}
	table := mutation{file: "p/table.go", code: "1", src: []byte("1"), end: 1, with: "2"}
	if !k.has(m) || !k.has(table) || k.has(mutation{file: "q/f.go"}) || k.has(mutation{file: "p/f.go", function: "h", code: "a++", src: []byte("a++"), end: 3}) {
		t.Errorf("%v", k)
	}
	if gone := k.gone([]mutation{m}); !slices.Equal(gone, []string{"p/table.go: *"}) || k.gone([]mutation{m, table}) != nil {
		t.Errorf("%q", gone)
	}
	for _, text := range []string{"p/f.go: g: a++ | a++ -> nothing", "p/f.go: * | ", "p/f.go | why", "p/f.go: a++ -> nothing"} {
		if write(text); text != "" {
			if _, err := readKnown(name, "p"); err == nil {
				t.Errorf("%s is taken", text)
			}
		}
	}
}

// What a function with a result ends in is not taken out: nothing would compile.
func TestEndsOfFunctions(t *testing.T) {
	f := finder{name: "f.go", src: []byte("package p\n\nfunc f() int {\n\tpanic(\"f\")\n}\n\nfunc g() {\n\tpanic(\"g\")\n}\n")}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "f.go", f.src, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.file = set.File(file.FileStart)
	if list := f.find(file); len(list) != 1 || list[0].function != "g" {
		t.Errorf("%v", list)
	}
}

// Every kind of change is found once, and only where it belongs.
func TestMutations(t *testing.T) {
	var got []string
	for _, m := range sampled(t).list {
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
		"20: 1 -> 2", "20: 0 -> 1", "20: 2 -> 3",
	}
	if fmt.Sprint(sorted(got)) != fmt.Sprint(sorted(want)) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// One program has all changes that the compiler need not know, and is as it was
// while none is there.
func TestSwitched(t *testing.T) {
	c := sampled(t)
	texts, err := c.switched("on", "reached")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"const limit = 9\n", "var _ = [1]int{0: 2}\n",
		"if (mutated(2) != (mutantAnd(3, mutantLess(4, a , b) , func() bool { return ( (mutated(5) != (b != mutantNumber(6, int(3)))))}))) {",
		"return !mutated(10) && true",
		"return mutantGreater(14, mutantSub(15, a, b) , mutantNumber(16, int(0)))",
	} {
		if !strings.Contains(spaceless(string(texts["f.go"])), spaceless(want)) {
			t.Errorf("%q is not in\n%s", want, texts["f.go"])
		}
	}
}

func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }

// The runner tells what is noticed from what survives, from what does not
// compile and from what is known to be no change.
func TestRun(t *testing.T) {
	sampled(t)
	list := "# a comment\nf.go: f: a += 1 | a += 1 -> nothing | nothing reads it\nf.go: f: gone() | gone() -> nothing | no reason\n"
	if err := os.WriteFile("known", []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := runner{bench: bench{limit: time.Minute}, out: &out, tested: []string{"."}, known: "known", every: 1}
	if err := r.run("."); err != nil {
		t.Fatal(err)
	}
	if r.noticed != 9 || r.none != 1 || r.broken != 1 || strings.Count(out.String(), "\n") != r.survived+2 {
		t.Errorf("%d noticed, %d survived, %d none, %d broken:\n%s", r.noticed, r.survived, r.none, r.broken, &out)
	}
	for _, want := range []string{"f.go:15: a++ -> nothing (no test gets there)\n", "f.go:5: 9 -> 10\n", "no such change: f.go: f: gone() | gone() -> nothing\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}

// A package is changed whether or not it imports what the switches of the changes need.
func TestNoImports(t *testing.T) {
	module(t, "package sample\n\nfunc f(a int) int { return a + 1 }\n", "f(1) != 2")
	r := runner{bench: bench{limit: time.Minute}, out: io.Discard, tested: []string{"."}, every: 1}
	if err := r.run("."); err != nil || r.noticed != 2 {
		t.Errorf("%d of 2 noticed, %v", r.noticed, err)
	}
}

// What tests with -short do not notice is tried without it, if that is wanted, and not
// all of a large package.
func TestRunInFull(t *testing.T) {
	sampled(t)
	more := "package sample\n\nimport \"testing\"\n\nfunc TestLong(t *testing.T) {\n\tif !testing.Short() && !f(9, 9) {\n\t\tt.Fail()\n\t}\n}\n"
	if err := os.WriteFile("more_test.go", []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, full := range []bool{true, false} {
		var out strings.Builder
		r := runner{bench: bench{limit: time.Minute}, out: &out, tested: []string{"."}, every: 1, sample: 6, full: full}
		if err := r.run("."); err != nil {
			t.Fatal(err)
		}
		if n := r.noticed + r.survived; n != 7 {
			t.Errorf("%d changes are tried, want a third of 19", n)
		}
		if survives := strings.Contains(out.String(), "f.go:5: 9 -> 10\n"); survives == full {
			t.Errorf("full %v: the limit of 10 survives: %v\n%s", full, survives, &out)
		}
	}
}

// Tests that fail without a change cannot notice one.
func TestRunNeedsTestsThatPass(t *testing.T) {
	sampled(t)
	if err := os.WriteFile("f_test.go", []byte("package sample\n\nimport \"testing\"\n\nfunc Test(t *testing.T) { t.Fail() }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := runner{bench: bench{limit: time.Minute}, out: io.Discard, tested: []string{"."}, every: 1}
	if err := r.run("."); err == nil || !strings.Contains(err.Error(), "without a change") {
		t.Error(err)
	}
}

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command needs a package, and says what is wrong.
func TestCommand(t *testing.T) {
	for _, args := range [][]string{nil, {"-every", "0", "."}} {
		if out, messages, status := maintest.Run(t, "", args...); out != "" || !strings.HasPrefix(messages, "usage: mutate") || status != 2 {
			t.Errorf("%q: %q, %q, %d", args, out, messages, status)
		}
	}
	module(t, "package sample\n\nfunc f(a int) int { return a + 1 }\n", "f(1) != 2")
	if out, messages, status := maintest.Run(t, "", "-keys", "."); out != ".: 2 of 2 changes noticed (100%), 0 survived, 0 are known to be none, 0 did not compile\n" || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	if _, messages, status := maintest.Run(t, "", "-timeout", "1m", "."); status != 0 {
		t.Errorf("a second time: %q, %d", messages, status)
	}
	if err := os.WriteFile("more_test.go", []byte("package sample\n\nvar _ = nothere\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, messages, status := maintest.Run(t, "", "."); out != "" || !strings.Contains(messages, "undefined: nothere") || status != 1 {
		t.Errorf("tests that do not compile: %q, %q, %d", out, messages, status)
	}
	if out, messages, status := maintest.Run(t, "", "nowhere"); out != "" || !strings.HasPrefix(messages, "mutate: ") || status != 1 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
