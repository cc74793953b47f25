package cli

import (
	"os"
	"strings"
	"testing"
)

// TestMessagesThatHelp: a slip on the command line gets the message that says
// what to type.
func TestMessagesThatHelp(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ args, msg, hint string }{
		{"-j -1", `--jobs: bad count "-1": it is negative`, "counts look like 20000 or 20k"},
		{"--mend=perhaps", `--no-mend: want true or false, not "perhaps"`, ""},
		{"--limit=many", `--limit: bad count "many": not a number`, "counts look like 20000 or 20k"},
		{"--cap=5XB", `--cap: bad size "5XB": not a number`, "sizes look like 4096, 64KiB or 5MB"},
		{"--report=", `--report: "" is not a file name`, ""},
		{"--limit", "--limit needs a value: --limit N", ""},
		{"-qm", "-m needs a value: -m N", ""},
		{"--chekc=1", "unknown flag --chekc", "did you mean --check?"},
		{"--fix", "unknown flag --fix", rewrites},
		{"--repair", "unknown flag --repair", rewrites},
		{"-i", "unknown flag -i", rewrites},
		{"--dry-run", "unknown flag --dry-run", shows},
		{"-n", "unknown flag -n", shows},
		{"-qz", "unknown flag -qz", "did you mean -q?"},
		{"--backup .old", "--backup and --no-backup are for -w", "without -w no file is changed, and none needs a backup"},
		{"--no-backup f", "--backup and --no-backup are for -w", "without -w no file is changed, and none needs a backup"},
		{"-0", "-0 is for -l", "use -l0 to print names for xargs -0"},
		{"--ignore orphan-resalt", `--ignore: unknown value "orphan-resalt", did you mean orphan-result?`, ""},
		{"--only bom,nonsense", `--only: unknown value "nonsense", did you mean no-records?`, ""},
		{"--max-findings 5", "--max-findings is for -f github and -f sarif", ""},
		{"--glob [", `--glob: bad pattern "["`, "patterns look like *.jsonl or session-[0-9]*.json"},
		{"--files0-from x y", "--files0-from and FILE exclude each other", "put all names into one list"},
	} {
		want := "tr-test: " + c.msg + "\n"
		if c.hint != "" {
			want += "tr-test: hint: " + c.hint + "\n"
		}
		run(t, setup{in: "{}"}, strings.Fields(c.args)...).want(t, 2, "", want+"tr-test: hint: tr-test --help lists all flags\n")
	}
}

// TestEmptiedFile: the shell has emptied the file before the command begins.
func TestEmptiedFile(t *testing.T) {
	t.Chdir(t.TempDir())
	out, err := os.Create("s.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	run(t, setup{out: out}, "s.jsonl").want(t, 2, "", `tr-test: s.jsonl is also the output: the shell emptied it before tr-test began
tr-test: hint: get the file back from a copy, then use -w
tr-test: hint: tr-test --help lists all flags
`)
	out.WriteString("{}\n")
	if r := run(t, setup{out: out}, "s.jsonl"); r.code != 2 || !strings.Contains(r.err, "to rewrite a file in place use -w") {
		t.Errorf("%+v", r)
	}
}

// TestStandardInputOnATerminal: who types a bare command is told what it does.
func TestStandardInputOnATerminal(t *testing.T) {
	terminal := func(any) bool { return true }
	const waits = "tr-test: reads standard input; Ctrl-D ends it, tr-test --help says more\n"
	run(t, setup{in: "{}\n", terminal: terminal}).want(t, 0, "{}\n", waits)
	run(t, setup{in: "{}\n", terminal: terminal}, "-").want(t, 0, "{}\n", "")
	run(t, setup{in: "{}\n", terminal: terminal}, "-q").want(t, 0, "{}\n", "")
	run(t, setup{in: "{}\n"}).want(t, 0, "{}\n", "")
}

// TestTotals: findings end with their number.
func TestTotals(t *testing.T) {
	t.Chdir(t.TempDir())
	c := testCommand
	c.Repairs = true
	fileIn(t, ".", "a", "\"up\"\n\"gone\"\n\"warn\"\n")
	fileIn(t, ".", "b", "{}\n")
	fileIn(t, ".", "c", "\"up\"\n")
	terminal := func(any) bool { return true }
	for _, x := range []struct {
		args  string
		s     setup
		total string
	}{
		{"-c a b", setup{}, "3 findings: 1 error, 2 warnings in 1 of 2 files; tr-test -w repairs 2 of them\n"},
		{"-c c", setup{}, "1 finding: 1 error; tr-test -w repairs all\n"},
		{"-c -j2 a c", setup{}, "4 findings: 2 errors, 2 warnings in 2 of 2 files; tr-test -w repairs 3 of them\n"},
		{"-c --only nul-bytes a", setup{}, "1 finding: 1 warning\n"},
		{"-c", setup{in: `"up"`}, "1 finding: 1 error\n"},
		{"-c b", setup{}, ""},
		{"-cq a", setup{}, ""},
		{"-c -f json a", setup{}, ""},
		{"a", setup{}, ""},
		{"a", setup{terminal: terminal}, "3 findings: 1 error, 2 warnings\n"},
		{"-d c", setup{terminal: terminal}, "1 finding: 1 error; tr-test -w repairs all\n"},
	} {
		r := runCommand(t, c, x.s, strings.Fields(x.args)...)
		_, onOut := cutTotal(r.out)
		got := onOut
		for line := range strings.Lines(r.err) {
			if strings.Contains(line, "finding") {
				got += line
			}
		}
		if got != x.total {
			t.Errorf("%s: %q, want %q", x.args, got, x.total)
		}
	}
}

// TestRecognized: -v, and -c on a terminal, say what a stage recognised.
func TestRecognized(t *testing.T) {
	t.Chdir(t.TempDir())
	fileIn(t, ".", "a", "{}\n\"up\"\n")
	fileIn(t, ".", "b", "{}\n")
	terminal := setup{terminal: func(any) bool { return true }}
	const up, healthy = "a: text, 2 records, 1 finding\n", "b: text, 1 records, healthy\n"
	for _, c := range []struct {
		args     string
		s        setup
		out, err string
	}{
		{"-c a b", terminal, up + healthy, ""},
		{"-cv b a", setup{}, healthy + up, ""},
		{"-v a b", setup{}, "", up + healthy},
		{"-c a b", setup{}, "", ""},
		{"-cvq a b", setup{}, "", ""},
		{"-cv -f json a b", setup{}, "", ""},
	} {
		r := run(t, c.s, append(strings.Fields(c.args), "--color=never", "--recognize")...)
		only := func(text string) (kept string) {
			for line := range strings.Lines(text) {
				if strings.Contains(line, " records, ") {
					kept += line
				}
			}
			return kept
		}
		if only(r.out) != c.out || only(r.err) != c.err {
			t.Errorf("%s: %+v", c.args, r)
		}
	}
}

// Healthy files of a directory are one line on a terminal; -v has a line for each.
func TestHealthyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("d", 0o755); err != nil {
		t.Fatal(err)
	}
	fileIn(t, ".", "d/a.jsonl", "{}\n")
	fileIn(t, ".", "d/b.jsonl", "{}\n")
	terminal := setup{terminal: func(any) bool { return true }}
	run(t, terminal, "-c", "--recognize", "--color=never", "d").want(t, 0, "2 healthy files\n", "")
	run(t, setup{}, "-cv", "--recognize", "d").want(t, 0, "d/a.jsonl: text, 1 records, healthy\nd/b.jsonl: text, 1 records, healthy\n", "")
	run(t, setup{}, "-c", "--recognize", "d").want(t, 0, "", "")
}
