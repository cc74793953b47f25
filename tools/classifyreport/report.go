package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/outline"
)

// labelled is one line of a labelled file. Fields that a line does not have
// stay empty.
type labelled struct {
	id, text  string
	label     classify.Class
	alsoRight []classify.Class
	shrink    bool
	history   int64
	limit     *float64
	actual    *float64
	retry     *float64
}

// readLabelled reads JSONL: id, text, label, and also_right, shrink,
// history_chars, limit_tokens, actual_tokens, retry_after_s where they are known.
func readLabelled(r io.Reader) ([]labelled, error) {
	var all []labelled
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 16<<20)
	for line := 1; sc.Scan(); line++ {
		var doc outline.Doc
		if len(sc.Bytes()) == 0 {
			continue
		}
		if err := doc.Parse(sc.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		all = append(all, labelOf(doc.Root()))
	}
	return all, sc.Err()
}

func labelOf(v outline.Value) labelled {
	l := labelled{
		id: v.Get("id").Text(), text: v.Get("text").Text(), label: classify.Class(v.Get("label").Text()),
		shrink: v.Get("shrink").True(),
		limit:  numberOf(v.Get("limit_tokens")), actual: numberOf(v.Get("actual_tokens")),
		retry: numberOf(v.Get("retry_after_s")),
	}
	for c := range v.Get("also_right").All() {
		l.alsoRight = append(l.alsoRight, classify.Class(c.Text()))
	}
	if n := numberOf(v.Get("history_chars")); n != nil {
		l.history = int64(*n)
	}
	return l
}

func numberOf(v outline.Value) *float64 {
	if v.Kind() != outline.Number {
		return nil
	}
	x, err := strconv.ParseFloat(string(v.Raw()), 64)
	if err != nil {
		return nil
	}
	return &x
}

// share is a count out of a total.
type share struct{ n, of int }

func (s share) String() string {
	if s.of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f (%d/%d)", float64(s.n)/float64(s.of), s.n, s.of)
}

func (s *share) count(ok bool) {
	s.of++
	if ok {
		s.n++
	}
}

// stated counts how often a number that a text states was read, and how often one was
// read from a text that states none.
type stated struct{ read, invented share }

// score is what a report measures.
type score struct {
	class, shrinkPrecision, shrinkRecall share
	limit, actual, retry                 stated
	precision, recall                    map[classify.Class]*share
	robust                               robustness
	mistakes                             []string
}

func newScore() *score {
	s := &score{precision: map[classify.Class]*share{}, recall: map[classify.Class]*share{}}
	for _, c := range classify.Classes() {
		s.precision[c], s.recall[c] = &share{}, &share{}
	}
	return s
}

// report classifies the texts of a labelled JSONL file and writes to w how often the
// verdicts were right: by class, for "a smaller history helps", and for the numbers and
// waiting times, both those that a text states and those that were invented. It says how
// many of the errors keep their class in what logs, terminals and SDKs put around them,
// and lists every mistake with its id. A class in also_right counts as right.
func report(w io.Writer, from io.Reader) error {
	all, err := readLabelled(from)
	if err != nil {
		return fmt.Errorf("failed to read labelled texts: %w", err)
	}
	s := newScore()
	for i := range all {
		s.add(&all[i])
	}
	s.robust = robustnessOf(all)
	return s.print(w)
}

// add classifies one text and counts.
func (s *score) add(l *labelled) {
	v := classify.Classify(classify.Input{Text: l.text, HistoryChars: l.history})
	right := rightClass(l, v.Class)
	s.class.count(right)
	if s.recall[l.label] == nil {
		s.recall[l.label], s.precision[l.label] = &share{}, &share{}
	}
	s.recall[l.label].count(right)
	s.precision[v.Class].count(right)
	if v.Recoverable {
		s.shrinkPrecision.count(l.shrink)
	}
	if l.shrink {
		s.shrinkRecall.count(v.Recoverable)
	}
	if !right || v.Recoverable != l.shrink {
		s.miss(l, fmt.Sprintf("%s for %s (rule %q, shrink %t for %t)", v.Class, l.label, v.Rule, v.Recoverable, l.shrink))
	}
	s.number(l, "limit_tokens", &s.limit, l.limit, float(v.LimitTokens))
	s.number(l, "actual_tokens", &s.actual, l.actual, float(v.ActualTokens))
	s.number(l, "retry_after_s", &s.retry, l.retry, v.RetryAfterS)
}

// rightClass reports whether a class is the label, or counts as right too.
func rightClass(l *labelled, c classify.Class) bool {
	return c == l.label || slices.Contains(l.alsoRight, c)
}

// number counts whether a number was read rightly, to a hundredth, or was invented.
func (s *score) number(l *labelled, name string, in *stated, want, got *float64) {
	if want == nil {
		in.invented.count(got != nil)
		if got != nil {
			s.miss(l, fmt.Sprintf("%s %s is invented", name, show(got)))
		}
		return
	}
	ok := got != nil && math.Abs(*got-*want) < 0.01
	in.read.count(ok)
	if !ok {
		s.miss(l, fmt.Sprintf("%s %s for %s", name, show(got), show(want)))
	}
}

func (s *score) miss(l *labelled, what string) {
	s.mistakes = append(s.mistakes, fmt.Sprintf("%s: %s", l.id, what))
}

func float(n *int64) *float64 {
	if n == nil {
		return nil
	}
	x := float64(*n)
	return &x
}

func show(x *float64) string {
	if x == nil {
		return "null"
	}
	return strconv.FormatFloat(*x, 'f', -1, 64)
}

// print writes the report.
func (s *score) print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "class right       %v\nshrink precision  %v\nshrink recall     %v\n", s.class, s.shrinkPrecision, s.shrinkRecall)
	for _, n := range []struct {
		name string
		stated
	}{{"limit_tokens", s.limit}, {"actual_tokens", s.actual}, {"retry_after_s", s.retry}} {
		fmt.Fprintf(out, "%-18s%v, invented %v\n", n.name, n.read, n.invented)
	}
	fmt.Fprintf(out, "%-18s%v, %d wrappings\n", "robustness", s.robust.total, len(s.robust.each))
	for _, one := range s.robust.below(robust) {
		fmt.Fprintf(out, "  below %v: %s\n", robust, one)
	}
	fmt.Fprintf(out, "\n%-20s%-18s%s\n", "class", "precision", "recall")
	for _, c := range classify.Classes() {
		if p, r := s.precision[c], s.recall[c]; p.of+r.of > 0 {
			fmt.Fprintf(out, "%-20s%-18v%v\n", c, *p, *r)
		}
	}
	fmt.Fprintf(out, "\n%d mistakes\n", len(s.mistakes))
	for _, m := range s.mistakes {
		fmt.Fprintln(out, m)
	}
	return out.Flush()
}
