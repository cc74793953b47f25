package dialect

import (
	"bytes"
	stdflag "flag" // the package has a flag of its own
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

var update = stdflag.Bool("update", false, "rewrite golden files")

// TestGolden prints what is seen in every sample. A golden file stands beside
// its sample, line for line: read the two together.
func TestGolden(t *testing.T) {
	for _, file := range samples(t, "*") {
		if strings.Contains(file, "unknown") {
			continue // TestUnknown says what holds for these
		}
		t.Run(strings.TrimPrefix(file, "testdata/"), func(t *testing.T) {
			got := show(t, lines(t, file))
			golden := strings.TrimSuffix(file, ".jsonl") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || got != string(want) {
				t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
			}
		})
	}
}

// samples returns the sample files of a format.
func samples(t testing.TB, format string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", format, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples for %s: %v", format, err)
	}
	return files
}

func lines(t testing.TB, file string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

// record parses one line.
func record(t testing.TB, line []byte) outline.Value {
	t.Helper()
	d := new(outline.Doc)
	if err := d.Parse(line); err != nil || !outline.Strict(line) {
		t.Fatalf("%s: %v", line, err)
	}
	return d.Root()
}

// show prints the views of a file's records.
func show(t testing.TB, lines [][]byte) string {
	t.Helper()
	var b strings.Builder
	d, v := NewDetector(nil, ""), new(View)
	for i, line := range lines {
		rec := record(t, line)
		if known := d.View(rec, v); known {
			fmt.Fprintf(&b, "%d %s", i+1, v.Format.Rules().Name)
			showView(&b, v)
		} else {
			fmt.Fprintf(&b, "%d unknown\n", i+1)
		}
	}
	return b.String()
}

var classes = []string{"other", "message", "header", "boundary", "rollback", "turn", "pointer", "checkpoint"}

var roles = []string{"", " system", " user", " assistant", " tool", " unknown-role"}

// showView prints one view: its class, role and flags, then a line for each
// link, call and result.
func showView(b *strings.Builder, v *View) {
	fmt.Fprintf(b, " %s%s", classes[v.Class], roles[v.Role])
	flags(b, "text", v.Text, "meta", v.Meta, "dropped", v.Dropped, "signed", v.Signed, "think", v.Think,
		"model", v.Model, "sidechain", v.Sidechain, "summary", v.Summary, "progress", v.Progress,
		"setting", v.Setting, "heals", v.Heals, "damaged", v.Damaged, "request", v.Request, "notice", !v.Meta && v.Notice(), "instructions", v.Instructions(), "begins-turn", v.BeginsTurn())
	if v.Turns > 0 {
		fmt.Fprintf(b, " turns=%d", v.Turns)
	}
	for _, m := range []struct {
		name string
		v    outline.Value
	}{{"id", v.ID}, {"parent", v.Parent}, {"message", v.MessageID}, {"session", v.Session}, {"thread", v.Thread}, {"leaf", v.Leaf}, {"millis", v.Millis}, {"ordinal", v.Ordinal},
		{"kept", v.Preserved.List}, {"head", v.Preserved.Head}, {"tail", v.Preserved.Tail}, {"anchor", v.Preserved.Anchor}} {
		if m.v.Exists() {
			fmt.Fprintf(b, " %s=%s", m.name, m.v.Raw())
		}
	}
	if v.Declared.Exists() && !v.Parent.Exists() {
		fmt.Fprintf(b, " declares %s", v.Declared.Raw())
	}
	if v.List.Exists() {
		fmt.Fprintf(b, " list of %d", v.List.Len())
	}
	b.WriteByte('\n')
	for _, c := range v.Calls {
		showCall(b, c)
	}
	for i, r := range v.Results {
		showResult(b, r, i < v.Lead)
	}
}

var kinds = []string{"", " custom", " search"}

func showCall(b *strings.Builder, c Call) {
	fmt.Fprintf(b, "  call%s %s of %s, %s arguments", kinds[c.Kind], shown(c.ID), shown(c.Name), valueKinds[c.Args.Kind()])
	flags(b, "no-id", c.NoID, "cut", c.Cut(), "misplaced", c.Misplaced, "answered", c.Answered)
	for _, again := range c.Copies {
		fmt.Fprintf(b, " copy %s", shown(again.ID))
	}
	if c.Bad != "" {
		fmt.Fprintf(b, " BAD: %s", c.Bad)
	}
	b.WriteByte('\n')
}

func showResult(b *strings.Builder, r Result, leads bool) {
	fmt.Fprintf(b, "  result%s %s of %s, %s content", kinds[r.Kind], shown(r.ID), shown(r.Name), valueKinds[r.Content.Kind()])
	flags(b, "no-id", r.NoID, "synthetic", r.Synthetic, "leads", leads, "misplaced", r.Misplaced, "provisional", r.Provisional)
	b.WriteByte('\n')
}

var valueKinds = []string{"no", "null", "bool", "number", "string", "object", "array"}

// shown prints a value, or a dash if it is missing.
func shown(v outline.Value) string {
	if !v.Exists() {
		return "-"
	}
	return string(v.Raw())
}

// flags prints the names of those that are set.
func flags(b *strings.Builder, pairs ...any) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1].(bool) {
			fmt.Fprintf(b, " %s", pairs[i])
		}
	}
}
