package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// toggle is how a change is written so that the running program decides whether it
// is there: one build then serves for all changes. The zero value is for changes
// that need a build of their own.
type toggle struct {
	from, to      int    // the bytes it encloses
	before, after string // before has the place of the change's number
	opFrom, opTo  int    // an operator that becomes a text
	operator      string
}

// around encloses a node.
func (f *finder) around(n ast.Node, before, after string) toggle {
	return toggle{from: f.file.Offset(n.Pos()), to: f.file.Offset(n.End()), before: before, after: after}
}

// switched makes an operator a call: what stands on the right of && and || is
// then a function, because it may not be looked at.
func (f *finder) switched(n *ast.BinaryExpr) toggle {
	t := f.around(n, "", ")")
	t.opFrom, t.operator = f.file.Offset(n.OpPos), ", "
	t.opTo = t.opFrom + len(n.Op.String())
	switch n.Op {
	case token.EQL, token.NEQ:
		return f.around(n, "(mutated(%d) != (", "))")
	case token.LAND, token.LOR:
		t.operator, t.after = ", func() bool { return (", ") })"
		t.before = map[token.Token]string{token.LAND: "mutantAnd(%d, ", token.LOR: "mutantOr(%d, "}[n.Op]
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		t.before = "mutant" + map[token.Token]string{token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual"}[n.Op] + "(%d, "
	case token.ADD, token.SUB:
		if f.typeName(n) == "" {
			return toggle{}
		}
		t.before = map[token.Token]string{token.ADD: "mutantAdd(%d, ", token.SUB: "mutantSub(%d, "}[n.Op]
	}
	return t
}

// typeName returns the name of an expression's type if it is a basic kind of
// number that can be named in every file.
func (f *finder) typeName(x ast.Expr) string {
	if f.info == nil || f.info.Types[x].Type == nil {
		return ""
	}
	b, ok := types.Unalias(types.Default(f.info.Types[x].Type)).(*types.Basic)
	if !ok || b.Info()&types.IsNumeric == 0 {
		return ""
	}
	return b.Name()
}

// switchable returns a file with all its changes in it, each behind its number.
// No line break is put in: messages about a line are about the same line.
func switchable(src []byte, list []mutation, number func(int) int) []byte {
	type piece struct {
		at, end int // bytes of src that text replaces
		rank    [2]int
		text    string
	}
	var all []piece
	for i, m := range list {
		t := m.toggle
		if t.before == "" {
			continue
		}
		size := t.to - t.from
		// At one place what ends comes before what begins, and the wider thing
		// begins first and ends last.
		all = append(all,
			piece{t.from, t.from, [2]int{1, -size*len(list)*2 + i}, fmt.Sprintf(t.before, number(i))},
			piece{t.to, t.to, [2]int{0, size*len(list)*2 - i}, t.after})
		if t.operator != "" {
			all = append(all, piece{t.opFrom, t.opTo, [2]int{2, 0}, t.operator})
		}
	}
	slices.SortStableFunc(all, func(a, b piece) int {
		return cmp.Or(a.at-b.at, a.rank[0]-b.rank[0], a.rank[1]-b.rank[1])
	})
	var out bytes.Buffer
	at := 0
	for _, p := range all {
		out.Write(src[at:p.at])
		out.WriteString(p.text)
		at = max(at, p.end)
	}
	out.Write(src[at:])
	return out.Bytes()
}

// helper returns the file that knows which change is there: its number stands in
// a file, because tests start programs with an environment of their own. With the
// file of reached numbers, it tells which changes a test gets to.
func helper(pkg, on, reached string, n int) []byte {
	return []byte(strings.NewReplacer("@package", pkg, "@on", strconv.Quote(on), "@reached", strconv.Quote(reached), "@count", strconv.Itoa(n+1)).Replace(helperText))
}

// helperImports are the packages that the helper needs, whatever the changed one imports.
var helperImports = []string{"cmp", "os", "strconv", "sync/atomic"}

const helperText = `package @package

import (
	mutantCmp "cmp"
	mutantOS "os"
	mutantConv "strconv"
	mutantAtomic "sync/atomic"
)

var mutantOn, mutantFile = func() (int, *mutantOS.File) {
	data, _ := mutantOS.ReadFile(@on)
	if string(data) == "all" {
		file, _ := mutantOS.OpenFile(@reached, mutantOS.O_APPEND|mutantOS.O_CREATE|mutantOS.O_WRONLY, 0o600)
		return -1, file
	}
	n, _ := mutantConv.Atoi(string(data))
	return n, nil
}()

var mutantSeen [@count]mutantAtomic.Bool

func mutated(n int) bool { return n == mutantOn || mutantOn < 0 && mutantReach(n) }

func mutantReach(n int) bool {
	if !mutantSeen[n].Swap(true) {
		mutantFile.WriteString(mutantConv.Itoa(n) + "\n")
	}
	return false
}

type mutantNumeric interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

func mutantNumber[T mutantNumeric](n int, x T) T {
	if mutated(n) {
		return x + 1
	}
	return x
}

func mutantAdd[T mutantNumeric](n int, x, y T) T {
	if mutated(n) {
		return x - y
	}
	return x + y
}

func mutantSub[T mutantNumeric](n int, x, y T) T {
	if mutated(n) {
		return x + y
	}
	return x - y
}

func mutantAnd(n int, x bool, y func() bool) bool {
	if mutated(n) {
		return x || y()
	}
	return x && y()
}

func mutantOr(n int, x bool, y func() bool) bool {
	if mutated(n) {
		return x && y()
	}
	return x || y()
}

func mutantLess[T mutantCmp.Ordered](n int, x, y T) bool      { return x < y || x == y && mutated(n) }
func mutantLessEqual[T mutantCmp.Ordered](n int, x, y T) bool { return x < y || x == y && !mutated(n) }
func mutantGreater[T mutantCmp.Ordered](n int, x, y T) bool   { return x > y || x == y && mutated(n) }
func mutantGreaterEqual[T mutantCmp.Ordered](n int, x, y T) bool {
	return x > y || x == y && !mutated(n)
}
`
