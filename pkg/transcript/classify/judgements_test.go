package classify

import (
	"reflect"
	"strings"
	"testing"
)

// A text that is known gets the verdict that it would get, with what belongs to its own input.
func TestJudgements(t *testing.T) {
	var j judgements
	for _, in := range []Input{
		{Text: "prompt is too long: 210000 tokens > 200000 maximum"}, {Text: "stream ended early", HistoryChars: 10},
		{Text: "stream ended early", HistoryChars: 600_000}, {Text: "prompt is too long: 210000 tokens > 200000 maximum", Attempt: 2},
		{Text: "boom", Status: 429}, {Text: "boom", Status: 503}, {Text: "boom", Status: 429, RetryAfter: "7"}, {Text: strings.Repeat("long ", maxJudged)},
	} {
		if got, want := j.classify(in), Classify(in); !reflect.DeepEqual(got, want) {
			t.Errorf("%+.60v: %+v, want %+v", in, got, want)
		}
	}
	if len(j.known) != 5 {
		t.Errorf("%d texts are known, want those that differ in what is judged and are short", len(j.known))
	}
	for i := range 2 * maxJudgements {
		j.classify(Input{Text: "x", Status: i})
	}
	if len(j.known) > maxJudgements {
		t.Errorf("%d texts are known", len(j.known))
	}
}
