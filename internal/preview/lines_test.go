package preview

import "testing"

// What single lines look like: on the left of each bound, and on its right.
func TestLinesOfKinds(t *testing.T) {
	for name, c := range map[string]struct {
		is      func([]byte) bool
		yes, no []string
	}{
		"match": {isMatch,
			[]string{"a.go:1:x", "./a/b.go:12:func", "src/a.go:7-  context", "--", "~/x.txt:3:", "@scope/a.js:10:x", "-x.go:1:y"},
			[]string{"a.go:1", "a.go:x:1", "a:1:x", ":1:x", "a b.go:1:x", "a.go:", "---", "12.go:1:x", "a.go:1 x"}},
		"path": {isPath,
			[]string{"a.b", "a/b", "x/[id]/page(1).tsx", "~/a+b@c$d.txt", "./x"},
			[]string{"ab", "abc", "a b.c", "a.", "1.5", "9/x", "a.b;"}},
		"long entry": {isLongEntry,
			[]string{"-rw-r--r-- 1 user group 12 Jan 2 10:00 name", "drwxr-xr-x@ 3 user group 96 Jan 2 name", "total 12", "lrwxrwxrwx+ 1 a b c d e", "-rwsr-xr-t. 1 root root 1 a", "total 123456789"},
			[]string{"-rw-r--r--", "xrw-r--r-- 1 user group 12 Jan", "-rw-r--q-- 1 user group 12 Jan", "-rw-r--r--x1 user group 12 Jan", "total and more words"}},
		"branch": {isBranch,
			[]string{"├── a", "│   └── b", "|   |-- c", "    `-- d", "\u00a0\u00a0└── e", "|-- f"},
			[]string{"a ├── b", "│   b", "   text", "-- x"}},
		"entry": {isEntry,
			[]string{"a/b", "./a.go", "src/x/y.go"},
			[]string{"a b/c", "a.go", "http://x.y/z", "a/.../b"}},
		"log line": {isLogLine,
			[]string{"INFO  a text", "INFO  the text is here", "WARNING] the text", "ERROR:root:the text", "[DEBUG] something", "time=2026 msg=x", "level=info msg=x", "2026-01-02T03:04:05Z text",
				"2026/01/02 03:04:05 text", "[2026-01-02 03:04] text", "10:00:00.123 text", "10:00:00, text", "Jan  2 10:00:00 host", `127.0.0.1 - - [10/Oct/2000] "GET`},
			[]string{"INFO  a tex", "10:00:00 ab", "INFO short", "ERROR:root the text", "ERROR: a text follows", "2026-01-02 is a date", "2026-01-02x03:04:05 text", "10:00:00", "10:00:00x text", "Jam  2 10:00:00 host", "Jan  2 10-00-00 host", "a line of words"}},
		"heading": {heading,
			[]string{"# Title", "## T", "### Title of it"},
			[]string{"# ", "## ", "#Title", "# ---- #", "#### four"}},
	} {
		for _, l := range c.yes {
			if !c.is([]byte(l)) {
				t.Errorf("%s: %q is none", name, l)
			}
		}
		for _, l := range c.no {
			if c.is([]byte(l)) {
				t.Errorf("%s: %q is one", name, l)
			}
		}
	}
}

// The escape sequences of ECMA-48, to their last byte, and those that are cut off.
func TestSequences(t *testing.T) {
	for b, want := range map[string]int{
		"\x1b": 1, "\x1b[": 2, "\x1b[31m": 5, "\x1b[31mred": 5, "\x1b[?25h": 6, "\x1b[1;2": 5, "\x1b[31\nx": 4, "\x1b[31é": 4, "\x1b[m": 3, "\x1b[~x": 3, "\x1b[@x": 3,
		"\x1b]0;title\x07x": 10, "\x1b]0;title\x1b\\x": 11, "\x1b]0;ti\nx": 6, "\x1b]0;ti\x1b[m": 9, "\x1b]0;ti": 6, "\x1b]x\x1b": 4, "\x1bPx\x1b\\": 5, "\x1b_x\x07": 4, "\x1b^x\x07": 4, "\x1b]\x07": 3,
		"\x1b(B": 2, "\x1bM": 2, "\x1b\n": 1, "\x1b\x7f": 1, "\x1b\x80": 1, "\x1b ": 2, "\x1b~": 2,
	} {
		if got := len(b) - len(StripTerminalNoise([]byte(b))); got != want {
			t.Errorf("%q: %d bytes, want %d", b, got, want)
		}
	}
}

// Of a line that was written over, the last text is left; line endings stay.
func TestStripTerminalNoise(t *testing.T) {
	for text, want := range map[string]string{
		"1%\r2%\r3%\nend": "3%\nend", "a\r\nb\r\n": "a\r\nb\r\n", "a\r\r\nb": "a\r\r\nb", "a\r": "a\r", "x\ny\rz": "x\nz", "\x1b[1ma\x1b[0m": "a", "": "", "\r": "\r", "\ra": "a", "one\ntwo\rthree\rfour\nfive": "one\nfour\nfive",
	} {
		if got := string(StripTerminalNoise([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for quoted, want := range map[string]bool{`"\u001b[1m"`: true, `"\u001B["`: true, `"a\rb"`: true, `"a\nb"`: false, `"plain"`: false} {
		if got := MayBeNoisy([]byte(quoted)); got != want {
			t.Errorf("%s: %v", quoted, got)
		}
	}
}
