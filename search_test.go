package trtools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"trtools/internal/transcripttest"
)

// Searches go further with these flags than the fast tests do.
var (
	searchKills = flag.Int("search.kills", 6, "how often a command is killed in each way of writing")
	searchCuts  = flag.Int("search.cuts", 0, "places at which each real session is cut; 0: a few of the short ones")
	searchRuns  = flag.Int("search.runs", 0, "damaged copies of each real session that are run twice; 0: one of the short ones")
	searchSeed  = flag.Uint64("search.seed", 1, "where the searches begin")
)

// killed is a way of writing, and what has to be true of the directory whenever it
// is killed.
type killed struct {
	name  string
	args  []string // IN is the input and OUT what is written
	check func(out, stdout string, k *killed) error
	whole map[string]string // what a run that is not killed leaves, by name
	old   string
}

// bigSession has results of many sizes, broken pairs and torn lines.
func bigSession() string {
	d := transcripttest.Named("claude-serial")
	var b strings.Builder
	for seed := range uint64(60) {
		data := transcripttest.Damaged(d, seed).Data
		b.WriteString(strings.ReplaceAll(string(data), `"result of `, `"`+strings.Repeat(fmt.Sprintf("line %d of a result\\n", seed), 60)+`result of `))
	}
	return b.String()
}

// A command that is killed at any moment leaves what was there or what was to come,
// whole, in every way of writing.
func TestKilledCommands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are killed otherwise there")
	}
	input := bigSession()
	for _, k := range []killed{
		{name: "-w", args: []string{"tr-pair", "-w", "OUT"}, check: killedWrite, old: input},
		{name: "-o", args: []string{"tr-pair", "-o", "OUT", "IN"}, check: killedWrite, old: "older output\n"},
		{name: "--out-dir", args: []string{"tr-chunk", "--parts", "40", "--out-dir", "OUT", "IN"}, check: killedChunks},
		{name: "--spill-dir", args: []string{"tr-budget", "--max-result-chars", "400", "--spill-dir", "OUT", "IN"}, check: killedSpill},
	} {
		t.Run(k.name, func(t *testing.T) { k.run(t, input) })
	}
}

// run measures a run that is not killed, and then kills some.
func (k *killed) run(t *testing.T, input string) {
	dir, start := t.TempDir(), time.Now()
	if _, err := k.start(dir, input, nil); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	var err error
	if k.whole, err = filesIn(filepath.Join(dir, "out")); err != nil || len(k.whole) == 0 {
		t.Fatal("nothing is written", err)
	}
	var left, early atomic.Int64
	left.Store(int64(*searchKills))
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for n := left.Add(-1); n >= 0 && !t.Failed(); n = left.Add(-1) {
				wait := time.Duration(rand.New(rand.NewPCG(*searchSeed, uint64(n))).Int64N(int64(took * 5 / 4)))
				if k.once(t, input, wait) {
					early.Add(1)
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d runs, %d killed before they were done (a run takes %v)", *searchKills, early.Load(), took.Round(time.Millisecond))
}

// once kills one run after a while and reports whether it was not done yet.
func (k *killed) once(t *testing.T, input string, wait time.Duration) bool {
	dir, err := os.MkdirTemp("", "killed")
	if err != nil {
		t.Error(err)
		return false
	}
	defer os.RemoveAll(dir)
	stdout, err := k.start(dir, input, func(p *os.Process) {
		time.Sleep(wait)
		p.Kill()
	})
	if err := k.check(filepath.Join(dir, "out"), stdout, k); err != nil {
		t.Errorf("killed after %v: %v", wait, err)
	}
	return err != nil && strings.Contains(err.Error(), "killed")
}

// start runs the command in a directory and returns its output.
func (k *killed) start(dir, input string, meanwhile func(*os.Process)) (string, error) {
	out := filepath.Join(dir, "out")
	if err := errors.Join(os.Mkdir(out, 0o700), os.WriteFile(filepath.Join(dir, "in"), []byte(input), 0o600)); err != nil {
		return "", err
	}
	to := out
	if k.old != "" {
		to = filepath.Join(out, "f")
		if err := os.WriteFile(to, []byte(k.old), 0o600); err != nil {
			return "", err
		}
	}
	args := strings.Fields(strings.NewReplacer("IN", filepath.Join(dir, "in"), "OUT", to).Replace(strings.Join(k.args[1:], " ")))
	cmd := exec.Command(k.args[0], args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return "", err
	}
	if meanwhile != nil {
		meanwhile(cmd.Process)
	}
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil // something stays as it is
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, &stderr)
	}
	return stdout.String(), err
}

// filesIn returns the files of a directory; temporary ones only if others may read
// them, which nobody may.
func filesIn(dir string) (map[string]string, error) {
	files := map[string]string{}
	list, err := os.ReadDir(dir)
	for _, e := range list {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if strings.HasPrefix(e.Name(), ".") {
			if info.Mode().Perm()&0o077 == 0 {
				continue
			}
			return nil, fmt.Errorf("the mode of %q is %v", e.Name(), info.Mode())
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = string(text)
	}
	return files, err
}

// killedWrite wants the old or the new file, and no backup but of the old one.
func killedWrite(dir, _ string, k *killed) error {
	files, err := filesIn(dir)
	for name, text := range files {
		if name == "f" && text != k.old && text != k.whole["f"] || name != "f" && text != k.old {
			return fmt.Errorf("%q has %d bytes, neither the %d old ones nor the %d new ones", name, len(text), len(k.old), len(k.whole["f"]))
		}
	}
	if _, ok := files["f"]; !ok {
		return errors.New("the file is gone")
	}
	return err
}

// killedChunks wants whole chunks only.
func killedChunks(dir, _ string, k *killed) error {
	files, err := filesIn(dir)
	for name, text := range files {
		if text != k.whole[name] {
			return fmt.Errorf("%q has %d bytes, want %d", name, len(text), len(k.whole[name]))
		}
	}
	return err
}

var spillName = regexp.MustCompile(`[0-9a-f]{32,64}\.txt`)

// killedSpill wants whole texts only, and one for every name in the output.
func killedSpill(dir, stdout string, k *killed) error {
	files, err := filesIn(dir)
	for name, text := range files {
		if sum := sha256.Sum256([]byte(text)); !strings.HasPrefix(hex.EncodeToString(sum[:])+".txt", strings.TrimSuffix(name, ".txt")) || text != k.whole[name] {
			return fmt.Errorf("%q has %d bytes of %d", name, len(text), len(k.whole[name]))
		}
	}
	for _, name := range spillName.FindAllString(stdout, -1) {
		if _, ok := files[name]; !ok {
			return fmt.Errorf("the output names %q, which is not there", name)
		}
	}
	return err
}
