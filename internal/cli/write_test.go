package cli

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const old = "{}\n\"up\"\n{}\n"
	fileIn(t, dir, "s.jsonl", old)
	run(t, setup{}, "-w", "s.jsonl").want(t, 0, "", `s.jsonl:2: lone-surrogate: call "toolu_1" [replace]
tr-test: s.jsonl: 1 changed
tr-test: s.jsonl: old file kept as s.jsonl.bak; to undo: mv s.jsonl.bak s.jsonl
`)
	if got := content(t, "s.jsonl"); got != "{}\n\"UP\"\n{}\n" {
		t.Errorf("%q", got)
	}
	if content(t, "s.jsonl.bak") != old || names(t, dir) != "s.jsonl s.jsonl.bak" {
		t.Error(names(t, dir))
	}
	fileIn(t, dir, "s.jsonl", old)
	run(t, setup{}, "-wq", "s.jsonl", "--backup", "~").want(t, 0, "", "")
	fileIn(t, dir, "s.jsonl", old)
	run(t, setup{}, "-wq", "s.jsonl", "--no-backup").want(t, 0, "", "")
	if names(t, dir) != "s.jsonl s.jsonl.bak s.jsonl~" {
		t.Error(names(t, dir))
	}
}

// TestWriteChanges: whatever a stage does to the records, the file becomes what
// standard output would get.
func TestWriteChanges(t *testing.T) {
	for _, in := range []string{
		"\"up\"\n",
		"{}\n\"gone\"\n{}\n",
		"{}\n\"gone\"",
		"\"gone\"\n",
		"\"new\"\n{}\n",
		"\"move\"\n{}\n",
		"{}\n\"move\"\n\"move\"\n{}",
		"{}\n\"drop\"\n",
		"\"drop\"\n{}\n",
		strings.Repeat("{}\n", 200000) + "\"up\"\n{}",
		strings.Repeat("{\"a\":1}\n", 100000) + "\"drop\"\n",
	} {
		p := file(t, "s", in)
		r := run(t, setup{}, "-q", "-w", p)
		if want := run(t, setup{in: in}, "-q").out; r.code != 0 || content(t, p) != want {
			t.Errorf("%.20q: exit %d, %d bytes, want %d", in, r.code, len(content(t, p)), len(want))
		}
	}
}

// TestWriteUnchanged: a file in which nothing changes is not touched.
func TestWriteUnchanged(t *testing.T) {
	for _, in := range []string{"", "\n", "{}\n", "{}\r\n\n\"note\"\n\"bad\"\n\"warn\"",
		"{}\n\"move\"\n", strings.Repeat("{}\n", 200000)} {
		p := file(t, "s", in)
		before, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		run(t, setup{}, "-wq", p)
		after, err := os.Stat(p)
		if err != nil || !os.SameFile(before, after) || before.ModTime() != after.ModTime() ||
			names(t, filepath.Dir(p)) != "s" {
			t.Errorf("%.20q was touched: %s", in, names(t, filepath.Dir(p)))
		}
	}
}

func TestWriteFails(t *testing.T) {
	for in, want := range map[string]int{
		"\"up\"\n\"fail\"\n": 3, "\"up\"\n\"bug\"\n": 3, "\"up\"\n\"stop\"\n": 1,
	} {
		p := file(t, "s", in)
		r := run(t, setup{}, "-w", "--strict", p)
		if r.code != want || content(t, p) != in || names(t, filepath.Dir(p)) != "s" ||
			strings.Contains(r.err, "undo") {
			t.Errorf("%q: %+v, left %s", in, r, names(t, filepath.Dir(p)))
		}
	}
}

func TestWriteRepairsWhatItCan(t *testing.T) {
	p := file(t, "s", "\"up\"\n\"bad\"\n")
	if r := run(t, setup{}, "-w", p); r.code != 1 || content(t, p) != "\"UP\"\n\"bad\"\n" {
		t.Errorf("%+v", r)
	}
}

func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	p := fileIn(t, dir, "s", "\"up\"\n")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(p, link); err != nil {
		t.Skip(err)
	}
	r := run(t, setup{}, "-w", link, dir, filepath.Join(dir, "none"))
	if r.code != 3 || strings.Count(r.err, "\n") != 4 ||
		!strings.Contains(r.err, "tr-test: hint: name its target instead: ") {
		t.Errorf("%+v", r)
	}
	if content(t, p) != "\"up\"\n" {
		t.Error("the target of the link was written")
	}
}

func TestWriteWithListAndDiff(t *testing.T) {
	p := file(t, "s", "{}\n\"up\"\n")
	t.Chdir(filepath.Dir(p))
	r := run(t, setup{}, "-lw", "s", "-q")
	if r.want(t, 1, "s\n", ""); content(t, p) != "{}\n\"UP\"\n" {
		t.Errorf("%q", content(t, p))
	}
	fileIn(t, ".", "s", "{}\n\"up\"\n")
	r = run(t, setup{}, "-dw", "s", "-q")
	if r.want(t, 1, "--- a/s\n+++ b/s\n@@ -1,2 +1,2 @@\n {}\n-\"up\"\n+\"UP\"\n", ""); content(t,
		p) != "{}\n\"UP\"\n" {
		t.Errorf("%q", content(t, p))
	}
}

// TestWriteNeedsItsRejects: a file is not replaced when what was removed from it
// could not be written.
func TestWriteNeedsItsRejects(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	a, b := fileIn(t, dir, "a", "\"gone\"\n"), fileIn(t, dir, "b", "\"gone\"\n")
	r := run(t, setup{}, "-wq", "--rejects", "/dev/full", a, b)
	r.want(t, 3, "", "tr-test: write /dev/full: no space left on device\n")
	if content(t, a) != "\"gone\"\n" || content(t, b) != "\"gone\"\n" || names(t, dir) != "a b" {
		t.Errorf("left: %s", names(t, dir))
	}
}

// TestWriteAfterAppend: what another program added before the file was opened
// is a part of it.
func TestWriteAfterAppend(t *testing.T) {
	p := file(t, "s", "\"up\"\n")
	other, err := os.OpenFile(p, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := testCommand
	c.Setup = func(v *urfave.Context, to terminal) (way, error) {
		io.WriteString(other, "\"late\"\n")
		other.Close()
		return setupTest(v, to)
	}
	runCommand(t, c, setup{}, "-wq", p).want(t, 0, "", "")
	if content(t, p) != "\"UP\"\n\"late\"\n" {
		t.Errorf("%q", content(t, p))
	}
}

func TestWriteChangedMeanwhile(t *testing.T) {
	p := file(t, "s", "\"up\"\n")
	c := testCommand
	c.Setup = func(v *urfave.Context, to terminal) (way, error) {
		w, err := setupTest(v, to)
		return way{stages: func(j transcript.Job) transcript.Stage {
			if err := os.WriteFile(p, []byte("\"other\" \"up\"\n"), 0o644); err != nil {
				t.Error(err)
			}
			return w.stages(j)
		}}, err
	}
	r := runCommand(t, c, setup{}, "-w", p)
	if r.code != 3 || !strings.Contains(r.err, "changed while being rewritten") ||
		content(t, p) != "\"other\" \"up\"\n" {
		t.Errorf("%+v", r)
	}
}

func TestWriteSeveral(t *testing.T) {
	dir := t.TempDir()
	a, c := fileIn(t, dir, "a", "\"up\"\n"), fileIn(t, dir, "c", "\"up\"\n")
	r := run(t, setup{}, "-wq", a, filepath.Join(dir, "b"), c)
	if r.code != 3 || strings.Count(r.err, "\n") != 1 ||
		!strings.Contains(r.err, "/b\": no such file") {
		t.Errorf("%+v", r)
	}
	if content(t, a) != "\"UP\"\n" || content(t, c) != "\"UP\"\n" {
		t.Error("the other files were not written")
	}
}

// TestBackupsAreKept: no rewrite overwrites an older backup, and a second run
// over the result does nothing.
func TestBackupsAreKept(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for i, want := range []string{"s s.bak", "s s.bak s.bak.1", "s s.bak s.bak.1 s.bak.2"} {
		text := strings.Repeat("{}\n", i) + "\"up\"\n"
		fileIn(t, dir, "s", text)
		run(t, setup{}, "-wq", "s").want(t, 0, "", "")
		run(t, setup{}, "-w", "s").want(t, 0, "", "")
		if names(t, dir) != want {
			t.Fatalf("%s, want %s", names(t, dir), want)
		}
	}
	if content(t, "s.bak") != "\"up\"\n" || content(t, "s.bak.2") != "{}\n{}\n\"up\"\n" {
		t.Error("the wrong file was kept")
	}
}

// TestWriteTwiceAtOnce: of two writers of one file one wins and one is refused.
func TestWriteTwiceAtOnce(t *testing.T) {
	p := file(t, "s", "\"up\"\n")
	inside, leave := make(chan bool), make(chan bool)
	c := testCommand
	c.Setup = func(v *urfave.Context, to terminal) (way, error) {
		w, err := setupTest(v, to)
		return way{stages: func(j transcript.Job) transcript.Stage {
			inside <- true
			<-leave
			return w.stages(j)
		}}, err
	}
	done := make(chan int)
	go func() { done <- Run(c, []string{"tr-test", "-wq", p}, Streams{}) }()
	<-inside
	second := run(t, setup{}, "-w", p)
	if second.code != 3 || !strings.Contains(second.err, "another program has locked it\ntr-test: hint: ") {
		t.Errorf("the second: %+v", second)
	}
	close(leave)
	if code := <-done; code != 0 || content(t, p) != "\"UP\"\n" {
		t.Errorf("the first: exit %d, %q", code, content(t, p))
	}
}

// TestWriteKeepsLineEndings: only the bytes of changed records change.
func TestWriteKeepsLineEndings(t *testing.T) {
	for in, want := range map[string]string{
		"{}\r\n\"up\"\r\n{}":         "{}\r\n\"UP\"\r\n{}",
		"\ufeff{}\n\"up\"\n":         "\ufeff{}\n\"UP\"\n",
		"\xff\x00\u2028\n\"up\"\n\r": "\xff\x00\u2028\n\"UP\"\n\r",
		"\n\n\"up\"\n\n":             "\n\n\"UP\"\n\n",
	} {
		p := file(t, "s", in)
		run(t, setup{}, "-wq", p).want(t, 0, "", "")
		if content(t, p) != want {
			t.Errorf("%q: %q", in, content(t, p))
		}
	}
}

// What is written beside the data gives nobody more rights than all inputs do, whichever
// of the files is asked for.
func TestRightsOfSideFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	fileIn(t, ".", "open", "{}\n")
	fileIn(t, ".", "private", "{}\n[\"gone\"]\n")
	if err := os.Chmod("private", 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--report", "--rejects", "-o"} {
		name := "of" + flag
		r := run(t, setup{}, "-q", flag, name, "open", "private")
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
			t.Errorf("%s: %v, %v, %+v", flag, info, err, r)
		}
	}
}

// firstWord remembers what the process held when something was written to it first.
type firstWord struct{ held uint64 }

func (w *firstWord) Write(p []byte) (int, error) {
	if w.held == 0 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		w.held = m.HeapAlloc
	}
	return len(p), nil
}

// TestReadOnly: a file that may not be written to is looked through as every other one is: what is found
// in it is held no longer, and a strict run stops where it does.
func TestReadOnly(t *testing.T) {
	var held []uint64
	for _, mode := range []os.FileMode{0o644, 0o444} {
		p, w := file(t, "s", strings.Repeat("\"bad\"\n", 40_000)), new(firstWord)
		os.Chmod(p, mode)
		code := Run(testCommand, []string{"tr-test", "-w", p}, Streams{In: strings.NewReader(""), Out: io.Discard, Err: w})
		if held = append(held, w.held); code != 1 {
			t.Errorf("mode %o: exit %d", mode, code)
		}
		p = file(t, "s", "\"up\"\n"+strings.Repeat("{}\n", 200_000)+"\"stop\"\n")
		os.Chmod(p, mode)
		if r := run(t, setup{}, "-wq", "--strict", p); r.code != 1 {
			t.Errorf("mode %o: exit %d: %s", mode, r.code, r.err)
		}
	}
	if held[1] > held[0]+2<<20 {
		t.Errorf("%d bytes are held, and %d of a file that may be written to", held[1], held[0])
	}
}
