package cli

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestUseColor(t *testing.T) {
	for _, c := range []struct {
		mode, env string
		terminal  bool
		want      bool
	}{
		{"auto", "", true, true},
		{"auto", "", false, false},
		{"auto", "NO_COLOR=1", true, false},
		{"auto", "NO_COLOR=", true, true},
		{"auto", "TERM=dumb", true, false},
		{"auto", "TERM=xterm", true, true},
		{"auto", "FORCE_COLOR=1", false, true},
		{"auto", "FORCE_COLOR=", false, false},
		{"auto", "FORCE_COLOR=1 NO_COLOR=1", false, true},
		{"auto", "FORCE_COLOR=1 TERM=dumb", false, true},
		{"always", "NO_COLOR=1 TERM=dumb", false, true},
		{"never", "FORCE_COLOR=1", true, false},
	} {
		for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "TERM"} {
			t.Setenv(name, "")
		}
		for _, pair := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			t.Setenv(name, value)
		}
		if got := useColor(c.mode, c.terminal); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestColour: each stream decides for itself, and a file is never coloured.
func TestColour(t *testing.T) {
	const red = "\x1b[31mlone-surrogate\x1b[m"
	s := setup{in: `"up"`, terminal: func(any) bool { return true }}
	if r := run(t, s, "-c"); !strings.Contains(r.out, red) {
		t.Errorf("%+v", r)
	}
	rep := t.TempDir() + "/report"
	if r := run(t, s, "--report", rep); !strings.Contains(r.err, red) ||
		strings.Contains(content(t, rep), "\x1b") {
		t.Errorf("%+v", r)
	}
	onlyErr := s
	onlyErr.out = new(bytes.Buffer)
	onlyErr.terminal = func(stream any) bool { return stream != any(onlyErr.out) }
	if run(t, onlyErr, "-c"); strings.Contains(onlyErr.out.(*bytes.Buffer).String(), "\x1b") {
		t.Error("findings in a pipe are coloured")
	}
	if r := run(t, setup{in: `"up"`}, "-c"); strings.Contains(r.out, "\x1b") {
		t.Errorf("%+v", r)
	}
}

func TestShowsProgress(t *testing.T) {
	for _, c := range []struct {
		mode                 string
		quiet, err, out, yes bool
	}{
		{"auto", false, true, false, true},
		{"auto", false, true, true, false},
		{"auto", false, false, false, false},
		{"auto", true, true, false, false},
		{"always", true, false, true, true},
		{"never", false, true, false, false},
	} {
		if got := showsProgress(c.mode, c.quiet, c.err, c.out); got != c.yes {
			t.Errorf("%+v", c)
		}
	}
}

func TestProgressText(t *testing.T) {
	for want, c := range map[string]struct {
		done, total int64
		elapsed     time.Duration
	}{
		"tr-x: 0 bytes":                              {0, 0, time.Second},
		"tr-x: 1.0 kB":                               {1000, 0, time.Second},
		"tr-x: 0 bytes of 2.0 kB (0%)":               {0, 2000, time.Second},
		"tr-x: 1.0 kB of 2.0 kB (50%), 4s left":      {1000, 2000, 4 * time.Second},
		"tr-x: 500 bytes of 2.0 kB (25%), 2m6s left": {500, 2000, 42 * time.Second},
		"tr-x: 3.0 kB of 2.0 kB (100%)":              {3000, 2000, time.Second},
	} {
		if got := progressText("tr-x", c.done, c.total, c.elapsed); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPassed: what comes to the sinks counts once, whether they read it or not.
func TestPassed(t *testing.T) {
	for _, args := range [][]string{{"-q"}, {"-c"}, {"-q", "--copy"}, {"-c", "--copy"}, {"-w", "--copy"}} {
		p := newProgram(testCommand, Streams{}.withDefaults())
		v := parsed(t, p, append(args, file(t, "s", strings.Repeat("{}\n", 1000)))...)
		if p.main(v) != 0 || p.seen.Load() != 3000 || p.passed.Load() != 3000 {
			t.Errorf("%q: %d read, %d passed", args, p.seen.Load(), p.passed.Load())
		}
	}
}

// TestSeenOfDocuments: a document that was read counts once, from a file and from a pipe,
// whole or damaged.
func TestSeenOfDocuments(t *testing.T) {
	message := `{"role":"user","content":"x"}`
	for _, text := range []string{"[\n" + message + ",\n" + message + "\n]\n", "[\n" + message + ",\n" + message + ",\n"} {
		for _, name := range []string{file(t, "s", text), "-"} {
			p := newProgram(Pair, Streams{In: strings.NewReader(text)}.withDefaults())
			if p.main(parsed(t, p, "-q", name)); p.seen.Load() != int64(len(text)) {
				t.Errorf("%q from %s: %d bytes read, want %d", text, name, p.seen.Load(), len(text))
			}
		}
	}
}

// A document is repaired alike from a file and from a pipe.
func TestDocumentsOfFilesAndPipes(t *testing.T) {
	const text = "[\n" + `{"role":"user","content":"x"}` + ",\n" + `{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}` + ",\n" + `{"role":"user","content":"y"}` + "\n]\n"
	piped := runCommand(t, Pair, setup{in: text}, "-q")
	named := runCommand(t, Pair, setup{}, "-q", file(t, "s", text))
	if piped != named || piped.code != 0 || !strings.HasPrefix(piped.out, "[\n{") || !strings.HasSuffix(piped.out, "}\n]\n") || strings.Count(piped.out, `"tool_call_id":"c"`) != 1 {
		t.Errorf("%+v\n%+v", piped, named)
	}
}

// safeBuffer may be written and read at the same time.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// gate is an input that ends when it is opened.
type gate chan struct{}

func (g gate) Read([]byte) (int, error) { <-g; return 0, io.EOF }

func TestProgressLine(t *testing.T) {
	var errs safeBuffer
	g := make(gate)
	done := make(chan int)
	go func() {
		done <- Run(testCommand, []string{"tr-test", "--progress=always"},
			Streams{In: g, Err: &errs})
	}()
	for i := 0; errs.String() == "" && i < 500; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	close(g)
	code := <-done
	blank := "\r" + strings.Repeat(" ", len("tr-test: 0 bytes")) + "\r"
	if got := errs.String(); code != 0 || !strings.HasPrefix(got, "\rtr-test: 0 bytes") ||
		!strings.HasSuffix(got, blank) {
		t.Errorf("exit %d, %q", code, got)
	}
	// Not on its own within two seconds, and never without a terminal.
	run(t, setup{in: "{}", terminal: func(any) bool { return true }}, "-c", "-").want(t, 0, "", "")
}

func TestSizeOfInputs(t *testing.T) {
	a, b := file(t, "a", "12345"), file(t, "b", "678")
	for want, files := range map[int64][]string{8: {a, b}, 0: {a, "-"}, 5: {a}} {
		if got := (&program{files: files}).sizeOfInputs(); got != want {
			t.Errorf("%v: %d", files, got)
		}
	}
}

func TestConsole(t *testing.T) {
	var b bytes.Buffer
	c := &console{w: &b, tool: "tr-x"}
	c.progress("long progress")
	c.progress("short")
	c.printf("message %d", 1)
	c.endProgress()
	want := "\rlong progress\rshort        \r             \rtr-x: message 1\n"
	if b.String() != want {
		t.Errorf("%q", b.String())
	}
	b.Reset()
	c.failure(usageHint("bad\x1b", "good\x1b"))
	if want := "tr-x: bad\\x1b\ntr-x: hint: good\\x1b\n"; b.String() != want {
		t.Errorf("%q", b.String())
	}
}
