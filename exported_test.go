package trtools

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
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
