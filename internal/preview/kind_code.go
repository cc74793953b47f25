package preview

import "bytes"

// codeUpTo returns the first n lines that are no comments, as long as a block comment does
// not hide where they begin. Line and block begin comments; block ones end with
// */. What it returned before is overwritten.
func (s *sample) codeUpTo(n int, line, block string) [][]byte {
	hidden, list := false, s.source[:0]
	for _, l := range s.lines {
		if len(list) >= n {
			break
		}
		l = unindent(l)
		switch {
		case hidden:
			if i := bytes.Index(l, []byte("*/")); i >= 0 {
				hidden = false
				if l = bytes.TrimSpace(l[i+2:]); len(l) > 0 {
					list = append(list, l)
				}
			}
		case block != "" && begins(l, block):
			hidden = !contains(l, "*/")
		case !begins(l, line):
			list = append(list, l)
		}
	}
	return list
}

// isGo reports whether the first line of code is a package clause, and the second
// one, if the sample holds it, may follow one in Go. Groovy, Kotlin and Scala begin
// in the same way.
func (s *sample) isGo() bool {
	list := s.codeUpTo(2, "//", "/*")
	if len(list) == 0 || !begins(list[0], "package ") {
		return false
	}
	clause := bytes.TrimSpace(list[0][len("package "):])
	n := name(clause)
	if rest := bytes.TrimSpace(clause[n:]); n == 0 || len(rest) > 0 && !begins(rest, "//", "/*") {
		return false
	}
	return len(list) == 1 || begins(list[1], `import "`, "import (", `import _ "`, "func ", "type ", "var ", "const ", "var(", "const(", "type(") ||
		begins(list[1], "import ") && bytes.HasSuffix(list[1], []byte(`"`))
}

// isPython reports whether the code begins with an import, a definition, a
// decorator or a docstring and has a definition that ends with a colon, which
// Ruby's do not, or whether it begins with a shebang.
func (s *sample) isPython() bool {
	if len(s.lines) > 1 && begins(s.lines[0], "#!") && contains(s.lines[0], "python") {
		return true
	}
	list := s.codeUpTo(1, "#", "")
	if len(list) == 0 || !begins(list[0], "import ", "from ", "def ", "async def ", "class ", "@", `"""`, "'''", `r"""`, "if __name__", "__all__ = ", "__version__ = ") {
		return false
	}
	if begins(list[0], "import ", "from ") && contains(list[0], ";", "{", `"`, "'") {
		return false
	}
	defs, imports := 0, 0
	list = s.codeUpTo(mostLines, "#", "")
	for i, l := range list {
		switch {
		case begins(l, "def ", "async def ") && endsDefinition(list[i:]):
			defs++
		case begins(l, "class ") && bytes.HasSuffix(withoutNote(l), []byte(":")):
			defs++
		case begins(l, "from ") && contains(l, " import "):
			imports++
		}
	}
	return defs > 0 || imports > 1
}

// endsDefinition reports whether a definition ends with a colon, on its line or
// one of the next ones.
func endsDefinition(list [][]byte) bool {
	if !contains(list[0], "(") {
		return false
	}
	for _, l := range list[:min(len(list), 12)] {
		if l = withoutNote(l); bytes.HasSuffix(l, []byte(":")) && contains(l, ")") {
			return true
		}
		if contains(l, "{", ";") {
			return false
		}
	}
	return false
}

// withoutNote returns a line of Python without the comment behind it.
func withoutNote(l []byte) []byte {
	if i := bytes.Index(l, []byte("  #")); i >= 0 {
		l = l[:i]
	}
	return bytes.TrimRight(l, " \t")
}

// scriptType tells JavaScript, TypeScript and JSX by how the first line of code
// begins and by words that no other language has in their place.
func (s *sample) scriptType() Type {
	list := s.codeUpTo(1, "//", "/*")
	if len(list) == 0 || !begins(list[0],
		"import ", "import{", "export ", "const ", "let ", "var ", "async function", "function ", "function(", "class ", "module.exports", "exports.",
		`"use `, "'use ", "(function", "(async", "(()", "Object.defineProperty(exports,", "interface ", "type ", "declare ", "enum ", "abstract class ", "describe(", "require(", ";(function", "#!/usr/bin/env node", "#! /usr/bin/env node") {
		return Plain
	}
	points := 0
	list = s.codeUpTo(mostLines, "//", "/*")
	for _, l := range list {
		points += scriptPoints(l)
	}
	typed, common := s.typed(list), isCommonJS(list)
	switch {
	case points < 2 && typed < 2 || points+typed < 3:
		return Plain
	case s.isJSX(list):
		return JSX
	case common:
		return JavaScript
	case typed >= 2:
		return TypeScript
	}
	if points < 3 || typed > 0 || !untyped(list) {
		return Plain
	}
	return JavaScript
}

// isCommonJS reports whether the code is a module as Node.js had them first, as compilers of
// TypeScript write them.
func isCommonJS(list [][]byte) bool {
	for _, l := range list {
		if begins(l, "module.exports", "exports.", "Object.defineProperty(exports,", "#!/usr/bin/env node", "#! /usr/bin/env node") ||
			begins(l, "const ", "let ", "var ") && contains(l, " = require(") {
			return true
		}
	}
	return false
}

// untyped reports whether the code cannot be TypeScript: a function or a method is declared
// whose parameters have no types, be it by an arrow.
func untyped(list [][]byte) bool {
	for _, l := range list {
		if begins(l, `"use strict"`, "'use strict'") || untypedMethod(l) {
			return true
		}
		l = bytes.TrimPrefix(bytes.TrimPrefix(bytes.TrimPrefix(l, []byte("export ")), []byte("default ")), []byte("async "))
		open, end := bytes.IndexByte(l, '('), bytes.LastIndexByte(l, ')')
		if begins(l, "const ") && untypedArrow(l) {
			return true
		}
		if begins(l, "function ") && open > 0 && end > open+1 && bytes.IndexByte(l[open:], ':') < 0 && bytes.IndexByte(l[:open], '<') < 0 {
			return true
		}
	}
	return false
}

// untypedMethod reports whether a line declares a method of a class whose parameters are
// nothing but names: async load(path, options) {
func untypedMethod(l []byte) bool {
	l = bytes.TrimPrefix(bytes.TrimPrefix(l, []byte("static ")), []byte("async "))
	n := name(l)
	if n == 0 || begins(l, "if(", "for(", "while(", "switch(", "catch(", "function(", "return(") {
		return false
	}
	rest, opened := bytes.CutPrefix(l[n:], []byte("("))
	parameters, closed := bytes.CutSuffix(rest, []byte(") {"))
	if !opened || !closed || len(parameters) == 0 {
		return false
	}
	for p := range bytes.SplitSeq(parameters, []byte(", ")) {
		if p = bytes.TrimPrefix(p, []byte("...")); name(p) != len(p) {
			return false
		}
	}
	return true
}

// untypedArrow reports whether a line gives a name to an arrow function whose parameters have
// no types: const f = async (a, b) => {
func untypedArrow(l []byte) bool {
	name, value, is := bytes.Cut(l, []byte(" = "))
	value = bytes.TrimPrefix(value, []byte("async "))
	parameters, _, arrow := bytes.Cut(value, []byte(") => "))
	return is && arrow && len(parameters) > 1 && parameters[0] == '(' && bytes.IndexByte(name, ':') < 0 && bytes.IndexByte(parameters, ':') < 0
}

// scriptPoints says how much a line looks like JavaScript or TypeScript, and
// like nothing else.
func scriptPoints(l []byte) (n int) {
	if begins(l, "import ", "export ") && (contains(l, ` from "`, ` from '`) || begins(l, "import {", `import "`, "import '", "import type ", "export default ", "export const ", "export function ", "export async ", "export {", "export class ", "export type ", "export interface ")) {
		n += 2
	}
	if begins(l, "const ", "let ", "var ", "async function ", "await ", "export ", "return ") && contains(l, "=>", "await ", "require(", " new ", "===", "function") {
		n += 2
	}
	if begins(l, `"use strict"`, "'use strict'", "Object.defineProperty(exports,", "exports.", "module.exports") {
		n += 2
	}
	if begins(l, "const ", "let ", "var ") && contains(l, " = ") {
		n++
	}
	if contains(l, ") => {", "() => ", "===", "!==", "console.log(", "module.exports", "document.", "window.", "this.", "`${", "undefined", "=> {") {
		n++
	}
	if begins(l, "function ") && contains(l, "(") && bytes.HasSuffix(l, []byte("{")) {
		n++
	}
	if begins(l, "#include", "fn ", "use ", "pub ", "func ", "public class", "package ", "def ", "echo ", "BEGIN", "<?php", "$", "mod ", "impl ", "namespace ", "using ", "@objc", "fun ", "val ") {
		n -= 6
	}
	return n
}

// typed says how much a sample has of what TypeScript adds.
func (s *sample) typed(list [][]byte) (n int) {
	for _, l := range list {
		if begins(l, "interface ", "export interface ", "type ", "export type ", "import type ", "export enum ", "declare ", "export abstract ", "abstract class ", "export declare ", "private ", "public ", "protected ", "readonly ") {
			n++
		}
		if contains(l, ": string", ": number", ": boolean", ": void", ": Promise<", ": any", ": unknown", " as const", "?: ", ": Record<", "[]): ", " as unknown", "): Promise", ": Array<") {
			n++
		}
	}
	return n
}

// isJSX reports whether there is markup where a value is expected.
func (s *sample) isJSX(list [][]byte) bool {
	tags, markup := 0, false
	for _, l := range list {
		if len(l) > 2 && l[0] == '<' && (isWord(l[1]) || l[1] == '/' || l[1] == '>') {
			tags++
		}
		markup = markup || contains(l, "return (", "return <", "=> (", "className=", "onClick=", "/>")
	}
	return tags >= 2 && markup
}
