package recover_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// chatLine is a conversation on one line, whose answer has so many chars.
func chatLine(name string, chars int) string {
	return fmt.Sprintf(`{"messages":[{"role":"user","content":"task %s"},{"role":"assistant","content":%q},{"role":"user","content":"go on"}]}`, name, words(chars))
}

// A verdict is about the last conversation, a target about each: what is over neither
// keeps its bytes, and what is over both is changed once.
func TestVerdictOfConversations(t *testing.T) {
	short, large := chatLine("a", 6_000), chatLine("b", 40_000)
	for _, c := range []struct {
		lines   []string
		opt     recover.Options
		changed []bool
	}{
		{[]string{short, short}, recover.Options{}, []bool{false, true}},
		{[]string{large, short}, recover.Options{MaxChars: 20_000}, []bool{true, true}},
		{[]string{short, large}, recover.Options{MaxChars: 20_000}, []bool{false, true}},
		{[]string{large, large}, recover.Options{MaxChars: 20_000}, []bool{true, true}},
	} {
		o := run(t, c.opt, rejected(t, []byte(strings.Join(c.lines, "\n")+"\n"), "prompt is too long"))
		out := strings.Split(string(o.out), "\n")
		changed := 0
		for i, want := range c.changed {
			if want {
				changed++
			}
			if got := out[i] != c.lines[i]; got != want {
				t.Errorf("%v: line %d is changed: %v\n%.200s", c.changed, i+1, got, out[i])
			}
		}
		if len(out) != len(c.lines)+1 || len(o.said(transcript.LongText)) != changed {
			t.Errorf("%v: %d lines, %q", c.changed, len(out)-1, o.said(transcript.LongText))
		}
	}
}

// A conversation behind another record on its line is for tr-pair: it stays as it is,
// whatever blanks stand between.
func TestConversationBehindARecord(t *testing.T) {
	large := chatLine("b", 40_000)
	for _, gap := range []string{"", " ", "\t", " \t ", "\r"} {
		data := []byte(large + gap + large + "\n" + large + "\n")
		o := run(t, recover.Options{MaxChars: 20_000}, data)
		lines := bytes.Split(o.out, []byte("\n"))
		if got := string(lines[0]); !strings.HasSuffix(got, gap+large) || len(lines[1]) == len(large) || !strings.Contains(fmt.Sprint(o.said(transcript.GluedRecords)), "try tr-pair first") {
			t.Errorf("%q: %d of %d bytes of the first line, %d of the second, %q", gap, len(got), 2*len(large)+len(gap), len(lines[1]), o.said(transcript.GluedRecords))
		}
	}
	for _, before := range []string{"\n", " \n", "\r\n", "\n \t"} {
		data := []byte(large + before + large + "\n")
		if o := run(t, recover.Options{MaxChars: 20_000}, data); len(o.said(transcript.LongText)) != 2 {
			t.Errorf("%q: %q", before, o.said(transcript.LongText))
		}
	}
}

// A notice of an earlier run stays at its place when the messages around it go, and counts
// them too; it is not taken for words of the user.
func TestOldNoticeStays(t *testing.T) {
	first := run(t, recover.Options{Level: 2, Keep: 6}, working(6, 100)).out
	later := strings.NewReplacer(`"c`, `"d`, "after", "again").Replace(string(working(6, 100)))
	data := append(first, strings.SplitAfterN(later, "\n", 3)[2]...)
	for _, opt := range []recover.Options{{Level: 2, Keep: 2}, {Level: 3, Keep: 2}} {
		out := string(run(t, opt, data).out)
		gone := 2*bytes.Count(working(6, 100), []byte("\n")) - 2 - strings.Count(out, "\n") + 1
		want := fmt.Sprintf("[SYSTEM NOTICE - HISTORY SHORTENED] %d older messages", gone)
		if strings.Count(out, "HISTORY SHORTENED") != 1 || !strings.Contains(out, want) {
			t.Errorf("%+v: want %s\n%s", opt, want, out)
		}
		if !strings.Contains(out, "do it") || !strings.Contains(out, "next, again 5") {
			t.Errorf("%+v: a message of the user is gone\n%s", opt, out)
		}
	}
}

// Where a higher level is needed the lower one is not said to have done it.
func TestLevelIsNamed(t *testing.T) {
	data := working(12, 15_000)
	for chars, want := range map[int64]string{100_000: "level 1: ", 9_000: "level 1: ", 4_000: "level 2: ", 2_000: "level 2: "} {
		o := run(t, recover.Options{MaxChars: chars, Keep: 2}, data)
		if !strings.HasPrefix(o.summary, want) || sizes(t, o.out).Chars > chars || strings.Contains(o.summary, "dropped") != (want != "level 1: ") {
			t.Errorf("%d chars: %s; %d are left", chars, o.summary, sizes(t, o.out).Chars)
		}
	}
}
