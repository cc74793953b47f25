//go:build linux || darwin

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

var errFault = errors.New("injected fault")

// fault is a disk whose n-th operation fails, before it is done or after.
type fault struct {
	n     int
	after bool
	links bool // there are hard links
	swaps bool // names can be exchanged
	count int
	op    string // that failed
}

func (f *fault) disk() disk {
	step := func(after bool) func(op string) error {
		return func(op string) error {
			if !after && op == "link" && !f.links {
				return unix.EPERM
			}
			if after != f.after {
				return nil
			}
			if f.count++; f.count == f.n {
				f.op = op
				return errFault
			}
			return nil
		}
	}
	d := fakeDisk{osDisk{}, step(false), step(true)}
	if !f.swaps {
		return withoutExchange{d}
	}
	return d
}

// withoutExchange is a disk of a system that can only rename.
type withoutExchange struct{ disk }

func (withoutExchange) exchange(a, b string) error { return errors.ErrUnsupported }

// TestReplaceSurvivesEveryFault makes every operation fail once, in all ways.
func TestReplaceSurvivesEveryFault(t *testing.T) {
	for _, after := range []bool{false, true} {
		for _, links := range []bool{true, false} {
			for _, noBackup := range []bool{false, true} {
				for _, swaps := range []bool{true, false} {
					f := fault{after: after, links: links, swaps: swaps}
					t.Run(fmt.Sprintf("after=%t,links=%t,noBackup=%t,swaps=%t", after, links, noBackup, swaps), func(t *testing.T) {
						faultEverywhere(t, f, Options{NoBackup: noBackup})
					})
				}
			}
		}
	}
}

func faultEverywhere(t *testing.T, f fault, opts Options) {
	ops := 0
	for f.n = 1; ; f.n++ {
		if one := f; !replaceWithFault(t, &one, opts) {
			break
		}
		ops = f.n
	}
	if ops < 15 {
		t.Errorf("only %d operations", ops)
	}
}

// replaceWithFault reports whether the fault came to pass.
func replaceWithFault(t *testing.T, f *fault, opts Options) bool {
	old, fresh := strings.Repeat("old\n", 1<<17), strings.Repeat("fresh\n", 1<<17)
	path := writeFile(t, old)
	if os.Geteuid() == 0 { // then there is an owner to keep
		if err := os.Chown(path, 1234, 5678); err != nil {
			t.Fatal(err)
		}
	}
	target := open(t, path, opts)
	target.disk = f.disk()
	result, err := target.Replace(text(fresh))
	got, readErr := os.ReadFile(path)
	if readErr != nil {
		t.Fatal(readErr)
	}
	at := fmt.Sprintf("operation %d (%s)", f.n, f.op)
	switch content := string(got); {
	case content != old && content != fresh:
		t.Errorf("%s: the file is torn: %q", at, abridged(got))
	case err == nil && content != fresh:
		t.Errorf("%s: no error and no new content", at)
	case err != nil && !errors.Is(err, errFault) && !isRefusal(err):
		t.Errorf("%s: error %v", at, err)
	case err == nil && f.op != "" && f.op != "chown": // which is judged by its effect
		t.Errorf("%s: no error", at)
	}
	checkLeftovers(t, at, path, old, string(got) == old, result, fmt.Sprint(err))
	if len(unfinished.paths) != 0 {
		t.Errorf("%s: left in the registry: %v", at, unfinished.paths)
	}
	return f.op != ""
}

// isRefusal: what a file's looks cannot be kept for is not told by type.
func isRefusal(err error) bool {
	refused, ok := errors.AsType[*RefusedError](err)
	return ok && (refused.Reason == ownerLost || refused.Reason == attributesLost)
}

// checkLeftovers: no temporary file, unless it could not be removed and the error names it, no
// backup of a file that still is what it was, and no backup that is not whole.
func checkLeftovers(t *testing.T, at, path, old string, unchanged bool, result Result, errText string) {
	t.Helper()
	backups := 0
	for _, name := range names(t, path) {
		if name == "session.jsonl" {
			continue
		}
		if name != "session.jsonl.bak" {
			if !strings.HasSuffix(at, "(remove)") || !strings.Contains(errText, name) {
				t.Errorf("%s: left %q", at, name)
			}
			continue
		}
		backups++
		if got, err := os.ReadFile(path + ".bak"); err != nil || string(got) != old {
			t.Errorf("%s: the backup holds %q, %v", at, abridged(got), err)
		}
		if result.Backup != path+".bak" {
			t.Errorf("%s: a backup that the result does not name: %+v", at, result)
		}
	}
	if unchanged && backups != 0 {
		t.Errorf("%s: a backup of an untouched file", at)
	}
}

// TestFaultAfterRenameKeepsBackup is the one case where old content could be
// lost by tidying up: the rename is done but reported as failed.
func TestFaultAfterRenameKeepsBackup(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{NoBackup: true})
	target.disk = fakeDisk{disk: osDisk{}, after: func(op string) error {
		if op == "rename" {
			return errFault
		}
		return nil
	}}
	result, err := target.Replace(text(newText))
	if !errors.Is(err, errFault) || !strings.Contains(err.Error(), path+".bak") || result.Backup != path+".bak" {
		t.Errorf("%v, %+v", err, result)
	}
	wantContent(t, path, newText)
	wantContent(t, path+".bak", oldText)
	wantNames(t, path, "session.jsonl", "session.jsonl.bak")
}

// TestReplaceNamesTempItCannotRemove: two faults at once.
func TestReplaceNamesTempItCannotRemove(t *testing.T) {
	path := writeFile(t, oldText)
	target := open(t, path, Options{})
	target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
		if op == "remove" {
			return errFault
		}
		return nil
	}}
	_, err := target.Replace(func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("x", 2*blockSize))
		return ErrUnchanged
	})
	if !errors.Is(err, errFault) || !strings.Contains(err.Error(), ".session.jsonl.tr-") {
		t.Errorf("error %v", err)
	}
	wantContent(t, path, oldText)
}

func TestOutputSurvivesEveryFault(t *testing.T) {
	for _, after := range []bool{false, true} {
		for _, exists := range []bool{true, false} {
			n := 1
			for outputWithFault(t, &fault{n: n, after: after, links: true}, exists) {
				n++
			}
			if n < 6 {
				t.Errorf("only %d operations", n)
			}
		}
	}
}

func outputWithFault(t *testing.T, f *fault, exists bool) bool {
	path := filepath.Join(t.TempDir(), "out.jsonl")
	if exists {
		put(t, path, oldText)
	}
	err := writeOutput(f.disk(), path)
	got, readErr := os.ReadFile(path)
	at := fmt.Sprintf("operation %d (%s)", f.n, f.op)
	switch {
	case exists && readErr != nil:
		t.Errorf("%s: %v", at, readErr)
	case exists && string(got) != oldText && string(got) != newText, !exists && readErr == nil && string(got) != newText:
		t.Errorf("%s: the file is torn: %q", at, got)
	case err == nil && string(got) != newText:
		t.Errorf("%s: no error and no new content", at)
	case (err == nil) != (f.op == ""):
		t.Errorf("%s: error %v", at, err)
	}
	for _, name := range names(t, path) {
		if name != "out.jsonl" {
			t.Errorf("%s: left %q", at, name)
		}
	}
	return f.op != ""
}

func writeOutput(d disk, path string) error {
	o, err := newOutput(d, path, nil)
	if err != nil {
		return err
	}
	defer o.Abort()
	if _, err := io.WriteString(o, newText); err != nil {
		return err
	}
	return o.Commit()
}

// A directory in which no temporary file can be made is no obstacle as long as
// there is nothing to write.
func TestReplaceNeedsNoTempToChangeNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(io.Writer) error
		want  error
	}{
		{"unchanged", func(io.Writer) error { return ErrUnchanged }, nil},
		{"emptied", func(io.Writer) error { return nil }, errFault},
		{"changed", func(w io.Writer) error { _, err := io.WriteString(w, newText); return err }, errFault},
	} {
		path := writeFile(t, oldText)
		target := open(t, path, Options{})
		target.disk = fakeDisk{disk: osDisk{}, before: func(op string) error {
			if op == "create" {
				return errFault
			}
			return nil
		}}
		if _, err := target.Replace(c.write); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		wantContent(t, path, oldText)
	}
}
