package classify

import (
	"strings"
	"testing"
)

// tokensOf cuts a text into words, kinds of numbers, and signs.
func TestWordsOfFeatures(t *testing.T) {
	for text, want := range map[string]string{
		"prompt is too long: 210000 > 8": "prompt is too long : <6> > <1>",
		"we don't; they' 413 or 4130":    "we don't ; they ' <status> or <4>",
		"context_length_exceeded":        "context _ length _ exceeded",
		"上下文 too  long":                  "上 下 文 too long",
		" \t\n":                          "",
		"gpt4o 1234567":                  "gpt <1> o <6>",
	} {
		if got := strings.Join(tokensOf(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// featuresAt returns the features of the first place where a text has a phrase.
func featuresAt(t *testing.T, text, phrase string) map[string]bool {
	t.Helper()
	vw := newView(text, false)
	at := strings.Index(vw.low, phrase)
	if at < 0 {
		t.Fatalf("%q is not in %q", phrase, vw.low)
	}
	all := map[string]bool{}
	vw.describe(vw.place(at, at+len(phrase)), func(f []byte) { all[string(f)] = true })
	return all
}

// The features of a match say what stands around it in its sentence, on its line and in its
// passage, but nothing of what is further away.
func TestFeatures(t *testing.T) {
	const phrase = "prompt is too long"
	for _, c := range []struct{ text, has, lacks string }{
		{"We saw prompt is too long today", "before:we saw|after:today|words-before:2|words-after:1|begins:upper|ends:lower|line1:we|near:saw prompt", "before:today|after:we"},
		{"prompt is too long", "words-before:0|words-after:0|covered:6", "words-before:1"},
		{"ERROR 400: prompt is too long!", "line1:error|line2:<status>|ends:!|signs !:0|before::", "begins:lower|signs ?:0"},
		{strings.Repeat("the weather is fine\n", 40) + "\nprompt is too long", "words-before:0|passage:0", "near:weather|before:fine"},
		{"so? `a` and `b`: prompt is too long", "signs `:2|signs ?:0", "signs `:0"},
	} {
		got := featuresAt(t, c.text, phrase)
		for f := range strings.SplitSeq(c.has, "|") {
			if !got[f] {
				t.Errorf("%.60q lacks %q: %v", c.text, f, got)
			}
		}
		for f := range strings.SplitSeq(c.lacks, "|") {
			if got[f] {
				t.Errorf("%.60q has %q", c.text, f)
			}
		}
	}
}

// What stands around the sentence of an error makes it more or less likely; alone it is
// always one.
func TestOdds(t *testing.T) {
	odds := func(text string) float64 {
		vw := newView(text, false)
		p, ok := firstMatch(vw)
		if !ok {
			t.Fatalf("no rule matches %q", text)
		}
		return vw.odds(p)
	}
	const said = "maximum context length is 8192 tokens"
	report := odds("Error code: 400 - {'error': {'message': \"This model's " + said + ", please reduce the length\"}}")
	for _, account := range []string{
		"When I look at the docs I see that the model's " + said + ", is that still right?",
		"- we should check for \"" + said + "\" in the detection, because it is not handled when the proxy returns it",
	} {
		if got := odds(account); got >= report {
			t.Errorf("%q: odds %v, those of a report are %v", account, got, report)
		}
	}
	for _, r := range rules() {
		vw := newView(r.Example, false)
		p := vw.place(0, len(vw.low))
		if why := vw.unlikely(p, r.Rule); why != "" {
			t.Errorf("%s: a match that is all there is: %s", r.Name, why)
		}
	}
}

// The weights tell errors from texts that only speak of them in a set that was left out when
// they were fitted: they stop many of these, and few errors.
func TestLeftOut(t *testing.T) {
	all := map[string][]sample{}
	for _, name := range fitted(t) {
		all[name] = matchesIn(t, name)
	}
	sets := []string{"testdata/collected/twelfth.jsonl", "testdata/collected/tenth.jsonl", "testdata/collected/eighth-b.jsonl"}
	if testing.Short() {
		sets = sets[:1]
	}
	for _, out := range sets {
		var rest []sample
		for _, name := range fitted(t) {
			if name != out {
				rest = append(rest, all[name]...)
			}
		}
		w := fit(rest)
		var stopped, kept share
		for i := range all[out] {
			s := &all[out][i]
			if sum := sumOf(w, s); s.isError {
				kept.count(sum >= leastShrinking)
			} else {
				stopped.count(sum < leastShrinking)
			}
		}
		if float64(stopped.n) < 0.35*float64(stopped.of) || float64(kept.n) < 0.97*float64(kept.of) {
			t.Errorf("%s: stopped %v of what is no error, kept %v of the errors", out, stopped, kept)
		}
		t.Logf("%s: stopped %v, kept %v", out, stopped, kept)
	}
}

// An explanation says which features spoke for the winner and which against what was stopped.
func TestExplainOdds(t *testing.T) {
	text := Explain(Input{Text: "API Error: 400 prompt is too long: 210000 tokens > 200000 maximum, please start a new chat"})
	if !strings.Contains(text, "odds +") || !strings.Contains(text, "for it: \"") || !strings.Contains(text, "against it: ") {
		t.Error(text)
	}
	stopped := ""
	for _, l := range readFile(t, "testdata/collected/twelfth.jsonl") {
		if e := Explain(Input{Text: l.text}); l.label == None && strings.Contains(e, "stopped by "+unlikelyVeto) {
			stopped = e
		}
	}
	if !strings.Contains(stopped, "against it: \"") {
		t.Errorf("nothing was stopped by what stands around it: %s", stopped)
	}
}
