package dialect

import (
	"slices"
	"strings"
	"testing"
)

// What a notice says is read back, and no other text says anything.
func TestShortened(t *testing.T) {
	for _, want := range []Shortened{{Messages: 1}, {Messages: 12}, {Messages: 2, From: "2026-01-01T00:00:01.000Z"}} {
		if got, ok := ReadShortened(want.Text()); !ok || got != want {
			t.Errorf("%+v is read as %+v, %v: %s", want, got, ok, want.Text())
		}
	}
	good := Shortened{Messages: 3, From: "2026-01-01T00:00:01.000Z"}.Text()
	for _, text := range []string{"", "hello", " " + good, strings.Replace(good, " 3 ", " many ", 1), strings.Replace(good, " 3 ", " -3 ", 1), good[:40]} {
		if got, ok := ReadShortened(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if got, ok := ReadShortened(strings.Replace(good, "2026", "when", 1)); !ok || got.From != "" {
		t.Errorf("a time that is none: %+v, %v", got, ok)
	}
}

// Notices add up: the earliest time stands.
func TestShortenedPlus(t *testing.T) {
	const early, late = "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:02.000Z"
	for _, c := range []struct{ a, b, want Shortened }{
		{Shortened{Messages: 1}, Shortened{Messages: 2}, Shortened{Messages: 3}},
		{Shortened{Messages: 1, From: late}, Shortened{Messages: 2, From: early}, Shortened{Messages: 3, From: early}},
		{Shortened{Messages: 1, From: early}, Shortened{Messages: 2}, Shortened{Messages: 3, From: early}},
		{Shortened{Messages: 1}, Shortened{Messages: 2, From: late}, Shortened{Messages: 3, From: late}},
	} {
		if got := c.a.Plus(c.b); got != c.want {
			t.Errorf("%+v and %+v are %+v", c.a, c.b, got)
		}
	}
}

// A notice in the user's role is none of the user's words.
func TestShortenedIsNotice(t *testing.T) {
	for _, name := range Names() {
		if slices.Contains(noHistory, name) {
			continue
		}
		raw := Named(name).Message(NewMessage{Text: Shortened{Messages: 1}.Text(), Stamp: Stamp{RecordID: "r", Parent: "p", Time: noon, Millis: 1}})
		if v := look(t, name, raw, ""); !v.Notice() || v.Prompt() {
			t.Errorf("%s: notice %v, prompt %v: %s", name, v.Notice(), v.Prompt(), raw)
		}
	}
}
