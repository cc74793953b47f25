package mend

import (
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// What is in front of the first record is held until it comes, and then passed on
// before it.
func TestHeldUntilTheFirstRecord(t *testing.T) {
	sink := &recorder{}
	m := New(Options{Known: hasRole}, sink)
	at := int64(0)
	push := func(text string) {
		m.Push(&transcript.Record{Raw: []byte(text + "\n"), Offset: at})
		at += int64(len(text) + 1)
	}
	for _, text := range []string{"<<<<", "\x00", `{"x":1}`, `{"x":2}{"x":3}`, "null", `{"x"`} {
		push(text)
	}
	if got := strings.Join(sink.order, ""); got != "RRR" || m.Recognized() || m.BareValues() != nil || m.Unreadable() != nil {
		t.Errorf("before the record: %s, %v", got, m.Unreadable())
	}
	push(ra)
	if got := strings.Join(sink.order, ""); got != "RRRFFFFGGGR" || !m.Recognized() || len(m.BareValues()) != 1 || len(m.Unreadable()) != 1 {
		t.Errorf("after it: %s, %v", got, m.Unreadable())
	}
	push("\x00")
	if got := strings.Join(sink.order, ""); got != "RRRFFFFGGGRFG" {
		t.Errorf("behind it: %s", got)
	}
}

// Lines of a file that seems to be something else are one span, up to the next
// line of JSON.
func TestForeignSpans(t *testing.T) {
	r := run("\x1f\x8b\n<\n" + lines(`{"x":1}`, ">", "1", "<", ra, "<", "<"))
	want := "[{0 4} {13 14} {17 18} {49 50} {51 52}]"
	if got := fmt.Sprint(r.m.Unreadable()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if why := r.findings[0].Why; !strings.Contains(why, "gzip") {
		t.Errorf("the first one says %q", why)
	}
}

// One unit may have more findings than are held.
func TestManyFindingsBeforeTheFirstRecord(t *testing.T) {
	const n = 2 * maxWaiting
	for _, text := range []string{strings.Repeat("\x00"+ra, n), strings.Repeat(`{"x":1}`+"\x00", n) + ra} {
		if r := run(text); len(r.regions) != 1 || len(r.findings) < n || !r.m.Recognized() {
			t.Errorf("%.40q: %d regions, %d findings", text, len(r.regions), len(r.findings))
		}
	}
}

// A line over the limit is a finding whatever the file is, and no reason to say
// that there are no records.
func TestLongLineOfUnknownFile(t *testing.T) {
	long := strings.Repeat("x", 200)
	for text, want := range map[string]string{
		lines(long): "line-too-long", lines(`{"x":1}`, long): "line-too-long", lines(long, "null", long): "line-too-long line-too-long",
		lines(ra, long): "line-too-long",
	} {
		r := runWith(Options{Known: hasRole, MaxLine: 100}, []byte(text))
		if r.codes() != want || string(r.out) != text {
			t.Errorf("%q: %s, want %s", text, r.codes(), want)
		}
		if n := len(strings.Fields(want)); len(r.m.Unreadable()) != n {
			t.Errorf("%q: %v", text, r.m.Unreadable())
		}
	}
}

// A line over the limit whose end never comes is a finding up to where the input ends.
func TestLongLineWithoutEnd(t *testing.T) {
	sink := &recorder{}
	m := New(Options{Known: hasRole}, sink)
	m.Push(&transcript.Record{Raw: []byte(ra + "\n")})
	at := int64(len(ra) + 1)
	for i := range int64(3) {
		m.Push(&transcript.Record{Raw: []byte("xxxx"), Offset: at + 4*i, TooLong: true, More: true})
	}
	m.Close()
	if len(sink.findings) != 1 || sink.findings[0].Code != transcript.LineTooLong || sink.findings[0].Start != at || sink.findings[0].End != at+12 {
		t.Errorf("%+v", sink.findings)
	}
}
