package pair_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"

	"pgregory.net/rapid"
)

func TestMain(m *testing.M) {
	flag.Parse() // size asks for -short
	transcripttest.Main(m, size(60))
}

// outcome is what one run gave.
type outcome struct {
	out      []byte
	findings []transcript.Finding
	rejects  []transcript.Reject
}

// open returns the first error that the run left in the output.
func (o outcome) open() (transcript.Finding, bool) {
	for _, f := range o.findings {
		if f.Open() {
			return f, true
		}
	}
	return transcript.Finding{}, false
}

// kept returns the codes that were only reported. Ids may be others in a second
// run: those that come again are renamed. A call without a result may be the last
// one after what followed it is gone. How much of a file was understood is said of the
// records that it had then.
func (o outcome) kept() []string {
	var codes []string
	for _, f := range o.findings {
		if f.Action == transcript.Keep && f.Code != transcript.PartlyRead {
			codes = append(codes, strings.Replace(string(f.Code), string(transcript.OpenCall), string(transcript.MissingResult), 1))
		}
	}
	slices.Sort(codes)
	return codes
}

// runReader runs the stage over what r gives.
func runReader(opt pair.Options, r io.Reader, source io.ReaderAt) (outcome, error) {
	var o outcome
	var out bytes.Buffer
	job := transcript.Job{
		Name: "x", Source: source, Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { o.findings = append(o.findings, f) },
		Reject: func(r transcript.Reject) { o.rejects = append(o.rejects, r) },
	}
	err := transcript.Run(r, 0, pair.New(opt, job))
	o.out = out.Bytes()
	return o, err
}

// must is the part of a test that both testing.T and rapid.T are.
type must interface {
	Helper()
	Fatalf(string, ...any)
}

// run runs the stage over data, which may not fail.
func run(t must, opt pair.Options, data []byte) outcome {
	t.Helper()
	o, err := runReader(opt, bytes.NewReader(data), bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v\ninput:\n%s", err, data)
	}
	return o
}

// eachDialect runs a property in every dialect.
func eachDialect(t *testing.T, check func(*rapid.T, transcripttest.Dialect)) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, rapid.MakeCheck(func(t *rapid.T) { check(t, d) }))
	}
}

// P1: what is healthy stays as it is, and nothing is said about it.
func TestHealthy(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := transcripttest.Join(d.Render(transcripttest.Conversation(d).Draw(t, "conversation")))
		o := run(t, pair.Options{}, data)
		if !bytes.Equal(o.out, data) {
			t.Fatalf("changed:\n%s\ninto:\n%s", data, o.out)
		}
		if len(o.findings)+len(o.rejects) > 0 {
			t.Fatalf("findings: %+v\n%s", o.findings, data)
		}
	})
}

// sample is a damaged conversation and what of it has to survive.
type sample struct {
	events  []transcripttest.Event // after damage that leaves records whole
	data    []byte
	damage  []string
	certain bool // what survives is known
	users   []int
	results []transcripttest.Ref
}

// ready names the further kinds of damage to lines that the stage is ready for.
var ready = []string{"CRLF", "key order", "spacing", "head cut"}

var lineDamages = slices.Concat(transcripttest.LineDamages, transcripttest.LineDamagesNamed(ready...), transcripttest.WireDamages, transcripttest.FaultDamages)

// damaged draws a conversation with some damage: changed pairs, changed lines,
// or both.
func damaged(t *rapid.T, d transcripttest.Dialect) sample {
	s := sample{events: transcripttest.Conversation(d).Draw(t, "conversation"), certain: true}
	pick := transcripttest.Picker(t)
	for range rapid.IntRange(0, 2).Draw(t, "damages") {
		how := rapid.SampledFrom(transcripttest.Damages).Draw(t, "damage")
		s.damage, s.events = append(s.damage, how.Name), how.Apply(s.events, pick)
		s.certain = s.certain && how.Name != "replay" && how.Name != "result early"
		if how.Name == "stand-in first" && d.Linked {
			s.certain = false // a stand-in beside the path is left, and newer clients send it
		}
		if d.Ordered && how.Name != "open tail" {
			s.certain = false // a result is that of the call before it, whichever it is
		}
		if how.Name == "result moved" && reused(s.events) {
			s.certain = false // it may have come to a call that has the same id
		}
	}
	lines := d.Render(s.events)
	for range rapid.IntRange(0, 2).Draw(t, "line damages") {
		how := rapid.SampledFrom(lineDamages).Draw(t, "line damage")
		if d.Inside && how.Name == "record again" {
			continue // another conversation
		}
		s.damage, lines = append(s.damage, how.Name), how.Apply(lines, pick)
		s.certain = s.certain && !how.Loses
		if how.Name == "record again" && (d.Inline || slices.Contains(s.damage, "result moved")) {
			s.certain = false // several calls have its id now, or a call and its result come again
		}
	}
	s.data = transcripttest.Join(lines)
	s.expect()
	return s
}

// reused reports whether an id is that of several calls.
func reused(events []transcripttest.Event) bool {
	seen := map[string]bool{}
	for _, e := range events {
		for _, r := range e.Refs {
			if e.Kind == transcripttest.Call && seen[r.ID] {
				return true
			}
			seen[r.ID] = seen[r.ID] || e.Kind == transcripttest.Call
		}
	}
	return false
}

// expect notes the user texts, and the results that answer a call before them.
func (s *sample) expect() {
	s.users = []int{}
	calls, results := map[transcripttest.Ref]int{}, map[transcripttest.Ref]int{}
	ids, answers := map[string]int{}, map[string]int{}
	for _, e := range s.events {
		switch e.Kind {
		case transcripttest.User:
			s.users = append(s.users, e.N)
		case transcripttest.Call:
			for _, r := range e.Refs {
				calls[r]++
				ids[r.ID]++
			}
		case transcripttest.Result:
			if r := e.Refs[0]; results[r] == 0 {
				answers[r.ID]++
				results[r] = 1
			}
		}
	}
	for r := range results {
		if calls[r] == 1 && ids[r.ID] == 1 && answers[r.ID] == 1 {
			s.results = append(s.results, r)
		}
	}
}

// What was repaired is accepted by the provider, unless an error is left, and
// nothing that was whole is lost, nor are links.
func TestOracle(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		s := damaged(t, d)
		o := run(t, pair.Options{}, s.data)
		if _, open := o.open(); open || !knownAPI(d, o.out) {
			return
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Fatalf("%v: %v\ninput:\n%soutput:\n%sfindings: %+v", s.damage, err, s.data, o.out, o.findings)
		}
		if err := transcripttest.Links(d, o.out); err != nil && transcripttest.Links(d, s.data) == nil {
			t.Fatalf("%v: %v\ninput:\n%soutput:\n%sfindings: %+v", s.damage, err, s.data, o.out, o.findings)
		}
		if !s.certain {
			return
		}
		if err := transcripttest.CheckUsers(d, o.out, s.users); err != nil {
			t.Fatalf("%v: %v\ninput:\n%soutput:\n%sfindings: %+v", s.damage, err, s.data, o.out, o.findings)
		}
		if err := transcripttest.CheckResults(d, o.out, s.results); err != nil {
			t.Fatalf("%v: %v\ninput:\n%soutput:\n%sfindings: %+v", s.damage, err, s.data, o.out, o.findings)
		}
	})
}

// knownAPI reports whether a file tells whose messages it holds: those of Anthropic
// without a call may be anybody's, and keep what that API refuses.
func knownAPI(d transcripttest.Dialect, data []byte) bool {
	return !strings.HasSuffix(d.Name, "anthropic") || bytes.Contains(data, []byte(`"tool_use"`))
}

// P2, P3, P4 and the agreement of two runs, over any damage and any options.
func TestInvariants(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		s := damaged(t, d)
		opt := options(t)
		o := run(t, opt, s.data)
		invariants(t, opt, s.data, o)
	})
}

// options draws any combination of options.
func options(t *rapid.T) pair.Options {
	o := pair.Options{}
	if rapid.Bool().Draw(t, "default options") {
		return o
	}
	o.Missing = rapid.SampledFrom([]pair.Missing{pair.InjectMissing, pair.StripMissing, pair.KeepMissing}).Draw(t, "missing")
	o.Tail = rapid.SampledFrom([]pair.Tail{pair.DefaultTail, pair.RepairTail, pair.KeepTail}).Draw(t, "tail")
	o.Orphans = rapid.SampledFrom([]pair.Orphans{pair.DropOrphans, pair.TextOrphans, pair.KeepOrphans}).Draw(t, "orphans")
	o.Duplicates = rapid.SampledFrom([]pair.Duplicates{pair.FirstDuplicate, pair.RenameDuplicates, pair.KeepDuplicates}).Draw(t, "duplicates")
	o.NoMend, o.NoRelink = rapid.IntRange(0, 3).Draw(t, "mend") == 0, rapid.IntRange(0, 3).Draw(t, "relink") == 0
	o.HoldBack, o.NoErrorFlag = rapid.Bool().Draw(t, "hold back"), rapid.Bool().Draw(t, "no flag")
	return o
}

// invariants checks what holds for every input.
func invariants(t must, opt pair.Options, data []byte, o outcome) {
	t.Helper()
	if msg := conserved(data, o); msg != "" {
		t.Fatalf("%s\ninput:\n%q\noutput:\n%q\nfindings: %+v", msg, data, o.out, o.findings)
	}
	again := run(t, opt, o.out)
	if !bytes.Equal(again.out, o.out) {
		t.Fatalf("options %+v: the second run changes\n%s\ninto\n%s\ninput:\n%s", opt, o.out, again.out, data)
	}
	for _, f := range again.findings {
		if f.Action != transcript.Keep {
			t.Fatalf("options %+v: the second run still finds %+v\ninput:\n%s\noutput:\n%s", opt, f, data, o.out)
		}
	}
	// What is kept by option may be gone for another reason afterwards.
	if a, b := o.kept(), again.kept(); opt.Duplicates != pair.KeepDuplicates && !slices.Equal(a, b) && !emptied(o, again) {
		t.Fatalf("options %+v: kept findings %q, then %q\ninput:\n%s\noutput:\n%s", opt, a, b, data, o.out)
	}
}

// emptied reports that records are removed and nothing but a finding of the whole file is left.
func emptied(first, second outcome) bool {
	removed := slices.ContainsFunc(first.findings, func(f transcript.Finding) bool { return f.Action == transcript.Remove })
	if !removed || len(second.findings) != 1 {
		return false
	}
	f := second.findings[0]
	return (f.Code == transcript.NoRecords || f.Code == transcript.UnreadableLine) && f.Offset == 0 && f.Length == int64(len(first.out))
}

// P7: the size of reads does not matter, nor whether the input can be read
// again.
func TestReadSizes(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		s := damaged(t, d)
		want := run(t, pair.Options{}, s.data)
		for _, r := range []io.Reader{
			iotest.OneByteReader(bytes.NewReader(s.data)), iotest.HalfReader(bytes.NewReader(s.data)),
			iotest.DataErrReader(bytes.NewReader(s.data)), bytes.NewReader(s.data),
		} {
			got, err := runReader(pair.Options{}, r, nil)
			if err != nil || !bytes.Equal(got.out, want.out) || !slices.Equal(got.findings, want.findings) {
				t.Fatalf("%T: %v\n%s\nwant\n%s", r, err, got.out, want.out)
			}
		}
	})
}

// P9: every prefix of a sample is taken like any other input.
func TestPrefixes(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			data := d.Bytes("U A+[a,b] R(b) M R(a) N U F")
			if d.Single {
				data = d.Bytes("U A[a] M R(a) N U F")
			}
			for n := 0; n < len(data); n += 30 / size(10) {
				invariants(t, pair.Options{}, data[:n], run(t, pair.Options{}, data[:n]))
			}
		})
	}
}

// conserved checks P2 and P4: a line without a finding is in the output, in
// order, and of every other one the bytes are in the output, in a finding or a
// reject. It returns what is wrong.
func conserved(data []byte, o outcome) string {
	out := bytes.SplitAfter(o.out, []byte("\n"))
	offset, at := int64(0), 0
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		start, end := offset, offset+int64(len(line))
		offset = end
		if len(bytes.TrimSpace(line)) == 0 || touched(o.findings, start, end) {
			continue
		}
		found := slices.IndexFunc(out[at:], func(l []byte) bool { return grown(line, l) })
		if found < 0 {
			return "line without a finding is gone, changed or out of order: " + string(line)
		}
		at += found + 1
	}
	return hashes(data, o)
}

// touched reports whether a finding says that something is done to bytes from
// start to end.
func touched(list []transcript.Finding, start, end int64) bool {
	for _, f := range list {
		if f.Action != transcript.Keep && f.Offset < end && f.Offset+f.Length > start {
			return true
		}
	}
	return false
}

// links are the values that may change with a neighbour: parents, and ids that
// are renamed on both sides; also where a finding names the bytes of one (see rest).
var links = regexp.MustCompile(`"(parentUuid|parentId|id|tool_use_id|tool_call_id|call_id|toolCallId|toolUseId)": ?("(?:[^"\\]|\\.)*"|null|\x01+)`)

// bare returns a line without links and without what separates values.
func bare(line []byte) []byte {
	line = links.ReplaceAll(bytes.ReplaceAll(line, []byte{0}, nil), nil)
	return bytes.Map(func(r rune) rune {
		if r < ' ' || bytes.ContainsRune([]byte(",[]{}: "), r) {
			return -1
		}
		return r
	}, line)
}

// grown reports whether new is old, but for links, with something put in.
func grown(old, new []byte) bool {
	if bytes.Equal(bytes.TrimRight(old, "\r\n"), bytes.TrimRight(new, "\r\n")) {
		return true
	}
	return within(bare(old), bare(new), 3)
}

// within reports whether part is whole without some pieces at most: results that are put
// in, and a text that takes the place of an empty one.
func within(part, whole []byte, pieces int) bool {
	_, ok := behind(part, whole, pieces)
	return ok
}

// behind returns what stands in whole behind part, which is there but for some pieces at
// most: at its beginning, or at the first place where something begins as part does and
// goes on so.
func behind(part, whole []byte, pieces int) (rest []byte, ok bool) {
	for start := part[:min(len(part), 12)]; ; whole = whole[1:] {
		if rest, ok = follow(part, whole, pieces); ok {
			return rest, true
		}
		at := bytes.Index(whole[min(1, len(whole)):], start)
		if at < 0 {
			return nil, false
		}
		whole = whole[at:]
	}
}

// follow goes along part, over pieces of whole that part has not.
func follow(part, whole []byte, pieces int) (rest []byte, ok bool) {
	for range pieces {
		n := 0
		for n < min(len(part), len(whole)) && part[n] == whole[n] {
			n++
		}
		if part, whole = part[n:], whole[n:]; len(part) == 0 {
			return whole, true
		}
		at := bytes.Index(whole, part[:min(len(part), 12)])
		if at < 0 {
			return nil, false
		}
		whole = whole[at:]
	}
	return bytes.CutPrefix(whole, part)
}

// A line grows in few places.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		part, whole string
		want        bool
	}{
		{"abc", "abc", true}, {"abc", "abXXc", true}, {"abc", "Xabc", true}, {"abc", "abcX", true}, {"", "X", true},
		{"abc", "ab", false}, {"abc", "acb", false}, {"abc", "", false}, {"abcdefgh", "aXbXcXdXeXfXgXh", false},
	} {
		if within([]byte(c.part), []byte(c.whole), 3) != c.want {
			t.Errorf("%q within %q: not %v", c.part, c.whole, c.want)
		}
	}
	// What no finding names is looked for behind what looks like it for a while.
	result := func(n int) []byte { return fmt.Appendf(nil, `"type""tool_result""content""result%d"`, n) }
	whole := slices.Concat([]byte("A"), result(3), result(4), result(2), []byte("Z"))
	if !holds([][]byte{[]byte("A"), result(4), []byte("Z")}, whole) || holds([][]byte{[]byte("A"), result(5), []byte("Z")}, whole) || holds([][]byte{result(4), result(3)}, whole) {
		t.Error("parts are not found in their order")
	}
}

// hashes checks that findings and rejects name the bytes that they are about,
// and that what they do not name is in the output.
func hashes(data []byte, o outcome) string {
	for _, f := range o.findings {
		if f.Offset < 0 || f.Length < 0 || f.Offset+f.Length > int64(len(data)) {
			return fmt.Sprintf("finding outside the input: %+v", f)
		}
		sum := sha256.Sum256(data[f.Offset : f.Offset+f.Length])
		if line := int64(bytes.Count(data[:f.Offset], []byte("\n"))) + 1; f.Line != line || f.SHA256 != hex.EncodeToString(sum[:]) {
			return fmt.Sprintf("finding with a wrong line or hash: %+v, line %d", f, line)
		}
	}
	for _, r := range o.rejects {
		if end := r.Offset + int64(len(r.Raw)); end > int64(len(data)) || !bytes.Equal(data[r.Offset:end], r.Raw) {
			return fmt.Sprintf("reject is not what stood there: %+v", r)
		}
	}
	return rest(data, o)
}

// rest checks that the bytes which no finding names are in the output.
func rest(data []byte, o outcome) string {
	masked := slices.Clone(data)
	for _, f := range o.findings {
		for i := f.Offset; f.Action != transcript.Keep && i < f.Offset+f.Length; i++ {
			if masked[i] != '\n' && masked[i] != 0 {
				masked[i] = 1
			}
		}
	}
	out := bytes.Split(o.out, []byte("\n"))
	for i := range out {
		out[i] = bare(out[i])
	}
	for i, line := range bytes.Split(masked, []byte("\n")) {
		if !slices.ContainsFunc(out, func(l []byte) bool { return holds(bytes.Split(links.ReplaceAll(line, nil), []byte{1}), l) }) {
			return fmt.Sprintf("bytes of line %d are neither in the output nor in a finding: %s", i+1, line)
		}
	}
	return ""
}

// holds reports whether the parts of a line are in another in their order.
func holds(parts [][]byte, whole []byte) (ok bool) {
	for _, part := range parts {
		if whole, ok = behind(bare(part), whole, 3); !ok {
			return false
		}
	}
	return true
}
