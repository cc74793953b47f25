package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mutation is one change of one file.
type mutation struct {
	file       string
	line       int
	src        []byte // the file as it is
	start, end int    // the bytes that change
	with       string
}

// text returns the changed file.
func (m mutation) text() []byte {
	return append(append(append([]byte(nil), m.src[:m.start]...), m.with...), m.src[m.end:]...)
}

func (m mutation) String() string {
	return fmt.Sprintf("%s:%d: %s -> %s", m.file, m.line, oneLine(string(m.src[m.start:m.end])), oneLine(m.with))
}

// oneLine shortens code to what tells it from other code on its line.
func oneLine(s string) string {
	if s = strings.Join(strings.Fields(s), " "); s == "" {
		return "nothing"
	}
	if len(s) > 70 {
		s = s[:70] + "..."
	}
	return s
}

// mutationsOf returns all changes of a directory's code, tests left out, in the
// order of the files and of the lines in them.
func mutationsOf(dir string) (list []mutation, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		more, err := mutationsIn(name, src)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

func mutationsIn(name string, src []byte) ([]mutation, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := finder{set: set, name: name, src: src}
	ast.Inspect(file, func(n ast.Node) bool {
		f.node(n)
		_, imports := n.(*ast.ImportSpec)
		return !imports
	})
	return f.list, nil
}

// finder collects the changes of one file.
type finder struct {
	set  *token.FileSet
	name string
	src  []byte
	list []mutation
}

// add notes that the bytes between two places may become a text.
func (f *finder) add(from, to token.Pos, with string) {
	at := f.set.Position(from)
	f.list = append(f.list, mutation{file: f.name, line: at.Line, src: f.src, start: at.Offset, end: f.set.Position(to).Offset, with: with})
}

func (f *finder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.BinaryExpr:
		f.operator(n)
	case *ast.BasicLit:
		f.constant(n)
	case *ast.BlockStmt:
		f.drop(n.List)
	case *ast.CaseClause:
		f.cases(n)
		f.drop(n.Body)
	case *ast.ReturnStmt:
		f.truth(n.Results)
	}
}

// negate makes a condition its opposite. Those of && and || are two changes of
// their own kind.
func (f *finder) negate(cond ast.Expr) {
	text := f.src[f.set.Position(cond.Pos()).Offset:f.set.Position(cond.End()).Offset]
	f.add(cond.Pos(), cond.End(), "!("+string(text)+")")
}

// swapped has the operators that take each other's place. Bounds move by one; the
// opposite is the business of negate.
var swapped = map[token.Token]string{
	token.LAND: "||", token.LOR: "&&", token.EQL: "!=", token.NEQ: "==",
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.ADD: "-", token.SUB: "+",
}

func (f *finder) operator(n *ast.BinaryExpr) {
	if with := swapped[n.Op]; with != "" {
		f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), with)
	}
}

// constant makes a number one greater.
func (f *finder) constant(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	if v, err := strconv.ParseInt(n.Value, 0, 62); err == nil {
		f.add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
	}
}

// drop takes statements out that others do not need in order to compile.
func (f *finder) drop(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.BranchStmt:
			f.add(s.Pos(), s.End(), "")
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.add(s.Pos(), s.End(), "")
			}
		}
	}
}

// cases takes a case of a switch without a value out of it.
func (f *finder) cases(n *ast.CaseClause) {
	for _, x := range n.List {
		switch x.(type) {
		case *ast.BinaryExpr, *ast.UnaryExpr:
			f.negate(x)
		}
	}
}

// truth makes returned truth values their opposites.
func (f *finder) truth(results []ast.Expr) {
	for _, x := range results {
		id, ok := x.(*ast.Ident)
		if ok && id.Name == "true" {
			f.add(x.Pos(), x.End(), "false")
		} else if ok && id.Name == "false" {
			f.add(x.Pos(), x.End(), "true")
		}
	}
}
