package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

const diffHead = "--- a/<stdin>\n+++ b/<stdin>\n"

func TestDiff(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"{}\n", ""},
		{"{}\n\"up\"\n[]\n", "@@ -1,3 +1,3 @@\n {}\n-\"up\"\n+\"UP\"\n []\n"},
		{"\"up\"\n\"up\"\n", "@@ -1,2 +1,2 @@\n-\"up\"\n+\"UP\"\n-\"up\"\n+\"UP\"\n"},
		{"{}\n\"gone\"\n[]\n", "@@ -1,3 +1,2 @@\n {}\n-\"gone\"\n []\n"},
		{"\"gone\"\n", "@@ -1 +0,0 @@\n-\"gone\"\n"},
		{"\"new\"\n{}\n", "@@ -1,2 +1,3 @@\n \"new\"\n+{\"made\":1}\n {}\n"},
		{"\"up\"", "@@ -1 +1 @@\n-\"up\"\n\\ No newline at end of file\n+\"UP\"\n\\ No newline at end of file\n"},
		{"\"up\"\n{}", "@@ -1,2 +1,2 @@\n-\"up\"\n+\"UP\"\n {}\n\\ No newline at end of file\n"},
		{"\"up\"\r\n", "@@ -1 +1 @@\n-\"up\"\r\n+\"UP\"\r\n"},
		{"\"up\" \x00\xff\n", "@@ -1 +1 @@\n-\"up\" \x00\xff\n+\"UP\" \x00\ufffd\n"},
		{"{}\n\"drop\"\n[]\n", "@@ -1,3 +1,2 @@\n {}\n-\"drop\"\n []\n"},
		{"{}\n\"drop\"\n", "@@ -1,2 +1 @@\n {}\n-\"drop\"\n"},
		{"\"move\"\n{}\n", "@@ -1,2 +1,2 @@\n-\"move\"\n {}\n+\"move\"\n"},
		// What is put behind a line without a line break makes another line of it.
		{"\"new\"", "@@ -1 +1 @@\n-\"new\"\n\\ No newline at end of file\n+\"new\"{\"made\":1}\n"},
	} {
		want, code := "", 0
		if c.out != "" {
			want, code = diffHead+c.out, 1
		}
		run(t, setup{in: c.in}, "-dq").want(t, code, want, "")
		p := file(t, "<stdin>", c.in)
		t.Chdir(filepath.Dir(p))
		run(t, setup{}, "-dq", "<stdin>").want(t, code, want, "")
	}
}

// TestDiffContext: three lines around, and one hunk where differences are near.
func TestDiffContext(t *testing.T) {
	lines := func(from, to int) (text string) {
		for i := from; i <= to; i++ {
			text += fmt.Sprintf("%d\n", i)
		}
		return text
	}
	context := func(from, to int) string {
		return strings.ReplaceAll("\n"+lines(from, to), "\n", "\n ")[1:]
	}
	trim := func(s string) string { return strings.TrimSuffix(s, " ") }
	for _, gap := range []int{6, 7} {
		in := lines(1, 9) + "\"up\"\n" + lines(1, gap) + "\"gone\"\n" + lines(1, 9)
		want := diffHead
		first := trim(context(7, 9)) + "-\"up\"\n+\"UP\"\n"
		second := "-\"gone\"\n" + trim(context(1, 3))
		if gap == 6 {
			want += "@@ -7,14 +7,13 @@\n" + first + trim(context(1, 6)) + second
		} else {
			want += "@@ -7,7 +7,7 @@\n" + first + trim(context(1, 3)) + "@@ -15,7 +15,6 @@\n" + trim(context(5, 7)) + second
		}
		for _, args := range []string{"-dq", "-dq --copy"} {
			p := file(t, "<stdin>", in)
			t.Chdir(filepath.Dir(p))
			run(t, setup{}, append(strings.Fields(args), "<stdin>")...).want(t, 1, want, "")
		}
	}
}

// TestLargeHunk: what one hunk holds in memory is bounded.
func TestLargeHunk(t *testing.T) {
	n := (16<<20)/100_000 + 10
	text := strings.Repeat(`{"a":"`+strings.Repeat("x", 100_000)+`","up":1}`+"\n", n)
	text = strings.ReplaceAll(text, `"up":1`, `"b":"up"`)
	r := run(t, setup{in: text}, "-dq")
	head := fmt.Sprintf("@@ -1,%d +1,%d @@\n", n, n)
	if got, err := apply(text, r.out); !strings.HasPrefix(r.out, diffHead+head) || err != nil || got != strings.ToUpper(text) {
		t.Errorf("%v: %.200s", err, r.out)
	}
}

// TestDiffOnATerminal is elided, printable, and no patch.
func TestDiffOnATerminal(t *testing.T) {
	onTerminal := func(in string) result {
		return run(t, setup{in: in, terminal: func(any) bool { return true }}, "-dq", "--color=never")
	}
	long := `{"role":"user","text":"` + strings.Repeat("a", 1<<20) + `","up":"up"}` + "\n"
	r := onTerminal(long)
	for _, line := range strings.Split(r.out, "\n") {
		if len(line) > 1000 {
			t.Errorf("%d bytes: %.100s", len(line), line)
		}
	}
	if !strings.Contains(r.out, `-{"role":"user","text":"aaaa`) || !strings.Contains(r.out, "@@ 1 -> 1 @@\n") ||
		!strings.Contains(r.out, `bytes...]aaaa`) || !strings.Contains(r.out, `","up":"up"}`) {
		t.Errorf("%s", r.out)
	}
	onTerminal("\"up\" \x1b\x00\xff\r\n").want(t, 1,
		diffHead+"@@ 1 -> 1 @@\n-\"up\" \\x1b\\x00\\xff\\r\n+\"UP\" \\x1b\\x00\ufffd\\r\n", "")
}

func TestDiffSeveralFilesAndColour(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	fileIn(t, dir, "a b", "\"up\"\n{}\n")
	fileIn(t, dir, "b", "{}\n")
	fileIn(t, dir, "c\n##[x]", "\"gone\"\n")
	run(t, setup{}, "-dq", "--color=always", "a b", "b", "c\n##[x]").want(t, 1, strings.Join([]string{
		"\x1b[1m--- a/a b\t\x1b[m",
		"\x1b[1m+++ b/a b\t\x1b[m",
		"\x1b[36m@@ -1,2 +1,2 @@\x1b[m",
		"\x1b[31m-\"up\"\x1b[m",
		"\x1b[32m+\"UP\"\x1b[m",
		" {}",
		"\x1b[1m--- \"a/c\\012\\043\\043[x]\"\x1b[m",
		"\x1b[1m+++ \"b/c\\012\\043\\043[x]\"\x1b[m",
		"\x1b[36m@@ -1 +0,0 @@\x1b[m",
		"\x1b[31m-\"gone\"\x1b[m",
		"",
	}, "\n"), "")
}

func TestElide(t *testing.T) {
	a := strings.Repeat("a", 300)
	for _, c := range []struct {
		line   string
		differ span
		want   string
	}{
		{"", noSpan, ""},
		{`{"a":1}`, noSpan, `{"a":1}`},
		{a[:200], noSpan, a[:200]},
		{a[:201], noSpan, a[:80] + "[...81 bytes...]" + a[:40]},
		{a, span{150, 150}, a[:80] + "[...46 bytes...]" + a[:48] + "[...86 bytes...]" + a[:40]},
		{a, span{130, 240}, a},
		{a, span{0, 300}, a},
		{a + a + a, span{400, 900}, a[:80] + "[...296 bytes...]" + a + a[:224]},
		{a + a + a + a, span{400, 1200}, a[:80] + "[...296 bytes...]" + a + a[:24] + "[...200 bytes...]" + a},
		{a + a + a + a, span{-5, 2000}, a + "[...600 bytes...]" + a},
		{a, span{-9, -5}, a[:80] + "[...180 bytes...]" + a[:40]},
		{a, span{400, 500}, a[:80] + "[...180 bytes...]" + a[:40]},
		{"a" + strings.Repeat("é", 150), noSpan, "a" + strings.Repeat("é", 40) + "[...180 bytes...]" + strings.Repeat("é", 20)},
	} {
		if got := elide([]byte(c.line), c.differ); got != c.want {
			t.Errorf("%.40q %v:\n got %s\nwant %s", c.line, c.differ, got, c.want)
		}
	}
}

// TestSameLines: of two texts the whole lines at both ends are found that are alike.
func TestSameLines(t *testing.T) {
	for _, c := range []struct {
		old, new   string
		head, tail int
	}{
		{"a\nb\n", "x\nb\n", 0, 2}, {"b\n", "xb\n", 0, 0}, {"a\nb\n", "b\n", 0, 2}, {"a\nb\nc\n", "a\nx\nc\n", 2, 2}, {"b\n", "x\nb\n", 0, 2},
		{"a\nb\n", "a\nb\nb\n", 4, 0}, {"a\n", "", 0, 0}, {"", "a\n", 0, 0}, {"a\nb\nc\n", "b\nc\n", 0, 4}, {"ab\n", "b\n", 0, 0},
		{"b", "a\nb", 0, 1}, {"b", "ab", 0, 0}, {"a\nb", "a\nx\nb", 2, 1},
	} {
		if head, tail := sameLines([]byte(c.old), []byte(c.new)); head != c.head || tail != c.tail {
			t.Errorf("%q, %q: %d, %d, want %d, %d", c.old, c.new, head, tail, c.head, c.tail)
		}
	}
}

// TestDiffOfOneSide: a line that only one side has differs as a whole.
func TestDiffOfOneSide(t *testing.T) {
	line := `["gone","` + strings.Repeat("a", 990) + `"]` + "\n"
	run(t, setup{in: line, terminal: func(any) bool { return true }}, "-dq", "--color=never").want(t, 1,
		diffHead+"@@ 1 -> 0,0 @@\n"+"-"+line[:300]+"[...401 bytes...]"+line[701:], "")
}

// TestDiffOfMovedLine: so does one that goes elsewhere.
func TestDiffOfMovedLine(t *testing.T) {
	line := `["move","` + strings.Repeat("a", 990) + `"]` + "\n"
	shown := line[:300] + "[...401 bytes...]" + line[701:]
	run(t, setup{in: line + "{}\n", terminal: func(any) bool { return true }}, "-dq", "--color=never").want(t, 1,
		diffHead+"@@ 1,2 -> 1,2 @@\n-"+shown+" {}\n+"+shown, "")
}

// TestDiffShowsWhereALineChanges: of long strings what differs is shown on a terminal, in
// whatever line it is.
func TestDiffShowsWhereALineChanges(t *testing.T) {
	a := strings.Repeat("A", 300)
	cut, near := strings.Repeat("A", 78)+"[...", "bytes...]"+strings.Repeat("A", 24)
	in := `["` + a + "b" + a + `","up"]`
	for _, end := range []string{"", "\n", "\r\n"} {
		r := run(t, setup{in: in + end, terminal: func(any) bool { return true }}, "-dq", "--color=never")
		if r.code != 1 || !strings.Contains(r.out, `-["`+cut+"198 "+near+"bAAA") || !strings.Contains(r.out, `+["`+cut+"198 "+near+"BAAA") {
			t.Errorf("%q behind it: %s", end, r.out)
		}
	}
	var out strings.Builder
	f := &fileRun{program: newProgram(testCommand, Streams{Out: &out, IsTerminal: func(any) bool { return true }}.withDefaults()), name: "s", lane: newLanes(1)[0]}
	d := f.newDiff(&input{source: strings.NewReader(in + "\n"), n: int64(len(in) + 1)})
	two := `{"k":"` + strings.Repeat("z", 60) + "\"}\n" + strings.Replace(in, "b", "c", 1) + "\n"
	if err := cmp.Or(d.Push(&transcript.Record{Was: []byte(in + "\n"), Raw: []byte(two), Change: transcript.Changed}), d.Close()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `-["`+a+"bA") || !strings.Contains(out.String(), `+["`+a+"cA") {
		t.Errorf("in the second line: %s", out.String())
	}
}

// TestDiffOfRanges: lines that pass together are counted one by one, empty ones too.
func TestDiffOfRanges(t *testing.T) {
	var out strings.Builder
	const text = "\n{}\n\n[]\n\n\"x\"\n\n"
	f := &fileRun{program: newProgram(testCommand, Streams{Out: &out}.withDefaults()), name: "s", lane: newLanes(1)[0]}
	in := &input{source: strings.NewReader(text), n: int64(len(text))}
	d := f.newDiff(in)
	at := int64(strings.Index(text, `"x"`))
	err := cmp.Or(d.CopyRange(in.source, 0, at), d.Push(&transcript.Record{Was: []byte("\"x\"\n"), Raw: []byte("\"y\"\n"), Offset: at, Change: transcript.Changed}))
	err = cmp.Or(err, cmp.Or(d.CopyRange(in.source, at+4, at+5), d.Close()))
	if want := "--- a/s\n+++ b/s\n@@ -3,5 +3,5 @@\n \n []\n \n-\"x\"\n+\"y\"\n \n"; err != nil || out.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out.String(), want)
	}
}

// TestDiffOfLongLines: lines that are read in pieces are shown as one, whether they stay, go
// or come later.
func TestDiffOfLongLines(t *testing.T) {
	for _, n := range []int{1, 64<<10 - 10, 64 << 10, 200_000} {
		long := func(word string) string { return `["` + word + `","` + strings.Repeat("x", n) + `"]` + "\n" }
		for in, want := range map[string]string{
			"{}\n" + long("move") + "{}\n" + long("stays"):      "{}\n{}\n" + long("stays") + long("move"),
			"{}\n" + long("drop") + long("stays") + "[]\n":      "{}\n" + long("stays") + "[]\n",
			long("stays") + long("drop"):                        long("stays"),
			long("stays") + long("move") + long("stays") + "[]": "",
			long("drop") + long("move") + long("drop") + "\n":   "\n" + long("move"),
			long("stays") + "{}\n":                              long("stays") + "{}\n",
		} {
			p := file(t, "s", in)
			t.Chdir(filepath.Dir(p))
			for _, args := range []string{"-dq", "-dq --copy"} {
				r := run(t, setup{}, append(strings.Fields(args), "s")...)
				if want == "" { // the last line has no line break: what is put behind it is a part of it
					want = long("stays") + long("stays") + "[]" + long("move")
				}
				if got, err := apply(in, r.out); err != nil || got != want || len(r.out) > 2*len(in)+200 {
					t.Errorf("%s, lines of %d bytes: %v, %d bytes, want %d: %.300q", args, n, err, len(got), len(want), r.out)
				}
			}
		}
	}
}

// TestSmallHunkNeedsNoFile: only a large hunk is put into a temporary file.
func TestSmallHunkNeedsNoFile(t *testing.T) {
	p := file(t, "s", "{}\n\"up\"\n")
	t.Chdir(filepath.Dir(p))
	t.Setenv("TMPDIR", filepath.Join(filepath.Dir(p), "none"))
	run(t, setup{}, "-dq", "s").want(t, 1, "--- a/s\n+++ b/s\n@@ -1,2 +1,2 @@\n {}\n-\"up\"\n+\"UP\"\n", "")
}

// TestElideIsShort: whatever the line is, its diff is short and printable.
func TestElideIsShort(t *testing.T) {
	for _, line := range []string{
		strings.Repeat("x", 1<<20),
		strings.Repeat(`"`, 1<<20),
		strings.Repeat(`"a",`, 1<<18),
		strings.Repeat(`\`, 1<<20),
		strings.Repeat("\xff\x1b", 1<<19),
		`"` + strings.Repeat("é", 1<<19),
		strings.Repeat(`"`+strings.Repeat("y", 300)+`",`, 2000),
	} {
		for _, d := range []span{noSpan, {0, len(line)}, {500000, 500001},
			{len(line) / 2, len(line)}} {
			if got := elide([]byte(line), d); len(got) > 8000 ||
				strings.ContainsAny(got, "\x1b\x00\n") {
				t.Errorf("%.10q %v: %d bytes", line, d, len(got))
			}
		}
	}
}

func TestElideShowsTheDifference(t *testing.T) {
	a := []byte(`{"text":"` + strings.Repeat("lorem ipsum ",
		5000) + `half \ud83d gone ` + strings.Repeat("dolor sit ", 5000) + `"}`)
	b := []byte(strings.Replace(string(a), `\ud83d`, `\ufffd`, 1))
	head, tail := document.SameEnds(a, b)
	inA, inB := span{head, len(a) - tail}, span{head, len(b) - tail}
	for want, got := range map[string]string{`half \ud83d gone`: elide(a, inA),
		`half \ufffd gone`: elide(b, inB)} {
		if !strings.Contains(got, want) || len(got) > 300 {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

func FuzzElide(f *testing.F) {
	f.Add([]byte(`{"a":"`+strings.Repeat("é", 99)+`"}`), 3, 9)
	f.Add([]byte(strings.Repeat(`"\"`, 500)), 1000, 1)
	f.Fuzz(func(t *testing.T, line []byte, lo, hi int) {
		if got := elide(line, span{lo, hi}); strings.ContainsAny(got, "\n\x1b\x00") ||
			len(got) > 20000 {
			t.Errorf("%d bytes: %.100q", len(got), got)
		}
	})
}

func TestDiffWriteError(t *testing.T) {
	run(t, setup{in: strings.Repeat("\"up\"\n", 5000), out: devFull(t)}, "-dq").want(t, 3, "",
		"tr-test: write <stdout>: no space left on device\n")
}

// TestTerminalDiffIsNoPatch: patch and git refuse what was elided, and what was
// short enough not to be.
func TestTerminalDiffIsNoPatch(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, text := range []string{"\"up\"\n", "{}\n\"new\"\n", "\"" + strings.Repeat("x", 500) + "\",\"up\"\n", "\"gone\"\n"} {
		fileIn(t, ".", "s", text)
		r := run(t, setup{terminal: func(any) bool { return true }}, "-dq", "--color=never", "s")
		for _, tool := range []string{"patch -p1 --force", "git apply"} {
			words := strings.Fields(tool)
			if _, err := exec.LookPath(words[0]); err != nil {
				continue
			}
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Stdin, cmd.Env = strings.NewReader(r.out), append(os.Environ(), "GIT_CEILING_DIRECTORIES=/")
			if out, err := cmd.CombinedOutput(); err == nil || content(t, "s") != text {
				t.Errorf("%s takes %q: %s", tool, r.out, out)
			}
		}
	}
}

// TestDiffLosesNoError: what cannot be read again or held ends the run.
func TestDiffLosesNoError(t *testing.T) {
	f := &fileRun{program: newProgram(testCommand, Streams{}.withDefaults()), name: "s", lane: newLanes(1)[0]}
	d := f.newDiff(&input{source: failingReaderAt{}, n: 3})
	if d.Close() == nil {
		t.Error("lines that never came are lost")
	}
	d = f.newDiff(&input{source: failingReaderAt{}, n: 3})
	if d.Push(&transcript.Record{Raw: []byte("a\n")}) != nil || d.Push(&transcript.Record{Raw: []byte("b\n"), Change: transcript.Inserted}) == nil {
		t.Error("the context is lost")
	}
	if d.CopyRange(failingReaderAt{}, 2, 3) == nil {
		t.Error("a range is lost")
	}
}

// TestDiffShowsWhatItHas: the hunks before an error of reading the rest are shown.
func TestDiffShowsWhatItHas(t *testing.T) {
	var out strings.Builder
	f := &fileRun{program: newProgram(testCommand, Streams{Out: &out}.withDefaults()), name: "s", lane: newLanes(1)[0]}
	text := "\"x\"\n" + strings.Repeat("{}\n", 9)
	d := f.newDiff(&input{source: strings.NewReader(text), n: int64(len(text)) + 1})
	err := d.Push(&transcript.Record{Was: []byte("\"x\"\n"), Raw: []byte("\"y\"\n"), Change: transcript.Changed})
	err = cmp.Or(err, d.CopyRange(d.in.source, 4, int64(len(text))))
	d.in.source = failingReaderAt{}
	if want := "--- a/s\n+++ b/s\n@@ -1,4 +1,4 @@\n-\"x\"\n+\"y\"\n {}\n {}\n {}\n"; err != nil || d.Close() == nil || out.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out.String(), want)
	}
}

type failingReaderAt struct{}

func (failingReaderAt) ReadAt([]byte, int64) (int, error) { return 0, errors.New("input/output error") }
