package cli

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// words are what lines are made of in property tests; the first ones do nothing.
var words = []string{"a", "b", "c", "up", "gone", "new", "bad", "warn", "note", "move", "drop"}

// transcriptOf draws a small file. Its last line may lack the line break, if
// the stage, which does not care for line breaks, puts nothing after it.
func transcriptOf(t *rapid.T) string {
	var b strings.Builder
	for i, w := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "words") {
		fmt.Fprintf(&b, "{\"n\":%d,\"w\":%q}\n", i, w)
	}
	text := b.String()
	if strings.Contains(text, `"move"`) || strings.HasSuffix(text, "\"new\"}\n") || rapid.Bool().Draw(t, "whole") {
		return text
	}
	return strings.TrimSuffix(text, "\n")
}

// in runs tr-test on a file of that content in dir.
func in(t *testing.T, dir, text string, args ...string) result {
	fileIn(t, dir, "s", text)
	return run(t, setup{}, append(args, "s")...)
}

// TestModesAgreeOnAnyFile: -w, -o and standard output give the same bytes, every
// mode the same findings, and the statuses follow from them.
func TestModesAgreeOnAnyFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	rapid.Check(t, func(rt *rapid.T) {
		text := transcriptOf(rt)
		plain := in(t, dir, text, "-q")
		if in(t, dir, text, "-q", "-o", "out"); content(t, "out") != plain.out {
			rt.Errorf("-o: %q, stdout: %q", content(t, "out"), plain.out)
		}
		if r := in(t, dir, text, "-q", "-w", "--no-backup"); content(t, "s") != plain.out || r.code != plain.code {
			rt.Errorf("-w: exit %d, %q, stdout: %q", r.code, content(t, "s"), plain.out)
		}
		check, list := in(t, dir, text, "-c"), in(t, dir, text, "-l")
		if check.code != list.code || (list.out != "") != (list.code == 1) || (check.out != "") != (check.code == 1) {
			rt.Errorf("-c: %+v, -l: %+v", check, list)
		}
		exit := in(t, dir, text, "-q", "-e")
		if exit.code != check.code || plain.code > check.code {
			rt.Errorf("exit %d, with -e %d, with -c %d", plain.code, exit.code, check.code)
		}
		diff := in(t, dir, text, "-d")
		findings, _ := cutTotal(check.out)
		if diff.err != findings || diff.code != max(check.code, exitOf(text != plain.out)) || content(t, "s") != text {
			rt.Errorf("-d: %+v", diff)
		}
	})
}

func exitOf(fails bool) int {
	if fails {
		return exitFindings
	}
	return exitDone
}

// TestDiffIsTheDifference: applied to the input, the diff gives the output.
func TestDiffIsTheDifference(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	rapid.Check(t, func(rt *rapid.T) {
		text := transcriptOf(rt)
		want := in(t, dir, text, "-q").out
		patch := in(t, dir, text, "-q", "-d").out
		if got, err := apply(text, patch); err != nil || got != want {
			rt.Errorf("%v\ninput:\n%s\ndiff:\n%s\ngot:\n%s\nwant:\n%s", err, text, patch, got, want)
		}
	})
}

// TestCopiedLines: it does not matter whether a stage pushes unchanged lines or
// passes them on as ranges of the input.
func TestCopiedLines(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	rapid.Check(t, func(rt *rapid.T) {
		text := transcriptOf(rt)
		for _, mode := range []string{"-v", "-c", "-l", "-d", "--line-buffered"} {
			if pushed, copied := in(t, dir, text, mode), in(t, dir, text, mode, "--copy"); pushed != copied {
				rt.Errorf("%s: pushed %+v, copied %+v", mode, pushed, copied)
			}
		}
		want := in(t, dir, text, "-q").out
		for _, mode := range []string{"-w", "-dw"} {
			if in(t, dir, text, "-q", "--no-backup", "--copy", mode); content(t, "s") != want {
				rt.Errorf("%s: %q, want %q", mode, content(t, "s"), want)
			}
		}
	})
}

// TestReadSizes: it does not matter in what pieces the input comes.
func TestReadSizes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := transcriptOf(rt)
		for _, mode := range []string{"-v", "-c", "-d"} {
			want := run(t, setup{in: text}, mode)
			if got := run(t, setup{stdin: iotest.OneByteReader(strings.NewReader(text))}, mode); got != want {
				rt.Errorf("%s: byte by byte %+v, want %+v", mode, got, want)
			}
			if got := run(t, setup{stdin: iotest.DataErrReader(strings.NewReader(text))}, mode); got != want {
				rt.Errorf("%s: with the end %+v, want %+v", mode, got, want)
			}
		}
	})
}

// TestSeveralFilesAreSeparate: state does not cross files, and outputs join.
func TestSeveralFilesAreSeparate(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	rapid.Check(t, func(rt *rapid.T) {
		var files []string
		want := result{}
		for i := range rapid.IntRange(1, 5).Draw(rt, "files") {
			name := fmt.Sprint("f", i)
			fileIn(t, dir, name, transcriptOf(rt))
			one := run(t, setup{}, name)
			if want.out != "" && one.out != "" && !strings.HasSuffix(want.out, "\n") {
				want.out += "\n" // two records never share a line
			}
			want = result{max(want.code, one.code), want.out + one.out, want.err + one.err}
			files = append(files, name)
		}
		for _, jobs := range []string{"-j1", "-j3"} {
			if got := run(t, setup{}, append(files, jobs)...); got != want {
				rt.Errorf("%s: %+v, want %+v", jobs, got, want)
			}
		}
	})
}

// apply applies a unified diff, as patch(1) would.
func apply(text, patch string) (string, error) {
	old := strings.SplitAfter(text, "\n")
	var b strings.Builder
	at := 0
	copyTo := func(line int) {
		for ; at < line; at++ {
			b.WriteString(old[at])
		}
	}
	lines := strings.SplitAfter(patch, "\n")
	for i, line := range lines {
		body := strings.TrimSuffix(line, "\n")
		noEnd := i+1 < len(lines) && strings.HasPrefix(lines[i+1], `\ No newline`)
		switch {
		case strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ") || line == "" || line[0] == '\\':
		case strings.HasPrefix(line, "@@ "):
			first, err := oldLine(body)
			if err != nil {
				return "", err
			}
			copyTo(first)
		case line[0] != '+':
			if at == len(old) {
				return "", fmt.Errorf("%q is behind the end", line)
			}
			if want := strings.TrimSuffix(old[at], "\n"); want != body[1:] || noEnd == strings.HasSuffix(old[at], "\n") {
				return "", fmt.Errorf("%q is not %q", line, old[at])
			}
			if line[0] == ' ' {
				b.WriteString(old[at])
			}
			at++
		case noEnd:
			b.WriteString(body[1:])
		default:
			b.WriteString(line[1:])
		}
	}
	copyTo(len(old))
	return b.String(), nil
}

// oldLine returns how many lines of the input stand before a hunk.
func oldLine(header string) (int, error) {
	before, _, _ := strings.Cut(strings.TrimPrefix(header, "@@ -"), " ")
	first, count, many := strings.Cut(before, ",")
	n, err := strconv.Atoi(first)
	if !many || count != "0" {
		n--
	}
	return n, err
}

// TestApply: the test's own patch(1) is right.
func TestApply(t *testing.T) {
	got, err := apply("1\n2\n3", "--- a/s\n+++ b/s\n@@ -0,0 +1 @@\n+0\n@@ -2 +3,0 @@\n-2\n@@ -3 +3 @@\n-3\n\\ No newline at end of file\n+4\n")
	if err != nil || got != "0\n1\n4\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := apply("1\n", "@@ -1 +1 @@\n-2\n"); err == nil {
		t.Error("a diff of another file applies")
	}
}
