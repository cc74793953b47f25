package mend

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"trtools/pkg/transcript"
)

// utf16Text writes text in UTF-16, with or without its mark.
func utf16Text(text, mark string, big bool) string {
	b := []byte(mark)
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

// pretty is a document of n messages with one token or so a line.
func pretty(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"id\": 1,\n  \"messages\": [\n")
	for i := range n {
		fmt.Fprintf(&b, "    {\n      \"role\": \"user\",\n      \"content\": \"text %d\"\n    }%s\n", i, map[bool]string{true: ","}[i < n-1])
	}
	return b.String() + "  ]\n}\n"
}

// compact is an array of n messages, one a line.
func compact(n int) string {
	return "[\n" + strings.Repeat(ra+",\n", n-1) + ra + "\n]\n"
}

// foreign are files in which no line is a record, with a part of what is said of
// them.
var foreign = map[string]struct{ text, why string }{
	"UTF-16 LE":          {utf16Text(lines(ra, rb), "\xff\xfe", false), "iconv -f UTF-16 "},
	"UTF-16 BE":          {utf16Text(lines(ra, rb), "\xfe\xff", true), "iconv -f UTF-16 "},
	"UTF-16 LE unmarked": {utf16Text(lines(ra, rb), "", false), "iconv -f UTF-16LE"},
	"UTF-16 BE unmarked": {utf16Text(lines(ra, rb), "", true), "iconv -f UTF-16BE"},
	"UTF-16 CRLF":        {utf16Text(ra+"\r\n"+rb+"\r\n", "\xff\xfe", false), "UTF-16"},
	"UTF-32":             {"\xff\xfe\x00\x00{\x00\x00\x00", "UTF-32"},
	"gzip":               {"\x1f\x8b\x08\n\x00\x00{\"role\":\"x\"\x00}\n\x00\n", "gzip -dc"},
	"zstd":               {"\x28\xb5\x2f\xfd\x00\n\n", "zstd -dc"},
	"SQLite":             {"SQLite format 3\x00" + ra, "SQLite"},
	"binary":             {"\x7fELF\x02\x01\x00\x00\n\x00\x00\n\x00", "no record"},
	"text":               {"# Title\n\nSome text: \"x\"}\n", "no record"},
	"one torn record":    {ra[:12], "no record"},
	"NUL bytes":          {"\x00\x00\n\x00", "no record"},
	"unknown and torn":   {lines(`{"x":1}`, `{"x":`, `{"x":2}{"x":3}`), "no record"},
	"document":           {pretty(30), "jq -c '.messages[]'"},
	"small document":     {pretty(1), "jq -c '.messages[]'"},
	"documents":          {pretty(3) + pretty(20), "jq -c '.messages[]'"},
	"objects":            {"{\n\"role\": \"user\"\n}\n{\n\"role\": \"user\"\n}\n", "jq -c '.'"},
	"array":              {compact(40), "jq -c '.[]'"},
	"small array":        {compact(1), "jq -c '.[]'"},
	"array on one line":  {"[" + ra + "," + rb + "]\n", "jq -c '.[]'"},
	"cut document":       {pretty(30)[:1200], "jq -c '.messages[]'"},
	"cut array":          {compact(40)[:600], "jq -c '.[]'"},
	"short cut array":    {compact(40)[:len(ra)+8], "jq -c '.[]'"},
	"wrong document":     {pretty(30)[:1200] + "}}}\n", "jq -c '.messages[]'"},
	"document with BOM":  {"\ufeff" + pretty(30), "jq -c '.messages[]'"},
	"document in CRLF":   {strings.ReplaceAll(pretty(30), "\n", "\r\n"), "jq -c '.messages[]'"},
}

// A file in which no line is a record is not edited, and gets one finding that
// says what it is.
func TestForeign(t *testing.T) {
	for name, c := range foreign {
		t.Run(name, func(t *testing.T) {
			for _, off := range []bool{false, true} {
				r := invariants(t, Options{Known: hasRole, Off: off}, []byte(c.text))
				if string(r.out) != c.text || len(r.findings) != 1 || len(r.regions) > 0 {
					t.Fatalf("findings %+v, regions %+v", r.findings, r.regions)
				}
				f := r.findings[0]
				if f.Code != transcript.UnreadableLine || f.Start != 0 || int(f.End) != len(c.text) || !strings.Contains(f.Why, c.why) {
					t.Errorf("finding %+v, want %q", f, c.why)
				}
			}
		})
	}
}

// Records of no format are JSON all the same: that is only a warning.
func TestNoRecords(t *testing.T) {
	for _, text := range []string{lines(`{"x":1}`), lines("1", "2"), lines("[1]", `{}`, `"x"`)} {
		r := invariants(t, Options{Known: hasRole}, []byte(text))
		if r.codes() != "no-records" || r.m.Recognized() {
			t.Errorf("%q: %+v", text, r.findings)
		}
	}
}

// A record behind something else is read, and what stands before it is not touched.
func TestForeignThenRecords(t *testing.T) {
	for name, c := range foreign {
		text := strings.TrimRight(c.text, "\n") + "\n" + lines(ra, rb+rc)
		r := invariants(t, Options{Known: hasRole}, []byte(text))
		if !strings.HasSuffix(string(r.out), lines(ra, rb, rc)) || len(r.records) < 3 {
			t.Errorf("%s: %d records, %q", name, len(r.records), r.out)
		}
		if name != "NUL bytes" && name != "one torn record" && name != "unknown and torn" && name != "binary" &&
			!strings.HasPrefix(string(r.out), c.text[:len(c.text)-1]) {
			t.Errorf("%s is edited: %q", name, r.out)
		}
	}
}

// The damage in front of the first record is held back, but not without limit.
func TestMuchDamageBeforeTheFirstRecord(t *testing.T) {
	for n, want := range map[int]string{10: "12 regions, 0 findings", 2 * maxWaiting: "2 regions, 501 findings"} {
		r := invariants(t, Options{Known: hasRole}, []byte(strings.Repeat("\x00\n", n)+lines(ra, "\x00", ra+rb)))
		kept := 0
		for _, f := range r.findings {
			if stays(&f) {
				kept++
			}
		}
		if got := fmt.Sprintf("%d regions, %d findings", len(r.regions), kept); got != want {
			t.Errorf("%d lines: %s, want %s", n, got, want)
		}
	}
}

// What is held of a large document does not grow with it.
func TestDocumentMemory(t *testing.T) {
	for name, text := range map[string]string{
		"document": pretty(20_000), "array": compact(20_000), "text": strings.Repeat("no JSON \" at all\n", 50_000),
		"gzip": "\x1f\x8b" + strings.Repeat("\x00x\n", 50_000), "NUL": strings.Repeat("\x00\n", 50_000), "numbers": strings.Repeat("1\n", 50_000),
	} {
		sink := &recorder{}
		m := New(Options{Known: hasRole}, sink)
		before := heap()
		for at := 0; at < len(text); {
			end := at + strings.IndexByte(text[at:], '\n') + 1
			m.Push(&transcript.Record{Raw: []byte(text[at:end]), Offset: int64(at)})
			at = end
		}
		if grown := heap() - before; grown > 1<<20 {
			t.Errorf("%s: %d bytes are held", name, grown)
		}
		m.Close()
		if len(sink.findings) != 1 {
			t.Errorf("%s: %d findings", name, len(sink.findings))
		}
	}
}

// What is held of a long number or word does not grow with it either, and the word is given up.
func TestLongWords(t *testing.T) {
	for c, want := range map[byte]Progress{'1': More, 't': Wrong, '-': Wrong} {
		s := Scanner{Wanted: func([]string, int) bool { return false }}
		before, n := heap(), 0
		_, how := s.Feed([]byte("[{},"))
		for piece := bytes.Repeat([]byte{c}, 1<<20); how == More && n < 8<<20; n++ {
			var taken int
			taken, how = s.Feed(piece)
			n += taken - 1
		}
		if grown := heap() - before; how != want || grown > 1<<18 {
			t.Errorf("%c: progress %d, %d bytes are held", c, how, grown)
		}
		runtime.KeepAlive(&s)
	}
}

// heap returns the bytes that are in use.
func heap() int64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
