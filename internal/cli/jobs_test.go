package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
)

// TestJobsInOrder: output, findings and messages of parallel work are those of
// serial work.
func TestJobsInOrder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var files []string
	for i := range 40 {
		name := fmt.Sprintf("f%02d", i)
		fileIn(t, dir, name,
			strings.Repeat(fmt.Sprintf("{\"n\":%d}\n\"up\"\n\"gone\"\n", i), i*i%97))
		files = append(files, name)
	}
	fileIn(t, dir, "f07", "\"fail\"\n")
	for _, mode := range [][]string{{}, {"-c"}, {"-l"}, {"-d"}, {"-f", "json"},
		{"-c", "-f", "sarif"}, {"-v", "--color=always"}} {
		args := append(mode, "--report", "rep", "--rejects", "rej")
		serial := run(t, setup{}, append(args, files...)...)
		reported := content(t, "rep")
		for _, jobs := range []string{"-j0", "-j2", "-j9", "-j100"} {
			parallel := run(t, setup{}, append(append(args, jobs), files...)...)
			if parallel != serial || content(t, "rep") != reported {
				t.Errorf("%q %s: differs from -j1", mode, jobs)
			}
		}
	}
}

func TestJobsRewrite(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for i := range 20 {
		files = append(files, fileIn(t, dir, fmt.Sprint("f", i), "{}\n\"up\"\n"))
	}
	r := run(t, setup{}, append([]string{"-w", "-j8"}, files...)...)
	if r.code != 0 || strings.Count(r.err, "to undo: mv") != 20 {
		t.Errorf("%+v", r)
	}
	for i, f := range files {
		if content(t, f) != "{}\n\"UP\"\n" ||
			!strings.Contains(strings.Split(r.err, "\n")[3*i], filepath.Base(f)+":2: ") {
			t.Errorf("%s is wrong or out of order", f)
		}
	}
}

// TestJobsAreParallel: two files are in work at the same time.
func TestJobsAreParallel(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	c := testCommand
	c.Setup = func(*urfave.Context, terminal) (way, error) {
		return way{stages: func(j transcript.Job) transcript.Stage {
			both.Done()
			both.Wait() // for ever, if the other one does not begin
			return j.Next
		}}, nil
	}
	dir := t.TempDir()
	a, b := fileIn(t, dir, "a", "1\n"), fileIn(t, dir, "b", "2\n")
	runCommand(t, c, setup{}, "-j2", a, b).want(t, 0, "1\n2\n", "")
}

// A worker does not wait until it is the turn of its file: while the first file is not done,
// the others are looked at, and what is said comes in order.
func TestJobsGoAhead(t *testing.T) {
	var others sync.WaitGroup
	others.Add(filesAhead)
	c := testCommand
	c.Setup = func(*urfave.Context, terminal) (way, error) {
		return way{stages: func(j transcript.Job) transcript.Stage {
			if strings.HasSuffix(j.Name, "first") {
				others.Wait() // for ever, if a worker waits for this file
			} else {
				others.Done()
			}
			return &testStage{Job: j}
		}}, nil
	}
	dir := t.TempDir()
	args, want := []string{"-j2", "-c", fileIn(t, dir, "first", "\"warn\"\n")}, []string{"first"}
	for i := range filesAhead {
		name := fmt.Sprint("f", i)
		args, want = append(args, fileIn(t, dir, name, "\"warn\"\n")), append(want, name)
	}
	want = append(want, fmt.Sprint(len(want), " findings"))
	r := runCommand(t, c, setup{}, args...)
	var said []string
	for line := range strings.Lines(r.out) {
		name, _, _ := strings.Cut(filepath.Base(strings.TrimSpace(line)), ":")
		said = append(said, name)
	}
	if r.code != 1 || !slices.Equal(said, want) {
		t.Errorf("exit %d, %q", r.code, said)
	}
}

// TestJobsHoldFindings: a file that is not at its turn waits instead of holding
// findings without end.
func TestJobsHoldFindings(t *testing.T) {
	dir := t.TempDir()
	slow := fileIn(t, dir, "a", strings.Repeat("{}\n", 1000))
	loud := fileIn(t, dir, "b", strings.Repeat("\"warn\"\n", 5*maxPending))
	r := run(t, setup{}, "-j2", "-c", slow, loud)
	if strings.Count(r.out, "nul-bytes") != 5*maxPending || r.code != 1 {
		t.Errorf("exit %d, %d findings", r.code, strings.Count(r.out, "\n"))
	}
}

func TestLane(t *testing.T) {
	lanes := newLanes(2)
	if lanes[1].hasTurn() || !lanes[0].hasTurn() {
		t.Error("wrong turn")
	}
	lanes[0].passTurn()
	if !lanes[1].hasTurn() {
		t.Error("no turn after the first is done")
	}
	lanes[1].waitForTurn()
	lanes[1].passTurn()
}

// With -j the rejects stand in the order of the files, however long each takes.
func TestOrderOfRejects(t *testing.T) {
	t.Chdir(t.TempDir())
	fileIn(t, ".", "long", strings.Repeat("{}\n", 200_000)+"[\"gone\",1]\n")
	fileIn(t, ".", "short", "[\"gone\",2]\n")
	if r := run(t, setup{}, "-q", "-j2", "-w", "--no-backup", "--rejects", "r", "long", "short"); r.code > 1 {
		t.Fatalf("%+v", r)
	}
	text := content(t, "r")
	if long, short := strings.Index(text, `"file":"long"`), strings.Index(text, `"file":"short"`); long < 0 || short < long || strings.Count(text, "\n") != 2 {
		t.Errorf("%s", text)
	}
}
