package pair_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
)

// A record that was cut off behind its link still tells where the branch hung that it
// began: in front of a compaction, or beside another branch.
func TestTornStillLinks(t *testing.T) {
	for _, c := range []struct {
		dialect, story, link string
		line                 int
		want                 string
	}{
		{"claude-serial", "U C @1 F U", `"parentUuid":"`, 4, "[1 2]"},
		{"claude-fan", "U C @1 F U", `"parentUuid":"`, 4, "[1 2]"},
		{"pi", "U F U @1 F U", `"parentId":"`, 5, "[1 3]"},
	} {
		d := transcripttest.Named(c.dialect)
		lines := strings.SplitAfter(string(d.Bytes(c.story)), "\n")
		whole := lines[c.line-1]
		from := strings.Index(whole, c.link) + len(c.link)
		from += strings.Index(whole[from:], `"`) + 1
		for n := from; n < len(whole)-1; n += 1 + len(whole)/size(40) {
			lines[c.line-1] = whole[:n] + "\n"
			o := run(t, pair.Options{}, []byte(strings.Join(lines, "")))
			lists := d.Read(o.out)
			if got := fmt.Sprint(transcripttest.Users(lists[len(lists)-1])); got != c.want {
				t.Errorf("%s: %s, cut %d: users %s, want %s\n%s", c.dialect, c.story, n, got, c.want, o.out)
			}
		}
	}
}

// What is left of a record does not link an earlier one to its own descendant.
func TestTornClosesNoCircle(t *testing.T) {
	d := transcripttest.Named("claude-serial")
	l := strings.SplitAfter(string(d.Bytes("U F U F U")), "\n")
	left, _, _ := strings.Cut(strings.Replace(l[4], `"parentUuid":"00000000-0000-4000-8000-000000000004"`, `"parentUuid":"00000000-0000-4000-8000-000000000005"`, 1), `"type"`)
	o := run(t, pair.Options{}, []byte(l[0]+l[1]+left+l[4]+l[3])) // the third line is lost, the last two are swapped
	for _, list := range d.Read(o.out) {
		if got := transcripttest.Users(list); len(got) == 0 || got[0] != 1 {
			t.Errorf("users %v\n%s", got, o.out)
		}
	}
	if again := run(t, pair.Options{}, o.out); string(again.out) != string(o.out) {
		t.Errorf("again:\n%s\nbecame\n%s", o.out, again.out)
	}
}
