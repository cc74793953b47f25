package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"trtools/pkg/transcript"
)

// Flags of each command that cannot be meant together are refused before anything is read,
// and what is beside them is taken.
func TestUsageOfCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("dir", 0o755); err != nil {
		t.Fatal(err)
	}
	fileIn(t, ".", "f", `{"role":"user","content":"x"}`+"\n")
	fileIn(t, ".", "g", `{"role":"user","content":"y"}`+"\n")
	fileIn(t, ".", "list", "f\x00")
	fileIn(t, ".", "gap", "f\x00\x00g\x00")
	for _, c := range []struct {
		command Command
		args    string
		msg     string // "" for no usage error
	}{
		{Classify, "--error x f g", "an error belongs to one history"}, {Classify, "--error x dir", "an error belongs to one history"}, {Classify, "--error x --files0-from list", "an error belongs to one history"},
		{Classify, "--error x f", ""}, {Classify, "--error x", ""}, {Classify, "f g", ""}, {Classify, "--error-file f f", ""},
		{Classify, "-w f", "-w is not for tr-classify"}, {Classify, "--error x --error-file f", "--error and --error-file exclude each other"},
		{Classify, "--error x --text", "--text and --error exclude"}, {Classify, "--error-file f --explain", "--explain and --error exclude"}, {Classify, "--text f", ""}, {Classify, "--explain f", ""},
		{Classify, "--status 99 f", `--status: "99" is no HTTP status`}, {Classify, "--status 600 f", `--status: "600" is no HTTP status`}, {Classify, "--status 100 f", ""}, {Classify, "--status 599 f", ""},
		{Chunk, "f", "the number or the size of the chunks is missing"}, {Chunk, "--parts 2 --max-tokens 2 f", "--parts and --max-tokens exclude"}, {Chunk, "--parts 2 f", ""}, {Chunk, "--max-tokens 2 f", ""},
		{Chunk, "--parts 2 --filter= f", "--filter: there is no command"}, {Chunk, "--parts 2 --filter cat --out-dir d f", "--filter and --out-dir exclude"}, {Chunk, "--parts 2 -d f", "-d is not for tr-chunk"},
		{Chunk, "--parts 2 --out-dir d -c f", "--out-dir and -c, -l exclude"}, {Chunk, "--parts 2 --out-dir d -l f", "--out-dir and -c, -l exclude"}, {Chunk, "--parts 2 -w f", "-w without --filter"}, {Chunk, "--parts 2 --filter cat -w f", ""},
		{Chunk, "--parts 2 --keep-last 1 f", "--keep-last is for --filter"}, {Chunk, "--parts 2 --rejects r f", "--rejects is for --filter"}, {Chunk, "--parts 2 --oversized note f", "--oversized is for --filter"},
		{Chunk, "--parts 2 --filter cat --keep-last 1 f", ""}, {Chunk, "--parts 2 --safety 0.09 f", "--safety: want a factor"}, {Chunk, "--parts 2 --safety 101 f", "--safety: want a factor"}, {Chunk, "--parts 2 --safety x f", "--safety: want a factor"},
		{Chunk, "--parts 2 --safety NaN f", "--safety: want a factor"}, {Chunk, "--parts 2 --safety 0.1 f", ""}, {Chunk, "--parts 2 --safety 100 f", ""},
		{Prune, "f", "what is to go?"}, {Prune, "--max-tokens 9 f", ""}, {Prune, "--max-chars 9 f", ""}, {Prune, "--max-messages 9 f", ""}, {Prune, "--max-payload 9 f", ""}, {Prune, "--id x f", ""}, {Prune, "--tool x f", ""},
		{Prune, "--pin x f", "what is to go?"}, {Prune, "--id= f", "--id: the name is empty"}, {Prune, "--tool= f", "--tool: the name is empty"}, {Prune, "--max-chars 9 --pin= f", "--pin: the name is empty"},
		{Budget, "--spill-dir s --no-spill f", "--spill-dir and --no-spill exclude"}, {Budget, "--keep-tools [ f", "--keep-tools: "}, {Budget, "--no-spill f", ""}, {Budget, "--spill-dir s f", ""},
		{Recover, "--spill-dir s --no-spill f", "--spill-dir and --no-spill exclude"}, {Microcompact, "--keep-tools [ f", "--keep-tools: "}, {Microcompact, "--truncate-tools [ f", "--truncate-tools: "},
		{Pair, "-w -c f", "-w and -c exclude each other"}, {Pair, "-w -o x f", "-w and -o exclude each other"}, {Pair, "-w", "-w cannot rewrite standard input"}, {Pair, "-w -", "-w cannot rewrite standard input"}, {Pair, "-o x -d f", "-o and -c, -l, -d exclude each other"},
		{Pair, "-o x -c f", "-o and -c, -l, -d exclude each other"}, {Pair, "-o x -l f", "-o and -c, -l, -d exclude each other"}, {Pair, "--report - f", "--report and --rejects need a file"}, {Pair, "--rejects - f", "--report and --rejects need a file"},
		{Pair, "--files0-from gap", "--files0-from: name 2 of gap is empty"}, {Pair, "--files0-from list", ""},
		{Stat, "--sessions --view html", "--sessions and --view html exclude"}, {Stat, "--total --view html f", "--total and --view html exclude"}, {Stat, "--paths f", "--paths is for --sessions"}, {Stat, "--sessions --total", "--sessions and --total exclude"},
		{Stat, "--sessions f", "--sessions finds the files itself"}, {Stat, "-w f", "--write is not for tr-stat"}, {Stat, "-d f", "--diff is not for tr-stat"}, {Stat, "-c f", "--check is not for tr-stat"}, {Stat, "-l f", "--list is not for tr-stat"}, {Stat, "--no-costs --view json f", "--no-costs is for --total"}, {Stat, "--costs f", ""}, {Stat, "--total f", ""}, {Stat, "f", ""},
	} {
		r := runCommand(t, c.command, setup{in: ""}, strings.Fields(c.args)...)
		prefix := c.command.Name + ": " + c.msg
		if refused := r.code == 2; refused != (c.msg != "") || refused && (!strings.HasPrefix(r.err, prefix) || r.out != "") {
			t.Errorf("%s %s: exit %d, %q, want %q", c.command.Name, c.args, r.code, r.err, prefix)
		}
	}
}

// What an error's file holds is the error; a file that cannot be read is none on the
// command line.
func TestErrorFile(t *testing.T) {
	t.Chdir(t.TempDir())
	fileIn(t, ".", "error", "Overloaded (529)\n")
	fileIn(t, ".", "long", "Overloaded (529)\n"+strings.Repeat("x", 2<<20))
	for name, code := range map[string]int{"error": 0, "long": 0, "none": 3, ".": 3} {
		r := runCommand(t, Classify, setup{in: `{"role":"user","content":"x"}` + "\n"}, "--only", "--error-file", name)
		if r.code != code || strings.Contains(r.out, `"class":"overloaded"`) != (code == 0) {
			t.Errorf("%s: exit %d, %q, %q", name, r.code, r.out, r.err)
		}
	}
}

// A message is JSON only beside findings in JSON on standard error.
func TestWhereMessagesAreJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, asJSON := range map[string]bool{
		"-f json": true, "-f json -d": true, "-f json -lc": true, "-f json -c": false, "-f json -q": false, "-f json -l": false,
		"-f json --report r": false, "-f text": false, "-f sarif": false, "-f text -d": false,
	} {
		r := run(t, setup{}, append(strings.Fields(args), "missing")...)
		if r.code != 3 || strings.Contains(r.err, `{"v":1,"tool":"tr-test","message":"`) != asJSON || strings.Contains(r.err, "tr-test: ") == asJSON {
			t.Errorf("%s: exit %d, %q", args, r.code, r.err)
		}
	}
}

// Only a report in SARIF names the version of the tool, as its driver.
func TestVersionInReports(t *testing.T) {
	defer func(v string) { Version = v }(Version)
	Version = "v7.8.9"
	r := run(t, setup{in: "\"up\"\n"}, "-c", "-f", "sarif")
	if !strings.Contains(r.out, `"version": "v7.8.9"`) && !strings.Contains(r.out, `"version":"v7.8.9"`) {
		t.Errorf("%s", r.out)
	}
}

// The program's name, or else the first argument, says which filter runs.
func TestRunNamed(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"/usr/bin/tr-pair --version", 0, "tr-pair "}, {"tr-stat.exe --version", 0, "tr-stat "}, {"tr-filters tr-prune --version", 0, "tr-prune "},
		{"tr-pair tr-prune --version", 0, "tr-pair "}, {"tr-filters", 2, "usage: tr-filters tr-budget|"}, {"tr-filters pair --version", 2, "usage: tr-filters tr-budget|"},
		{"tr-filters --version tr-pair", 2, "usage: tr-filters tr-budget|"}, {"tr-filters tr-pair", 0, ""},
	} {
		var out, errs bytes.Buffer
		code := RunNamed(strings.Fields(c.args), Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		said := out.String()
		if code != 0 {
			said = strings.TrimPrefix(errs.String(), "tr-filters: ")
		}
		if code != c.code || !strings.HasPrefix(said, c.says) || (c.says == "") != (said == "") {
			t.Errorf("%s: exit %d, %q, %q, want %d, %q", c.args, code, out.String(), errs.String(), c.code, c.says)
		}
	}
}

// With -f json all that is said is JSON Lines, messages too; and a finding brings the hash
// of its bytes wherever it is shown in full or compared.
func TestMessagesAsJSON(t *testing.T) {
	var b bytes.Buffer
	c := &console{w: &b, tool: "tr-x", json: true}
	c.printf("message %q", "a")
	if want := `{"v":1,"tool":"tr-x","message":"message \"a\""}` + "\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	t.Chdir(t.TempDir())
	fileIn(t, ".", "f", "no json\n")
	const hash = `"sha256":"365cef4e55c47647a458e34aab46c00cb981210e08671d0da44b614b116fcb9e"` // of the whole file
	r := runCommand(t, Pair, setup{}, "-c", "-f", "json", "f")
	if !strings.Contains(r.out, hash) {
		t.Errorf("%q", r.out)
	}
	fileIn(t, ".", "known", r.out)
	if r := runCommand(t, Pair, setup{}, "-c", "--baseline", "known", "f"); r.code != 0 || r.out != "" {
		t.Errorf("a finding of the baseline is told: exit %d, %q, %q", r.code, r.out, r.err)
	}
	fileIn(t, ".", "f", "other words\n")
	if r := runCommand(t, Pair, setup{}, "-c", "--baseline", "known", "f"); r.code != 1 || r.out == "" {
		t.Errorf("a finding about other bytes is not told: exit %d, %q", r.code, r.out)
	}
}

// Only a regular file at its beginning can be read by offset.
func TestStartsAtZero(t *testing.T) {
	path := file(t, "a", "text")
	open := func(name string) *os.File {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	begun, closed := open(path), open(path)
	if _, err := begun.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	closed.Close()
	pipe, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		r    io.Reader
		want bool
	}{
		"a file": {open(path), true}, "one that was begun": {begun, false}, "a closed one": {closed, false}, "a device": {open(os.DevNull), false}, "a directory": {open("."), false}, "a pipe": {pipe, false}, "a string": {strings.NewReader(""), false},
	} {
		if got := startsAtZero(c.r); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// pieces is a writer that hands on what is written to it.
type pieces chan string

func (p pieces) Write(b []byte) (int, error) { p <- string(b); return len(b), nil }

// A stage that plans before it writes is half done when everything is read.
func TestDrawProgress(t *testing.T) {
	for total, want := range map[int64]string{1000: "500 bytes of 1.0 kB (50%)", 0: "800 bytes"} {
		shown := make(pieces)
		p := &program{con: &console{w: shown, tool: "tr-x"}, cmd: Command{Name: "tr-x"}}
		p.seen.Store(800)
		p.passed.Store(200)
		quit, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			p.drawProgress(time.Nanosecond, total, quit)
		}()
		if got := <-shown; !strings.HasPrefix(got, "\rtr-x: "+want) {
			t.Errorf("%q, want %q", got, want)
		}
		close(quit)
		for ended := false; !ended; {
			select {
			case <-shown:
			case <-done:
				ended = true
			}
		}
	}
}

// Everything that a reader has is handed on, and either side's error ends it.
func TestEachPiece(t *testing.T) {
	long := strings.Repeat("0123456789", 20_000)
	stop, broken := errors.New("stop"), errors.New("broken")
	for _, r := range []io.Reader{strings.NewReader(long), iotest.DataErrReader(strings.NewReader(long)), iotest.HalfReader(strings.NewReader(long))} {
		var got []byte
		d := &diff{out: &hunks{}}
		if d.eachPiece(r, func(b []byte) { got = append(got, b...) }); d.out.err != nil || string(got) != long {
			t.Errorf("%v, %d bytes", d.out.err, len(got))
		}
	}
	taken, d := 0, &diff{out: &hunks{}}
	if d.eachPiece(strings.NewReader(long), func([]byte) { taken++; d.out.fail(stop) }); d.out.err != stop || taken != 1 {
		t.Errorf("%v after %d pieces", d.out.err, taken)
	}
	read := (*transcript.ReadError)(nil)
	d = &diff{out: &hunks{}}
	if d.eachPiece(iotest.ErrReader(broken), func([]byte) {}); !errors.As(d.out.err, &read) || !errors.Is(d.out.err, broken) {
		t.Errorf("%v", d.out.err)
	}
}
