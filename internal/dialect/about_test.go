package dialect

import (
	"strings"
	"testing"
)

// someAPI stands for what package refusal says of a format.
func someAPI(r *Rules) string { return "as " + strings.ToUpper(r.Name) }

// Every format is in the table once, and tells what it is and who reads it.
func TestTable(t *testing.T) {
	rows := strings.Split(strings.TrimSuffix(Table(someAPI), "\n"), "\n")[2:]
	if len(rows) != len(Names()) {
		t.Errorf("%d rows, %d formats", len(rows), len(Names()))
	}
	for _, name := range Names() {
		n := 0
		for _, row := range rows {
			if !strings.HasPrefix(row, "| `"+name+"` | ") {
				continue
			}
			n++
			for i, cell := range strings.Split(strings.Trim(row, "| "), " | ") {
				if strings.TrimSpace(cell) == "" || strings.ContainsAny(cell, "\n|") {
					t.Errorf("%s: cell %d is %q", name, i, cell)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s is there %d times", name, n)
		}
	}
}

// The table says what becomes of pairs: a format that is read but not judged does not
// promise a repair.
func TestTableOfPairs(t *testing.T) {
	for name, want := range map[string]string{
		"claude-code": "repaired", "openai-chat": "repaired", "conversations": "as those of the messages", "sharegpt": "repaired where the trainer skips the example",
		"gemini-cli": "repaired inside the records: none is taken out",
	} {
		for row := range strings.Lines(Table(someAPI)) {
			if strings.HasPrefix(row, "| `"+name+"` |") && !strings.HasSuffix(row, " | "+want+" |\n") {
				t.Errorf("%s, want %s", row, want)
			}
		}
	}
	for _, f := range formats {
		said := f.Rules().pairs()
		if r := f.Rules(); (r.Unjudged || r.Log || r.Reader != nil && !r.Reader.Pairs) != strings.HasPrefix(said, "not judged") && !r.Inline || strings.HasPrefix(said, "as those") != (r.Name == "conversations") {
			t.Errorf("%s: %s", r.Name, said)
		}
	}
}
