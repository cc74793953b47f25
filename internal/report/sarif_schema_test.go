package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // its module holds the published schema
	"github.com/xeipuuv/gojsonschema"
)

// sarifSchemaText returns the published schema of SARIF 2.1.0. The library that
// carries it uses it for its own documents only, so it is read from its source.
var sarifSchemaText = sync.OnceValues(func() (string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		return "", err
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "pkg/report/v210/sarif/schema.go")
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return "", err
	}
	value := f.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	return strconv.Unquote(value.Value)
})

// invalid returns what is wrong with a SARIF document by the schema.
func invalid(t *testing.T, doc string) []gojsonschema.ResultError {
	t.Helper()
	schema, err := sarifSchemaText()
	if err != nil {
		t.Skipf("no go command or no schema: %v", err)
	}
	r, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewStringLoader(doc))
	if err != nil {
		t.Fatal(err)
	}
	return r.Errors()
}

func TestSARIFSchema(t *testing.T) {
	placed := samples[0]
	placed.Column, placed.EndColumn = 3, 81
	for name, doc := range map[string]string{
		"none":    write(t, SARIF, Options{Tool: "tr-pair"}),
		"all":     write(t, SARIF, Options{Tool: "tr-pair", Version: "v1.2.3"}, append(samples, placed)...),
		"limited": write(t, SARIF, Options{Tool: "tr-pair", Max: 2}, samples...),
	} {
		for _, e := range invalid(t, doc) {
			t.Errorf("%s: %s", name, e)
		}
	}
}

// TestSARIFSchemaSees: the check finds what is wrong.
func TestSARIFSchemaSees(t *testing.T) {
	doc := write(t, SARIF, Options{Tool: "tr-pair"}, samples[0])
	for old, new := range map[string]string{
		`"level":"error"`: `"level":"fatal"`, `"startLine":12`: `"startLine":0`, `"results"`: `"findings"`, `"name":`: `"label":`,
	} {
		if len(invalid(t, strings.Replace(doc, old, new, 1))) == 0 {
			t.Errorf("valid with %s", new)
		}
	}
}

// TestMax: no report for a service holds more findings than it was told, and
// each says that there are others.
func TestMax(t *testing.T) {
	for f, said := range map[Format]string{
		GitHub: "\n::notice::6 further findings are left out of this report\n",
		SARIF:  `"message":{"text":"6 further findings are left out of this report"}`,
	} {
		got := write(t, f, Options{Max: 2}, samples...)
		if strings.Count(got, "[inject]")+strings.Count(got, `"ruleId"`) != 2-strings.Count(got, "[remove]") || !strings.Contains(got, said) {
			t.Errorf("%s: %s", f, got)
		}
		if got := write(t, f, Options{Max: int64(len(samples))}, samples...); strings.Contains(got, "left out") {
			t.Errorf("%s: nothing is left out: %s", f, got)
		}
	}
	for _, f := range []Format{Text, JSON} {
		if got := write(t, f, Options{Max: 2}, samples...); strings.Count(got, "\n") != len(samples) {
			t.Errorf("%s is limited: %s", f, got)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 files", 1: "1 file", 2: "2 files"} {
		if got := Count(n, "file", "files"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
