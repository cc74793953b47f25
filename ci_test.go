package trtools

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// What the CI services run is run here as far as it goes without them.

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// step is one step of a composite action.
type step struct {
	Name, Uses, Shell, Run, If string
	Env, With                  map[string]string
}

type action struct {
	Name, Description string
	Inputs            map[string]struct{ Description, Default string }
	Runs              struct {
		Using string
		Steps []step
	}
}

// run runs the step's script with the inputs that it asks for.
func (s step) run(t *testing.T, dir string, inputs map[string]string, env []string) (out string, status int) {
	t.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run) // as the runner does
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	for name, value := range s.Env {
		input := regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`).FindStringSubmatch(value)
		if input == nil {
			t.Fatalf("%s: %s is no input", s.Name, value)
		}
		cmd.Env = append(cmd.Env, name+"="+inputs[input[1]])
	}
	text, err := cmd.CombinedOutput()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// TestAction runs the scripts of the action: it builds the command, writes the
// report and fails with annotations.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil || testing.Short() {
		t.Skip("needs bash, and time to build")
	}
	var a action
	readYAML(t, "action.yml", &a)
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]string{}
	for name, input := range a.Inputs {
		inputs[name] = input.Default
		if input.Description == "" {
			t.Errorf("input %s has no description", name)
		}
	}
	inputs["paths"], inputs["sarif"], inputs["args"] = "dataset.jsonl\nchat.jsonl\n", "out.sarif", "--only=missing-result\n"
	dir := samples(t)
	env := []string{"GITHUB_ACTION_PATH=" + root, "RUNNER_TEMP=" + t.TempDir()}
	status := map[string]int{"Build": 0, "Report": 0, "Check": 1}
	var annotations string
	for _, s := range a.Runs.Steps {
		if s.Run == "" {
			continue
		}
		out, got := s.run(t, dir, inputs, env)
		if want, known := status[s.Name]; !known || got != want || s.Shell != "bash" {
			t.Fatalf("%s: exit %d: %s", s.Name, got, out)
		}
		annotations = out
	}
	if !strings.HasPrefix(annotations, "::error file=dataset.jsonl,line=2,") || strings.Contains(annotations, "torn-record") {
		t.Errorf("annotations: %s", annotations)
	}
	sarif, err := os.ReadFile(filepath.Join(dir, "out.sarif"))
	if err != nil || !json.Valid(sarif) || !strings.Contains(string(sarif), "missing-result") {
		t.Errorf("%v: %.200s", err, sarif)
	}
}

// samples returns a directory with a copy of the samples.
func samples(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "samples"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHooks runs what pre-commit runs: the entry with names of files behind it.
func TestHooks(t *testing.T) {
	var hooks []struct {
		ID, Name, Description, Entry, Language, Files string
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	statuses := map[string][]string{"tr-pair": {"exit 1", "exit 1"}, "tr-pair-repair": {"exit 0", "exit 0"}}
	dir := samples(t)
	for _, h := range hooks {
		if h.Language != "golang" || !regexp.MustCompile(h.Files).MatchString("a/b.jsonl") || regexp.MustCompile(h.Files).MatchString("error.txt") {
			t.Errorf("%s: %+v", h.ID, h)
		}
		before := shell(t, dir, "cat *.jsonl")
		for round, want := range statuses[h.ID] {
			out := shell(t, dir, h.Entry+" session.jsonl dataset.jsonl; echo exit $?")
			if !strings.HasSuffix(out, want+"\n") {
				t.Errorf("%s, run %d: %s", h.ID, round+1, out)
			}
		}
		// A hook fails by its status, or because it changed a file.
		if changed := shell(t, dir, "cat *.jsonl") != before; changed != (h.ID == "tr-pair-repair") {
			t.Errorf("%s: changed files: %v", h.ID, changed)
		}
	}
	if out := shell(t, dir, "tr-pair -c session.jsonl dataset.jsonl; ls"); strings.Contains(out, "[") || strings.Contains(out, ".bak") {
		t.Errorf("after the repair: %s", out)
	}
}

// TestProblemMatcher: it sees every finding with a line, and nothing else.
func TestProblemMatcher(t *testing.T) {
	text, err := os.ReadFile("ci/problem-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp                    string
				File, Line, Code, Message int
			}
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	p := m.ProblemMatcher[0].Pattern[0]
	re := regexp.MustCompile(p.Regexp)
	dir := samples(t)
	for line := range strings.Lines(shell(t, dir, "tr-pair -c *.jsonl missing.jsonl")) {
		line = strings.TrimSuffix(line, "\n")
		found := re.FindStringSubmatch(line)
		if (found != nil) != strings.HasSuffix(line, "]") {
			t.Errorf("%q: %q", line, found)
		}
		if found != nil && found[p.File]+":"+found[p.Line]+": "+found[p.Code]+": "+found[p.Message] != line[:strings.LastIndex(line, " [")] {
			t.Errorf("%q: %q", line, found)
		}
	}
}

// TestGitLab runs the script of the job.
func TestGitLab(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil || testing.Short() {
		t.Skip("needs jq, and time to build")
	}
	var jobs map[string]struct {
		Image     string
		Variables map[string]string
		Script    []string
		Artifacts struct {
			When    string
			Reports map[string]string
		}
	}
	readYAML(t, "ci/gitlab.yml", &jobs)
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	job, dir := jobs["tr-pair"], samples(t)
	out := shell(t, dir, "TR_TOOLS='"+root+"'; PATHS="+job.Variables["PATHS"]+"; set -e\n("+strings.Join(job.Script, "\n")+"\n) || echo exit $?")
	if out != "exit 1\n" {
		t.Errorf("%s", out)
	}
	report, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports["codequality"]))
	var entries []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := errors.Join(err, json.Unmarshal(report, &entries)); err != nil || len(entries) < 4 {
		t.Fatalf("%v: %s", err, report)
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Description == "" || e.CheckName == "" || e.Severity == "" || e.Location.Path == "" || e.Location.Lines.Begin < 1 || seen[e.Fingerprint] {
			t.Errorf("%+v", e)
		}
		seen[e.Fingerprint] = true
	}
}
