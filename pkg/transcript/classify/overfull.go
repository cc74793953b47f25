package classify

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Some servers silently cut a history that is too long. Their usage counts show it: an
// answer to as many tokens as the window holds has not seen all of the history. The two
// signs are those of pi (packages/ai/src/utils/overflow.ts): more input than the window
// holds, and no output although the window is full.

// overfullRule is the rule in the verdicts of such answers.
const overfullRule = "usage-fills-window"

// overfull returns the verdict on an answer whose usage shows that a window of
// so many tokens was cut.
func (o *Options) overfull(rec outline.Value) (Verdict, bool) {
	if o.ContextWindow <= 0 || rec.Kind() != outline.Object || failed(rec) || failed(rec.Get("message")) {
		return Verdict{}, false
	}
	u, ok := dialect.UsageOf(rec)
	if !ok || !fills(u, o.ContextWindow, outcome(rec)) {
		return Verdict{}, false
	}
	v := Verdict{
		Class: ContextOverflow, Rule: overfullRule, Confidence: specific.confidence(),
		IDs: []string{}, LimitTokens: &o.ContextWindow,
	}
	if u.Input > o.ContextWindow {
		v.ActualTokens = &u.Input
	}
	v.decide(o.input(Input{}, 0), nil)
	return v, true
}

// fills reports whether the input fills a window, or all but a hundredth of it
// where nothing was written because of the length.
func fills(u dialect.Usage, window int64, why string) bool {
	if u.Input >= window {
		return true
	}
	return u.Output == 0 && u.Input >= window-window/100 && (why == "stop_reason: length" || why == "stop_reason: max_tokens")
}
