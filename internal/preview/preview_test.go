package preview

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTypeOf(t *testing.T) {
	cases := []struct {
		text string
		want Type
	}{
		{`{"a":1}`, JSON}, {` [1,2]`, JSON}, {`{"a":[1,2,{"b":"cut of`, JSON}, {`[1, 2`, JSON},
		{"[ERROR] boom", Plain}, {"{not json", Plain}, {"{\"a\":1}\n{\"a\":2}\n", JSONL}, {"", Plain}, {" \n", Plain},
		{"package main\n\nfunc main() {}\n", Go}, {"// Copyright\n\n/* two\nlines */\npackage x // y\n", Go},
		{"     1→package main\n     2→\n", Go}, {"1\tpackage main\n2\t\n", Go},
		{"package com.example;\npublic class A {}\n", Plain}, {"npm WARN package lock\nadded 3 packages\n", Plain},
		{"this package main thing", Plain}, {"the package x\npackage main\n", Plain},
		{"import os\n\ndef f(x):\n    return x\n", Python}, {"# comment\ndef f():\n  pass\n", Python},
		{"# README\n\nSome def of a word\n", Plain}, {"# Title\n\nText\n\n    def f():\n", Plain},
		{"function f(a) { return a }\n", Plain}, {"'use strict'\nconst a = 1\nfunction f() {\n}\n", JavaScript},
		{"# README\nuse the function foo() {\n", Plain}, {"function foo() {\n  echo hi\n}\n", Plain}, {"<?php\nfunction f() { return 1; }", Plain},
		{"diff --git a/x b/x\nindex 1..2\n", Diff}, {"--- a/x\n+++ b/x\n@@ -1 +1 @@\n", Diff},
		{"---\ntitle: x\n", Plain}, {"diff is a tool", Plain}, {"different\n", Plain},
		{"commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n", GitLog}, {"commit abc1234 (HEAD -> main)\nAuthor: x\n", GitLog},
		{"commit early and often\n", Plain}, {"commit abc1234\nfoo\n", Plain},
	}
	for _, c := range cases {
		if got := TypeOf([]byte(c.text)); got != c.want {
			t.Errorf("%.40q is %s, want %s", c.text, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "a\nb\n": 2, "\n": 1, "\n\n": 2, "a\r\nb\r\n": 2} {
		if got := lineCount([]byte(text)); got != want {
			t.Errorf("%q has %d lines, want %d", text, got, want)
		}
	}
}

func TestSummaryWords(t *testing.T) {
	cases := []struct {
		facts Facts
		want  string
	}{
		{Facts{Chars: 28000, Lines: 450, Type: Go}, "[Old tool result cleared -- 450 lines, 28K chars, Go source]"},
		{Facts{Chars: 950, Lines: 3, Type: Plain}, "[Old tool result cleared -- 3 lines, 950 chars, text]"},
		{Facts{Chars: 1000, Lines: 3, Type: JSON, Path: "/t/x"}, "[Old tool result cleared -- 3 lines, 1K chars, JSON -- saved to /t/x]"},
		{Facts{Chars: 28499, Type: Diff}, "[Old tool result cleared -- 0 lines, 28K chars, diff]"},
		{Facts{Chars: 28500, Type: Diff}, "[Old tool result cleared -- 0 lines, 29K chars, diff]"},
	}
	for _, c := range cases {
		if got := c.facts.Summary(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if !isSummary([]byte(c.want)) {
			t.Errorf("%q is not recognised", c.want)
		}
	}
}

func TestMarkerWords(t *testing.T) {
	f := Facts{Chars: 28000, Lines: 450, Type: Go, Path: "/t/x"}
	cases := []struct {
		facts   Facts
		density float64
		want    string
	}{
		{f, 0, "... [25500 of 28000 chars omitted, 450 lines, Go source - full output saved to /t/x] ..."},
		{Facts{Chars: 28000, Lines: 450, Type: Go}, 0, "... [25500 of 28000 chars omitted, 450 lines, Go source] ..."},
		{Facts{Chars: 28000, Lines: 450, Type: Go}, 0.25, "... [25500 of 28000 chars omitted, 450 lines, Go source] ... [truncated 6375 tokens] ..."},
		{Facts{Chars: 28000, Lines: 450, Type: Go, Path: "p", CutBefore: true}, 0, "... [25500 of 28000 chars omitted, 450 lines, Go source - saved to p] ..."},
	}
	for _, c := range cases {
		got := c.facts.Marker(25500, c.density)
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		text := strings.Repeat("h", 2000) + got + strings.Repeat("t", 500)
		e, ok := findMarker([]byte(text))
		if !ok || e.facts != c.facts || e.withTokens != (c.density > 0) {
			t.Errorf("%q is read as %+v, %v", got, e, ok)
		}
		if _, ok := findMarker([]byte(text + "t")); ok {
			t.Errorf("%q is taken for the mark of a text that it does not fit", got)
		}
	}
}

// TestLogOfEarlierRun: a marker inside real output is no cut, and the cut of such
// an output is found.
func TestLogOfEarlierRun(t *testing.T) {
	quoted := Facts{Chars: 28000, Lines: 450, Type: Go}.Marker(25500, 0)
	b := Read(NewJSONString(quote(strings.Repeat("log line\n", 300) + quoted + strings.Repeat("\nmore", 2000))))
	if b.was {
		t.Fatal("a quoted marker was taken for a cut")
	}
	c, ok := b.Cut(Limit{Cap: 8000, Head: 4000, Tail: 1000}, "")
	if !ok {
		t.Fatal("not cut")
	}
	again := Read(NewJSONString(c.Raw))
	if !again.was || again.Original() != b.Size {
		t.Fatalf("the cut is not found: %+v", again.old)
	}
}

// TestForeign: what other programs cut is cut like any text, but never called
// the full output; what stands in for a result stays.
func TestForeign(t *testing.T) {
	long := strings.Repeat("output line\n", 1000)
	for _, text := range []string{
		"Total output lines: 9000\n\n" + long,
		"Exit code: 0\nWall time: 1\nTotal output lines: 9000\nOutput:\n" + long,
		"Warning: truncated output (original token count: 12345)\n" + long,
		long + "…3000 tokens truncated…" + long,
		long + "[... omitted 9 of 99 lines ...]" + long,
		"[Tool output truncated for compaction: omitted 70000 chars]\n" + long,
		long + "...[truncated 5000 chars]..." + long,
	} {
		c, ok := Read(NewJSONString(quote(text))).Cut(Limit{Cap: 9000, Head: 4000, Tail: 1000}, "p")
		if !ok || strings.Contains(string(c.Raw), "full output") || !strings.Contains(string(c.Raw), " - saved to p] ...") {
			t.Errorf("%.60q: cut %v to %.200q", text, ok, c.Raw)
		}
	}
	for _, text := range []string{
		"[Old tool result content cleared]", "[outdated - see the latest file content]",
		"<persisted-output>\nOutput too large (98.1KB). Full output saved to: /x/y.txt\n\nPreview (first 2KB):\n" + long,
		Facts{Chars: 9, Type: Plain}.Summary(),
	} {
		b := Read(NewJSONString(quote(text)))
		if _, ok := b.Summarize(""); ok || b.Whole() {
			t.Errorf("%.40q: it stands in for a result already", text)
		}
		if _, ok := b.Cut(Limit{Cap: b.Size - 1, Head: 2000, Tail: 500, Exact: true}, ""); ok {
			t.Errorf("%.40q was cut", text)
		}
	}
}

func quote(s string) []byte {
	b, _ := json.Marshal(s)
	return b
}

func TestSmallCaps(t *testing.T) {
	text := strings.Repeat("x", 600)
	path := "/tmp/" + strings.Repeat("p", 80)
	withPath := len(Facts{Chars: 600, Lines: 1, Type: Plain, Path: path}.Marker(600, 0))
	without := len(Facts{Chars: 600, Lines: 1, Type: Plain}.Marker(600, 0))
	for most := range 600 {
		c, ok := Read(NewJSONString(quote(text))).Cut(Limit{Cap: most, Head: 4000, Tail: 1000}, path)
		if !ok || c.Size > most {
			t.Fatalf("cap %d: cut %v to %d chars", most, ok, c.Size)
		}
		got, named, marked := string(c.Raw), strings.Contains(string(c.Raw), " saved to "+path), strings.Contains(string(c.Raw), "omitted")
		if named != (most >= withPath) || marked != (most >= without) {
			t.Fatalf("cap %d: %q", most, got)
		}
		if !marked && got != `"`+text[:most]+`"` {
			t.Fatalf("cap %d: no plain prefix: %q", most, got)
		}
	}
}

func TestLineBreaks(t *testing.T) {
	cases := []struct {
		name, text string
		n          int
		head, tail string
	}{
		{"none", "abcdefghij", 4, "abcd", "ghij"},
		{"at more than half", "abc\nefghi\nxyz", 6, "abc\n", "\nxyz"},
		{"at exactly half", "abc\nefg\nabcd", 8, "abc\nefg\n", "\nabcd"},
		{"before half", "a\ncdefghi\nk", 6, "a\ncdef", "fghi\nk"},
		{"the last char", "abcd\nx\nefgh", 5, "abcd\n", "\nefgh"},
		{"CRLF", "abcdef\r\nx\r\nghijkl", 8, "abcdef\r\n", "\r\nghijkl"},
	}
	for _, c := range cases {
		b := []byte(c.text)
		end, _ := headEnd(b, c.n)
		start, _ := tailStart(b, c.n)
		head, tail := string(b[:end]), string(b[start:])
		if head != c.head || tail != c.tail {
			t.Errorf("%s: head %q tail %q, want %q and %q", c.name, head, tail, c.head, c.tail)
		}
	}
}

func TestClusters(t *testing.T) {
	for _, cluster := range []string{"e\u0301", "👍🏽", "👩‍👩‍👧‍👦", "🇩🇪", "\r\n", "각", "ก็ำ", "क्षि", strings.Repeat("\u0301", 300)} {
		text := []byte("ab日" + cluster + "本cd")
		start, end := len("ab日"), len("ab日")+len(cluster)
		if !strings.HasPrefix(cluster, "\u0301") {
			for i := start + 1; i < end; i++ {
				if utf8.RuneStart(text[i]) && (clusterBefore(text, i) != start || clusterAfter(text, i) != end) {
					t.Errorf("%q: borders of %d are %d and %d", cluster, i-start, clusterBefore(text, i)-start, clusterAfter(text, i)-start)
				}
			}
			continue
		}
		if clusterBefore(text, start+20) != len("ab") { // the marks belong to the char before them
			t.Error("cut between marks")
		}
	}
}

func TestText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.String().Draw(t, "value")
		raw := quote(value)
		text := NewJSONString(raw)
		if string(text.Bytes()) != value || measure(raw[1:len(raw)-1]).chars != utf8.RuneCountInString(value) {
			t.Fatalf("%s is read as %q, %d chars", raw, text.Bytes(), measure(raw[1:len(raw)-1]).chars)
		}
		outer := quote(`{"a":1,"output":` + string(raw) + `}`)
		o := NewJSONString(outer)
		at := strings.Index(string(o.Bytes()), `"output":`) + len(`"output":`)
		inner := o.Inside(at, at+len(raw))
		runes := []rune(value)
		i := rapid.IntRange(0, len(runes)).Draw(t, "from")
		j := rapid.IntRange(i, len(runes)).Draw(t, "to")
		from, to := len(string(runes[:i])), len(string(runes[:j]))
		want := string(runes[:i]) + "<\"\n>" + string(runes[j:])
		var got string
		if err := json.Unmarshal(text.splice(spelled(text.raw, from), spelled(text.raw, to), []byte("<\"\n>")), &got); err != nil || got != want {
			t.Fatalf("replaced: %q (%v), want %q", got, err, want)
		}
		var whole string
		var object struct{ Output string }
		err := json.Unmarshal(inner.splice(spelled(inner.raw, from), spelled(inner.raw, to), []byte("<\"\n>")), &whole)
		if err != nil || json.Unmarshal([]byte(whole), &object) != nil || object.Output != want {
			t.Fatalf("replaced inside: %q (%v), want %q", object.Output, err, want)
		}
	})
}

// What an earlier cut left under the same limit is not cut again: it would lose its
// marker.
func TestCutAgainUnderTheSameLimit(t *testing.T) {
	limit := Limit{Cap: 500, Head: 2500, Tail: 2500}
	whole, err := json.Marshal(strings.Repeat("some words of a line\n", 300))
	if err != nil {
		t.Fatal(err)
	}
	once, ok := BodyOf(whole, "").Cut(limit, "")
	if !ok || once.Size > 500 || !strings.Contains(string(once.Raw), " chars omitted, ") {
		t.Fatalf("%v, %s", ok, once.Raw)
	}
	if again, ok := BodyOf(once.Raw, "").Cut(limit, ""); ok {
		t.Errorf("%d chars become %d: %s", once.Size, again.Size, again.Raw)
	}
	if _, ok := BodyOf(once.Raw, "").Cut(Limit{Cap: 400, Head: 2500, Tail: 2500}, ""); !ok {
		t.Error("a smaller limit does not cut it")
	}
}
