package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/cli"
	"trtools/internal/flags"
)

// Every command has its files, which everybody may read; the exit status tells what became
// of them.
func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var said strings.Builder
	if status := run([]string{dir}, &said); status != 0 || said.Len() > 0 {
		t.Fatalf("%d: %s", status, said.String())
	}
	for _, c := range cli.Commands() {
		for _, name := range []string{"man1/" + c.Name + ".1", "bash/" + c.Name, "zsh/_" + c.Name, "fish/" + c.Name + ".fish"} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), c.Name) && !strings.Contains(string(text), strings.ReplaceAll(c.Name, "-", `\-`)) {
				t.Errorf("%s: %v, %.40q", name, err, text)
			}
			for p, want := range map[string]os.FileMode{path: 0o644, filepath.Dir(path): 0o755} {
				if info, err := os.Stat(p); err != nil || info.Mode().Perm()|0o022 != want|0o022 {
					t.Errorf("%s: %v, %v", p, info.Mode(), err)
				}
			}
		}
	}
	for _, args := range [][]string{nil, {"a", "b"}} {
		said.Reset()
		if status := run(args, &said); status != 2 || said.String() != "usage: manual DIR\n" {
			t.Errorf("%q: %d, %s", args, status, said.String())
		}
	}
	file := filepath.Join(dir, "bash", "tr-pair")
	for _, in := range []string{file, filepath.Join(file, "below")} {
		said.Reset()
		if status := run([]string{in}, &said); status != 1 || !strings.HasPrefix(said.String(), "manual: ") {
			t.Errorf("%s: %d, %s", in, status, said.String())
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o755); err != nil {
		t.Fatal(err)
	}
	if status := run([]string{dir}, &said); status != 1 {
		t.Error("a file that cannot be written is no error")
	}
}

// What zsh is told of a flag: every spelling, how its value follows, and what completes it.
func TestZshSpecs(t *testing.T) {
	for _, c := range []struct {
		f    *flags.Flag
		want []string
	}{
		{flags.Bool("check", "look only"), []string{`'(--check)--check[look only]'`}},
		{flags.Bool("check", "it's [one]: a\\b").Short("c"), []string{`'(--check -c)--check[it'\''s \[one\]\: a\\b]'`, `'(--check -c)-c[it'\''s \[one\]\: a\\b]'`}},
		{flags.BoolOn("mend", "mend lines"), []string{`'(--mend)--mend=-[mend lines]:value:(false)'`}},
		{flags.Count("max", "", "so many").Short("m"), []string{`'(--max -m)--max=[so many]:value: '`, `'(--max -m)-m+[so many]:value: '`}},
		{flags.Choice("mode", "how", "a", "b").Short("x"), []string{`'(--mode -x)--mode=[how]:value:(a b)'`, `'(--mode -x)-x+[how]:value:(a b)'`}},
		{flags.Path("out", "FILE", "", "where"), []string{`'(--out)--out=[where]:file:_files'`}},
		{flags.Path("dir", "DIR", "", "where"), []string{`'(--dir)--dir=[where]:file:_files'`}},
		{flags.Text("name", "TEXT", "", "what"), []string{`'(--name)--name=[what]:value: '`}},
	} {
		if got := zshSpec(c.f); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.f.Name, got, c.want)
		}
		if got, want := isPath(c.f), strings.Contains(c.want[0], "_files"); got != want {
			t.Errorf("%s is a path: %v", c.f.Name, got)
		}
	}
}

// What bash and fish are told of flags of every kind.
func TestCompletionsOfKinds(t *testing.T) {
	bash, fish := render(bashTemplate, cli.Pair), render(fishTemplate, cli.Pair)
	for text, in := range map[string]string{
		"\n\t--missing) COMPREPLY=($(compgen -W 'inject strip keep' -- \"$cur\")); return;;": bash,
		"\n\t-o|--output) COMPREPLY=($(compgen -f -- \"$cur\")); return;;":                   bash,
		"_tr_pair() {\n": bash, "complete -o filenames -F _tr_pair tr-pair\n": bash, "'--mend=false ": bash, " --check ": bash,
		"complete -c tr-pair -l missing -x -a 'inject strip keep' -d '": fish, "complete -c tr-pair -s o -l output -r -F -d '": fish, "complete -c tr-pair -s c -l check -d '": fish,
	} {
		if !strings.Contains(in, text) {
			t.Errorf("%q is not in\n%s", text, in)
		}
	}
	if strings.Contains(bash, "--check)") || strings.Contains(bash, "-c|") {
		t.Error("bash waits for a value of --check")
	}
	if got := quote(`it's a\b`); got != `'it\'s a\\b'` {
		t.Error(got)
	}
}

// A page names all other commands, and not itself; it has what every page has.
func TestPageParts(t *testing.T) {
	for _, c := range cli.Commands() {
		text := page(c)
		_, also, found := strings.Cut(text, "SEE ALSO")
		if !found || !strings.Contains(also, `\fBjq\fP(1)`) {
			t.Errorf("%s: see also %q", c.Name, also)
		}
		also = strings.ReplaceAll(also, `\-`, "-")
		for _, other := range cli.Commands() {
			if strings.Contains(also, `\fB`+other.Name+`\fP(1)`) != (other.Name != c.Name) {
				t.Errorf("%s: of %s see also %q", c.Name, other.Name, also)
			}
		}
		for _, head := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "OPTIONS OF ALL FILTERS", "EXIT STATUS", "EXAMPLES"} {
			if !strings.Contains(text, ".SH "+head+"\n") {
				t.Errorf("%s has no %s", c.Name, head)
			}
		}
		if strings.Contains(text, ".SH ENVIRONMENT\n") != (len(variables(c)) > 0) {
			t.Errorf("%s: variables %v", c.Name, variables(c))
		}
	}
}
