package cli

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// oddNames are file names that must work like any other.
var oddNames = []string{"new\nline", "-c", "--check", " ", "'", `"`, "\x1b[2J", "caf\xe9", "größe",
	"::error::x", "a b", "$HOME", "\u202egnp.exe", "#x", "~"}

func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range oddNames {
		fileIn(t, dir, name, "\"up\"\n")
	}
	for _, args := range [][]string{{"-c"}, {"-l"}, {"-d"}, {"-v"}, {"-c", "-f", "github"},
		{"-c", "-f", "json"}, {"-c", "-f", "sarif"}} {
		r := run(t, setup{}, append(append(args, "--"), oddNames...)...)
		for _, bad := range []string{"\x1b", "\u202e", "\n::error::x", "\ncaf\xe9"} {
			if strings.Contains(r.out+r.err, bad) {
				t.Errorf("%q: prints %q", args, bad)
			}
		}
	}
	list := run(t, setup{}, append([]string{"-l0", "--"}, oddNames...)...)
	if got := strings.TrimSuffix(list.out, "\x00"); got != strings.Join(oddNames, "\x00") {
		t.Errorf("-l0: %q", got)
	}
}

// TestUndo: the command that a rewrite prints works in a shell.
func TestUndo(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range oddNames {
		dir := t.TempDir()
		t.Chdir(dir)
		fileIn(t, dir, name, "\"up\"\n")
		r := run(t, setup{}, "-w", "--", name)
		_, undo, _ := strings.Cut(r.err, "; to undo: ")
		if out, err := exec.Command(bash, "-c", undo).CombinedOutput(); err != nil ||
			content(t, name) != "\"up\"\n" || names(t, dir) != name {
			t.Errorf("%q: %s: %v %s", name, undo, err, out)
		}
	}
}

func TestShellQuote(t *testing.T) {
	for name, want := range map[string]string{
		"a.jsonl":    "a.jsonl",
		"/x/y-1_2.z": "/x/y-1_2.z",
		"-x":         "./-x",
		"-a b":       "'./-a b'",
		"":           "''",
		"it's":       `'it'\''s'`,
		"~":          "'~'",
		"a\nb":       `$'a\012b'`,
		"caf\xe9":    `$'caf\351'`,
		"é":          "'é'",
		"\x1b'\\":    `$'\033\047\134'`,
		"$(x)":       "'$(x)'",
	} {
		if got := shellQuote(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestListOfPlainNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	fileIn(t, dir, "a b", "\"up\"\n")
	fileIn(t, dir, "x\ny", "\"up\"\n")
	fileIn(t, dir, "fine", "{}\n")
	run(t, setup{}, "-l", "a b", "x\ny", "fine").want(t, 1, "a b\n\"x\\ny\"\n", "")
	if err := os.Remove("fine"); err != nil {
		t.Fatal(err)
	}
	run(t, setup{}, "-l", "a b", "fine").want(t, 3, "a b\n",
		"tr-test: open fine: no such file or directory\n")
}
