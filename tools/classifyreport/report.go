package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/goccy/go-json"

	"trtools/pkg/transcript/classify"
)

// labelled is one line of a labelled file. Members that a line does not have stay empty.
type labelled struct {
	ID        string            `json:"id"`
	Text      string            `json:"text"`
	Label     classify.Class    `json:"label"`
	AlsoRight []classify.Class  `json:"also_right"`
	Actions   []classify.Action `json:"actions"` // those that help; none: not labelled
	Shrink    bool              `json:"shrink"`
	History   int64             `json:"history_chars"`
	Limit     *float64          `json:"limit_tokens"`
	Actual    *float64          `json:"actual_tokens"`
	Retry     *float64          `json:"retry_after_s"`
}

// readLabelled reads JSONL of labelled texts.
func readLabelled(r io.Reader) ([]labelled, error) {
	var all []labelled
	for d := json.NewDecoder(r); ; {
		var l labelled
		switch err := d.Decode(&l); {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("text %d: %w", len(all)+1, err)
		}
		all = append(all, l)
	}
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
	class, action                 share
	shrinkPrecision, shrinkRecall share
	limit, actual, retry          stated
	precision, recall             map[classify.Class]*share
	robust                        robustness
	mistakes                      []string
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
	v := classify.Classify(classify.Input{Text: l.Text, HistoryBytes: l.History})
	right := rightClass(l, v.Class)
	s.class.count(right)
	if s.recall[l.Label] == nil {
		s.recall[l.Label], s.precision[l.Label] = &share{}, &share{}
	}
	s.recall[l.Label].count(right)
	s.precision[v.Class].count(right)
	shrinks, helps := v.Action == classify.Shrink, slices.Contains(l.Actions, v.Action)
	if shrinks {
		s.shrinkPrecision.count(l.Shrink)
	}
	if l.Shrink {
		s.shrinkRecall.count(shrinks)
	}
	if !right || shrinks != l.Shrink {
		s.miss(l, fmt.Sprintf("%s for %s (rule %q, shrink %t for %t)", v.Class, l.Label, v.Rule, shrinks, l.Shrink))
	}
	if len(l.Actions) > 0 {
		if s.action.count(helps); !helps {
			s.miss(l, fmt.Sprintf("%s for %v (rule %q)", v.Action, l.Actions, v.Rule))
		}
	}
	s.number(l, "limit_tokens", &s.limit, l.Limit, float(v.LimitTokens))
	s.number(l, "actual_tokens", &s.actual, l.Actual, float(v.ActualTokens))
	s.number(l, "retry_after_s", &s.retry, l.Retry, v.RetryAfterS)
}

// rightClass reports whether a class is the label, or counts as right too.
func rightClass(l *labelled, c classify.Class) bool {
	return c == l.Label || slices.Contains(l.AlsoRight, c)
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
	s.mistakes = append(s.mistakes, fmt.Sprintf("%s: %s", l.ID, what))
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
	fmt.Fprintf(out, "class right       %v\naction right      %v\nshrink precision  %v\nshrink recall     %v\n", s.class, s.action, s.shrinkPrecision, s.shrinkRecall)
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
