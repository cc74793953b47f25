package cli

import (
	"strings"
	"testing"

	"trtools/internal/atomicfile"
)

// What the system did not tell about a rewritten file is a line each, and nothing else is.
func TestNotesOnRewrite(t *testing.T) {
	for _, c := range []struct {
		result atomicfile.Result
		want   string
	}{
		{atomicfile.Result{}, ""},
		{atomicfile.Result{GroupLost: true}, "the group"},
		{atomicfile.Result{RaceUnseen: true}, "same instant"},
		{atomicfile.Result{WritersUnseen: true}, "still writes to the old file"},
	} {
		notes := (&fileRun{result: c.result}).notesOnRewrite()
		if (c.want == "") != (len(notes) == 0) || !strings.Contains(strings.Join(notes, "\n"), c.want) || len(notes) > 1 {
			t.Errorf("%+v: %q, want %q", c.result, notes, c.want)
		}
	}
}
