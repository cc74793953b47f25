package resulttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/pair"
)

var corpora = filepath.FromSlash("../../../shared/corpora")

func pairStage(j transcript.Job) transcript.Stage { return pair.New(pair.Options{}, j) }

func budgetStage(j transcript.Job) transcript.Stage { return budget.New(budget.Options{}, j) }

func trimStage(j transcript.Job) transcript.Stage {
	return budget.New(budget.Options{TrimCopies: true}, j)
}

func compactStage(j transcript.Job) transcript.Stage {
	return microcompact.New(microcompact.Options{}, j)
}

func chain(a, b Make) Make {
	return func(j transcript.Job) transcript.Stage {
		j.Next = b(j)
		return a(j)
	}
}

// TestCorpora runs the stages over real sessions. With -v it prints a table of
// what they save.
func TestCorpora(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpora, "*", "*.jsonl"))
	if len(files) == 0 || testing.Short() {
		t.Skip("no corpora here, or no time")
	}
	stages := []struct {
		name string
		f    Make
	}{
		{"tr-budget", budgetStage}, {"tr-microcompact", compactStage},
		{"tr-microcompact | tr-budget", chain(compactStage, budgetStage)},
		{"... --ui-copies=trim", chain(compactStage, trimStage)},
	}
	table := map[string][]size{}
	for _, file := range files {
		in, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in = Run(t, pairStage, in, 0).Data // what is damaged is repaired first
		kind := filepath.Base(filepath.Dir(file))
		row, before := []size{measure(in)}, findings(t, in)
		for _, s := range stages {
			out := Run(t, s.f, in, 0)
			row = append(row, measure(out.Data))
			checkOutput(t, file+": "+s.name, s.f, in, out, before)
		}
		table[kind] = add(table[kind], row)
		table["total"] = add(table["total"], row)
	}
	head := []string{"", "before"}
	for _, s := range stages {
		head = append(head, s.name)
	}
	t.Logf("bytes / estimated tokens (a quarter of the chars in messages)\n%s", format(head, table))
}

// checkOutput: it is clean for tr-pair where the input was, has as many lines,
// is not larger, and stays as it is.
func checkOutput(t *testing.T, name string, f Make, in []byte, out Output, before string) {
	t.Helper()
	if bytes.Count(out.Data, []byte("\n")) != bytes.Count(in, []byte("\n")) || len(out.Data) > len(in) {
		t.Errorf("%s: %d bytes became %d", name, len(in), len(out.Data))
	}
	if after := findings(t, out.Data); before != after {
		t.Errorf("%s: tr-pair finds %s, before it found %s", name, after, before)
	}
	if again := Run(t, f, out.Data, 4099); !bytes.Equal(again.Data, out.Data) {
		t.Errorf("%s: a second run changes something", name)
	}
}

// findings lists the codes that tr-pair --check fails for.
func findings(t *testing.T, data []byte) string {
	count := map[transcript.Code]int{}
	for _, f := range Run(t, pairStage, data, 0).Findings {
		if f.Counts() {
			count[f.Code]++
		}
	}
	return fmt.Sprint(count)
}

type size struct{ bytes, chars int }

// measure counts the chars of all strings in the messages of a transcript.
func measure(data []byte) size {
	s := size{bytes: len(data)}
	for _, line := range bytes.Split(data, []byte("\n")) {
		var rec map[string]any
		if json.Unmarshal(line, &rec) != nil {
			continue
		}
		for _, name := range []string{"message", "payload"} {
			if m, ok := rec[name].(map[string]any); ok {
				delete(m, "details")
				rec = m
			}
		}
		if _, role := rec["role"]; role || rec["call_id"] != nil {
			s.chars += chars(rec)
		}
	}
	return s
}

func chars(v any) (n int) {
	switch v := v.(type) {
	case string:
		return utf8.RuneCountInString(v)
	case []any:
		for _, e := range v {
			n += chars(e)
		}
	case map[string]any:
		for name, e := range v {
			if !strings.Contains(strings.ToLower(name), "signature") && name != "data" && name != "encrypted_content" {
				n += chars(e)
			}
		}
	}
	return n
}

func add(a, b []size) []size {
	if a == nil {
		a = make([]size, len(b))
	}
	for i := range b {
		a[i].bytes += b[i].bytes
		a[i].chars += b[i].chars
	}
	return a
}

func format(head []string, table map[string][]size) string {
	var b strings.Builder
	fmt.Fprintln(&b, "| "+strings.Join(head, " | ")+" |")
	var kinds []string
	for kind := range table {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		fmt.Fprintf(&b, "| %s |", kind)
		for _, s := range table[kind] {
			fmt.Fprintf(&b, " %d / %d |", s.bytes, (s.chars+3)/4)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// TestPrefixes: no prefix of a file, of those that are tried, makes a stage panic, or lose a byte that it
// does not name.
func TestPrefixes(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpora, "handmade", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("no corpora here")
	}
	small := func(j transcript.Job) transcript.Stage { return budget.New(budget.Options{Result: 9, Turn: 20}, j) }
	old := func(j transcript.Job) transcript.Stage {
		return microcompact.New(microcompact.Options{Truncate: -1, Summarize: 1, Min: -1, Keep: transcript.Globs{}}, j)
	}
	for _, file := range files {
		in, _ := os.ReadFile(file)
		for n := 0; n < len(in); n += 23 {
			for _, f := range []Make{small, old} {
				out := Run(t, f, in[:n], 0)
				if len(out.Findings) == 0 && !bytes.Equal(out.Data, in[:n]) {
					t.Fatalf("%s: %d bytes: something changed without a finding", file, n)
				}
			}
		}
	}
}
