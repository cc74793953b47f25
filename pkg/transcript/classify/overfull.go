package classify

import (
	"strconv"

	"trtools/pkg/transcript/outline"
)

// Some servers silently cut a history that is too long. Their usage counts show it: an
// answer to as many tokens as the window holds has not seen all of the history. The two
// signs are those of pi (packages/ai/src/utils/overflow.ts): more input than the window
// holds, and no output although the window is full.

// overfullRule is the rule in the verdicts of such answers.
const overfullRule = "usage-fills-window"

// usages are the paths of the members in which an answer states its usage.
var usages = [][]string{
	{"message", "usage"}, {"usage"}, {"response", "usage"}, {"usageMetadata"}, {"usage_metadata"},
	{"payload", "info", "last_token_usage"}, {"payload", "usage"}, {"metadata", "usage"},
}

// usage is how many tokens an answer was given as input and has as output, -1 if unknown.
type usage struct{ input, output int64 }

// usageOf reads the usage that an answer states, and whether it states one.
func usageOf(rec outline.Value) (usage, bool) {
	for _, path := range usages {
		if u := rec.Path(path...); u.Kind() == outline.Object {
			return readUsage(u)
		}
	}
	if rec.Get("prompt_eval_count").Exists() { // Ollama
		return readUsage(rec)
	}
	return usage{}, false
}

// readUsage reads a usage and adds up its input. Anthropic and pi count the tokens from
// the cache beside the input, the others as a part of it.
func readUsage(u outline.Value) (usage, bool) {
	input := firstCount(u, "input_tokens", "prompt_tokens", "input", "inputTokens", "promptTokenCount", "prompt_token_count", "prompt_eval_count")
	if input < 0 {
		return usage{}, false
	}
	for _, beside := range []string{"cache_creation_input_tokens", "cache_read_input_tokens", "cacheRead", "cacheWrite",
		"cacheReadInputTokens", "cacheWriteInputTokens"} {
		input += max(0, firstCount(u, beside))
	}
	output := firstCount(u, "output_tokens", "completion_tokens", "output", "outputTokens", "candidatesTokenCount", "candidates_token_count", "eval_count")
	return usage{input, output}, true
}

// firstCount returns the first of the members that is a count, -1 if none is.
func firstCount(u outline.Value, names ...string) int64 {
	for _, name := range names {
		if n, err := strconv.ParseInt(string(u.Get(name).Raw()), 10, 64); err == nil && n >= 0 {
			return n
		}
	}
	return -1
}

// overfull returns the verdict on an answer whose usage shows that a window of
// so many tokens was cut.
func (o *Options) overfull(rec outline.Value) (Verdict, bool) {
	if o.ContextWindow <= 0 || rec.Kind() != outline.Object || failed(rec) || failed(rec.Get("message")) {
		return Verdict{}, false
	}
	u, ok := usageOf(rec)
	if !ok || !u.fills(o.ContextWindow, outcome(rec)) {
		return Verdict{}, false
	}
	v := Verdict{
		Class: ContextOverflow, Rule: overfullRule, Confidence: specific.confidence(),
		IDs: []string{}, LimitTokens: &o.ContextWindow,
	}
	if u.input > o.ContextWindow {
		v.ActualTokens = &u.input
	}
	v.decide(o.input(Input{}, 0), nil)
	return v, true
}

// fills reports whether the input fills a window, or all but a hundredth of it
// where nothing was written because of the length.
func (u usage) fills(window int64, why string) bool {
	if u.input >= window {
		return true
	}
	return u.output == 0 && u.input >= window-window/100 && (why == "stop_reason: length" || why == "stop_reason: max_tokens")
}
