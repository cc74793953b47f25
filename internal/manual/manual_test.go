package main

import (
	"os"
	"os/exec"
	"path/filepath"
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

// TestPageOfEveryFlag: the page has every flag, every variable and every example.
func TestPageOfEveryFlag(t *testing.T) {
	plain := strings.NewReplacer(`\-`, "-", `\&`, "", `\fB`, "", `\fI`, "", `\fP`, "", `\[rs]`, `\`)
	for _, c := range cli.Commands() {
		text := plain.Replace(page(c))
		for _, f := range allFlags(c) {
			if !strings.Contains(text, "--"+f.Name) || !strings.Contains(text, f.Sentence()) {
				t.Errorf("%s: no --%s: %s", c.Name, f.Name, f.Sentence())
			}
			for _, variable := range f.EnvVars {
				if !strings.Contains(text, variable+"\n") {
					t.Errorf("%s: no %s", c.Name, variable)
				}
			}
		}
		for _, ex := range c.Examples {
			if !strings.Contains(text, ex.Line) {
				t.Errorf("%s: no example %s", c.Name, ex.Line)
			}
		}
	}
}

// TestPagesRender: man has nothing to say against a page, and shows its name.
func TestPagesRender(t *testing.T) {
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

// TestSameEveryTime: a page that is written twice is the same.
func TestSameEveryTime(t *testing.T) {
	if a, b := page(cli.Pair), page(cli.Pair); a != b {
		t.Error("two pages differ")
	}
}

func TestBash(t *testing.T) {
	dir := written(t)
	for _, c := range []struct{ words, want string }{
		{"tr-pair --miss", "--missing"},
		{"tr-pair --missing ''", "inject strip keep"},
		{"tr-pair --missing = s", "strip"},
		{"tr-pair -f g", "github"},
		{"tr-pair --mend", "--mend=false"},
		{"tr-prune --max-tokens ''", ""},
	} {
		name, _, _ := strings.Cut(c.words, " ")
		script := ". " + dir + "/bash/" + name + "\nCOMP_WORDS=(" + c.words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n" +
			"_" + identifier(name) + "\necho \"${COMPREPLY[@]}\"\n"
		if got := strings.TrimSpace(output(t, script, "bash")); got != c.want {
			t.Errorf("%s: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestFish(t *testing.T) {
	dir := written(t)
	for words, want := range map[string]string{
		"tr-pair --miss": "--missing", "tr-pair --missing st": "strip", "tr-pair -f g": "github", "tr-pair --rel": "--relink",
	} {
		out := output(t, "source "+dir+"/fish/tr-pair.fish; complete -C '"+words+"'", "fish", "--no-config")
		if got, _, _ := strings.Cut(out, "\t"); got != want {
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
	script := `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; fpath=(` + dir + `/zsh \$fpath); autoload -Uz compinit; compinit -u -D; print REA''DY"
zpty -r z out '*READY*'
zpty -w -n z $'tr-pair --missing=st\t'
zpty -r z out '*strip*' && print completed
zpty -d z
`
	if out := output(t, script, "zsh", "-f"); !strings.Contains(out, "completed") {
		t.Errorf("%q", out)
	}
}
