package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/internal/usertest"
	"trtools/pkg/transcript"
)

// filesOf returns the files that a command line stands for, and what is said.
func filesOf(t *testing.T, in string, args ...string) (string, string, error) {
	t.Helper()
	var errs strings.Builder
	p := newProgram(testCommand, Streams{In: strings.NewReader(in), Err: &errs}.withDefaults())
	v := parsed(t, p, args...)
	p.opt.read(v)
	files, err := p.expand(v)
	return strings.Join(files, " "), errs.String(), err
}

func TestExpand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"d/b.jsonl", "d/a/z.ndjson", "d/a.jsonl", "d/c.json", "d/.hidden/x.jsonl", "e/none.txt"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		fileIn(t, ".", name, "{}\n")
	}
	if err := os.Symlink("d", "link"); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("../e/none.txt", "d/link.jsonl"); err != nil {
		t.Skip(err)
	}
	const all = "d/a/z.ndjson d/a.jsonl d/b.jsonl"
	const left = "; hidden and ignored files are left out (--hidden, --no-ignore)\n"
	for _, c := range []struct{ in, args, want, said string }{
		{"", "", "-", ""},
		{"", "- d/c.json", "- d/c.json", ""},
		{"", "d", all, ""},
		{"", "d/", all, ""},
		{"", "./d", all, ""},
		{"", "link", strings.ReplaceAll(all, "d/", "link/"), ""},
		{"", "d/c.json d/a nothing", "d/c.json d/a/z.ndjson nothing", ""},
		{"", "--glob *.json --glob x* d", "d/c.json", ""},
		{"", "--glob *.json --glob x* --hidden d", "d/.hidden/x.jsonl d/c.json", ""},
		{"", "--exclude a --exclude b.* d", "d/a.jsonl", ""},
		{"", "--exclude a/*.ndjson --exclude d/b.jsonl . d", "d/a/z.ndjson d/a.jsonl d/a.jsonl d/b.jsonl", ""},
		{"", "d/.hidden", "d/.hidden/x.jsonl", ""},
		{"", "--glob=[ab].* .", "d/a.jsonl d/b.jsonl", ""},
		{"", "e", "", "tr-test: warning: no file in e is called *.jsonl or *.ndjson" + left},
		{"", "e --glob a --glob b --glob c", "", "tr-test: warning: no file in e is called a, b or c" + left},
		{"", "-o d/a.jsonl d", strings.Replace(all, " d/a.jsonl", "", 1), ""},
		{"", "--baseline d/a.jsonl d", strings.Replace(all, " d/a.jsonl", "", 1), ""},
		{"d/a\x00e/none.txt\x00", "--files0-from -", "d/a/z.ndjson e/none.txt", ""},
		{"d/c.json", "--files0-from -", "d/c.json", ""},
		{"-\x00-c\x00", "--files0-from -", "./- -c", ""},
		{"", "--files0-from -", "", ""},
	} {
		got, said, err := filesOf(t, c.in, strings.Fields(c.args)...)
		if got != c.want || said != c.said || err != nil {
			t.Errorf("%q: %q, %q, %v", c.args, got, said, err)
		}
	}
	for _, c := range []struct {
		in, args string
		code     int
	}{{"", "--exclude= d", 2}, {"a\x00\x00b\x00", "--files0-from -", 2}, {"", "--files0-from none", 3}, {"", "--glob= d", 2}} {
		if _, _, err := filesOf(t, c.in, strings.Fields(c.args)...); err == nil || exitCode(err) != c.code {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

// TestUnreadableDirectory: it is told like a file that cannot be read, and the
// others are filtered.
func TestUnreadableDirectory(t *testing.T) {
	usertest.Unprivileged(t, func(t *testing.T) {
		t.Chdir(t.TempDir())
		if err := os.MkdirAll("d/locked", 0o700); err != nil {
			t.Fatal(err)
		}
		fileIn(t, ".", "d/z.jsonl", "{}\n")
		if err := os.Chmod("d/locked", 0); err != nil {
			t.Fatal(err)
		}
		run(t, setup{}, "d").want(t, 3, "{}\n", "tr-test: open d/locked: permission denied\n")
	})
}

func TestSelection(t *testing.T) {
	one := transcript.Finding{File: "a/b", Code: transcript.OrphanResult, ID: "x", SHA256: "00", Line: 1}
	same, other := one, one
	same.Line, same.Offset, same.File, same.Message = 9, 99, "./a//b", "m"
	other.ID = "y"
	known, err := readBaseline(strings.NewReader(`{"file":"a/b","code":"orphan-result","id":"x","sha256":"00"}`+"\n\n"), "known")
	if err != nil {
		t.Fatal(err)
	}
	s := &selection{known: known}
	if s.wants(same) || !s.wants(one) || !s.wants(other) {
		t.Error("a finding is known as often as the baseline has it, wherever it stands")
	}
	for _, c := range []struct {
		s    *selection
		want bool
	}{
		{&selection{}, true},
		{&selection{ignore: []string{"orphan-result"}}, false},
		{&selection{ignore: []string{"bom"}}, true},
		{&selection{only: []string{"bom"}}, false},
		{&selection{only: []string{"bom", "orphan-result"}}, true},
		{&selection{only: []string{"orphan-result"}, ignore: []string{"orphan-result"}}, false},
	} {
		if c.s.wants(one) != c.want {
			t.Errorf("%+v: not %v", c.s, c.want)
		}
	}
	for _, bad := range []string{"x", "{}", `{"code":"bom"`, `[]`, `{"tool":"tr-pair","message":"m"}`} {
		if _, err := readBaseline(strings.NewReader(bad), "known"); exitCode(err) != exitUsage {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestIgnoredFindingsDoNotFail: they neither count nor are they left over.
func TestIgnoredFindingsDoNotFail(t *testing.T) {
	for args, code := range map[string]int{
		"-q": 1, "-q --ignore=unreadable-line": 0, "-q -c --ignore=unreadable-line": 0, "-l --only=bom": 0, "-q --only=unreadable-line": 1,
	} {
		if r := run(t, setup{in: `"bad"`}, strings.Fields(args)...); r.code != code {
			t.Errorf("%s: %+v", args, r)
		}
	}
}

func TestLocate(t *testing.T) {
	defer func(n int) { columnBlock = n }(columnBlock)
	columnBlock = 8 // so that characters stand across the ends of blocks
	long := strings.Repeat("ö漢x😀", 1000)
	columns := int64(utf8.RuneCountInString(long))
	text := "größe {1}{2}\r\nsecond\n" + long + "yz\n"
	in := &input{source: strings.NewReader(text)}
	at := func(s string) int64 { return int64(strings.Index(text, s)) }
	for _, c := range []struct {
		offset, length int64
		column, endCol int64
	}{
		{0, at("{1}"), 1, 7},
		{at("{2}"), 3, 10, 13},
		{at("{2}"), 5, 10, 13}, // its line ending is not part of it
		{at("{2}"), 7, 10, 0},  // it goes on in the next line
		{at("second"), 0, 1, 0},
		{at("yz") + 1, 1, columns + 2, columns + 3},
		{at("yz"), 1, columns + 1, columns + 2},
		{at("yz") + 1, 2, columns + 2, columns + 3},
		{at("ö漢"), int64(len(long)), 1, columns + 1},
		{at("ö漢"), int64(len(long)) + 4, 1, 0}, // the input ends within it
	} {
		x := transcript.Finding{Line: 1, Offset: c.offset, Length: c.length}
		if in.locate(&x); x.Column != c.column || x.EndColumn != c.endCol {
			t.Errorf("%+v: %d-%d", c, x.Column, x.EndColumn)
		}
	}
	x := transcript.Finding{Line: 1}
	if (&input{}).locate(&x); x.Column != 0 {
		t.Error("a pipe has no columns")
	}
	whole := transcript.Finding{}
	if in.locate(&whole); whole.Column != 0 {
		t.Error("a finding about a whole file has no column")
	}
}

func TestPatchName(t *testing.T) {
	for name, want := range map[string]string{
		"a/s.jsonl": "a/s.jsonl", "a/b c": "a/b c\t", `a/"x"`: `"a/\042x\042"`, `a\b`: `"a\134b"`, "a/größe": "a/größe",
		"a/caf\xe9": `"a/caf\351"`, "a/\n": `"a/\012"`, "a/##[x]": `"a/\043\043[x]"`,
	} {
		if got := patchName(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// A command that finds the files itself says so when there are none; where it does not
// look for any, those of the command line are read.
func TestFilesOfTheCommand(t *testing.T) {
	const none = "tr-test: warning: there is no such session\n"
	for _, c := range []struct {
		files      []string
		want, said string
	}{
		{nil, "-", ""}, {[]string{}, "", none}, {[]string{"a", "b"}, "a b", ""},
	} {
		var errs strings.Builder
		p := newProgram(testCommand, Streams{Err: &errs}.withDefaults())
		p.way.files = c.files
		files, err := p.expand(parsed(t, p))
		if strings.Join(files, " ") != c.want || errs.String() != c.said || err != nil {
			t.Errorf("%q: %q, %q, %v", c.files, files, errs.String(), err)
		}
	}
}
