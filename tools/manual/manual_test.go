package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"trtools/internal/cli"
)

// written returns a directory with all pages and completions.
func written(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := writeAll(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// output runs a program that not every machine has.
func output(t *testing.T, stdin string, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// TestPageOfEveryFlag: the page has every flag that the long help has, and every
// example.
func TestPageOfEveryFlag(t *testing.T) {
	plain := strings.NewReplacer(`\-`, "-", `\&`, "", `\fB`, "", `\fI`, "", `\fP`, "", `\[rs]`, `\`)
	option := regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z0-9-]+)`)
	for _, c := range cli.Commands() {
		text := plain.Replace(page(c))
		var help bytes.Buffer
		cli.Run(c, []string{c.Name, "--help"}, cli.Streams{Out: &help})
		flags := option.FindAllStringSubmatch(help.String(), -1)
		if len(flags) < 30 {
			t.Errorf("%s: %d flags in the help", c.Name, len(flags))
		}
		for _, f := range flags {
			if !strings.Contains(text, f[1]) {
				t.Errorf("%s: no %s", c.Name, f[1])
			}
		}
		for _, ex := range c.Examples {
			if !strings.Contains(text, ex.Line) {
				t.Errorf("%s: no example %s", c.Name, ex.Line)
			}
		}
		for _, other := range cli.Commands() {
			if strings.Contains(text, other.Name+"(1)") != (other.Name != c.Name) {
				t.Errorf("%s: see also %s", c.Name, other.Name)
			}
		}
	}
}

// TestPagesRender: man has nothing to say against a page, and shows its name.
func TestPagesRender(t *testing.T) {
	t.Setenv("MANWIDTH", "120") // no name or summary is broken then
	dir := written(t)
	for _, c := range cli.Commands() {
		path := filepath.Join(dir, "man1", c.Name+".1")
		if out := output(t, "", "man", "--warnings", "-l", "-T", path); strings.Contains(out, "warning") {
			t.Error(out)
		}
		text := output(t, "", "man", "-l", "-E", "ascii", path)
		if !strings.HasPrefix(text, strings.ToUpper(c.Name)+"(1)") || !strings.Contains(strings.Join(strings.Fields(text), " "), c.Name+" - "+c.Summary) {
			t.Errorf("%s begins %q", c.Name, text[:min(200, len(text))])
		}
	}
}

// built puts commands, for which the completions ask, in front of the path.
func built(t *testing.T, commands string) {
	t.Helper()
	dir := t.TempDir()
	output(t, "", "go", "build", "-o", dir+"/", "trtools/cmd/"+commands)
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}

func TestBash(t *testing.T) {
	const library = "/usr/share/bash-completion/bash_completion"
	if _, err := os.Stat(library); err != nil {
		t.Skip(err)
	}
	dir := written(t)
	built(t, "tr-pair")
	for words, want := range map[string]string{
		"tr-pair --miss": "--missing", "tr-pair --missing ''": "inject strip keep", "tr-pair -f g": "github", "tr-pair --no-m": "--no-mend",
		"tr-pair -w some.jsonl --max-findings ''": "",
	} {
		line := strings.ReplaceAll(words, "''", "")
		script := ". " + library + "; . " + dir + "/bash/tr-pair\nCOMP_WORDS=(" + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='" + line +
			"'; COMP_POINT=${#COMP_LINE}\n_cli_bash_autocomplete\necho \"${COMPREPLY[@]}\"\n"
		if got := strings.TrimSpace(output(t, script, "bash")); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

func TestFish(t *testing.T) {
	dir := written(t)
	built(t, "tr-pair")
	for words, want := range map[string]string{
		"tr-pair --miss": "--missing", "tr-pair --missing st": "strip", "tr-pair -f g": "github", "tr-pair --no-r": "--no-relink",
		"tr-pair -w " + dir + "/fi": dir + "/fish/",
	} {
		out := output(t, "source "+dir+"/fish/tr-pair.fish; complete -C '"+words+"'", "fish", "--no-config")
		if got, _, _ := strings.Cut(out, "\t"); strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, want %q", words, out, want)
		}
	}
}

// TestZsh types into a zsh on a pseudo-terminal, as its completion needs one.
func TestZsh(t *testing.T) {
	dir := written(t)
	entries, err := os.ReadDir(filepath.Join(dir, "zsh"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		output(t, "", "zsh", "-n", filepath.Join(dir, "zsh", e.Name()))
	}
	built(t, "tr-pair")
	script := `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; fpath=(` + dir + `/zsh \$fpath); autoload -Uz compinit; compinit -u -D; print REA''DY"
zpty -r z out '*READY*'
zpty -w -n z $'tr-pair --missi\t'
zpty -r z out '*--missing*' && print completed
zpty -w -n z $'st\t'
zpty -r z out '*strip*' && print twice
zpty -d z
`
	if out := output(t, script, "zsh", "-f"); !strings.Contains(out, "completed\ntwice") {
		t.Errorf("%q", out)
	}
}

// TestPowerShell asks a PowerShell, where there is one, to complete a line of each command.
func TestPowerShell(t *testing.T) {
	if _, err := exec.LookPath("pwsh"); err != nil {
		t.Skip(err)
	}
	dir := written(t)
	built(t, "...")
	lines := map[string]string{"tr-pair --missing st": "strip", "tr-pair -f g": "github"}
	for _, c := range cli.Commands() {
		lines[c.Name+" --requ"] = "--require-records"
	}
	for line, want := range lines {
		name, _, _ := strings.Cut(line, " ")
		script := fmt.Sprintf(". %s/powershell/%s.ps1; (TabExpansion2 '%s' %d).CompletionMatches.CompletionText", dir, name, line, len(line))
		if out := output(t, "", "pwsh", "-NoProfile", "-Command", script); strings.TrimSpace(out) != want {
			t.Errorf("%s: %q, want %q", line, out, want)
		}
	}
}
