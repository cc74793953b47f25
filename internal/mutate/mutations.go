package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// mutation is one change of one file.
type mutation struct {
	file       string
	line       int
	code       string // the line, for the list of known survivors
	function   string // in which it stands; "" for none
	nth        int    // of those like it in the function, from 2 on; 0 for the first
	src        []byte // the file as it is
	start, end int    // the bytes that change
	with       string
	toggle     toggle
}

// text returns the changed file.
func (m mutation) text() []byte {
	return append(append(append([]byte(nil), m.src[:m.start]...), m.with...), m.src[m.end:]...)
}

func (m mutation) change() string {
	return oneLine(string(m.src[m.start:m.end])) + " -> " + oneLine(m.with)
}

func (m mutation) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.change()) }

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

// finder collects the changes of one file.
type finder struct {
	file  *token.File
	name  string
	src   []byte
	info  *types.Info // nil if types are not known
	in    string      // the function
	ends  []ast.Stmt  // that functions with results need
	fixed []ast.Node  // what the compiler has to know: nothing in it can be switched
	list  []mutation
}

// find returns the changes of a file, in the order of the tree.
func (f *finder) find(file *ast.File) []mutation {
	for _, d := range file.Decls {
		f.in = ""
		if fn, ok := d.(*ast.FuncDecl); ok {
			f.in = fn.Name.Name
		}
		ast.Inspect(d, func(n ast.Node) bool {
			f.node(n)
			_, imports := n.(*ast.ImportSpec)
			return !imports
		})
	}
	return f.list
}

// add notes that the bytes between two places may become a text, and how a
// running program does so.
func (f *finder) add(from, to token.Pos, with string, t toggle) {
	for _, n := range f.fixed {
		if n.Pos() <= from && to <= n.End() {
			t = toggle{}
		}
	}
	line := f.file.Line(from)
	m := mutation{file: f.name, line: line, code: f.lineOf(line), function: f.in, src: f.src,
		start: f.file.Offset(from), end: f.file.Offset(to), with: with, toggle: t}
	for key := m.key(); slices.ContainsFunc(f.list, func(o mutation) bool { return o.key() == key }); key = m.key() {
		m.nth = max(m.nth, 1) + 1
	}
	f.list = append(f.list, m)
}

func (f *finder) lineOf(line int) string {
	text, _, _ := strings.Cut(string(f.src[f.file.Offset(f.file.LineStart(line)):]), "\n")
	return strings.TrimSpace(text)
}

func (f *finder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		f.endsIn(n.Type, n.Body)
	case *ast.FuncLit:
		f.endsIn(n.Type, n.Body)
	case *ast.GenDecl:
		if n.Tok == token.CONST {
			f.fixed = append(f.fixed, n)
		}
	case *ast.ArrayType:
		if n.Len != nil {
			f.fixed = append(f.fixed, n.Len)
		}
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
	text := f.src[f.file.Offset(cond.Pos()):f.file.Offset(cond.End())]
	f.add(cond.Pos(), cond.End(), "!("+string(text)+")", f.around(cond, "(mutated(%d) != (", "))"))
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
		f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), with, f.switched(n))
	}
}

// constant makes a number one greater.
func (f *finder) constant(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	v, err := strconv.ParseInt(n.Value, 0, 62)
	if err != nil {
		return
	}
	t := toggle{}
	if name := f.typeName(n); name != "" {
		t = f.around(n, "mutantNumber(%d, "+name+"(", "))")
	}
	f.add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10), t)
}

// endsIn notes the statement without which a function with a result would lack one.
func (f *finder) endsIn(t *ast.FuncType, body *ast.BlockStmt) {
	if t.Results != nil && body != nil && len(body.List) > 0 {
		f.ends = append(f.ends, body.List[len(body.List)-1])
	}
}

// drop takes statements out that others do not need in order to compile.
func (f *finder) drop(list []ast.Stmt) {
	for _, s := range list {
		if slices.Contains(f.ends, s) {
			continue
		}
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.BranchStmt:
			f.add(s.Pos(), s.End(), "", f.around(s, "if !mutated(%d) { ", " }"))
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.add(s.Pos(), s.End(), "", f.around(s, "if !mutated(%d) { ", " }"))
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
			f.add(x.Pos(), x.End(), "false", f.around(x, "!mutated(%d) && ", ""))
		} else if ok && id.Name == "false" {
			f.add(x.Pos(), x.End(), "true", f.around(x, "mutated(%d) || ", ""))
		}
	}
}
