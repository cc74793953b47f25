package preview

import "bytes"

// code returns the lines that are no comments, as long as a block comment does not hide where
// they begin. Line and block begin comments; block ones end with */. What it returned before
// is overwritten.
func (s *sample) code(line, block string) [][]byte {
	hidden := false
	s.source = s.source[:0]
	for _, l := range s.lines {
		l = unindent(l)
		if hidden = hidden || begins(l, block); hidden {
			i := bytes.Index(l, []byte("*/"))
			if i < 0 {
				continue
			}
			hidden, l = false, bytes.TrimSpace(l[i+len("*/"):])
		}
		if len(l) > 0 && !begins(l, line) {
			s.source = append(s.source, l)
		}
	}
	return s.source
}

// The package clause of Go, and what may follow it. Groovy, Kotlin and Scala begin in the same
// way.
var (
	clause = lazy(`^package \w+\s*(?:/[/*].*)?$`)
	second = lazy(`^(?:import .*"$|import [("_]|func |type[ (]|var[ (]|const[ (])`)
)

// isGo reports whether the first line of code is a package clause, and the second one, if the
// sample holds it, may follow one in Go.
func (s *sample) isGo() bool {
	code := s.code("//", "/*")
	return len(code) > 0 && begins(code[0], "package ") && clause().Match(code[0]) && (len(code) == 1 || second().Match(code[1]))
}

// isPython reports whether the code begins with an import, a definition, a decorator or a
// docstring and has a definition that ends with a colon, which Ruby's do not, or whether it
// begins with a shebang.
func (s *sample) isPython() bool {
	if len(s.lines) > 1 && begins(s.lines[0], "#!") && contains(s.lines[0], "python") {
		return true
	}
	code := s.code("#", "/*")
	if len(code) == 0 || !begins(code[0], "import ", "from ", "def ", "async def ", "class ", "@", `"""`, "'''", `r"""`, "if __name__", "__all__ = ", "__version__ = ") ||
		begins(code[0], "import ", "from ") && contains(code[0], ";", "{", `"`, "'") {
		return false
	}
	imports, open := 0, false // a definition goes on
	for _, l := range code {
		switch {
		case begins(l, "def ", "async def ", "class "):
			open = true
		case begins(l, "from ") && contains(l, " import "):
			imports++
		}
		end, _, _ := bytes.Cut(l, []byte("  #"))
		if open && bytes.HasSuffix(bytes.TrimRight(end, " \t"), []byte(":")) && (begins(l, "class ") || contains(l, ")")) || imports > 1 {
			return true
		}
		open = open && !contains(l, "{", ";")
	}
	return false
}

// scriptType tells JavaScript, TypeScript and JSX by how the first line of code begins and by
// words that no other language has in their place.
func (s *sample) scriptType() Type {
	code := s.code("//", "/*")
	if len(code) == 0 || !begins(code[0],
		"import ", "import{", "export ", "const ", "let ", "var ", "async function", "function ", "function(", "class ", "module.exports", "exports.",
		`"use `, "'use ", "(function", "(async", "(()", "Object.defineProperty(exports,", "interface ", "type ", "declare ", "enum ", "abstract class ", "describe(", "require(", ";(function", "#!/usr/bin/env node", "#! /usr/bin/env node") {
		return Plain
	}
	points, typed, tags := 0, 0, 0
	untyped, common, markup := false, false, false
	for _, l := range code {
		points += scriptPoints(l)
		typed += typePoints(l)
		common = common || isCommonJS(l)
		untyped = untyped || begins(l, `"use strict"`, "'use strict'") || isUntyped(l)
		if len(l) > 2 && l[0] == '<' && (isWord(l[1]) || l[1] == '/' || l[1] == '>') {
			tags++
		}
		markup = markup || contains(l, "return (", "return <", "=> (", "className=", "onClick=", "/>")
	}
	switch {
	case points < 2 && typed < 2 || points+typed < 3:
		return Plain
	case markup && tags > 1:
		return JSX
	case common:
		return JavaScript
	case typed > 1:
		return TypeScript
	case untyped && typed == 0 && points > 2:
		return JavaScript
	}
	return Plain
}

// isCommonJS reports whether a line is of a module as Node.js had them first, as compilers of
// TypeScript write them.
func isCommonJS(l []byte) bool {
	return begins(l, "module.exports", "exports.", "Object.defineProperty(exports,", "#!/usr/bin/env node", "#! /usr/bin/env node") ||
		begins(l, "const ", "let ", "var ") && contains(l, " = require(")
}

// untyped finds a function, an arrow with a name, or a method that is declared with parameters
// which have no types.
var untyped = lazy(`^(?:export |default |async |static )*(?:function [^<(]*\([^:]+\)|const [^:(]+ = (?:async )?\([^:)]+\) => |[\w$]+\([\w$, .]+\) \{$)`)

// isUntyped reports whether a line cannot be TypeScript.
func isUntyped(l []byte) bool {
	return bytes.IndexByte(l, '(') > 0 && !begins(l, "if(", "for(", "while(", "switch(", "catch(", "function(", "return(") && untyped().Match(l)
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

// typePoints says how much a line has of what TypeScript adds.
func typePoints(l []byte) (n int) {
	if begins(l, "interface ", "export interface ", "type ", "export type ", "import type ", "export enum ", "declare ", "export abstract ", "abstract class ", "export declare ", "private ", "public ", "protected ", "readonly ") {
		n++
	}
	if contains(l, ": string", ": number", ": boolean", ": void", ": Promise<", ": any", ": unknown", " as const", "?: ", ": Record<", "[]): ", " as unknown", "): Promise", ": Array<") {
		n++
	}
	return n
}
