package mend

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"trtools/pkg/transcript"
)

// blocks are what lines are made of: records and debris.
var blocks = []string{
	ra, rb, rc, spacedRecord, `{"x":1}`, `{"x":{"role":"y"}}`,
	ra[:1], ra[:9], rb[:14], rc[:len(rc)-3], `{"x":`, `{"x":[`, `{"x":{"role":"y"}`,
	"\x00", "\x00\x00\x00", "\ufeff", "null", "42", `"text"`, "[]", "[", "]", "{", "}", ",", " ", "\t",
	`tent":"x"}`, "<<<<<<< HEAD", "data: ", "// x", `"role": "user",`, `\`, `\[`, "\xff", "\x01", `\ud83d`,
	`{"role":"\["}`, "{\"role\":\"\t\"}", "{\"role\":\"\xff\"}", `{"role":"\ud83d"}`, "{\"role\":\x00\"x\"}",
	"{\"role\":\"x\ny\"}", "{\n\"role\": \"user\",\n\"x\": 1\n}", "[\n" + ra + ",\n" + rb + "\n]", "{\"role\":\"x\r\ny",
}

const spacedRecord = `{"role": "user", "content": [1, {"x": "y"}]}`

// drawText draws lines of blocks.
func drawText(t *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(1, 12).Draw(t, "blocks") {
		b.WriteString(rapid.SampledFrom(blocks).Draw(t, "block"))
		b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "", " "}).Draw(t, "separator"))
	}
	return b.String()
}

// What holds for every input holds for any mixture of records and debris.
func TestMixtures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(drawText(t))
		invariants(t, Options{Known: hasRole}, data)
		if r := runWith(Options{Known: hasRole, Off: true}, data); string(r.out) != string(data) {
			t.Fatalf("with mending off %q becomes %q", data, r.out)
		}
	})
}

// Records on lines of their own, or glued, are all read, whatever is cut off
// between them.
func TestWholeRecordsAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := []string{ra, rb, rc, spacedRecord}
		var b strings.Builder
		b.WriteString(ra + "\n")
		want := []string{ra}
		for range rapid.IntRange(1, 8).Draw(t, "records") {
			r := rapid.SampledFrom(records).Draw(t, "record")
			if rapid.Bool().Draw(t, "torn") {
				cut := rapid.SampledFrom(records).Draw(t, "cut record")
				b.WriteString(cut[:rapid.IntRange(1, len(cut)-1).Draw(t, "cut")])
				b.WriteString(rapid.SampledFrom([]string{"", "", "\n", "\x00"}).Draw(t, "behind the cut"))
			}
			b.WriteString(r + rapid.SampledFrom([]string{"", "\n", "\n", "\x00", " "}).Draw(t, "separator"))
			want = append(want, r)
		}
		r := runWith(Options{Known: hasRole}, []byte(b.String()))
		for i := range r.records {
			r.records[i] = strings.TrimSpace(r.records[i])
		}
		if !slices.Equal(r.records, want) {
			t.Fatalf("%q\ngives %q\nwant  %q", b.String(), r.records, want)
		}
	})
}

// Messages name no content and no options, and end without a full stop.
func TestMessages(t *testing.T) {
	for _, c := range cases {
		for _, f := range run(c.in).findings {
			if strings.Contains(f.Why, "content") || strings.Contains(f.Why, "--") || strings.HasSuffix(f.Why, ".") {
				t.Errorf("%s: message %q", c.name, f.Why)
			}
		}
	}
}

// The same input gives the same, whoever holds the bytes: what is pushed may be
// overwritten afterwards.
func TestPushedBytesAreNotKept(t *testing.T) {
	for _, c := range cases {
		want := run(c.in)
		got := &recorder{}
		m := New(Options{Known: hasRole}, got)
		at := int64(0)
		for _, l := range strings.SplitAfter(c.in, "\n") {
			if l == "" {
				continue
			}
			raw := []byte(l)
			m.Push(&transcript.Record{Raw: raw, Offset: at})
			at += int64(len(raw))
			for i := range raw {
				raw[i] = '"'
			}
		}
		m.Close()
		if !slices.Equal(got.records, want.records) || fmt.Sprint(got.regions, got.findings) != fmt.Sprint(want.regions, want.findings) {
			t.Errorf("%s: %q, want %q", c.name, got.records, want.records)
		}
	}
}
