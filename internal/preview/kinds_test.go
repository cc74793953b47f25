package preview

import (
	"slices"
	"strings"
	"testing"
)

// kindsOf checks texts by the type that they have.
func kindsOf(t *testing.T, texts map[Type][]string) {
	t.Helper()
	for want, list := range texts {
		for _, text := range list {
			if got := TypeOf([]byte(text)); got != want {
				t.Errorf("%q is %s, want %s", text, got, want)
			}
		}
	}
}

// A package clause stands by itself, and what follows it is Go: other languages begin in
// the same way.
func TestGoOrNot(t *testing.T) {
	for _, next := range []string{
		"", `import "fmt"`, "import (", `import _ "embed"`, `import f "fmt"`, "func f()", "type T int", "var x int", "const x = 1", "var(", "const(", "type(",
	} {
		kindsOf(t, map[Type][]string{Go: {
			"package x\n" + next + "\n", "package x // for tests\n" + next + "\n", "package x /* old */\n" + next + "\n",
			"/* a\nb */ package x\n" + next + "\n", "/* a */\n// b\n/*\nc\n*/\n\npackage x\n// d\n" + next + "\n", "  1\tpackage x\n  2\t\n  3\t" + next + "\n",
		}})
	}
	kindsOf(t, map[Type][]string{Plain: {
		"package \nfunc f()\n", "package x y\n", "package x;\n", "package x.y\n", "package x\nclass A\n", "package x\nimport scala.x\n", "package x\nimport f \"fmt\" as g\n",
		"/* package x\nfunc f()\n", "// package x\nfunc f()\n", "func f()\npackage x\n", "Package x\n", "package",
	}})
}

// Python begins in one of its ways, and has definitions that end with a colon or names
// that come from modules.
func TestPythonOrNot(t *testing.T) {
	lines := func(n int) string { return "def f(\n" + strings.Repeat("    a,\n", n) }
	kindsOf(t, map[Type][]string{
		Python: {
			"#!/usr/bin/env python3\nx = 1\n", "__all__ = ['f']\ndef f():\n", "def f():\n", "async def f(x):\n", "class A:\n", "class A(B):  # of B\n", "@x\ndef f():\n", `"""text"""` + "\ndef f():\n",
			"'''text'''\ndef f():\n", `r"""text"""` + "\nclass A:\n", "if __name__ == 1:\n    pass\ndef f():\n", "from a import b\nfrom c import d\n", "from a import b\nimport os\nfrom c import d\n",
			"import os\ndef f(a,\n      b):\n", "import os\ndef f(a):  # note\n", "import os\ndef f(a): \n", lines(11) + "):\n", "# note\n\n  # note\nimport os\nclass A:\n",
			"import os\nx = f\n\nclass A:\n    pass\n", "def f(a):\n    return {}\n",
		},
		Plain: {
			"#!/usr/bin/env python3\n", "#!/usr/bin/env ruby\nx = 1\n", "x = 1\n#!/usr/bin/python\n", "import os\n", "import os\nimport re\nimport sys\n", "from a import b\n", "from a import b\nimport c\n",
			"from here on\nfrom there on\nfrom everywhere\n", "def f:\n", "def f(x)\n  x\nend\n", "def f(x) {\n}:\n", "def f(a;\n  b):\n", "import os\nclass A\n", "import os\nclass A: # one space\n",
			"x = 1\ndef f():\n", "import os;\ndef f():\n", "from a import {\ndef f():\n", "import \"a\"\ndef f():\n", "import 'a'\ndef f():\n", "def f(\n  a:\n", "def f(",
		},
	})
}

// Scripts are named if nothing else can be meant: what might be the one or the other is text.
func TestScriptsOrNot(t *testing.T) {
	kindsOf(t, map[Type][]string{
		JavaScript: {
			"\"use strict\";\nObject.defineProperty(exports, \"__esModule\", { value: true });\n", "import { a } from 'a'\nconst f = async (x, y) => {\n", "import a from 'a';\nexport default a;\nconst g = (x) => x === a;\n",
			"'use strict'\nconst a = 1\n", "\"use strict\"\nlet a = 1\n", "const a = require('a')\n", "const a = require('a')\nmodule.exports = a\n", "#!/usr/bin/env node\nconst a = () => b\n",
			"import a from 'a'\nclass B {\n  static async f(x, ...y) {\n    this.x = x\n", "\"use strict\";\nexports.a = 1;\nb(x, { c: any, d: string });\ne({ f: number });\n", "Object.defineProperty(exports, Symbol.a, b);\nlet c = 1\n",
			"function f(a) { return a === b }\nvar x = function () {}\n", "export function f(a) {\n  this.a = a\n}\n", "export default function f(a) {\n}\nvar c = 1\n", "export async function f(a) {\n  x === y\n}\n",
			"import { a } from 'a'\nfunction f(x) {\n}\n", "(function () {\n'use strict'\nvar a = 1\n", "import { a } from 'a'\nfunction (x) {\n}\n", "exports.a = 1\nconst b = await c\n", "/* text\n */ const a = require(\"a\")\n", "// text\nvar a = require('a')\n",
		},
		TypeScript: {
			"interface A {\n  b: string\n  c: number\n}\n", "interface A {\n  b: string\n}\nconst x = 1\n", "export interface A {\n  b?: string\n}\n", "type A = {\n  a: boolean\n  b: void\n}\n",
			"import type { A } from './a'\nexport type B = A\n", "declare function f(): Promise<A>\nprivate x\n", "enum A {\n}\npublic a: any\nprivate b: unknown\n", "const a = b as const\nconst c: Array<string> = d\n",
			"import { a } from 'a'\nfunction f(x: string): number {\n  readonly y\n", "abstract class A {\n  protected b: Record<string, string>\n}\n",
			"interface A {\n  b: string\n}\nconst f = () => {\n  return (\n    a < b\n  )\n}\n", "interface A {\n  b: string\n}\nconst f = () => {\n  return (\n<A\n  )\n}\n", "interface A {\n  b: string\n}\nconst f = 1\n<a>\n</a>\n",
		},
		JSX: {
			"import a from 'a'\nfunction F() {\n  return (\n    <div>\n    </div>\n  )\n}\nconst b = 1\n", "const A = () => (\n  <>x\n  </>x\n)\n", "export function A() {\n  return <b>\n<c>\n</b>\n",
			"const A = (p: string) => (\n <A className=\"x\">\n </A>\n)\nconst b: any = 1\n",
		},
		Plain: {
			"'use strict'\nvar x\n", "const a = 1\nlet b = 2\n", "interface A {\n  b: string\n}\n", "type A\nconst a\n", "import a from 'a'\nconst x: string\n", "import a from 'a'\nconst x = 1\n", "x = require('x')\nconst a = require('a')\n",
			"import { a } from 'a'\nconst f: F = (x) => {\n", "import { a } from 'a'\nconst f = (x: T) => {\n", "import { a } from 'a'\nconst f = () => {\n",
			"import { a } from 'a'\nimport b from 'b'\nfunction f() {\n}\n", "import { a } from 'a'\nfunction f<T>(x) {\n}\n", "import { a } from 'a'\nfunction f(x: T) {\n}\n",
			"import a from 'a'\nclass B {\n  f(x: T) {\n", "import a from 'a'\nclass B {\n  f() {\n", "import a from 'a'\nwhile(x) {\nf(x, ) {\n",
			"const a = require('a')\nfn main() {\n", "'use strict'\nconst a = 1\n$b\n", "let it be\nlet us = go\nvar x\n",
		},
	})
}

// Every sign of a script counts once for a line, and a line of another language takes away
// more than a line can give.
func TestScriptPoints(t *testing.T) {
	for l, want := range map[string]int{
		"": 0, "x": 0, "const a": 0, "const a = 1": 1, "let a = 1": 1, "var a = 1": 1, "a = 1": 0, "'use strict'": 2, `"use strict";`: 2,
		"import a from 'a'": 2, `import a from "a"`: 2, "import a from a": 0, "import { a }": 2, "import 'a'": 2, `import "a"`: 2, "import type A": 2, "from 'a'": 0,
		"export default a": 2, "export const a = 1": 2, "export function f() {": 4, "export { a }": 2, "export class A": 2, "export type A": 2, "export interface A": 2, "export async function f": 4, "export a": 0,
		"const f = a => b": 3, "const f = () => {": 4, "let a = await b": 3, "var a = new B": 3, "return a === b": 3, "return a": 0, "await f(function": 2, "async function f() {": 2,
		"a === b": 1, "a !== b": 1, "console.log(1)": 1, "module.exports": 3, "document.x": 1, "window.x": 1, "this.a": 1, "`${a}`": 1, "undefined": 1, "f(a => {": 1,
		"function f() {": 1, "function f()": 0, "function f {": 0, "f() {": 0,
		"#include": -6, "fn f": -6, "use x": -6, "pub x": -6, "func f": -6, "public class A": -6, "package a": -6, "def f": -6, "echo a": -6, "BEGIN": -6, "<?php": -6, "$a = 1": -6, "mod a": -6,
		"impl A": -6, "namespace A": -6, "using A": -6, "@objc": -6, "fun f": -6, "val a": -6, "val a = this.b": -5,
	} {
		if got := scriptPoints([]byte(l)); got != want {
			t.Errorf("%q: %d points, want %d", l, got, want)
		}
	}
}

// The first lines of what git and diff print.
func TestDiffsAndLogs(t *testing.T) {
	hash := strings.Repeat("0123456789abcdef", 4)
	kindsOf(t, map[Type][]string{
		Diff: {
			"diff --git a b\n", "diff --cc a\n", "diff --combined a\n", "diff -r a\n", "diff -ruN a b\n", "--- a\n+++ b\n", "@@ -1,2 +1,2 @@\n", "Index: a\n=======\n",
			"commit abcd\nAuthor: x\n\n    text\n\ndiff --git a b\n", "commit abcd\nAuthor: x\n\n  diff --cc a\n",
		},
		GitLog: {
			"commit " + hash[:40] + "\n", "commit " + hash + "\n", "commit abcd\nAuthor: x\n", "commit abcd (HEAD)\nMerge: a b\n", "commit abcd\nDate: x\n", "commit abcd\nAuthorDate: x\n", "commit abcd\ntree x\n", "commit abcd\nparent x\n",
		},
		Plain: {
			"diff a b\n", "diff -r\n", "--- \n+++ b\n", "--- a\n", "--- a\n++ b\n", "@@ -1 +1\n", "@@ 1 @@\n", "Index: a\n", "Index: a\n-----\n", "commit abc\nAuthor: x\n", "commit abcd\n", "commit abcd\ntext\n",
			"commit abcd text\nAuthor: x\n", "commit \nAuthor: x\n", "commit " + hash[:39] + "\n", "commit " + hash[:41] + "\n", "text\ndiff --git a b\n", "\n ", "--- ",
		},
	})
}

// A page begins with its document type or its first element.
func TestPages(t *testing.T) {
	kindsOf(t, map[Type][]string{
		HTML:  {"<!DOCTYPE html>\n", "<!doctype HTML public>\n", "<html>\n", "  <HTML lang=x>\n", "<head>\n</head>\n", "<body class=x>\n</body>\n"},
		Plain: {"<head>\n", "<body>\ntext\n", "text\n<html>\n", "<htmlx>\n", "<div>\n</div>\n"},
	})
}

// What runtimes print when a program fails, and tests when they run.
func TestTracesAndTests(t *testing.T) {
	frames, words := "    at f (a.js:1:2)\n", "some words\n"
	kindsOf(t, map[Type][]string{
		Trace: {
			"Traceback (most recent call last):\n  File \"a.py\", line 1\n    x\n", "panic: x\ngoroutine 1 [running]:\n\ta.go:1\n", "fatal error: x\ngoroutine 1:\n\ta.go:1\n", "goroutine 1 [running]:\nmain.f()\n\ta.go:1\n",
			"thread 'main' panicked at a.rs:1\ntext\nnote\n", "Error: x\n" + strings.Repeat(frames, 3), "Error: x\n" + strings.Repeat(frames, 3) + words + words, "Error\n\tat a.B.c(Native Method)\n\tat a.B.d(Unknown Source)\n\tat <anonymous>\n",
		},
		Tests: {
			"=== RUN   TestA\n--- PASS: TestA\n", "ok  \ta\t0.1s\nFAIL\tb\t0.2s\n", "    --- SKIP: a\n?   \tb\n", "=== PAUSE a\n=== CONT a\n", "test a ... ok\ntest b ... FAILED\n", "test a ... ignored\ntest result: ok\n",
			"==== test session starts ====\n", "==== 3 passed ====\n", "text\n==== 3 failed ====\n", "==== FAILURES ====\n", "PASS src/a.test.ts\n", "FAIL test/a.js\n", "Tests: 1 passed\n", "Test Suites: 1\n",
			"text\n --- FAIL: a\n --- FAIL: b\n",
		},
		Plain: {
			"Traceback (most recent call last):\nFile a.py\n    x\n", "panic: x\ngoroutine 1\na.c:1\n", "panic: x\ntext\n\ta.go:1\n", "thread 'main' stops at\na\nb\n",
			"Error: x\n" + frames + frames, "Error: x\n" + strings.Repeat(frames, 3) + strings.Repeat(words, 3), strings.Repeat(frames, 4), "Error\nat a:1\nat b:1\nat c:1\n", "Error\n at a\n at b\n at c\n",
			"=== RUN   TestA\n", "test a ... ok\n", "test a\ntest b\n", "=== RUN a\ntest a ... ok\n", "==== text ====\n", "== 3 passed ==\n", "PASS src/a.ts\n",
		},
	})
}

// A text is of a kind by the share of its lines that are: so many of so many, and not one
// less.
func TestShares(t *testing.T) {
	for kind, c := range map[Type][]struct {
		line     string
		is, of   int
		isAtOnce int // the fewest lines that are enough by themselves
	}{
		Matches: {{"a/b.go:1:text", 9, 10, 3}},
		Listing: {{"-rw-r--r-- 1 a b 12 Jan 2 name", 7, 10, 3}, {"├── name", 4, 5, 3}, {"a/b/c", 10, 10, 4}},
		Log:     {{"10:00:00 some text", 3, 5, 3}},
	} {
		for _, x := range c {
			row := func(is, not int) string {
				return strings.Repeat(x.line+"\n", is) + strings.Repeat("other words\n", not)
			}
			kindsOf(t, map[Type][]string{
				kind:  {row(x.is, x.of-x.is), row(2*x.is, 2*(x.of-x.is)), row(x.isAtOnce, 0)},
				Plain: {row(x.is-1, x.of-x.is+1), row(10*x.is-1, 10*(x.of-x.is)+1), row(x.isAtOnce-1, 0)},
			})
		}
	}
	nested := func(is, not int) string {
		return "- /a\n" + strings.Repeat("  - b\n", is-1) + strings.Repeat("other words\n", not)
	}
	kindsOf(t, map[Type][]string{Listing: {nested(19, 1), nested(3, 0)}, Plain: {nested(18, 1), nested(2, 0), "  - b\n  - c\n- /a\n"}})
}

// Markdown begins with a heading and an empty line, and has other signs; a row of names of
// columns is followed by rows of as many values.
func TestMarkdownAndTables(t *testing.T) {
	name := strings.Repeat("n", 60)
	kindsOf(t, map[Type][]string{
		Markdown: {
			"# Title\n\n## Part\n- [ ] a\n", "# Title\n\n`a` and\n**b** and\n", "# Title\n\n[a](b)\n> c\n", "# Title\n\n```\n* a\n", "# Title\n\n1. a\n- **b**\n", "## Title\n\n| a\n### b\n",
			"# Title\n\n## a\n## b\n## c\n## d\nimport os\n",
		},
		CSV: {
			"a,b,c\n1,2,3\n4,5,6\n7,8,9\n", "a;b;c\n1;2;3\n4;5;6\n7;8;9\n", "a\tb\tc\n1\t2\t3\n4\t5\t6\n7\t8\t9\n", "a,b,c\n\"1,1\",2,3\n,,\n7,8,9\n", "a,b," + name + "\n1,2,3\n4,5,6\n7,8,9\n", "a\t b\tc\n1\t2\t3\n4\t5\t6\n7\t8\t9\n",
		},
		Plain: {
			"# Title\n## a\n## b\n", "Title\n\n## a\n## b\n", "# Title\n\n## a\n", "# Title\n\n## a\n## b\n## c\nimport os\n", "# Title\n\nset -e\n## a\n## b\n", "# Title\n\n## a\n## b\n#c\n", "# Title\n\n",
			"a,b,c\n1,2,3\n4,5,6\n", "a,b\n1,2\n3,4\n5,6\n", "a,b,c\n1,2,3\n4,5,6\n7,8\n", "a, b, c\n1,2,3\n4,5,6\n7,8,9\n", "a,,c\n1,2,3\n4,5,6\n7,8,9\n", "a,b," + name + "n\n1,2,3\n4,5,6\n7,8,9\n",
			"f(a,b,c\n1,2,3\n4,5,6\n7,8,9\n", "a,b,c\n1,2,3\n4,5,6\n7,8,\"9\n",
		},
	})
}

// Line numbers that a tool put in front are taken away, with its note behind them: if the
// first lines have them.
func TestNumberedLines(t *testing.T) {
	for text, want := range map[string][]string{
		"1→a\n2→b\n3→c\n":            {"a", "b", "c"},
		"     1\ta\n     2\tb\n":     {"a", "b"},
		"1→a\n2→b\n3→c\nthe note\n":  {"a", "b", "c"},
		"1→a\n2→b\n3→c\nthe\nnote\n": {"a", "b", "c"},
		"a\nb":                       {"a", "b"},
		"1→a\n2→b":                   {"a", "b"},
		"1→a\n2→b\n3→c\n\n5→d\n":     {"a", "b", "c", "", "d"},
		"1→a\n2→b\n3→c\n\nthe note":  {"a", "b", "c", ""},
		"1→a\nthe note\n":            {"a"},
		"1→a\r\n2→b\r\n":             {"a", "b"},
		"\r\n\n1→a\n2→b\n":           {"a", "b"},
		"1→a\nno number\n3→c\n":      {"1→a", "no number", "3→c"},
		"1→a\n\n3→c\n":               {"1→a", "", "3→c"},
		"1→a\n2→b\nno number\n4→c\n": {"1→a", "2→b", "no number", "4→c"},
		"no number\n2→b\n3→c\n":      {"no number", "2→b", "3→c"},
		"no number":                  {"no number"},
		"→a\n2→b\n3→c\n":             {"→a", "2→b", "3→c"},
		"12\n13\n":                   {"12", "13"},
		"        1→a\n":              {"a"},
		"         1→a\n":             {"         1→a"},
		"":                           {},
	} {
		var s sample
		s.read([]byte(text))
		got := []string{}
		for _, l := range s.all {
			got = append(got, string(l))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has the lines %q, want %q", text, got, want)
		}
	}
}

// Of a long text the last line of the sample is left out, as it may be cut off; one long
// line is a sample all the same.
func TestSampleOfALongText(t *testing.T) {
	line := strings.Repeat("x", 99)
	for _, c := range []struct {
		text  string
		lines int
	}{
		{strings.Repeat(line+"\n", 100), 40}, {strings.Repeat(line+"\n", 40) + line[:96], 41}, {strings.Repeat(line+"\n", 40) + line, 40},
		{strings.Repeat("x\n", 200), mostLines}, {strings.Repeat("x\n\n", 200), mostLines}, {strings.Repeat("x", 9999), 1}, {strings.Repeat("x", 50), 1},
	} {
		var s sample
		s.read([]byte(c.text))
		if len(s.all) != c.lines || len(s.lines) == 0 {
			t.Errorf("%.20q... of %d bytes has %d lines, want %d", c.text, len(c.text), len(s.all), c.lines)
		}
	}
}

// The first lines of code, without comments.
func TestCodeWithoutComments(t *testing.T) {
	for text, want := range map[string][]string{
		"a\nb\nc\n": {"a", "b", "c"}, "// a\n  b\n\t// c\nd\n": {"b", "d"}, "/* a */\nb\n": {"b"}, "/* a */ b\nc\n": {"b", "c"}, "/* a\nb\n c */ d\ne\n": {"d", "e"}, "/* a\n*/\nb\n": {"b"}, "/*\na\n": {}, "a /* b\nc\n": {"a /* b", "c"},
		"*/ a\nb\n": {"*/ a", "b"}, "/* a\n*/ /* b\nc\n": {"/* b", "c"},
	} {
		var s sample
		s.read([]byte(text))
		got := []string{}
		for _, l := range s.code("//", "/*") {
			got = append(got, string(l))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has the code %q, want %q", text, got, want)
		}
	}
}

// A long text is JSON if all of it is, or the beginning of some.
func TestLongJSON(t *testing.T) {
	long := `"` + strings.Repeat("x", 5000) + `"`
	kindsOf(t, map[Type][]string{
		JSON:  {"[" + long + "]", "[" + long + ",", `{"a":` + long + "}", " [" + long + ", [1"},
		JSONL: {"[" + long + "]\n[1]\n", "{\"a\":" + long + "}\n{\"a\":1}\n"},
		Plain: {"[" + long + "] and words", "[" + long + "]]", "[" + long + "]\nwords\n", "{" + long + "}", "[word " + long + "]"},
	})
}

// A word is made of letters, digits, and whatever is not ASCII.
func TestIsWord(t *testing.T) {
	for c := range 256 {
		want := strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", byte(c)) >= 0 || c >= 0x80
		if isWord(byte(c)) != want {
			t.Errorf("%q: %v", rune(c), !want)
		}
	}
}
