package classify

import "testing"

func TestLookUp(t *testing.T) {
	const table = "a\t1\na b\t2\nab\t\nb\t3\t4\nb-c\t5\nz\t6\n"
	for name, want := range map[string]string{"a": "1", "a b": "2", "ab": "", "b": "3\t4", "b-c": "5", "z": "6"} {
		if got, ok := lookUp(table, name); !ok || got != want {
			t.Errorf("%q: %q, %t, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "A", "a ", "a b c", "b\t3", "c", "zz"} {
		if got, ok := lookUp(table, name); ok {
			t.Errorf("%q: %q, want none", name, got)
		}
	}
	if got, ok := lookUp("", "a"); ok {
		t.Errorf("empty table: %q", got)
	}
}
