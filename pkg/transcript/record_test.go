package transcript

import (
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

func TestRecordJSON(t *testing.T) {
	for raw, want := range map[string]string{
		"{}\n": "{}", "{}\r\n": "{}", "{}": "{}", "{}\r": "{}\r", "\n": "", "\r\n": "", "": "", "{}\r\r\n": "{}\r", "{} \n": "{} ", "\r": "\r", "{}\n\n": "{}\n",
	} {
		r := Record{Raw: []byte(raw)}
		if got := string(r.JSON()); got != want {
			t.Errorf("JSON of %q is %q, want %q", raw, got, want)
		}
	}
}

// Replace remembers the bytes that were read, however often it is called, and
// makes the outline that of the new ones.
func TestBlank(t *testing.T) {
	for raw, want := range map[string]bool{"": true, "\n": true, "\r\n": true, " \t \r\n": true, "{}": false, " x\n": false, "\x00\n": false, "\"\"": false} {
		if r := (Record{Raw: []byte(raw)}); r.Blank() != want {
			t.Errorf("%q: blank is %v", raw, !want)
		}
	}
}

func TestReplace(t *testing.T) {
	r := Record{Raw: []byte(`{"a":1}`)}
	if doc, err := r.Doc(); err != nil || !doc.Root().Get("a").Exists() {
		t.Fatal(err)
	}
	for _, text := range []string{`{"b":1}`, `{"c":1}`} {
		r.Replace([]byte(text))
		doc, err := r.Doc()
		if err != nil || !doc.Root().Get(text[2:3]).Exists() || doc.Root().Get("a").Exists() {
			t.Errorf("outline of %s: %v", text, err)
		}
		if r.Change != Changed || string(r.Was) != `{"a":1}` {
			t.Errorf("%d, was %q", r.Change, r.Was)
		}
	}
}

// Every stage sees what is wrong inside the strings, of the bytes as they are now.
func TestRecordDefects(t *testing.T) {
	var got []outline.Defects
	look := func(r *Record) outline.Defects {
		var now outline.Defects
		if doc, err := r.Doc(); err == nil {
			now = doc.Defects()
		}
		got = append(got, now)
		return now
	}
	s := Each(func(r *Record) error {
		if look(r) != 0 {
			r.Replace(outline.MendStrings(r.Raw))
			look(r)
		}
		return nil
	})
	in := `{"a":"\["}` + "\n{\"a\":\"\xff\x01\"}\n" + `{"a":"b"}` + "\n" + `{"\ud83d":1}` + "\n{\"a\":\"\\[\"\n"
	if err := Run(strings.NewReader(in), 0, s); err != nil {
		t.Fatal(err)
	}
	want := []outline.Defects{outline.InvalidEscape, 0, outline.InvalidUTF8 | outline.RawControl, 0, 0, outline.HalfPair, 0, 0}
	if !slices.Equal(got, want) {
		t.Errorf("defects %v, want %v", got, want)
	}
}

// What a stage puts in stays put in when another stage edits it.
func TestReplaceInserted(t *testing.T) {
	r := Record{Raw: []byte("1"), Change: Inserted}
	r.Replace([]byte("2"))
	if r.Change != Inserted || r.Was != nil || string(r.Raw) != "2" {
		t.Errorf("%+v", r)
	}
}

func TestFinding(t *testing.T) {
	for _, c := range []struct {
		f            Finding
		open, counts bool
	}{
		{Finding{Severity: Error, Action: Keep}, true, true}, {Finding{Severity: Error, Action: Remove}, false, true},
		{Finding{Severity: Warning, Action: Keep}, false, true}, {Finding{Severity: Info, Action: Keep}, false, false},
	} {
		if c.f.Open() != c.open || c.f.Counts() != c.counts {
			t.Errorf("%s, %s: open %v, counts %v", c.f.Severity, c.f.Action, c.f.Open(), c.f.Counts())
		}
	}
}

// A finding has the severity and the action of its code, unless it has its own.
func TestWithRule(t *testing.T) {
	rule := RuleOf(BOM)
	for _, c := range []struct{ f, want Finding }{
		{Finding{Code: BOM}, Finding{Code: BOM, Severity: rule.Severity, Action: rule.Action}},
		{Finding{Code: BOM, Severity: "s"}, Finding{Code: BOM, Severity: "s", Action: rule.Action}},
		{Finding{Code: BOM, Action: "a"}, Finding{Code: BOM, Severity: rule.Severity, Action: "a"}},
	} {
		if got := c.f.WithRule(); got != c.want || rule.Severity == "" || rule.Action == "" {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

// The sum of a finding is SHA-256 (that of "abc" is an example of FIPS 180-2), unless
// nobody reads it.
func TestSum(t *testing.T) {
	const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for _, c := range []struct {
		job  Job
		want string
	}{{Job{}, sum}, {Job{Unhashed: true}, ""}, {Job{Unread: true}, ""}} {
		if got := c.job.Sum([]byte("abc")); got != c.want {
			t.Errorf("unhashed %v, unread %v: %q", c.job.Unhashed, c.job.Unread, got)
		}
	}
}
