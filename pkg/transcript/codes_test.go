package transcript

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// constants returns the string constants of a type in a file of this package.
func constants(t *testing.T, file, typ string) (values []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if id, typed := (*ast.Ident)(nil), false; ok {
			if id, typed = spec.Type.(*ast.Ident); typed && id.Name == typ {
				text, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				values = append(values, text)
			}
		}
		return true
	})
	return values
}

// Every code has one row, in alphabetical order, that says something.
func TestRules(t *testing.T) {
	var rows []string
	for _, r := range Rules() {
		rows = append(rows, string(r.Code))
	}
	if !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != len(rows) {
		t.Errorf("not sorted, or a code twice: %q", rows)
	}
	codes := constants(t, "codes.go", "Code")
	slices.Sort(codes)
	if !slices.Equal(codes, rows) {
		t.Errorf("constants %q\nrows %q", codes, rows)
	}
}

func TestRuleRows(t *testing.T) {
	severities, actions := constants(t, "finding.go", "Severity"), constants(t, "finding.go", "Action")
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, r := range Rules() {
		if !name.MatchString(string(r.Code)) || !slices.Contains(severities, string(r.Severity)) || !slices.Contains(actions, string(r.Action)) {
			t.Errorf("%+v", r)
		}
		if r.Help == "" || strings.HasSuffix(r.Help, ".") || strings.ToUpper(r.Help[:1]) == r.Help[:1] && r.Code != BOM {
			t.Errorf("%s: help %q", r.Code, r.Help)
		}
		if RuleOf(r.Code) != r {
			t.Errorf("RuleOf(%s) is another row", r.Code)
		}
	}
	if RuleOf("no-such-code") != (Rule{}) {
		t.Error("an unknown code has a rule")
	}
}
