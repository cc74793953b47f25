package mend

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// recorder is a sink that keeps everything.
type recorder struct {
	records  []string
	spans    []Span
	regions  []Region
	findings []Finding
	order    []string // what came, one letter each
}

func (r *recorder) Record(at, end int64, doc *outline.Doc) {
	r.records, r.spans = append(r.records, string(doc.Raw())), append(r.spans, Span{at, end})
	r.order = append(r.order, "R")
}

func (r *recorder) Region(g Region) {
	r.regions, r.order = append(r.regions, g), append(r.order, "G")
}

func (r *recorder) Finding(f Finding) {
	r.findings, r.order = append(r.findings, f), append(r.order, "F")
}

// codes returns the codes of the findings in the order of the input.
func (r *recorder) codes() string {
	list := slices.Clone(r.findings)
	slices.SortStableFunc(list, func(a, b Finding) int { return int(a.Start - b.Start) })
	var names []string
	for _, f := range list {
		names = append(names, string(f.Code))
	}
	return strings.Join(names, " ")
}

// stage makes a Mender a stage of its own.
type stage struct{ *Mender }

func (s stage) Push(r *transcript.Record) error { s.Mender.Push(r); return nil }
func (s stage) Flush() error                    { return nil }
func (s stage) Close() error                    { s.Mender.Close(); return nil }

// outcome is what one run gave, and what a stage would write that carried it out.
type outcome struct {
	*recorder
	m       *Mender
	out     []byte
	rejects []string
}

// hasRole is what the tests take for a record.
func hasRole(root outline.Value) bool { return root.Get("role").Kind() == outline.String }

// runWith runs a Mender over data.
func runWith(o Options, data []byte) outcome {
	r := outcome{recorder: &recorder{}}
	r.m = New(o, r.recorder)
	if err := transcript.Run(bytes.NewReader(data), o.MaxLine, stage{r.m}); err != nil {
		panic(err)
	}
	for _, f := range r.findings {
		if f.Reject {
			r.rejects = append(r.rejects, string(data[f.Start:f.End]))
		}
	}
	r.out = r.apply(data)
	return r
}

func run(text string) outcome { return runWith(Options{Known: hasRole}, []byte(text)) }

// apply carries out the regions.
func (r *recorder) apply(data []byte) (out []byte) {
	regions := slices.Clone(r.regions)
	slices.SortFunc(regions, func(a, b Region) int { return int(a.Start - b.Start) })
	at := int64(0)
	for _, g := range regions {
		out = append(out, data[at:g.Start]...)
		var lines [][]byte
		for _, p := range g.Pieces {
			if p.Gone {
				continue
			}
			text := data[p.At:p.End]
			if p.Fix {
				text, _ = MendRecord(text)
			}
			lines = append(lines, text)
		}
		at = g.End
		if out = append(out, bytes.Join(lines, []byte("\n"))...); len(lines) == 0 {
			at += int64(len(ending(data[at:])))
		}
	}
	return append(out, data[at:]...)
}

// ending returns the line ending that b begins with.
func ending(b []byte) []byte {
	for _, e := range []string{"\n", "\r\n"} {
		if bytes.HasPrefix(b, []byte(e)) {
			return b[:len(e)]
		}
	}
	return nil
}

// invariants checks what holds for every input.
func invariants(t checker, o Options, data []byte) outcome {
	t.Helper()
	r := runWith(o, data)
	for _, err := range []error{r.accounted(data), r.survived(o, data), r.twice(o), r.recordsFit(data), r.unrecognized()} {
		if err != nil {
			t.Fatalf("%v\ninput:\n%q\noutput:\n%q\nregions: %+v\nfindings: %+v", err, data, r.out, r.regions, r.findings)
		}
	}
	return r
}

// accounted checks that every byte of a region is of one piece, or white space, or
// named by a finding as NUL bytes or a byte order mark, and that what goes is
// rejected.
func (r *recorder) accounted(data []byte) error {
	named := map[int64]bool{}
	rejected := map[Span]bool{}
	for _, f := range r.findings {
		if f.Start < 0 || f.End < f.Start || f.End > int64(len(data)) || f.Why == "" || f.Code == "" {
			return fmt.Errorf("bad finding %+v", f)
		}
		for i := f.Start; i < f.End && (f.Code == transcript.NULBytes || f.Code == transcript.BOM); i++ {
			named[i] = true
		}
		rejected[Span{f.Start, f.End}] = f.Reject
	}
	last := int64(0)
	regions := slices.Clone(r.regions)
	slices.SortFunc(regions, func(a, b Region) int { return int(a.Start - b.Start) })
	for _, g := range regions {
		at := g.Start
		if g.Start < last {
			return fmt.Errorf("region %+v begins inside the one before", g)
		}
		for _, p := range append(slices.Clone(g.Pieces), Piece{At: g.End, End: g.End, Fix: true}) {
			if p.At < at || p.End > g.End || p.Gone && !rejected[Span{p.At, p.End}] {
				return fmt.Errorf("bad piece %+v of %+v", p, g)
			}
			for ; at < p.At; at++ {
				if !named[at] && !strings.ContainsRune(" \t\r\n", rune(data[at])) {
					return fmt.Errorf("byte %d of %+v is of no piece", at, g)
				}
			}
			at = p.End
		}
		last = g.End
	}
	return nil
}

// survived checks that every line that is a whole record by itself is in the
// output, in order.
func (r *outcome) survived(o Options, data []byte) error {
	out := bytes.Split(r.out, []byte("\n"))
	var d outline.Doc
	for _, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.Trim(line, "\r\n\t ")
		if d.Parse(line) != nil || !o.Known(d.Root()) {
			continue
		}
		text, _ := MendRecord(line)
		i := slices.IndexFunc(out, func(l []byte) bool {
			l = bytes.Trim(l, "\r\n\t ")
			return bytes.Equal(l, line) || bytes.Equal(l, text)
		})
		if i < 0 {
			return fmt.Errorf("record is gone: %q", line)
		}
		out = out[i+1:]
	}
	return nil
}

// twice checks that a second run changes nothing and finds nothing to repair.
func (r *outcome) twice(o Options) error {
	again := runWith(o, r.out)
	if !bytes.Equal(again.out, r.out) {
		return fmt.Errorf("the second run gives %q, %+v", again.out, again.findings)
	}
	for _, f := range again.findings {
		if !stays(&f) {
			return fmt.Errorf("the second run finds %+v", f)
		}
	}
	return nil
}

// recordsFit checks that the records come in order and are the bytes that they
// are said to be.
func (r *outcome) recordsFit(data []byte) error {
	last := int64(0)
	for i, s := range r.spans {
		raw := data[s.Start:s.End]
		text, ok := MendRecord(raw)
		if s.Start < last || !ok || string(text) != r.records[i] {
			return fmt.Errorf("record %d, %+v, is %q and not %q", i, s, r.records[i], text)
		}
		if !outline.Strict(text) {
			return fmt.Errorf("record %d is no JSON: %q", i, text)
		}
		last = s.End
	}
	return nil
}

// unrecognized checks that a file without a record is not touched and gets at most
// one finding.
func (r *outcome) unrecognized() error {
	if r.m.Recognized() {
		return nil
	}
	if n := len(r.findings); n > 1 && r.findings[0].Code != transcript.LineTooLong || len(r.regions)+len(r.m.BareValues()) > 0 {
		return fmt.Errorf("a file without a record has %d findings, %d regions", n, len(r.regions))
	}
	return nil
}

// checker is the part of a test that both testing.T and rapid.T are.
type checker interface {
	Helper()
	Fatalf(string, ...any)
}
