package trtools

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestExportedNames: what the library exports can be used from another module. No exported
// name of pkg/ has a type of an internal package in its signature, in an exported member or
// in what it stands for.
func TestExportedNames(t *testing.T) {
	names, fset := 0, token.NewFileSet()
	err := filepath.WalkDir("pkg", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		internal := internalImports(file)
		ast.FileExports(file)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil && !ast.IsExported(typeName(f.Recv.List[0].Type)) {
				continue
			}
			names++
			for _, use := range usesOf(decl, internal) {
				t.Errorf("%s: an exported name needs %s", fset.Position(decl.Pos()), use)
			}
		}
		return nil
	})
	if err != nil || names < 100 {
		t.Errorf("%d declarations: %v", names, err)
	}
}

// internalImports returns the names by which a file knows the packages that are internal.
func internalImports(file *ast.File) map[string]bool {
	internal := map[string]bool{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := filepath.Base(path)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if strings.Contains(path, "/internal/") {
			internal[name] = true
		}
	}
	return internal
}

// usesOf returns the types of internal packages that an exported declaration needs. What a
// function does and what a variable is set to are no part of it.
func usesOf(decl ast.Decl, internal map[string]bool) (uses []string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.ValueSpec:
			if n.Type != nil {
				uses = append(uses, usesOf(&ast.GenDecl{Specs: []ast.Spec{&ast.TypeSpec{Name: n.Names[0], Type: n.Type}}}, internal)...)
			}
			return false
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && internal[pkg.Name] {
				uses = append(uses, fmt.Sprintf("%s.%s", pkg.Name, n.Sel.Name))
			}
		}
		return true
	})
	return uses
}

// typeName returns the name of a receiver's type.
func typeName(x ast.Expr) string {
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if index, ok := x.(*ast.IndexExpr); ok {
		x = index.X
	}
	return x.(*ast.Ident).Name
}

// TestFloors: every package stands on a floor of CONTRIBUTING.md, and imports only what stands
// on lower ones.
func TestFloors(t *testing.T) {
	floors, n := map[string]int{}, 0
	for line := range strings.Lines(readDoc(t, "CONTRIBUTING.md")) {
		if names := regexp.MustCompile("`((?:cmd|examples|internal|pkg)/[a-z/.]+|docs)`").FindAllStringSubmatch(line, -1); strings.HasPrefix(line, "| ") && strings.Count(line, "|") == 3 && !strings.Contains(line, ".go`") {
			n++
			for _, name := range names {
				floors[strings.TrimSuffix(name[1], "/...")] = n
			}
		}
	}
	floorOf := func(path string) int {
		path = strings.TrimPrefix(path, "trtools/")
		for ; path != "."; path = filepath.Dir(path) {
			if floor := floors[path]; floor > 0 {
				return floor
			}
		}
		return 0
	}
	out, err := exec.Command("go", "list", "-f", `{{$p := .ImportPath}}{{range .Imports}}{{$p}} {{.}}{{"\n"}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	support := regexp.MustCompile(`^trtools/internal/[a-z]+test\b`) // of tests
	imports := 0
	for line := range strings.Lines(string(out)) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(to, "trtools/") || support.MatchString(from) {
			continue
		}
		imports++
		if above, below := floorOf(from), floorOf(to); above == 0 || below <= above {
			t.Errorf("%s on floor %d imports %s on floor %d", from, above, to, below)
		}
	}
	if imports < 80 {
		t.Errorf("%d imports", imports)
	}
}
