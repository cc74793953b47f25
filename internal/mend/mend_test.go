package mend

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

const (
	ra = `{"role":"user","content":"a"}`
	rb = `{"role":"user","content":"b"}`
	rc = `{"role":"assistant","content":"c","n":[1,{"x":null}]}`
)

// lines joins lines.
func lines(list ...string) string { return strings.Join(list, "\n") + "\n" }

// cases say what becomes of an input: the output, the findings in the order of the
// input, and the rejects.
var cases = []struct{ name, in, out, codes, rejects string }{
	{"nothing", "", "", "", ""},
	{"blank", "\n\n \r\n", "\n\n \r\n", "", ""},
	{"healthy", lines(ra, rb), lines(ra, rb), "", ""},
	{"healthy, CRLF and no last ending", ra + "\r\n\r\n" + rb, ra + "\r\n\r\n" + rb, "", ""},
	{"unknown beside known", lines(`{"x":1}`, ra), lines(`{"x":1}`, ra), "", ""},

	{"glued", lines(ra + rb), lines(ra, rb), "glued-records", ""},
	{"glued with space", ra + " \t" + rb, ra + "\n" + rb, "glued-records", ""},
	{"glued, one unknown", lines(`{"x":1}` + ra), lines(`{"x":1}`, ra), "glued-records", ""},
	{"glued, CRLF", ra + rb + "\r\n" + rc + "\r\n", ra + "\n" + rb + "\r\n" + rc + "\r\n", "glued-records", ""},
	{"value in front", lines("null" + ra), lines(ra), "stray-value", "null"},
	{"value behind", lines(ra + "42"), lines(ra), "stray-value", "42"},

	{"BOM", "\ufeff" + lines(ra), lines(ra), "bom", ""},
	{"BOM and glued", "\ufeff" + lines(ra+rb), lines(ra, rb), "glued-records bom", ""},
	{"BOM between", lines(ra + "\ufeff" + rb), lines(ra, rb), "glued-records bom", ""},
	{"BOM and torn", "\ufeff" + `{"role":` + lines(ra), lines(ra), "bom torn-record", `{"role":`},
	{"BOM alone", lines(ra, "\ufeff", rb), lines(ra, rb), "bom", ""},
	{"BOM with a NUL byte in it", "\xef\xbb\x00\xbf" + lines(ra), lines(ra), "bom nul-bytes", ""},
	{"BOM in a string is a character", lines(`{"role":"` + "\ufeff" + `"}`), lines(`{"role":"` + "\ufeff" + `"}`), "", ""},
	{"NUL line", lines(ra, "\x00\x00", rb), lines(ra, rb), "nul-bytes", ""},
	{"NUL bytes around", lines("\x00"+ra+"\x00\x00"+rb+"\x00", rc), lines(ra, rb, rc), "glued-records nul-bytes nul-bytes nul-bytes", ""},
	{"NUL bytes inside", lines(`{"role":`+"\x00"+`"us`+"\x00"+`er"}`, ra), lines(`{"role":"user"}`, ra), "nul-bytes nul-bytes", ""},
	{"NUL bytes inside, and torn behind", lines(`{"role":`+"\x00"+`"a"}`+rb[:9], rc), lines(`{"role":"a"}`, rc), "nul-bytes torn-record", rb[:9]},
	{"NUL bytes inside, and torn before", lines(rb[:9]+`{"role":`+"\x00"+`"a"}`, rc), lines(`{"role":"a"}`, rc), "torn-record nul-bytes", rb[:9]},
	{"NUL bytes behind a cut", lines(`{"a":`+"\x00"+ra, rb), lines(ra, rb), "torn-record nul-bytes", `{"a":`},
	{"NUL byte behind a value", lines(ra, "null\x00"+rb), lines(ra, rb), "stray-value nul-bytes", "null"},
	{"NUL byte behind a value between", lines(ra + "null\x00" + rb), lines(ra, rb), "glued-records stray-value nul-bytes", "null"},
	{"NUL byte in a number, and glued", lines(`{"role":1` + "\x00" + `2}` + ra), lines(`{"role":12}`, ra), "glued-records nul-bytes", ""},

	{"torn at the end", ra + "\n" + `{"role":"us`, ra + "\n", "torn-record", `{"role":"us`},
	{"torn in the middle", lines(ra, rb[:9], rc), lines(ra, rc), "torn-record", rb[:9]},
	{"torn and again", lines(ra, rb[:20], rb), lines(ra, rb), "torn-record", rb[:20]},
	{"torn, torn", lines(ra, rb[:20], rb[:1], rb), lines(ra, rb), "torn-record torn-record", rb[:20] + "|" + rb[:1]},
	{"torn first", lines(rb[:3], ra), lines(ra), "torn-record", rb[:3]},
	{"torn and glued", lines(ra, rb[:20]+rc), lines(ra, rc), "torn-record", rb[:20]},
	{"torn twice and glued", lines(ra, rb[:20]+rc[:12]+rc), lines(ra, rc), "torn-record torn-record", rb[:20] + "|" + rc[:12]},
	{"whole, torn, whole", lines(ra + rb[:20] + rc), lines(ra, rc), "glued-records torn-record", rb[:20]},
	{"whole, torn", lines(ra+rb[:20], rc), lines(ra, rc), "torn-record", rb[:20]},
	{"torn behind garbage", lines(ra, "<<<<", rb[:20]), lines(ra, "<<<<"), "unreadable-line torn-record", rb[:20]},
	{"torn before garbage", lines(ra, rb[:20], "<<<<", rc), lines(ra, rb[:20], "<<<<", rc), "unreadable-line unreadable-line", ""},
	{"torn before a value", lines(ra, `{"a":`, "null", rc), lines(ra, "null", rc), "torn-record", `{"a":`},
	{"torn before NUL bytes", lines(ra, `{"a":`, "\x00", rc), lines(ra, rc), "torn-record nul-bytes", `{"a":`},

	{"fragment behind", lines(ra+`tent":"x"}`, rb), lines(ra, rb), "torn-record", `tent":"x"}`},
	{"comment behind", lines(ra+` // "x"}`, rb), lines(ra+` // "x"}`, rb), "unreadable-line", ""},
	{"prefix", lines(ra, "data: "+rb), lines(ra, "data: "+rb), "unreadable-line", ""},
	{"fragment alone", lines(ra, `tent":"x"}`), lines(ra, `tent":"x"}`), "unreadable-line", ""},
	{"quotes inside a string", lines(ra, `{"role":"user","content":"see {"a":1}"}`), lines(ra, `{"role":"user","content":"see {"a":1}"}`), "unreadable-line", ""},
	{"line of an array", lines(ra, "["+ra+"]"), lines(ra, "["+ra+"]"), "unreadable-line", ""},
	{"cut array", lines(ra, "["+ra+",", rb), lines(ra, "["+ra+",", rb), "unreadable-line", ""},

	{"split", lines(`{"role":"a`, `b","x":"c`, "", `d"}`, ra), lines(`{"role":"a\nb","x":"c\n\nd"}`, ra), "split-record", ""},
	{"split, CRLF", `{"role":"a` + "\r\n" + `b"}` + "\r\n" + ra + "\r\n", `{"role":"a\r\nb"}` + "\r\n" + ra + "\r\n", "split-record", ""},
	{"split behind a backslash", lines(`{"role":"a\`, `b"}`, ra), lines(`{"role":"a\\\nb"}`, ra), "split-record invalid-string", ""},
	{"split and glued", lines(ra+`{"role":"a`, `b"}`+rb), lines(ra, `{"role":"a\nb"}`, rb), "glued-records split-record", ""},
	{"split and torn", lines(ra, `{"role":"a`, `b","x":`, rb), lines(ra, `{"role":"a`, `b","x":`, rb), "unreadable-line unreadable-line", ""},

	{"escape", lines(`{"role":"\[x\u12G4"}`), lines(`{"role":"\\[x\\u12G4"}`), "invalid-string", ""},
	{"control", lines("{\"role\":\"a\tb\x1f\"\t}"), lines(`{"role":"a\u0009b\u001f"` + "\t}"), "invalid-string", ""},
	{"UTF-8", lines("{\"role\":\"a\xffb\xc3\"}"), lines("{\"role\":\"a\ufffdb\ufffd\"}"), "invalid-string", "\xffb\xc3"},
	{"half pair", lines(`{"role":"\ud83d \\ud83d \ud83d\ude00"}`), lines(`{"role":"\ufffd \\ud83d \ud83d\ude00"}`), "lone-surrogate", ""},
	{"all of it, glued", lines("{\"role\":\"\\[\t\xff\\udead\"}" + ra), lines(`{"role":"\\[\u0009`+"\ufffd"+`\ufffd"}`, ra),
		"glued-records invalid-string invalid-string invalid-string lone-surrogate", "\xff"},
	{"in a value", lines("\"\t\"", ra), lines(`"\u0009"`, ra), "invalid-string", ""},

	{"document behind records", lines(ra, "{", `"role": "user",`, `"x": 1`, "}", rb), lines(ra, "{", `"role": "user",`, `"x": 1`, "}", rb), "unreadable-line", ""},
}

func TestCases(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := invariants(t, Options{Known: hasRole}, []byte(c.in))
			if string(r.out) != c.out || r.codes() != c.codes || strings.Join(r.rejects, "|") != c.rejects {
				t.Errorf("%q became\n%q, %s, rejects %q, want\n%q, %s, rejects %q", c.in, r.out, r.codes(), r.rejects, c.out, c.codes, c.rejects)
			}
		})
	}
}

// With mending off nothing is touched, and what needs it is reported.
func TestOff(t *testing.T) {
	for _, c := range cases {
		r := runWith(Options{Known: hasRole, Off: true}, []byte(c.in))
		if string(r.out) != c.in || len(r.regions) > 0 {
			t.Errorf("%s: %q became %q", c.name, c.in, r.out)
		}
		for _, f := range r.findings {
			if f.Code != transcript.UnreadableLine && f.Code != transcript.NoRecords {
				t.Errorf("%s: finding %s", c.name, f.Code)
			}
		}
		if (c.codes == "") != (len(r.findings) == 0) {
			t.Errorf("%s: %d findings, with mending %q", c.name, len(r.findings), c.codes)
		}
	}
}

// Without Known every object is a record.
func TestEveryObject(t *testing.T) {
	r := runWith(Options{}, []byte(lines(`{"x":1}{"y":2}`, `{"x":`)))
	if want := lines(`{"x":1}`, `{"y":2}`); string(r.out) != want || !r.m.Recognized() {
		t.Errorf("%q, want %q", r.out, want)
	}
}

// The sink is told about a region and what is wrong with it before it is given the
// records, and about everything in the order of the input.
func TestOrder(t *testing.T) {
	r := run(lines("\x00", ra, rb+rc, `{"role`, ra))
	if got := strings.Join(r.order, ""); got != "FGRFGRRFGR" {
		t.Errorf("order %s", got)
	}
}

// What callers ask for afterwards.
func TestAfterwards(t *testing.T) {
	r := run(lines("<<<<", ra, "null", ">>>>", "42"))
	if got := fmt.Sprint(r.m.Unreadable(), r.m.BareValues(), r.m.Recognized()); got != "[{0 4} {40 44}] [{35 39} {45 47}] true" {
		t.Error(got)
	}
	r = run(lines("null", "42"))
	if got := fmt.Sprintln(r.m.Unreadable(), r.m.BareValues(), r.m.Recognized(), r.codes()); got != "[] [] false no-records\n" {
		t.Error(got)
	}
}

// Findings concern their record; debris concerns nothing but itself, so that a
// caller who removes the record beside it still rejects it.
func TestConcern(t *testing.T) {
	r := run(lines(ra+rb[:20]+"\x00"+"{\"role\":\"\t\"}"+`x"}`, rc))
	second := int64(len(ra) + 21)
	want := map[transcript.Code][]int64{
		transcript.GluedRecords: {0}, transcript.TornRecord: {int64(len(ra)), second + 12},
		transcript.NULBytes: {second - 1}, transcript.InvalidString: {second},
	}
	got := map[transcript.Code][]int64{}
	for _, f := range r.findings {
		got[f.Code] = append(got[f.Code], f.At)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("findings concern %v, want %v", got, want)
	}
}

// A line over the limit is one finding, however many pieces it is read in.
func TestTooLong(t *testing.T) {
	long := `{"role":"` + strings.Repeat("x", 600<<10) + `"}`
	for _, text := range []string{lines(ra, long, rb), lines(`{"role":"a`, long, rb), lines(long), long} {
		r := runWith(Options{Known: hasRole, MaxLine: 100}, []byte(text))
		n, at := 0, strings.Index(text, long)
		for _, f := range r.findings {
			if f.Code == transcript.LineTooLong {
				n++
				if int(f.Start) != at || int(f.End) < at+len(long) {
					t.Errorf("finding %+v, the line is at %d", f, at)
				}
			}
		}
		if n != 1 || !bytes.Contains(r.out, []byte(long)) {
			t.Errorf("%d findings in %.60q", n, text)
		}
	}
}

// A healthy line is handed on as it was scanned: nothing else looks at it.
func TestHealthyLinesAreScannedOnce(t *testing.T) {
	text := strings.Repeat(lines(ra, rb, rc), 1000)
	if r := run(text); r.m.work != 0 || len(r.records) != 3000 {
		t.Errorf("%d bytes were scanned again, %d records", r.m.work, len(r.records))
	}
	sink := &recorder{}
	m := New(Options{Known: hasRole}, sink)
	rec := &transcript.Record{Raw: []byte(ra + "\n")}
	doc, _ := rec.Doc()
	var got *outline.Doc
	m.emit.sink = sinkFunc{sink, func(d *outline.Doc) { got = d }}
	m.Push(rec)
	if got != doc {
		t.Error("the record's own outline is not handed on")
	}
}

// sinkFunc is a sink that looks at the outlines.
type sinkFunc struct {
	*recorder
	look func(*outline.Doc)
}

func (s sinkFunc) Record(_, _ int64, doc *outline.Doc) { s.look(doc) }
