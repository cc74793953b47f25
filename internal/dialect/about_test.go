package dialect

import (
	"strings"
	"testing"
)

// Every format is in the table once, and tells what it is and who reads it.
func TestTable(t *testing.T) {
	rows := strings.Split(strings.TrimSuffix(Table(), "\n"), "\n")[2:]
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
