package trtools

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"trtools/docs"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
)

// TestDocs runs what README and GUIDE show. In a block marked console, lines
// that begin with "$ " are commands, and what follows is all that they print.
// The commands of one document run one after another in a copy of
// testdata/samples; the home of their user, /home/ann, holds one session.
func TestDocs(t *testing.T) {
	for _, name := range []string{"README.md", "GUIDE.md", filepath.Join("docs", "codes.md")} {
		t.Run(name, func(t *testing.T) { runDoc(t, name) })
	}
}

func runDoc(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "samples"))); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	writeFile(t, filepath.Join(home, ".claude/projects/-home-ann-shop/3f1c2a54-7d1e-4b6a-9c0d-5e8f7a6b4c3d.jsonl"),
		readDoc(t, "testdata/samples/session.jsonl"))
	n, shown := 0, string(text)
	for _, ex := range examples(string(text)) {
		n++
		got := strings.ReplaceAll(shell(t, dir, ex.command), home, "/home/ann")
		if *update {
			shown = strings.Replace(shown, "$ "+ex.command+"\n"+ex.want, "$ "+ex.command+"\n"+got, 1)
		} else if got != ex.want {
			t.Errorf("%s:%d: $ %s\ngot:\n%s\nwant:\n%s", name, ex.line, ex.command, got, ex.want)
		}
	}
	if n == 0 {
		t.Errorf("%s shows no command", name)
	}
	if *update {
		if err := os.WriteFile(name, []byte(shown), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

type example struct {
	line          int
	command, want string
}

// examples returns the commands of the console blocks and what they print.
func examples(text string) (list []example) {
	inside := false
	for i, line := range strings.Split(text, "\n") {
		switch cmd, is := strings.CutPrefix(line, "$ "); {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case is:
			list = append(list, example{line: i + 1, command: cmd})
		case len(list) > 0:
			list[len(list)-1].want += line + "\n"
		}
	}
	return list
}

// shell runs a command line and returns what it prints on both streams.
func shell(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return string(out)
}

// TestCodePages: every code has a page, every page a code, and its example shows a
// finding with it.
func TestCodePages(t *testing.T) {
	pages := 0
	for _, r := range transcript.Rules() {
		text, ok := docs.Code(string(r.Code))
		if !ok || !strings.Contains(text, ": "+string(r.Code)+": ") {
			t.Errorf("%s: no page, or no example:\n%s", r.Code, text)
		}
	}
	for _, line := range strings.Split(readDoc(t, filepath.Join("docs", "codes.md")), "\n") {
		if name, is := strings.CutPrefix(line, "## "); is {
			if pages++; transcript.RuleOf(transcript.Code(name)).Code == "" {
				t.Errorf("%q is no code", name)
			}
		}
	}
	if pages != len(transcript.Rules()) {
		t.Errorf("%d pages for %d codes", pages, len(transcript.Rules()))
	}
	if text, ok := docs.Code("nonsense"); ok {
		t.Errorf("a page for nonsense: %s", text)
	}
}

// TestCodeRows: the page of a code has the rows of the table of what APIs refuse; -update
// writes them.
func TestCodeRows(t *testing.T) {
	file := filepath.Join("docs", "codes.md")
	text := readDoc(t, file)
	const title = "What APIs refuse:\n\n"
	for _, r := range transcript.Rules() {
		rows := refusedRows(r.Code)
		page, _ := docs.Code(string(r.Code))
		if rows == "" || strings.Contains(page, title+rows) {
			continue
		}
		if !*update {
			t.Errorf("%s: docs/codes.md lacks\n%s", r.Code, rows)
			continue
		}
		before, after, _ := strings.Cut(text, "\n## "+string(r.Code)+"\n")
		page, rest, more := strings.Cut(after, "\n## ")
		lead, example, _ := strings.Cut(page, "```console")
		lead, _, _ = strings.Cut(lead, title)
		if text = before + "\n## " + string(r.Code) + "\n" + lead + title + rows + "\n```console" + example; more {
			text += "\n## " + rest
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCodeTable compares the table of codes in docs/interface.md with the code's.
func TestCodeTable(t *testing.T) {
	text := readDoc(t, filepath.Join("docs", "interface.md"))
	for _, r := range transcript.Rules() {
		row := fmt.Sprintf("| `%s` | %s | %s | %s |\n", r.Code, r.Severity, r.Action, r.Help)
		if !strings.Contains(text, row) {
			t.Errorf("docs/interface.md lacks the row\n%s", row)
		}
	}
}

// TestNamedTests: SECURITY.md and the tables in docs name tests for what they
// promise; every one of them exists, and no promise or case is without one, or
// without a reason.
func TestNamedTests(t *testing.T) {
	there := testNames(t)
	named := regexp.MustCompile("`([a-z]+\\.(?:Test|Fuzz)\\w+|scripts/\\w+)`")
	for file, rows := range map[string]int{"SECURITY.md": 20, filepath.Join("docs", "reliability.md"): 75, filepath.Join("docs", "command-line.md"): 30} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, row := range strings.Split(string(text), "\n") {
			list := named.FindAllStringSubmatch(row, -1)
			for _, m := range list {
				if !there[m[1]] {
					t.Errorf("%s names %s, which is not there", file, m[1])
				}
			}
			if strings.HasPrefix(row, "| ") && !strings.HasPrefix(row, "| #") && !strings.HasPrefix(row, "| promise") && !strings.HasPrefix(row, "| expectation") {
				if n++; len(list) == 0 && !strings.Contains(row, "| no test") {
					t.Errorf("%s: no test and no reason: %s", file, row)
				}
			}
		}
		if n < rows {
			t.Errorf("%s has %d rows, want %d", file, n, rows)
		}
	}
}

// testNames returns the tests of the tree: by package directory and name, and the
// scripts.
func testNames(t *testing.T) map[string]bool {
	there := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, ".txtar"):
			there["scripts/"+strings.TrimSuffix(filepath.Base(path), ".txtar")] = true
		case strings.HasSuffix(path, "_test.go"):
			dir := filepath.Base(filepath.Dir(path))
			if dir == "." {
				dir = "trtools"
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, m := range function.FindAllSubmatch(text, -1) {
				there[dir+"."+string(m[1])] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}

// Of two versions of a document one is chosen: CHANGELOG.md once held both.
func TestNoConflicts(t *testing.T) {
	names, err := filepath.Glob("*.md")
	if err != nil || len(names) < 4 {
		t.Fatal(names, err)
	}
	conflict := regexp.MustCompile(`(?m)^(<{7} |={7}$|>{7} ).*`)
	for _, name := range names {
		if mark := conflict.FindString(readDoc(t, name)); mark != "" {
			t.Errorf("%s holds %q", name, mark)
		}
	}
}

// TestRefusals: docs/refusals.md has a row for each rule of the table of what APIs refuse;
// -update writes them.
func TestRefusals(t *testing.T) {
	file := filepath.Join("docs", "refusals.md")
	text := readDoc(t, file)
	const head = "|---|---|---|---|---|\n"
	before, after, _ := strings.Cut(text, head)
	_, after, _ = strings.Cut(after, "\n## ")
	var rows strings.Builder
	for _, r := range refusal.Table() {
		in, repaired, why := "every format", "no", cmp.Or(r.Help, "—")
		if len(r.Formats) > 0 {
			in = strings.Join(r.Formats, ", ")
		}
		if r.Repair != "" {
			repaired = r.Repair
		}
		of := r.APIs.String()
		if len(r.Models) > 0 {
			of += " (" + r.Of() + ")"
		}
		fmt.Fprintf(&rows, "| %s: %s | `%s` | %s | %s | %s |\n", of, r.Place, r.Code, in, repaired, why)
	}
	want := before + head + rows.String() + "\n## " + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != want {
		t.Error("docs/refusals.md is not what the table says: go test . -run TestRefusals -update")
	}
}

// refusedRows lists the rows of a code for the page about it, "" if there are none.
func refusedRows(code transcript.Code) string {
	var b strings.Builder
	for _, r := range refusal.Table() {
		if r.Code != code {
			continue
		}
		b.WriteString("- " + r.APIs.String())
		if len(r.Models) > 0 {
			b.WriteString(" (" + r.Of() + ")")
		}
		b.WriteString(": " + r.Place + ". `" + strings.ReplaceAll(r.Error, "`", "'") + "` (" + r.Source + ").")
		if r.Repair != "" {
			b.WriteString(" Repair: " + r.Repair + ".")
		}
		if r.Help != "" {
			b.WriteString(" What helps: " + r.Help + ".")
		}
		b.WriteString("\n")
	}
	return b.String()
}
